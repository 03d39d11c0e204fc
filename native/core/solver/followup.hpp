// The follow-up bound: what the player to move can hope for at best if the other one just answers
// in the same column.
//
// Call the player to move A and the other one D. D always answers on top of A's disc. In a column
// with an even number of free cells A so gets the lower cells and D the upper ones. The lowest free
// cells ("bases") of columns with odd room answer each other in pairs: A takes one, D the other,
// and the rest of both columns is even. If the discs of A and all cells A can get so hold no
// pattern, A cannot win: the score is at most 0.
//
//     .  .  .  .     Stoppers. If D completes a pattern at a cell z that D gets, A never plays the
//     .  z  .  .     cell under it, so A gets nothing from there on up. The same in a column with
//     .  L  .  .     odd room when the number of free cells under z is odd: there D takes the lower
//     .  .  .  .     cells under z and the column needs no partner. When all other cells are filled
//                    A must play under z, and loses: the score is below 0, by how much is known.
//
// Aftereven. If D completes a pattern with the cells D gets, A must leave the column of one of its
// cells u unfilled and gets nothing above u. If for none of these u the remaining cells of A hold a
// pattern, A loses at the latest when the board is full.
//
// Valid for ending "first" while no bonus cell is free: a ban would break the order of moves.
// Paid for by an eightfold tree: 3333 on 7 x 6 takes 7 M nodes with it and 70 M without.
#pragma once

#include <array>
#include <limits>

#include "node.hpp"
#include "tuning.hpp"

namespace dropfour {

constexpr int no_bound = std::numeric_limits<int>::max();

template <class L>
class FollowUp {
  public:
    using Set = typename L::Set;
    static constexpr int N = L::words;

    FollowUp(const L& lattice, const Node<N>& node) : lattice_(lattice), node_(node) {
        const Set sum = node.occupied + lattice.floor;
        free_ = lattice.board & ~node.occupied;
        room_ = lattice.span & ~(node.occupied & ~sum);
        bases_ = sum & lattice.uppers;
        odd_free_ = free_ & ~(room_ + bases_);  // the carry clears the columns of the bases
    }

    // An upper bound of the score, or `no_bound`; only bounds of at most `wanted` are looked for.
    int upper(int wanted) const {
        const Set threats = node_.their_wins & free_;
        Set stops =
            (threats & lattice_.uppers & ~odd_free_) | (threats & lattice_.lowers & odd_free_);
        if (stops.any())
            stops &= (lattice_.span & ~stops) + lattice_.floor;  // the lowest one of each column
        else if (wanted < latest_loss(node_.left))
            return no_bound;
        Set odd_stops = stops & odd_free_;
        if ((bases_.count() - odd_stops.count()) % 2 == 0) return with_stops(stops, wanted);
        int best = no_bound;  // one base would be left over: do without one of the stoppers
        for (; odd_stops.any(); odd_stops = odd_stops.without_lowest()) {
            const Set one = odd_stops & ~odd_stops.without_lowest();
            best = std::min(best, with_stops(stops ^ one, wanted));
        }
        return best;
    }

  private:
    int with_stops(const Set& stops, int wanted) const {
        const int latest = latest_loss(node_.left);
        // What is filled before somebody plays under a z.
        const Set below = (room_ + stops) & free_;
        int bound = 0;
        if (stops.any()) {
            bound = 1 + below.count() - stops.count() - node_.left;
            if (bound > wanted) return no_bound;
        } else if (wanted < latest) {
            return no_bound;
        }
        const Set stopped = columns_of(stops & odd_free_);
        const Set bases = bases_ & ~stopped;
        if (stops.none()) {
            const Set gets = lattice_.uppers & free_ & ~bases & lattice_.counting;
            if (lattice_.completes(node_.theirs | gets)) bound = latest;
            if (bound > wanted) return no_bound;
        }
        const Set a_gets = (lattice_.lowers & ~stopped) | (lattice_.uppers & stopped);
        const Set a = node_.own | (a_gets & below & lattice_.counting);
        if (!lattice_.completes(a) && pairs_hold(std::array<Set, 1>{a}, bases & lattice_.counting))
            return bound;
        if (wanted < latest) return no_bound;
        const Set d_gets = (lattice_.uppers & ~stopped & ~bases) | (lattice_.lowers & stopped);
        const Set d = node_.theirs | (d_gets & below & lattice_.counting);
        return aftereven(a, d, bases & lattice_.counting) ? latest : no_bound;
    }

