// The order in which moves are tried: the likely best first.
#pragma once

#include "forced.hpp"
#include "node.hpp"

namespace dropfour {

// From experiments on 7 x 6 with 4 to 15 discs; a history table and counts by parity did not help.
struct OrderWeights {
    static constexpr int own_win = 100;     // each free cell that would win for the mover
    static constexpr int their_line = -10;  // each pattern the opponent can still complete
    static constexpr int move = 30;         // each move that does not lose at once, see mobility
    static constexpr int table_move = 1 << 20;
};

// How promising a move is for the player who made it; `node` is the position after it.
template <class L, int N>
[[gnu::always_inline]] inline int promise(const L& lattice, const Node<N>& node) {
    const Bits<N> wins = node.their_wins & ~node.occupied;
    const Bits<N> hopes = node.own | (lattice.counting & ~node.occupied);
    return OrderWeights::own_win * wins.count() + OrderWeights::their_line * lattice.count(hopes);
}

// The moves left after the forced replies: good for the player who made the first of them if it is
// their turn again, else bad.
template <int N>
inline int mobility(const Settled<N>& settled) {
    const int moves = OrderWeights::move * settled.moves.count();
    return settled.flipped ? moves : -moves;
}

}  // namespace dropfour
