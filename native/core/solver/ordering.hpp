// The order in which moves are tried: the likely best first.
#pragma once

#include "forced.hpp"
#include "node.hpp"
#include "tuning.hpp"

namespace dropfour {

// How promising a move is for the player who made it; `node` is the position after it.
template <class L, int N>
DROPFOUR_INLINE inline int promise(const L& lattice, const Node<N>& node) {
    const Bits<N> wins = node.their_wins & ~node.occupied;
    const Bits<N> hopes = node.own | (lattice.counting & ~node.occupied);
    return OrderWeights::own_win * wins.count() + OrderWeights::their_line * lattice.count(hopes);
}

// The moves left after the forced replies: good for the player who made the first of them if it is
// their turn again, else bad. Always inline: it is compiled for newer processors too.
template <int N>
DROPFOUR_INLINE inline int mobility(const Settled<N>& settled) {
    const int moves = OrderWeights::move * settled.moves.count();
    return settled.flipped ? moves : -moves;
}

}  // namespace dropfour
