// A position of a game with ending "first" as the solver sees it: own and theirs instead of first
// and second, and the cells that would complete a pattern kept up to date.
#pragma once

#include "board/position.hpp"
#include "lattice.hpp"
#include "score.hpp"

namespace dropfour {

template <int N>
struct Node {
    Bits<N> own, theirs;           // discs on counting cells, of the player to move and the other
    Bits<N> occupied;              // discs on any cell, bans and blocked cells
    Bits<N> own_wins, their_wins;  // cells that complete a pattern; occupied ones not masked out
    int left = 0;                  // free cells

    // The same seen by the other player.
    [[gnu::always_inline]] Node turned() const {
        return {theirs, own, occupied, their_wins, own_wins, left};
    }
};

template <class L, int N>
Node<N> node_of(const L& lattice, const Position<N>& position) {
    Node<N> node;
    node.own = position.discs[position.turn] & lattice.counting;
    node.theirs = position.discs[position.turn ^ 1] & lattice.counting;
    node.occupied = position.occupied;
    node.own_wins = lattice.completing(node.own);
    node.their_wins = lattice.completing(node.theirs);
    node.left = lattice.geometry->free_cells(position.occupied);
    return node;
}

// The position after a disc in a landing cell that does not win.
template <class L, int N>
DROPFOUR_INLINE inline Node<N> after(const L& lattice, const Node<N>& node, const Bits<N>& cell) {
    Node<N> next;
    next.own = node.theirs;
    next.theirs = node.own | (cell & lattice.counting);
    next.occupied = node.occupied | cell;
    next.own_wins = node.their_wins;
    next.their_wins = lattice.completing(next.theirs);
    next.left = node.left - 1;
    return next;
}

// The open-line bound: nobody wins without a pattern free of the opponent's discs and of bans, so
// discs on all free cells must complete one for the owner of `discs`.
template <class L, class Set>
DROPFOUR_INLINE inline bool can_still_win(const L& lattice, const Set& discs, const Set& occupied) {
    return lattice.completes(discs | (lattice.counting & ~occupied));
}

// The same against an opponent who answers every disc on top of it as long as there is room: of two
// free cells, one on the other, the owner of `discs` never gets both. It does not matter whose turn
// it is, for a disc more does the opponent no harm. No bonus cell may be free and, as upright fours
// are left out, nobody may win at once. 7 % fewer nodes with 8 to 14 discs and 28 plies or more to
// the end; and an empty board of squares needs no search.
template <class L, class Set>
DROPFOUR_INLINE inline bool can_beat_answers(const L& lattice, const Set& discs,
                                             const Set& occupied) {
    return lattice.open_to_answers(discs, lattice.counting & ~occupied);
}

template <class L, int N>
inline bool wins_at_once(const L& lattice, const Node<N>& node) {
    return (node.own_wins & lattice.landing(node.occupied)).any();
}

}  // namespace dropfour
