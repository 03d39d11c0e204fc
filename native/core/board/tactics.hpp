// What one look at a position proves: wins in one move, and moves that lose to one.
//
// "Threats" of a player are the free cells, in reach or not, that would complete a pattern.
#pragma once

#include <array>

#include "position.hpp"

namespace dropfour {

template <int N>
using Threats = std::array<Bits<N>, 2>;  // by player

template <int N>
inline Bits<N> threats_of(const Geometry<N>& geometry, const Position<N>& position, int player) {
    return geometry.winning_cells(position.discs[player] & geometry.counting, position.occupied);
}

template <int N>
struct Tactics {
    Bits<N> winning;  // landing cells that win at once
    Bits<N> safe;     // landing cells not known to lose to the opponent's very next move

    bool won() const { return winning.any(); }
    bool lost() const { return winning.none() && safe.none(); }  // if there is a landing cell
};

// With ending "full" nothing is won before the end: every landing cell is safe.
//
// With ending "first" a move loses at once if afterwards the opponent can play on one of his
// threats: one he could play on already, unless the move takes it, or the cell above the move.
// After a bonus cell the mover drops a ban before that, which may save him: those stay safe.
template <int N>
inline Tactics<N> tactics(const Geometry<N>& geometry, const Position<N>& position,
                          const Bits<N>& landing, const Threats<N>& threats) {
    if (geometry.ending == Ending::full_board) return {{}, landing};
    const int mover = position.turn;
    const Bits<N>& against = threats[mover ^ 1];
    Tactics<N> result{{}, landing};
    if (!position.banning) {
        result.winning = threats[mover] & landing;
        if (result.winning.any()) return result;
    }
    if (against.none()) return result;
    const Bits<N> at_once = against & landing;
    if (at_once.any()) result.safe = at_once.several() ? Bits<N>{} : at_once;
    // All columns grow by one disc: each landing cell of then lies above one of now.
    for_each_bit(geometry.landing(position.occupied | landing) & against, [&](int bit) {
        result.safe &= ~geometry.column_cells[geometry.cell(bit).column];
    });
    if (!position.banning) result.safe |= landing & geometry.bonus;
    return result;
}

template <int N>
inline Tactics<N> tactics(const Geometry<N>& geometry, const Position<N>& position) {
    Threats<N> threats{};
    if (geometry.ending == Ending::first_pattern)
        threats = {threats_of(geometry, position, 0), threats_of(geometry, position, 1)};
    return tactics(geometry, position, geometry.landing(position.occupied), threats);
}

}  // namespace dropfour
