// Lines of four on a board of one word or two, in all directions at once, in the lanes of a vector:
//
//     lane     0          1        2        3
//     step     1       stride-1  stride  stride+1
//              upright  falling   level   rising
//
// For processors that shift every lane by a count of its own (AVX2); all of it is inlined into code
// that is compiled for them.
#pragma once

#include <array>
#include <bit>

#include "bits.hpp"

namespace dropfour {

struct FourLanes {
    using Lanes [[gnu::vector_size(32)]] = std::uint64_t;

    [[gnu::always_inline]] explicit FourLanes(int stride) {
        const auto s = static_cast<std::uint64_t>(stride);
        step = Lanes{1, s - 1, s, s + 1};
    }

    // holes_in_fours() of every direction; of two words only if the stride is below 21.
    template <int N>
    [[gnu::always_inline]] Bits<N> holes(const Bits<N>& own) const {
        const Sets<N> right = down(own, step), left = up(own, step);
        return ((right & down(own, 2 * step) & (down(own, 3 * step) | left)) |
                (left & up(own, 2 * step) & (up(own, 3 * step) | right)))
            .together();
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
#if defined(__clang__)
        return {{lanes[0] | lanes[1] | lanes[2] | lanes[3]}};
#else  // which takes every lane out unless told
        const Lanes both = lanes | __builtin_shuffle(lanes, Lanes{2, 3, 0, 1});
        return {{both[0] | both[1]}};
#endif
    }

    Lanes step;

  private:
    // A set in every lane. (Never a bare vector: how that is returned depends on the processor.)
    template <int N>
    struct Sets {
        std::array<Lanes, N> word;

        [[gnu::always_inline]] Sets operator&(const Sets& b) const {
            Sets result;
            for (int i = 0; i < N; ++i) result.word[i] = word[i] & b.word[i];
            return result;
        }
        [[gnu::always_inline]] Sets operator|(const Sets& b) const {
            Sets result;
            for (int i = 0; i < N; ++i) result.word[i] = word[i] | b.word[i];
            return result;
        }
        [[gnu::always_inline]] Bits<N> together() const {
            Bits<N> result;
            for (int i = 0; i < N; ++i) result.word[i] = FourLanes::together(word[i]).word[0];
            return result;
        }
    };

    // A set shifted in every lane by its own number of bits.
    template <int N>
    [[gnu::always_inline]] static Sets<N> down(const Bits<N>& set, const Lanes& by) {
        Sets<N> result;
        for (int i = 0; i < N; ++i) {
            result.word[i] = (Lanes{} + set.word[i]) >> by;
            if (i + 1 < N) result.word[i] |= (Lanes{} + set.word[i + 1]) << (64 - by);
        }
        return result;
    }
    template <int N>
    [[gnu::always_inline]] static Sets<N> up(const Bits<N>& set, const Lanes& by) {
        Sets<N> result;
        for (int i = 0; i < N; ++i) {
            result.word[i] = (Lanes{} + set.word[i]) << by;
            if (i > 0) result.word[i] |= (Lanes{} + set.word[i - 1]) >> (64 - by);
        }
        return result;
    }
};

}  // namespace dropfour
