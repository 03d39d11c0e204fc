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

    // Whether a board's lines can be had so: a lane of several words is shifted by less than one.
    template <int N>
    static constexpr bool fit(int stride) {
        return N == 1 || 3 * (stride + 1) < 64;
    }

    // holes_in_fours() of every direction.
    template <int N>
    [[gnu::always_inline]] Bits<N> holes(const Bits<N>& own) const {
        const Sets<N> discs = in_every_lane(own);
        const Sets<N> right = down(discs, step), left = up(discs, step);
        return ((right & down(discs, 2 * step) & (down(discs, 3 * step) | left)) |
                (left & up(discs, 2 * step) & (up(discs, 3 * step) | right)))
            .together();
    }

    // fours() of every direction: whether there are any, and how many.
    template <int N>
    [[gnu::always_inline]] bool any_four(const Bits<N>& own) const {
        return fours(own).together().any();
    }
    template <int N>
    [[gnu::always_inline]] int count_fours(const Bits<N>& own) const {
        return count(fours(own));
    }

    // The same of those that are not upright.
    template <int N>
    [[gnu::always_inline]] bool any_leaning_four(const Bits<N>& own) const {
        return leaning_fours(own).together().any();
    }
    template <int N>
    [[gnu::always_inline]] int count_leaning_fours(const Bits<N>& own) const {
        return count(leaning_fours(own));
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

    template <int N>
    [[gnu::always_inline]] static Sets<N> in_every_lane(const Bits<N>& set) {
        Sets<N> result;
        for (int i = 0; i < N; ++i) result.word[i] = Lanes{} + set.word[i];
        return result;
    }

    // Shifted in every lane by its own number of bits.
    template <int N>
    [[gnu::always_inline]] static Sets<N> down(const Sets<N>& sets, const Lanes& by) {
        Sets<N> result;
        for (int i = 0; i < N; ++i) {
            result.word[i] = sets.word[i] >> by;
            if (i + 1 < N) result.word[i] |= sets.word[i + 1] << (64 - by);
        }
        return result;
    }
    template <int N>
    [[gnu::always_inline]] static Sets<N> up(const Sets<N>& sets, const Lanes& by) {
        Sets<N> result;
        for (int i = 0; i < N; ++i) {
            result.word[i] = sets.word[i] << by;
            if (i > 0) result.word[i] |= sets.word[i - 1] >> (64 - by);
        }
        return result;
    }

    template <int N>
    [[gnu::always_inline]] Sets<N> fours(const Bits<N>& own) const {
        const Sets<N> discs = in_every_lane(own), pairs = discs & down(discs, step);
        return pairs & down(pairs, 2 * step);
    }
    template <int N>
    [[gnu::always_inline]] Sets<N> leaning_fours(const Bits<N>& own) const {
        Sets<N> found = fours(own);
        for (Lanes& lanes : found.word) lanes &= Lanes{0, ~0ull, ~0ull, ~0ull};
        return found;
    }

    template <int N>
    [[gnu::always_inline]] static int count(const Sets<N>& sets) {
        int total = 0;
        for (const Lanes& lanes : sets.word)
            total += std::popcount(lanes[0]) + std::popcount(lanes[1]) + std::popcount(lanes[2]) +
                     std::popcount(lanes[3]);
        return total;
    }
};

}  // namespace dropfour
