// Forced moves: losing-move avoidance, and chains of only moves played without search.
#pragma once

#include "node.hpp"

namespace dropfour {

// Where a chain of forced moves ends.
template <int N>
struct Settled {
    bool decided = false;
    int score = 0;         // if decided: for the player to move at the start of the chain
    bool flipped = false;  // else: the player to move is now the other one,
    Bits<N> moves;         // and these, two or more, do not lose at once
};

// Plays on while there is one move that does not lose at once. The player to move must have no win
// at once, and no bonus cell may be free. Afterwards the same holds for `node`.
template <class L, int N>
DROPFOUR_INLINE inline Settled<N> settle(const L& lattice, Node<N>& node) {
    bool flipped = false;
    for (;; flipped = !flipped) {
        const Bits<N> landing = lattice.landing(node.occupied);
        const Bits<N> threats = node.their_wins & landing;
        // A disc under a winning cell of the opponent hands it to them.
        Bits<N> moves = landing & ~lattice.under(node.their_wins);
        if (threats.any()) moves &= threats;
        if (moves.none() || threats.several()) {
            const int loss = std::min(0, 1 - node.left);  // no cell left: a draw
            return {true, flipped ? -loss : loss, flipped, moves};
        }
        // The last two cells win nothing: neither now nor in reply.
        if (node.left <= 2) return {true, 0, flipped, moves};
        if (moves.several()) return {false, 0, flipped, moves};
        node = after(lattice, node, moves);
    }
}

}  // namespace dropfour
