// What the exact solver computes, and what it knows about it while it runs.
//
// The score of a position for the player to move:
//
//     ending "first"   0 for a draw; for a win the number of cells free at the end, plus one; for
//                      a loss the same, negative. So the winner hurries and the loser delays.
//     ending "full"    the margin: own points less the opponent's, when the board is full
//
// Every ply fills one cell, a ban too, so a score says how many plies are left:
//
//     free cells now     . . . . . . .        7
//     win after 3 plies  X O X . . . .        4 free at the end, score 5, plies = 7 - (5 - 1)
#pragma once

#include <algorithm>
#include <optional>

#include "board/position.hpp"
#include "search/bound.hpp"
#include "search/report.hpp"

namespace dropfour {

constexpr int no_score = 1 << 20;  // beyond any score
constexpr int no_move = max_columns;

// A score lies between the two, inclusive.
struct Range {
    int lower = 0;
    int upper = 0;

    constexpr bool exact() const { return lower == upper; }

    // What a fail-soft search of the window (alpha, beta) may return for it, if that is clear.
    constexpr std::optional<int> answer(int alpha, int beta) const {
        if (lower >= beta || exact()) return lower;
        if (upper <= alpha) return upper;
        return std::nullopt;
    }

    constexpr void narrow(const Range& other) {
        lower = std::max(lower, other.lower);
        upper = std::min(upper, other.upper);
    }
    constexpr void narrow(Bound bound, int value) {
        if (at_least(bound)) lower = std::max(lower, value);
        if (at_most(bound)) upper = std::min(upper, value);
    }

    // The same range seen by the opponent.
    constexpr Range operator-() const { return {-upper, -lower}; }

    friend constexpr bool operator==(const Range&, const Range&) = default;
};

// The best that children have shown so far.
struct Best {
    int value = -no_score;
    int move = no_move;

    [[gnu::always_inline]] void improve(int other, int column) {
        move = other > value ? column : move;
        value = std::max(value, other);
    }
};

constexpr int sign(int score) {
    return (score > 0) - (score < 0);
}

// The score of a finished game for a player.
template <int N>
int final_score(const Geometry<N>& geometry, const Position<N>& position, int player) {
    if (geometry.ending == Ending::full_board) return margin(geometry, position, player);
    const int winner = winner_of(position.result);
    const int score = winner < 0 ? 0 : geometry.free_cells(position.occupied) + 1;
    return winner == player ? score : -score;
}

// The player to move has no win at once. They win with their next disc but one at the earliest,
// the opponent with the very next: a disc, or a ban, and the reply have filled two cells.
constexpr Range too_few_cells(int left) {
    return {std::min(0, 1 - left), std::max(0, left - 2)};
}

// The same if the opponent does not win with their next disc either.
constexpr Range too_few_cells_settled(int left) {
    return {std::min(0, 3 - left), std::max(0, left - 2)};
}

// The latest loss: the opponent makes the last disc but none or one, by whose turn it then is.
constexpr int latest_loss(int left) {
    return left % 2 == 0 ? -1 : -2;
}

// The result that a score between these bounds means, with this many cells free; nothing while it
// is open. By points the margin is part of it. A `weak` result is win, draw or loss alone.
constexpr std::optional<Exact> result_of(const Range& score, int left, Ending ending, bool weak) {
    const bool by_points = ending == Ending::full_board;
    const bool known = score.exact() || sign(score.lower) * sign(score.upper) > 0;
    if (!known || (by_points && !weak && !score.exact())) return std::nullopt;
    Exact exact{sign(score.lower)};
    if (by_points || exact.value == 0)
        exact.plies = left;
    else if (score.exact() && !weak)
        exact.plies = left + 1 - exact.value * score.lower;
    if (by_points && score.exact()) exact.margin = score.lower;
    return exact;
}

}  // namespace dropfour
