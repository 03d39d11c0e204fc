// The word counts the core is compiled for; a board takes the smallest that holds its bits.
#pragma once

#include <variant>

// A board of c columns and r rows has c * (r + 1) bits: 7 x 6 takes one word, 10 x 10 two,
// 16 x 15 four, 32 x 32 seventeen. Few counts, for each costs seconds of every build (3 and 8
// together 25 s of 134). Without 3 a node or a playout on 12 x 12 takes 1.35 times as long, without
// 8 one on 16 x 16 up to three times.
#define DROPFOUR_WORD_COUNTS 1, 2, 4, 17
#define DROPFOUR_FOR_EACH_WORD_COUNT(DO) DO(1) DO(2) DO(4) DO(17)

namespace dropfour {

template <template <int> class T, int... counts>
using AnyOf = std::variant<T<counts>...>;

template <template <int> class T>
using AnyWords = AnyOf<T, DROPFOUR_WORD_COUNTS>;

constexpr int words_for(int bits) {
    for (const int words : {DROPFOUR_WORD_COUNTS})
        if (bits <= 64 * words) return words;
    return 0;  // no board is so large
}

}  // namespace dropfour
