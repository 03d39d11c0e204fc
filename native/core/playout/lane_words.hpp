// Bit sets of N words for many boards at once: word i of `Words` holds word i of every lane.
//
// `S` is the instruction set (see playout_avx2.cpp): S::V a vector of 64-bit lanes, S::M a set
// of lanes. Included by the kernels only; everything has internal linkage (see lane_plan.hpp).
#pragma once

#include "lane_plan.hpp"

namespace dropfour {
namespace {

template <class S, int N>
struct Words {
    using V = typename S::V;
    using M = typename S::M;
    V word[N];

    [[gnu::always_inline]] static Words all(const std::uint64_t* words) {
        Words result;
        for (int i = 0; i < N; ++i) result.word[i] = S::all(words[i]);
        return result;
    }
    [[gnu::always_inline]] static Words zero() {
        Words result;
        for (int i = 0; i < N; ++i) result.word[i] = S::all(0);
        return result;
    }

    [[gnu::always_inline]] M any() const {
        V together = word[0];
        for (int i = 1; i < N; ++i) together = S::or_(together, word[i]);
        return S::nonzero(together);
    }
    [[gnu::always_inline]] M equals(const Words& other) const {
        if constexpr (N == 1) return S::equal(word[0], other.word[0]);
        V different = S::xor_(word[0], other.word[0]);
        for (int i = 1; i < N; ++i) different = S::or_(different, S::xor_(word[i], other.word[i]));
        return S::equal(different, S::all(0));
    }

    [[gnu::always_inline]] friend Words operator&(const Words& a, const Words& b) {
        Words result;
        for (int i = 0; i < N; ++i) result.word[i] = S::and_(a.word[i], b.word[i]);
        return result;
    }
    [[gnu::always_inline]] friend Words operator|(const Words& a, const Words& b) {
        Words result;
        for (int i = 0; i < N; ++i) result.word[i] = S::or_(a.word[i], b.word[i]);
        return result;
    }
    [[gnu::always_inline]] friend Words operator^(const Words& a, const Words& b) {
        Words result;
        for (int i = 0; i < N; ++i) result.word[i] = S::xor_(a.word[i], b.word[i]);
        return result;
    }
    [[gnu::always_inline]] Words without(const Words& other) const {
        Words result;
        for (int i = 0; i < N; ++i) result.word[i] = S::and_not(word[i], other.word[i]);
        return result;
    }
};

// lanes ? yes : no
template <class S, int N>
[[gnu::always_inline]] inline Words<S, N> select(typename S::M lanes, const Words<S, N>& yes,
                                                 const Words<S, N>& no) {
    Words<S, N> result;
    for (int i = 0; i < N; ++i) result.word[i] = S::select(lanes, yes.word[i], no.word[i]);
    return result;
}

// a | (b & c)
template <class S, int N>
[[gnu::always_inline]] inline Words<S, N> or_and(const Words<S, N>& a, const Words<S, N>& b,
                                                 const Words<S, N>& c) {
    Words<S, N> result;
    for (int i = 0; i < N; ++i) result.word[i] = S::or_and(a.word[i], b.word[i], c.word[i]);
    return result;
}

template <class S, int N>
[[gnu::always_inline]] inline Words<S, N> operator+(const Words<S, N>& a, const Words<S, N>& b) {
    Words<S, N> sum;
    sum.word[0] = S::add(a.word[0], b.word[0]);
    for (int i = 1; i < N; ++i) {
        const typename S::V carry = S::carry(a.word[i - 1], b.word[i - 1], sum.word[i - 1]);
        sum.word[i] = S::add(S::add(a.word[i], b.word[i]), carry);
    }
    return sum;
}

// The landing cells, and stray bits beyond the board.
template <class S, int N>
[[gnu::always_inline]] inline Words<S, N> dropped(const Words<S, N>& occupied,
                                                  const Words<S, N>& floor) {
    return (occupied + floor).without(occupied);
}

// Shifts by 0 <= distance < 64 bits.
template <class S, int N>
[[gnu::always_inline]] inline Words<S, N> right(const Words<S, N>& bits, typename S::V distance) {
    Words<S, N> result;
    for (int i = 0; i < N - 1; ++i)
        result.word[i] = S::right_pair(bits.word[i], bits.word[i + 1], distance);
    result.word[N - 1] = S::right(bits.word[N - 1], distance);
    return result;
}
template <class S, int N>
[[gnu::always_inline]] inline Words<S, N> left(const Words<S, N>& bits, typename S::V distance) {
    Words<S, N> result;
    for (int i = N - 1; i > 0; --i)
        result.word[i] = S::left_pair(bits.word[i], bits.word[i - 1], distance);
    result.word[0] = S::left(bits.word[0], distance);
    return result;
}

// Shifts by any distance.
template <class S, int N>
[[gnu::always_inline]] inline Words<S, N> far_right(Words<S, N> bits, int distance) {
    for (; distance >= 64; distance -= 64) {
        for (int i = 0; i < N - 1; ++i) bits.word[i] = bits.word[i + 1];
        bits.word[N - 1] = S::all(0);
    }
    return right(bits, S::all(static_cast<std::uint64_t>(distance)));
}
template <class S, int N>
[[gnu::always_inline]] inline Words<S, N> far_left(Words<S, N> bits, int distance) {
    for (; distance >= 64; distance -= 64) {
        for (int i = N - 1; i > 0; --i) bits.word[i] = bits.word[i - 1];
        bits.word[0] = S::all(0);
    }
    return left(bits, S::all(static_cast<std::uint64_t>(distance)));
}

}  // namespace
}  // namespace dropfour
