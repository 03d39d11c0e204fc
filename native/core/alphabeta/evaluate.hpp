// How promising a position looks: placed patterns by the number of own discs in them.
//
// A placement is a pattern at one of its anchors. It is open for a player if no disc of the
// opponent and no ban lies in it; an open placement is worth the more, the more own discs it has.
//
// All anchors of a pattern are counted at once. Shifting the own discs by the pattern's offsets
// gives one set per cell of the pattern, and adding these sets like binary numbers, one set a
// digit, leaves in every anchor's place the number of own discs of its placement:
//
//     own >> shift[0]   0 1 1 0 1                     twos   0 1 1 0 0
//     own >> shift[1]   0 1 1 0 0     added up to     ones   0 0 1 0 1
//     own >> shift[2]   0 0 1 0 0                            0 2 3 0 1  discs, by anchor
#pragma once

#include <bit>

#include "board/board.hpp"

namespace dropfour {

// Weights of alpha-beta's evaluation. Those of the textbook program for four in a row
// (dropfour.classroom.max_connect4: 1, 4, 16, 64 for 1 to 4 discs; chosen for simplicity), told by
// the discs that are missing, so that a point is worth the same whatever the size of its pattern.
struct Potential {
    static constexpr int completed = 64;
    static constexpr int least = 1;  // with at least one disc, however many are missing

    static constexpr int worth(int missing_discs) {
        return missing_discs < 3 ? completed >> 2 * missing_discs : least;
    }
};

// Calls visit(discs, size, placements) with the number of open placements of patterns of `size`
// cells that hold `discs` >= 1 own discs; several calls may tell parts of one number. `against`
// holds everything that closes a placement.
template <int N, class Visit>
inline void tally(const CompiledPattern<N>& pattern, const Bits<N>& own, const Bits<N>& against,
                  Visit&& visit) {
    const int size = static_cast<int>(pattern.shifts.size());
    const int digits = std::bit_width(static_cast<unsigned>(size));
    std::array<Bits<N>, std::bit_width(unsigned{max_pattern_cells})> digit{};
    Bits<N> open = pattern.anchors;
    for (const int shift : pattern.shifts) {
        open &= ~(against >> shift);
        Bits<N> carry = own >> shift;
        for (int i = 0; i < digits; ++i) {
            const Bits<N> sum = digit[i] ^ carry;
            carry &= digit[i];
            digit[i] = sum;
        }
    }
    for (int discs = 1; discs <= size; ++discs) {
        Bits<N> anchors = open;
        for (int i = 0; i < digits; ++i) anchors &= discs >> i & 1 ? digit[i] : ~digit[i];
        visit(discs, size, anchors.count());
    }
}

// The same for lines of four in one direction, without anchors as in geometry.hpp: a pair and the
// pair two steps on make the four, so half the shifts do. Evaluates 7 x 6 in 37 ns, not 197.
template <int N, class Visit>
inline void tally_fours(const Bits<N>& own, const Bits<N>& free_or_own, int step, Visit&& visit) {
    const Bits<N> next = own >> step;
    const Bits<N> one = own ^ next, two = own & next;
    const Bits<N> one_more = one >> 2 * step, two_more = two >> 2 * step;
    const Bits<N> open_pair = free_or_own & free_or_own >> step;
    const Bits<N> open = open_pair & open_pair >> 2 * step;
    const Bits<N> ones = (one ^ one_more) & open;
    const Bits<N> twos = (two ^ two_more ^ (one & one_more)) & open;
    visit(1, 4, (ones & ~twos).count());
    visit(2, 4, (twos & ~ones).count());
    visit(3, 4, (ones & twos).count());
    visit(4, 4, (two & two_more & open).count());
}

template <int N, class Visit>
inline void tally(const Geometry<N>& geometry, const Bits<N>& own, const Bits<N>& against,
                  Visit&& visit) {
    if (geometry.only_fours) {
        const Bits<N> free_or_own = geometry.counting & ~against;
        for (const int step : geometry.four_steps) tally_fours(own, free_or_own, step, visit);
    } else {
        for (const auto& pattern : geometry.patterns) tally(pattern, own, against, visit);
    }
}

// The worth of all placements open for `player`, made or still possible.
template <int N>
inline int potential(const Geometry<N>& geometry, const Position<N>& position, int player) {
    const Bits<N>& own = position.discs[player];
    int total = 0;
    tally(geometry, own, position.occupied & ~own, [&](int discs, int size, int placements) {
        total += placements * Potential::worth(size - discs);
    });
    return total;
}

// What the position looks like to `player`. On a full board it is the lead in points times
// Potential::completed.
template <int N>
inline int evaluate(const Geometry<N>& geometry, const Position<N>& position, int player) {
    return potential(geometry, position, player) - potential(geometry, position, player ^ 1);
}

// evaluate() compiled for this machine: most of its time goes into counting bits, which takes one
// instruction on any x86-64 of the last decade, but not on the oldest. 7 x 6: 37 ns, not 147.
template <int N>
using Evaluate = int (*)(const Geometry<N>&, const Position<N>&, int player);

template <int N>
Evaluate<N> fastest_evaluate();

int evaluate(const AnyBoard& board, int player);

}  // namespace dropfour
