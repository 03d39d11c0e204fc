// Wins within a few plies, by a search of its own: no table, no order, no bounds but the number of
// plies. Most nodes of a question about a win lie so near to the last ply at which it would count.
#pragma once

#include <array>

#include "forced.hpp"
#include "node.hpp"
#include "tuning.hpp"
#include "worker.hpp"

namespace dropfour {

// Whether the player to move wins with their next disc but one, that is in three plies. `node` is
// settled, and `moves` are those that do not lose at once.
template <class L, int N>
DROPFOUR_INLINE inline bool wins_in_three(const L& lattice, const Node<N>& node,
                                          const Bits<N>& moves) {
    // A disc that helps makes a threat in a cell where somebody can play next: it completes a
    // pattern together with such a cell, or lies under a winning one. Any other leaves the opponent
    // every reply but those under winning cells, and with two of them one is left.
    const Bits<N> landing = lattice.landing(node.occupied);
    const Bits<N> above = lattice.landing(node.occupied | landing);
    const Bits<N> under_wins = lattice.under(node.own_wins);
    Bits<N> left = moves;
    if ((landing & ~under_wins).several())
        left &=
            under_wins | lattice.completing_any(node.own | ((landing | above) & lattice.counting));
    for (; left.any(); left = left.without_lowest()) {
        const Node<N> next = after(lattice, node, left & ~left.without_lowest());
        const Bits<N> replies = lattice.landing(next.occupied);
        const Bits<N> threats = next.their_wins & replies;
        Bits<N> holding = replies & ~lattice.under(next.their_wins);
        if (threats.any()) holding &= threats;
        if (holding.none() || threats.several()) return true;
    }
    return false;
}

// By plies to go, for either player: the cell that was right the last time, and often is again in
// the next position. Quick wins take a sixth less time.
template <int N>
using LastRight = std::array<Bits<N>, 2 * (FirstTuning::soon_plies + 1)>;

// Whether the player to move, or else the opponent, wins within so many plies. The same is asked of
// `node` and `moves`.
template <class L, int N>
bool wins_soon(const L& lattice, Worker& worker, const Node<N>& node, const Bits<N>& moves,
               int plies, bool mover, LastRight<N>& last_right) {
    if (mover && plies <= 4) return plies >= 3 && wins_in_three(lattice, node, moves);
    if (plies < 4) return false;
    worker.tick();
    worker.end_if_stopped();
    Bits<N>& right = last_right[2 * plies + mover];
    Bits<N> cell = moves & right;
    if (cell.none()) cell = moves & ~moves.without_lowest();
    for (Bits<N> left = moves; left.any(); cell = left & ~left.without_lowest()) {
        left = left & ~cell;
        Node<N> next = after(lattice, node, cell);
        const Settled<N> settled = settle(lattice, next);
        bool wins;
        if (settled.decided)
            wins = (mover ? -settled.score : settled.score) > node.left - plies;
        else
            wins = wins_soon(lattice, worker, next, settled.moves, plies - (node.left - next.left),
                             mover == settled.flipped, last_right);
        if (wins == mover) {
            right = cell;
            return mover;
        }
    }
    return !mover;
}

}  // namespace dropfour
