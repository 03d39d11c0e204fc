// Lines of four on a board of one word, in all directions at once, in the lanes of a vector:
//
//     lane     0          1        2        3
//     step     1       stride-1  stride  stride+1
//              upright  falling   level   rising
//
// For processors that shift every lane by a count of its own (AVX2); all of it is inlined into code
// that is compiled for them.
#pragma once

#include <bit>

#include "bits.hpp"

namespace dropfour {

struct FourLanes {
    using Lanes [[gnu::vector_size(32)]] = std::uint64_t;

    [[gnu::always_inline]] explicit FourLanes(int stride) {
        const auto s = static_cast<std::uint64_t>(stride);
        step = Lanes{1, s - 1, s, s + 1};
    }

    // holes_in_fours() of every direction.
    [[gnu::always_inline]] Bits<1> holes(const Bits<1>& own) const {
        const Lanes discs = Lanes{} + own.word[0], right = discs >> step, left = discs << step;
        return together((right & discs >> 2 * step & (discs >> 3 * step | left)) |
                        (left & discs << 2 * step & (discs << 3 * step | right)));
    }

    // fours() of every direction: whether there are any, and how many.
    [[gnu::always_inline]] bool any_four(const Bits<1>& own) const {
        const Lanes discs = Lanes{} + own.word[0], pairs = discs & discs >> step;
        return together(pairs & pairs >> 2 * step).any();
    }
    [[gnu::always_inline]] int count_fours(const Bits<1>& own) const {
        const Lanes discs = Lanes{} + own.word[0], pairs = discs & discs >> step;
        const Lanes fours = pairs & pairs >> 2 * step;
        return std::popcount(fours[0]) + std::popcount(fours[1]) + std::popcount(fours[2]) +
               std::popcount(fours[3]);
    }

    [[gnu::always_inline]] static Bits<1> together(const Lanes& lanes) {
        return {{lanes[0] | lanes[1] | lanes[2] | lanes[3]}};
    }

    Lanes step;
};

}  // namespace dropfour
