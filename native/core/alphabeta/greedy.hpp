// One ply ahead: the Connect Square heuristic for every goal.
#pragma once

#include "board/board.hpp"
#include "search/report.hpp"

namespace dropfour {

// The sum over placements without discs of the opponent and bans of 0, 1, 10, 100, 1000, ... for
// 0, 1, 2, 3, 4, ... own discs. From 14 discs on a placement counts 10^13, so that the largest
// board cannot overflow: 10^13 * 256 patterns * 1024 cells is less than 2^63 / 2.
std::int64_t greedy_heuristic(const AnyBoard& board, int player);

// Every column with the heuristic of the board after it as score, less the opponent's heuristic
// if `opponent`. A column that wins at once comes before all others; ties to the lowest column.
Report greedy(const AnyBoard& board, bool opponent);

}  // namespace dropfour
