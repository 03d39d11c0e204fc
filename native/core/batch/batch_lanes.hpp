// The games of a batch as plain arrays: what the lane kernels see (why: playout/lane_plan.hpp).
#pragma once

#include <cstddef>
#include <cstdint>

#include "playout/lane_plan.hpp"

namespace dropfour {

// Word w of game i is at [w][i]. `mine` are the mover's discs; the opponent has the rest of
// `occupied`. Either may hold blocked cells and bans too, which belong to nobody.
struct GameArrays {
    std::uint64_t* mine[LaneRules::max_words]{};
    std::uint64_t* occupied[LaneRules::max_words]{};
    std::uint64_t* bans[LaneRules::max_words]{};
    std::uint8_t* second = nullptr;  // the second player moves next
    std::uint8_t* banning = nullptr;
    std::uint8_t* over = nullptr;
    std::int8_t* result = nullptr;         // as in BatchArrays
    std::uint32_t* legal = nullptr;        // a bit a column
    std::uint64_t* stream = nullptr;       // state of the random stream
    const std::uint8_t* column = nullptr;  // to be played, or none
};

constexpr std::uint8_t no_column = 63;  // beyond every board, whatever its stride

// Bits of a board turned into bytes of an array, 16 at a time: each byte takes the byte of the
// board with its bit, from one half of the board's 32 or the other, and of that the bit.
struct LaneSpread {
    static constexpr int max_outputs = 256;
    static constexpr int least_outputs = 4;  // else the planes of a game would be overrun
    int outputs = 0;
    alignas(16) std::uint8_t byte[max_outputs / 16][2][16]{};  // by half; 0x80: in the other
    alignas(16) std::uint8_t bit[max_outputs / 16][16]{};      // 0: none, the byte is always 0
};

// The columns, by the bit above each: `below` are all bits under them.
struct LaneCaps {
    LaneSpread spread;
    std::uint64_t below[LaneRules::max_words]{};
};

// Some of the games. Work is shared out by whole groups: arrays of games are padded to one.
struct LaneTask {
    const LaneRules* rules;
    const GameArrays* games;
    std::size_t first, last;
};
constexpr std::size_t lane_group = 64;

// Plays the columns.
void play_avx2(const LaneTask& task);
// The first player's points less the second's.
void margins_avx2(const LaneTask& task, std::int16_t* margins);
// The legal columns, as bits and as bytes.
void legal_avx2(const LaneTask& task, const LaneCaps& caps, std::uint8_t* legal);
// The planes (batch.hpp). `fixed` are those that do not change: board, dead, bonus.
void planes_avx2(const LaneTask& task, const LaneSpread& cells, const std::uint8_t* fixed,
                 std::uint8_t* planes);
void planes_avx2(const LaneTask& task, const LaneSpread& cells, const float* fixed, float* planes);
// Those of one game, by the words of own discs, the other's, bans and landing cells.
void planes_avx2(const std::uint64_t (&sets)[4][LaneRules::max_words], int words, bool banning,
                 const LaneSpread& cells, const std::uint8_t* fixed, std::uint8_t* planes);
void planes_avx2(const std::uint64_t (&sets)[4][LaneRules::max_words], int words, bool banning,
                 const LaneSpread& cells, const float* fixed, float* planes);
// Random legal columns.
void draw_avx2(const LaneTask& task, std::int8_t* columns);
void draw_avx2(const LaneTask& task, std::int32_t* columns);
void draw_avx2(const LaneTask& task, std::int64_t* columns);

}  // namespace dropfour
