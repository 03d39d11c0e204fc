// The engines behind the solver, by word count and processor, each in a file of its own.
#pragma once

#include "solver.hpp"

namespace dropfour {

class Solver::Engine {
  public:
    virtual ~Engine() = default;
    virtual Solution solve(const AnyBoard& position, const Task& task, Control& control) = 0;
    virtual void clear() = 0;
    virtual std::size_t table_bytes() const = 0;
};

// The engine for a board; `with_bans` if bans are on it or may come.
template <int N>
std::unique_ptr<Solver::Engine> engine(const std::shared_ptr<const Geometry<N>>& geometry,
                                       std::size_t bytes, bool with_bans);

// The same for processors with AVX2: a third faster on one word, by its bit instructions and by
// lanes.hpp.
bool has_avx2();
std::unique_ptr<Solver::Engine> engine_avx2(const std::shared_ptr<const Geometry<1>>& geometry,
                                            std::size_t bytes, bool with_bans);
std::unique_ptr<Solver::Engine> engine_avx2(const std::shared_ptr<const Geometry<2>>& geometry,
                                            std::size_t bytes, bool with_bans);

}  // namespace dropfour
