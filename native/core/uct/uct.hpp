// UCT (Kocsis, Szepesvari: Bandit based Monte-Carlo planning, ECML 2006), as a textbook has it or
// with all that makes it strong: see uct_plain.cpp and uct_search.cpp.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "board/board.hpp"
#include "evaluation/network.hpp"
#include "leaf.hpp"
#include "search/report.hpp"

namespace dropfour {

enum class FinalChoice : std::uint8_t {
    visits,  // most visits, then the best value
    value,   // the best value, then most visits
};

// Measured by matches of 120 games at 2,000 playouts a move on classic, irregular, max, a
// 10 x 10 board with a bonus cell and a 9 x 8 board with a blocked one, and by the share of
// optimal moves in 600 positions of 7 x 6 with known values.
struct UctTuning {
    // Against 1.0, 0.7 scores 54 to 61 % on each board, 0.5 48 to 55 %, and 1.4 36 to 48 %.
    double exploration = 0.7;
    // For the first moves and the replies to them the bound is at least value + exploration *
    // sqrt(first_share * N / n): with many playouts none of them is forgotten. Why, and the
    // numbers: docs/decisions/uct-exploration.md.
    double first_share = 0.02;
    int first_plies = 2;
    // 1, 2 and 4 find as many optimal moves (85 % after 1,000 playouts, 90 % after 10,000); 2
    // takes half the nodes of 1. All of them are made when the leaf is first reached: 1.3 times
    // the playouts a second. Why not more: docs/decisions/uct-playouts.md.
    int visits_to_expand = 2;
    // Against "blocks", "uniform" scores 23 to 43 % and "wins" 15 to 34 % at equal numbers of
    // playouts; its 1,000 find as many optimal moves as 10,000 of theirs.
    Policy policy = Policy::blocks;

    // Where an evaluation judges the leaves, values differ less.
    double judged_exploration = 0.3;
    // By which so much at most each judgement is off, so that games and trees differ.
    float judged_noise = 0.02f;

    // As in the classroom.
    static constexpr UctTuning plain() { return {.exploration = 1}; }
};

struct UctSettings {
    std::shared_ptr<const Network> network{};  // judges the leaves; none: they are played out
    bool plain = false;  // the textbook's algorithm: of the tuning only `exploration` is used
    UctTuning tuning{};
    FinalChoice final_choice = FinalChoice::visits;
    std::size_t memory_bytes = std::size_t{256} << 20;  // of all nodes; at the limit it goes on
    bool keep_tree = true;                              // from one position to a later one
    bool every_column = false;                          // goes on when the result is proven
    int threads = 1;                                    // each grows a tree of its own
    std::uint64_t seed = 0;
};

// A node of the tree by the columns that lead to it, for tests and teaching.
struct UctRow {
    std::vector<int> path;
    std::uint32_t visits = 0;
    std::int32_t total_for_chooser = 0;  // won less lost playouts of who moved here; root: 0
};

class UctWorker;
struct UctFindings;

// A search with its memory: the tree of the last one is used again if the next position follows
// from it. The same settings and the same calls in the same order give the same numbers,
// unless stopped by a clock or run on several threads.
class Uct {
  public:
    explicit Uct(const UctSettings& settings);
    ~Uct();

    // Searches a position whose game is not over until a limit is met, `control` says stop, or
    // the result is proven, with `every_column` that of every move. `resume` goes on where the last
    // search of the same position ended, and its work counts; without, that starts afresh.
    Report search(const AnyBoard& board, const Limits& limits, Control& control,
                  bool resume = false);

    // The visited nodes of the last search down to this depth, parents first; one tree only.
    std::vector<UctRow> table(int depth) const;

    std::uint64_t nodes_held() const;  // in all trees
    std::uint64_t bytes_held() const;

  private:
    void run(std::size_t index, const Limits& limits, Control& control);
    void look_up(std::size_t index, bool all_lines);
    Report report();

    UctSettings settings_;
    mutable std::mutex searching_;                     // one search at a time
    AnyBoard board_;                                   // of the last one
    std::vector<std::unique_ptr<UctWorker>> workers_;  // one a thread
    std::atomic<bool> solved_{false};
    std::mutex reporting_;
    std::vector<UctFindings> findings_;  // by worker, when it last looked up
};

}  // namespace dropfour