    // All bits of the columns in which these cells lie, one in a column at most.
    Set columns_of(const Set& cells) const {
        const Set caps = (room_ + cells) & lattice_.cap;
        return lattice_.span & ~(lattice_.span + (caps >> lattice_.rows));
    }

    // Whether D can pair the bases so that A, who takes one of each pair, gets no pattern in any of
    // the cases `a`. The pairs must do for all cases at once: D pairs before A chooses. A base that
    // finds no partner here has one that does not count; A may get it.
    template <std::size_t Cases>
    bool pairs_hold(const std::array<Set, Cases>& a, const Set& bases) const {
        if (!any_completes(a, bases)) return true;
        if constexpr (2 * Cases <= FollowUpTuning::max_cases) {
            if (bases.none()) return false;
            if (Cases <= 2 && bases.count() > FollowUpTuning::max_bases) return false;
            const Set others = bases.without_lowest(), x = bases & ~others;
            for (Set left = others; left.any(); left = left.without_lowest()) {
                const Set y = left & ~left.without_lowest();
                if (any_completes(a, x) || any_completes(a, y)) continue;
                std::array<Set, 2 * Cases> next;
                for (std::size_t i = 0; i < Cases; ++i) {
                    next[2 * i] = a[i] | x;
                    next[2 * i + 1] = a[i] | y;
                }
                if (pairs_hold(next, others ^ y)) return true;
            }
        }
        return false;
    }

    template <std::size_t Cases>
    bool any_completes(const std::array<Set, Cases>& a, const Set& more) const {
        for (const Set& one : a)
            if (lattice_.completes(one | more)) return true;
        return false;
    }

    bool aftereven(const Set& a, const Set& d, const Set& bases) const {
        if (lattice_.only_fours) {
            for (const int turn : {-1, 0, 1}) {
                const int step = lattice_.stride + turn;
                for (Set left = fours(d, step); left.any(); left = left.without_lowest()) {
                    const Set one = left & ~left.without_lowest();
                    const Set cells = one | one << step | one << 2 * step | one << 3 * step;
                    if (a_gives_up(cells & free_, a, bases)) return true;
                }
            }
            return false;
        }
        for (const auto& pattern : lattice_.geometry->patterns)
            for (Set left = completions(d, pattern); left.any(); left = left.without_lowest()) {
                const Set one = left & ~left.without_lowest();
                Set cells;
                for (const int shift : pattern.shifts) cells |= one << shift;
                if (a_gives_up(cells & free_, a, bases)) return true;
            }
        return false;
    }

    // Whether A has no pattern left whichever of these cells A keeps D from.
    bool a_gives_up(const Set& cells, const Set& a, const Set& bases) const {
        const int count = cells.count();
        if (count > FollowUpTuning::aftereven_cells) return false;
        if (count == 0) return true;  // D has the pattern already
        const Set last = cells.without_lowest();
        const std::array<Set, 1> one{a & ~above(cells & ~last)};
        if (count == 1) return !lattice_.completes(one[0]) && pairs_hold(one, bases);
        const std::array<Set, 2> two{one[0], a & ~above(last)};
        return !any_completes(two, {}) && pairs_hold(two, bases);
    }

    // The free cells above a free cell.
    Set above(const Set& cell) const { return free_ & ~(room_ + cell) & ~cell; }

    const L& lattice_;
    const Node<N>& node_;
    Set free_, room_, bases_, odd_free_;
};

}  // namespace dropfour
