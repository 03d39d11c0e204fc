// Every number of the exact solver that an experiment has chosen, on 7 x 6 where nothing else is
// said; docs/decisions/solver.md tells of them.
#pragma once

#include <cstddef>
#include <cstdint>

namespace dropfour {

// How much of a table one search can fill: fresh memory costs time, and ends a search late.
struct TableTuning {
    static constexpr std::size_t smallest_bytes = 1 << 16;
    static constexpr int bytes_a_node = 16;  // of a table that forgets little
    static constexpr double nodes_a_second = 4e6;
    // A position of so many free cells does with the smallest table (95,000 nodes have 29 of them).
    // Every cell more makes a search about 1.6 times as long. A column beyond seven counts like a
    // cell, bonus cells like three: with bans an entry takes four times the room.
    static constexpr int easy_cells = 22, easy_cells_by_points = 14;
    static constexpr int easy_columns = 7, bonus_as_cells = 3;
};

// Most questions about a board of one word take less time than a thread that watches takes to
// start; so a few nodes, about a millisecond, are searched without. Under a limit, or with a big
// table, whose fresh memory takes milliseconds, only where few cells are free.
struct AtOnceTuning {
    static constexpr std::uint64_t nodes = 5000;
    static constexpr int free_cells = 14;
    static constexpr std::size_t table_bytes = 4 << 20;
};

// Where the parts of a search begin to pay, by free cells: a look at the table, and one at the
// entries of all children before any is searched.
struct FirstTuning {
    static constexpr int table_from_left = 8, cutoffs_from_left = 11;
};
struct PointsTuning {
    static constexpr int table_from_left = 4, cutoffs_from_left = 10;
};

// Symmetric positions meet early in a game: to merge mirror images costs more than it saves after
// 4/7 of the cells (24 discs; it took 35.5 M nodes of the empty board instead of 37.9 M).
constexpr int merge_mirrors_from_left(int playable) {
    return playable * 3 / 7 + 1;
}

struct FollowUpTuning {
    // Free cells of a pattern; more cost more than they save.
    static constexpr int aftereven_cells = 2;
    static constexpr int max_bases = 8;           // 105 ways to pair them; ten have 945
    static constexpr std::size_t max_cases = 16;  // four pairs, or three for two cells of aftereven
    static constexpr int max_pairs_by_points = 2;  // 3 pairings of 4 bases; 15 of 6 cost too much
};

// With 4 to 15 discs; a history table and counts by parity did not help.
struct OrderWeights {
    static constexpr int own_win = 100;     // each free cell that would win for the mover
    static constexpr int their_line = -10;  // each pattern the opponent can still complete
    static constexpr int move = 30;         // each move that does not lose at once, see mobility
    static constexpr int table_move = 1 << 20;
    static constexpr int margin = 16;  // by points: a point of the lowest or the highest margin
    static constexpr int table_move_by_points = 1 << 16;
};

// Nodes between two looks at whether to stop, which so takes less than a millisecond. At first
// every node: each may touch fresh pages of the table.
struct PollTuning {
    static constexpr std::uint64_t every = 64, all_up_to = 4096;
};

}  // namespace dropfour
