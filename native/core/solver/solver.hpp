// The exact solver for any rules: proven scores, best columns, principal variation.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

#include "board/board.hpp"
#include "score.hpp"
#include "search/report.hpp"

namespace dropfour {

// What is asked, and how much work it may take. A limit of 0 is none.
struct Task {
    bool weak = false;          // win, draw or loss is enough: only signs of scores are proven
    bool best = true;           // find all best columns and the principal variation
    bool every_column = false;  // find the score of every column
    int threads = 1;
    std::uint64_t nodes = 0;       // kept by one thread, so that it always ends alike
    double seconds = 0;            // kept by whoever runs the solver
    std::uint64_t soon_nodes = 0;  // for who wins soon; 0: as many as pay
    std::uint64_t spent = 0;       // nodes of an earlier look, which count
    // A draw (0) or a win (+1) that the position is known to have at least: then all that is asked
    // is a column that keeps it, tried in this order.
    std::optional<int> keep{};
    std::vector<int> order{};
};

struct ColumnScore {
    int column = 0;
    Range score;          // for the player to move at the root
    double estimate = 0;  // -1 to +1 for the same player, of a search that has not ended
};

// What has been proven, for the player to move.
struct Solution {
    bool solved = false;  // everything the task asks for
    bool weak = false;    // as the task, and so
    bool every_column = false;
    Ending ending = Ending::first_pattern;
    int board_columns = 0;
    int left = 0;  // free cells
    Range score;
    std::vector<ColumnScore> columns;  // the legal ones, ascending
    std::vector<int> best;             // columns, ascending; see Inquiry::find_keeper
    std::vector<int> line;             // principal variation
    std::uint64_t nodes = 0;
    bool from_book = false;  // every column too

    std::optional<Exact> exact() const { return exact(score); }
    // What a score of this position, or of one of its columns, means.
    std::optional<Exact> exact(const Range& range) const {
        return result_of(range, left, ending, weak);
    }
    // The lowest and the highest that are possible.
    std::pair<int, int> values() const { return {sign(score.lower), sign(score.upper)}; }
    std::optional<std::pair<int, int>> margins() const {
        if (ending != Ending::full_board) return std::nullopt;
        return std::pair(score.lower, score.upper);
    }
    // Nobody can force a win within so many plies, as far as is proven; of ending "first".
    int quiet_plies() const {
        const int win = score.upper > 0 ? left - score.upper : left;
        const int loss = score.lower < 0 ? left + score.lower : left;
        return std::max(0, std::min(win, loss));
    }
    // The same as agents report it, with the column to play.
    Report report() const;
};

class Book;

template <int N>
class Team;
template <int N>
using TeamPointer = std::unique_ptr<Team<N>>;

// Keeps its table between calls. One call at a time, for positions of the same rules.
class Solver {
  public:
    // The table takes at most this many bytes, as it fills, and at least one bucket. A book of the
    // same rules answers where it can; it must live as long.
    Solver(const AnyBoard& rules, std::size_t table_bytes, const Book* book = nullptr);
    ~Solver();

    // Ends early when `control` says stop.
    Solution solve(const AnyBoard& position, const Task& task, Control& control);

    // The same if it takes a millisecond or so and needs nobody who watches; else nothing, and the
    // task knows what has been spent.
    std::optional<Solution> solve_at_once(const AnyBoard& position, Task& task, Control& control);

    void clear();
    std::size_t table_bytes() const;

  private:
    AnyBoard rules_;
    std::size_t max_bytes_;
    const Book* book_;
    bool with_bans_;
    AnyWords<TeamPointer> team_;
};

}  // namespace dropfour
