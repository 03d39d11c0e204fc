// Bounds of the margin for ending "full", without search.
#pragma once

#include "board/position.hpp"
#include "lattice.hpp"
#include "score.hpp"
#include "tuning.hpp"

namespace dropfour {

template <int N>
struct PointsNode {
    Bits<N> own, theirs;  // discs on counting cells, of the player to move and the other
    Bits<N> occupied;
    Bits<N> bans;
    int left = 0;  // free cells
    bool banning = false;
};

template <class L, int N>
PointsNode<N> points_node(const L& lattice, const Position<N>& position) {
    return {position.discs[position.turn] & lattice.counting,
            position.discs[position.turn ^ 1] & lattice.counting,
            position.occupied,
            position.bans(*lattice.geometry),
            lattice.geometry->free_cells(position.occupied),
            position.banning};
}

// The position after a disc or a ban in a landing cell.
template <class L, int N>
PointsNode<N> after(const L& lattice, const PointsNode<N>& node, const Bits<N>& cell) {
    PointsNode<N> next = node;
    next.occupied |= cell;
    --next.left;
    next.banning = false;
    if (node.banning) {
        next.bans |= cell;
    } else {
        next.own |= cell & lattice.counting;
        next.banning = (cell & lattice.bonus).any() && next.left > 0;
    }
    if (!next.banning) std::swap(next.own, next.theirs);
    return next;
}

// Open patterns: each player gets at most those that hold no disc of the other, and no ban; and if
// nobody can place a ban, of those none with two free cells, one on the other (see node.hpp).
template <class L, int N>
Range open_patterns(const L& lattice, const PointsNode<N>& node, bool with_bans) {
    const Bits<N> free = lattice.counting & ~node.occupied;
    const auto most = [&](const Bits<N>& discs) {
        if (with_bans) return lattice.count(discs | free);
        int upright = 0;  // three discs with a disc or a free cell on top
        if (lattice.only_fours)
            upright = (discs & discs >> 1 & discs >> 2 & (discs | free) >> 3).count();
        return lattice.count_open_to_answers(discs, free) + upright;
    };
    return {lattice.count(node.own) - most(node.theirs),
            most(node.own) - lattice.count(node.theirs)};
}

// The follow-up bound (see followup.hpp): the other player answers every disc in the same column.
// With even room everywhere the final board is then known: the player to move gets the lower
// cells, the other the upper ones. The lowest cells of two columns with odd room answer each other;
// the player to move chooses which of the two to take. No bonus cell may be free.
template <class L, int N>
class PointsFollowUp {
  public:
    PointsFollowUp(const L& lattice, const PointsNode<N>& node) : lattice_(lattice) {
        const Bits<N> free = lattice.counting & ~node.occupied;
        const Bits<N> all_bases = lattice.landing(node.occupied) & lattice.uppers;
        applies_ = all_bases.count() % 2 == 0;
        bases_ = all_bases & lattice.counting;
        whole_pairs_ = bases_ == all_bases;
        own_ = node.own | (free & lattice.lowers);
        theirs_ = node.theirs | (free & lattice.uppers & ~bases_);
    }

    // Whether there is a bound: every column with odd room needs a partner.
    bool applies() const { return applies_; }
    // An upper bound of the margin, if it applies.
    int upper() const {
        if (!whole_pairs_ || bases_.count() > 2 * FollowUpTuning::max_pairs_by_points)
            return lattice_.count(own_ | bases_) - lattice_.count(theirs_);
        return best_pairing(own_, theirs_, bases_);
    }

  private:
    // The other player chooses the pairs, the player to move one cell of each.
    int best_pairing(const Bits<N>& own, const Bits<N>& theirs, const Bits<N>& bases) const {
        if (bases.none()) return lattice_.count(own) - lattice_.count(theirs);
        const Bits<N> others = bases.without_lowest(), x = bases & ~others;
        int best = no_score;
        for (Bits<N> left = others; left.any(); left = left.without_lowest()) {
            const Bits<N> y = left & ~left.without_lowest(), rest = others ^ y;
            best = std::min(best, std::max(best_pairing(own | x, theirs | y, rest),
                                           best_pairing(own | y, theirs | x, rest)));
        }
        return best;
    }

    const L& lattice_;
    Bits<N> own_, theirs_, bases_;
    bool applies_ = false, whole_pairs_ = false;
};

template <class L, int N>
Range points_range(const L& lattice, const PointsNode<N>& node) {
    const bool with_bans = node.banning || (lattice.bonus & ~node.occupied).any();
    Range range = open_patterns(lattice, node, with_bans);
    if (range.exact() || with_bans) return range;
    if (node.left == 1) return {range.upper, range.upper};  // the last cell is the mover's
    const PointsFollowUp<L, N> follow_up(lattice, node);
    if (follow_up.applies()) range.narrow(Bound::upper, follow_up.upper());
    return range;
}

}  // namespace dropfour
