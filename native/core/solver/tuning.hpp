// Every number of the exact solver that an experiment has chosen, on 7 x 6 where nothing else is
// said; docs/decisions/solver.md tells of them.
#pragma once

#include <cstddef>
#include <cstdint>

namespace dropfour {

// A table begins with so many bytes, which a processor keeps close, and grows as it fills.
struct TableTuning {
    static constexpr std::size_t first_bytes = 1 << 15;
};

// Most questions about a board of one word take less time than a thread that watches takes to
// start; so a few nodes, about a millisecond, are searched without. Of a limit of seconds that may
// take a tenth.
struct AtOnceTuning {
    static constexpr std::uint64_t nodes = 5000;
    static constexpr double nodes_a_second_of_limit = 4e5;
};

// Which near ends are asked for first, and how many nodes that may take together. With a step of 2,
// or from 5 plies on, positions with a quick win take up to 40 % more nodes.
struct NearTuning {
    static constexpr int first_plies = 9, step = 4;
    static constexpr std::uint64_t nodes = 5000;
};

// How far beyond what is known the next question lies once the sign is known, while so many scores
// are open: 300 positions with 8 to 14 discs decided in 14 to 27 plies take 13 % fewer nodes, those
// decided later 5 % more. With fewer discs, where most wins are late, it takes 8 to 14 % more, and
// in Connect Square half as many again: lines of four only.
struct StepTuning {
    static constexpr int first = 4, later = 2, first_up_to = 2;
    static constexpr int from_open = 16;
    static constexpr int up_to_left(int playable) { return playable * 5 / 6; }
};

// Where the parts of a search begin to pay, by free cells: a look at the table, one at the entries
// of all children before any is searched, and one at what other threads are at.
struct FirstTuning {
    static constexpr int table_from_left = 8, cutoffs_from_left = 11, busy_from_left = 20;
    // What is asked about no more plies than these has no table: 4 take 10 to 30 % more time with 8
    // to 14 discs, 8 take 10 to 20 % more.
    static constexpr int soon_plies = 6;
};
struct PointsTuning {
    static constexpr int table_from_left = 4, cutoffs_from_left = 10, busy_from_left = 12;
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

// With 4 to 14 discs. To favour children whose forced replies give the turn back took 30 % more
// nodes; a history table and counts by parity did not help.
struct OrderWeights {
    static constexpr int own_win = 100;     // each free cell that would win for the mover
    static constexpr int their_line = -10;  // each pattern open to the opponent
    static constexpr int their_move = -10;  // each that does not lose at once, see replies()
    static constexpr int margin = 16;  // by points: a point of the lowest or the highest margin
    static constexpr int table_move_by_points = 1 << 16;
};

// Nodes between two looks at whether to stop, which so takes less than a millisecond. At first
// every node: each may touch fresh pages of the table.
struct PollTuning {
    static constexpr std::uint64_t every = 64, all_up_to = 4096;
};

}  // namespace dropfour
