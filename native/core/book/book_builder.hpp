// Makes a book: finds all positions up to a number of plies, has the last ones solved, and works
// out the others from them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "ranking.hpp"
#include "solver/solver.hpp"

namespace dropfour {

class BookBuilder {
  public:
    // Throws std::invalid_argument if there are too many.
    BookBuilder(const AnyBoard& rules, int plies);

    std::uint64_t positions() const;                             // of all plies
    std::uint64_t to_solve() const { return to_solve_.size(); }  // those of the last one

    // The scores of the positions to solve from the first-th on; fewer if the control says stop.
    std::vector<std::int16_t> solve(Solver& solver, std::uint64_t first, std::uint64_t count,
                                    Control& control) const;

    // The bytes of the book, given the scores of all positions to solve.
    std::vector<std::uint64_t> finish(std::span<const std::int16_t> solved) const;

  private:
    AnyBoard rules_;
    std::vector<std::vector<std::uint64_t>> present_;  // by plies: a bit for each number
    std::vector<std::uint64_t> to_solve_;              // numbers of the last ones
};

}  // namespace dropfour
