// Depth-limited minimax with alpha-beta, for every variant.
//
// The value of a position for the player to move, looked at `depth` plies (discs and bans) ahead:
//
//     the game is over    ending "first": won -> win_score - ply, lost -> -(win_score - ply),
//                         drawn -> 0; `ply` counts from the root, so the faster win is better
//                         ending "full": the lead in points * Potential::completed
//     depth is 0          evaluate() for the player to move; with a network what that says, but a
//                         win on the next move, and two threats of the opponent, are known, and
//                         a move that is forced is made first
//     otherwise           the best over all moves, in which the value of the next position
//                         changes its sign only if the other player is to move there
//
// The search finds the same root value and the same move, the lowest column of those with the best
// value, as the plain recursion by this definition; tests compare the two.
#pragma once

#include "board/board.hpp"
#include "evaluation/network.hpp"
#include "search/report.hpp"

namespace dropfour {

struct AlphaBetaSettings {
    int table_megabytes = 64;
    bool every_column = false;  // score all columns exactly, not only those that may be best
    std::shared_ptr<const Network> network{};  // judges at the horizon; none: pattern potentials
};

constexpr int win_score = 1'000'000'000;

// Deepens until the limit, the end of the game, a proven result of the best column, or stop(),
// and reports the last depth that was completed. Limits::playouts does not apply.
Report alphabeta(const AnyBoard& board, const Limits& limits, const AlphaBetaSettings& settings,
                 Control& control);

}  // namespace dropfour
