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
    const int lines = lattice.count_open_to_answers(node.own, lattice.counting & ~node.occupied);
    return OrderWeights::own_win * wins.count() + OrderWeights::their_line * lines;
}

// The moves left after the forced replies, which are those of the opponent of the player who made
// the first one. If the replies gave the turn back this counts as all columns but one: more or
// fewer took more nodes.
template <class L, int N>
DROPFOUR_INLINE inline int replies(const L& lattice, const Settled<N>& settled) {
    const int moves = settled.flipped ? lattice.columns - 1 : settled.moves.count();
    return OrderWeights::their_move * moves;
}

}  // namespace dropfour
