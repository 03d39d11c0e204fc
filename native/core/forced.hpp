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
inline Settled<N> settle(const L& lattice, Node<N>& node) {
    Settled<N> result;
    for (;;) {
        const Bits<N> landing = lattice.landing(node.occupied);
        const Bits<N> threats = node.their_wins & landing;
        // A disc under a winning cell of the opponent hands it to them.
        result.moves = landing & ~lattice.under(node.their_wins);
        const bool lost = threats.several();
        if (threats.any()) result.moves &= threats;
        if (node.left <= 2 && !lost && (result.moves.any() || node.left == 0)) {
            result.decided = true;  // the last two cells win nothing: neither now nor in reply
            return result;
        }
        if (lost || result.moves.none()) {
            result.decided = true;
            result.score = result.flipped ? node.left - 1 : 1 - node.left;
            return result;
        }
        if (result.moves.several()) return result;
        node = after(lattice, node, result.moves);
        result.flipped = !result.flipped;
    }
}

// A settled player loses two plies later than `too_few_cells` fears.
constexpr Range too_few_cells_settled(int left) {
    return {std::min(0, 3 - left), std::max(0, left - 2)};
}

}  // namespace dropfour
