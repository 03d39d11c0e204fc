// Random streams by number: stream (seed, number) is a pure function of the two, so work may be
// split over lanes, threads and machines in any way without changing a single draw.
#pragma once

#include <cstdint>

namespace dropfour {

constexpr std::uint64_t golden = 0x9E3779B97F4A7C15u;

// The finaliser of SplitMix64 (Steele, Lea, Flood: Fast splittable pseudorandom number
// generators, OOPSLA 2014): a bijection in which every input bit flips half the output bits.
// Always inline, as below: code compiled for newer processors uses it too, and must keep its copy.
[[gnu::always_inline]] constexpr std::uint64_t mix(std::uint64_t x) {
    x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9u;
    x = (x ^ x >> 27) * 0x94D049BB133111EBu;
    return x ^ x >> 31;
}

// MWC64X by D. B. Thomas: one product of 32-bit numbers a draw, which SIMD units have.
struct Stream {
    static constexpr std::uint64_t multiplier = 4294883355u;

    std::uint64_t state;

    // The low half is odd and the high half below 2^31, which excludes the two fixed points.
    [[gnu::always_inline]] static constexpr std::uint64_t initial_state(std::uint64_t seed,
                                                                        std::uint64_t number) {
        return (mix(mix(seed + golden) + (number + 1) * golden) & 0x7FFFFFFFFFFFFFFFu) | 1;
    }

    constexpr Stream(std::uint64_t seed, std::uint64_t number)
        : state(initial_state(seed, number)) {}

    constexpr std::uint32_t next32() {
        const std::uint64_t low = state & 0xFFFFFFFFu, high = state >> 32;
        state = low * multiplier + high;
        return static_cast<std::uint32_t>(low ^ high);
    }

    // A number below n, n <= 2^16 or so: the bias is n / 2^32.
    constexpr int below(int n) {
        return static_cast<int>(next32() * static_cast<std::uint64_t>(n) >> 32);
    }
};

}  // namespace dropfour
