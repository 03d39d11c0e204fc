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
#include <utility>

namespace dropfour {

template <int N>
struct Bits {
    static_assert(N >= 1);
    static constexpr int capacity = 64 * N;

    std::array<std::uint64_t, N> word{};

    static constexpr Bits one(int bit) {
        Bits result;
        result.word[bit / 64] = std::uint64_t{1} << (bit % 64);
        return result;
    }

    [[gnu::always_inline]] constexpr bool any() const {
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

    // More than one bit set; cheaper than count() > 1, which not every processor can do at once.
    constexpr bool several() const {
        std::uint64_t more = 0, before = 0;
        for (int i = 0; i < N; ++i) {
            more |= (word[i] & (word[i] - 1)) | (before != 0 ? word[i] : 0);
            before |= word[i];
        }
        return more != 0;
    }

    // Number of the lowest bit; the set must not be empty.
    constexpr int lowest() const {
        int i = 0;
        while (i < N - 1 && word[i] == 0) ++i;
        return 64 * i + std::countr_zero(word[i]);
    }

    constexpr Bits without_lowest() const {
        Bits result;
        std::uint64_t borrow = 1;  // the set less one, word by word; no branch on what is in it
        for (int i = 0; i < N; ++i) {
            result.word[i] = word[i] & (word[i] - borrow);
            borrow &= word[i] == 0 ? 1 : 0;
        }
        return result;
    }

    friend constexpr bool operator==(const Bits&, const Bits&) = default;
    friend constexpr auto operator<=>(const Bits&, const Bits&) = default;

    [[gnu::always_inline]] friend constexpr Bits operator&(const Bits& a, const Bits& b) {
        return each([&](int i) { return a.word[i] & b.word[i]; });
    }
    [[gnu::always_inline]] friend constexpr Bits operator|(const Bits& a, const Bits& b) {
        return each([&](int i) { return a.word[i] | b.word[i]; });
    }
    [[gnu::always_inline]] friend constexpr Bits operator^(const Bits& a, const Bits& b) {
        return each([&](int i) { return a.word[i] ^ b.word[i]; });
    }
    [[gnu::always_inline]] friend constexpr Bits operator+(Bits a, const Bits& b) { return a += b; }
    [[gnu::always_inline]] constexpr Bits operator~() const {
        return each([&](int i) { return ~word[i]; });
    }

    [[gnu::always_inline]] constexpr Bits& operator&=(const Bits& b) { return *this = *this & b; }
    [[gnu::always_inline]] constexpr Bits& operator|=(const Bits& b) { return *this = *this | b; }

    // The carry runs from word to word, so a column may straddle two of them.
    [[gnu::always_inline]] constexpr Bits& operator+=(const Bits& b) {
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
    [[gnu::always_inline]] constexpr Bits operator<<(int distance) const {
        if constexpr (N > 1)
            if (distance >= 64) [[unlikely]]
                return words_up(distance / 64).up(distance % 64);
        return up(distance);
    }
    [[gnu::always_inline]] constexpr Bits operator>>(int distance) const {
        if constexpr (N > 1)
            if (distance >= 64) [[unlikely]]
                return words_down(distance / 64).down(distance % 64);
        return down(distance);
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
    // The set whose word i is make(i). Straight-line code, not a loop: only then does GCC keep the
    // words of larger sets in registers.
    template <class Make>
    [[gnu::always_inline]] static constexpr Bits each(Make make) {
        return [&]<int... i>(std::integer_sequence<int, i...>) __attribute__((always_inline)) {
            return Bits{{make(i)...}};
        }(std::make_integer_sequence<int, N>());
    }

    // By less than a word; to the next word in two steps, for a shift by 64 is undefined.
    [[gnu::always_inline]] constexpr Bits up(int distance) const {
        return each([&](int i) {
            return word[i] << distance | (i == 0 ? 0 : word[i - 1] >> 1 >> (63 - distance));
        });
    }
    [[gnu::always_inline]] constexpr Bits down(int distance) const {
        return each([&](int i) {
            return word[i] >> distance | (i == N - 1 ? 0 : word[i + 1] << 1 << (63 - distance));
        });
    }
    constexpr Bits words_up(int distance) const {
        return each([&](int i) { return i < distance ? 0 : word[i - distance]; });
    }
    constexpr Bits words_down(int distance) const {
        return each([&](int i) { return i + distance < N ? word[i + distance] : 0; });
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
