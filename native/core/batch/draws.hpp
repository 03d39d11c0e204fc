// Random legal columns of many games, written so that compilers can turn it into vector code.
// Internal linkage, for it is compiled for several processors (search/cpu.hpp).
#pragma once

#include "batch_lanes.hpp"
#include "search/rng.hpp"

namespace dropfour {
namespace {

// Of a group of games: one draw of each game's stream is below the number of its legal columns,
// which counts them from the left. Games without any draw nothing.
template <class Int>
[[gnu::always_inline]] inline void draw_group(const std::uint32_t* legal, std::uint64_t* stream,
                                              int columns, std::size_t count, Int* drawn) {
    std::int32_t bits[lane_group], number[lane_group], column[lane_group]{};
    std::int32_t choices[lane_group]{}, before[lane_group]{};
    for (std::size_t i = 0; i < lane_group; ++i) {
        const std::uint64_t low = stream[i] & 0xFFFFFFFFu, high = stream[i] >> 32;
        const std::uint64_t next = low * Stream::multiplier + high;
        number[i] = static_cast<std::int32_t>(low ^ high);
        stream[i] ^= (stream[i] ^ next) & -static_cast<std::uint64_t>(legal[i] != 0);
    }
    for (std::size_t i = 0; i < lane_group; ++i) bits[i] = static_cast<std::int32_t>(legal[i]);
    for (int c = 0; c < columns; ++c)
        for (std::size_t i = 0; i < lane_group; ++i) choices[i] += bits[i] >> c & 1;
    for (std::size_t i = 0; i < lane_group; ++i) {
        const std::uint64_t random = static_cast<std::uint32_t>(number[i]);
        number[i] =
            static_cast<std::int32_t>(random * static_cast<std::uint32_t>(choices[i]) >> 32);
    }
    // The column wanted is as far to the right as there are columns up to which too few are legal.
    for (int c = 0; c < columns; ++c)
        for (std::size_t i = 0; i < lane_group; ++i) {
            before[i] += bits[i] >> c & 1;
            column[i] += before[i] <= number[i];
        }
    for (std::size_t i = 0; i < lane_group; ++i) column[i] |= -(choices[i] == 0);
    for (std::size_t i = 0; i < count; ++i) drawn[i] = static_cast<Int>(column[i]);
}

template <class Int>
inline void draw(const GameArrays& games, int columns, std::size_t first, std::size_t last,
                 Int* drawn) {
    for (std::size_t i = first; i < last; i += lane_group)
        draw_group(games.legal + i, games.stream + i, columns,
                   last - i < lane_group ? last - i : lane_group, drawn + i);
}

}  // namespace
}  // namespace dropfour
