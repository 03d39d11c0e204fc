// A fixed-size set of board bits: one machine word for the common boards, several for large ones.
//
// Layout, for a board of 4 columns whose tallest has 3 cells (stride = 3 + 1 = 4):
//
//     row 3 (cap)   3   7  11  15      never a cell: stops shifts and carries from
//     row 2         2   6  10  14      running into the next column
//     row 1         1   5   9  13
//     row 0         0   4   8  12      floor
//                   A   B   C   D
//
// Bit b lives in word b / 64 at place b % 64. All loops below have a compile-time length, so
// Bits<1> compiles to the plain 64-bit instructions.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

namespace dropfour {

template <int N>
struct Bits {
    static_assert(N >= 1);
    static constexpr int words = N;
    static constexpr int capacity = 64 * N;

    std::array<std::uint64_t, N> word{};

    static constexpr Bits one(int bit) {
        Bits result;
        result.word[bit / 64] = std::uint64_t{1} << (bit % 64);
        return result;
    }

    constexpr bool any() const {
        std::uint64_t all = 0;
        for (int i = 0; i < N; ++i) all |= word[i];
        return all != 0;
    }
    constexpr bool none() const { return !any(); }
    constexpr bool test(int bit) const { return (word[bit / 64] >> (bit % 64)) & 1; }

    constexpr int count() const {
        int total = 0;
        for (int i = 0; i < N; ++i) total += std::popcount(word[i]);
        return total;
    }

    // More than one bit set; cheaper than count() > 1 for one word.
    constexpr bool several() const {
        if constexpr (N == 1) return (word[0] & (word[0] - 1)) != 0;
        return count() > 1;
    }

    // Number of the lowest bit; the set must not be empty.
    constexpr int lowest() const {
        int i = 0;
        while (i < N - 1 && word[i] == 0) ++i;
        return 64 * i + std::countr_zero(word[i]);
    }

    constexpr Bits without_lowest() const {
        Bits result = *this;
        int i = 0;
        while (i < N - 1 && word[i] == 0) ++i;
        result.word[i] &= word[i] - 1;
        return result;
    }

    friend constexpr bool operator==(const Bits&, const Bits&) = default;
    friend constexpr auto operator<=>(const Bits&, const Bits&) = default;

    friend constexpr Bits operator&(Bits a, const Bits& b) { return a &= b; }
    friend constexpr Bits operator|(Bits a, const Bits& b) { return a |= b; }
    friend constexpr Bits operator^(Bits a, const Bits& b) { return a ^= b; }
    friend constexpr Bits operator+(Bits a, const Bits& b) { return a += b; }

    constexpr Bits& operator&=(const Bits& b) {
        for (int i = 0; i < N; ++i) word[i] &= b.word[i];
        return *this;
    }
    constexpr Bits& operator|=(const Bits& b) {
        for (int i = 0; i < N; ++i) word[i] |= b.word[i];
        return *this;
    }
    constexpr Bits& operator^=(const Bits& b) {
        for (int i = 0; i < N; ++i) word[i] ^= b.word[i];
        return *this;
    }
    constexpr Bits operator~() const {
        Bits result;
        for (int i = 0; i < N; ++i) result.word[i] = ~word[i];
        return result;
    }

    // The carry runs from word to word, so a column may straddle two of them.
    constexpr Bits& operator+=(const Bits& b) {
        if constexpr (N == 1) {
            word[0] += b.word[0];
        } else {
            unsigned long long carry = 0;
            for (int i = 0; i < N; ++i) {
                const unsigned long long partial = word[i] + carry;
                carry = partial < carry;
                word[i] = partial + b.word[i];
                carry |= word[i] < partial;
            }
        }
        return *this;
    }

    // Shifts by 0 <= distance < capacity. Nearly all are by less than a word.
    constexpr Bits operator<<(int distance) const {
        if constexpr (N == 1) {
            return {{word[0] << distance}};
        } else {
            Bits moved = *this;
            for (; distance >= 64; distance -= 64) moved = moved.one_word_up();
            Bits result{{moved.word[0] << distance}};
            for (int i = 1; i < N; ++i)  // two steps, for a shift by 64 is undefined
                result.word[i] =
                    moved.word[i] << distance | moved.word[i - 1] >> 1 >> (63 - distance);
            return result;
        }
    }

    constexpr Bits operator>>(int distance) const {
        if constexpr (N == 1) {
            return {{word[0] >> distance}};
        } else {
            Bits moved = *this;
            for (; distance >= 64; distance -= 64) moved = moved.one_word_down();
            Bits result;
            for (int i = 0; i < N - 1; ++i)
                result.word[i] = moved.word[i] >> distance | moved.word[i + 1] << 1
                                                                               << (63 - distance);
            result.word[N - 1] = moved.word[N - 1] >> distance;
            return result;
        }
    }

    // A well-mixed 64-bit hash of the content.
    constexpr std::uint64_t hash() const {
        std::uint64_t h = 0x9E3779B97F4A7C15u;
        for (int i = 0; i < N; ++i) {
            h = (h ^ word[i]) * 0xBF58476D1CE4E5B9u;
            h ^= h >> 29;
        }
        return h;
    }

  private:
    constexpr Bits one_word_up() const {
        Bits result;
        for (int i = 1; i < N; ++i) result.word[i] = word[i - 1];
        return result;
    }
    constexpr Bits one_word_down() const {
        Bits result;
        for (int i = 1; i < N; ++i) result.word[i - 1] = word[i];
        return result;
    }
};

// Calls visit(bit) for every set bit, lowest first.
template <int N, class Visit>
constexpr void for_each_bit(const Bits<N>& bits, Visit&& visit) {
    for (int i = 0; i < N; ++i)
        for (std::uint64_t left = bits.word[i]; left != 0; left &= left - 1)
            visit(64 * i + std::countr_zero(left));
}

}  // namespace dropfour
