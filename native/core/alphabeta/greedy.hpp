// One ply ahead: the Connect Square heuristic for every goal.
#pragma once

#include "board/board.hpp"
#include "search/report.hpp"

namespace dropfour {

// Every column with the heuristic of the board after it as score, less the opponent's heuristic
// if `opponent`. A column that wins at once comes before all others; ties to the lowest column.
Report greedy(const AnyBoard& board, bool opponent);

}  // namespace dropfour
