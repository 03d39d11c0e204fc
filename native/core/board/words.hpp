// The word counts the core is compiled for; a board takes the smallest that holds its bits.
#pragma once

#include <variant>

// A board of c columns and r rows has c * (r + 1) bits: 7 x 6 takes one word, 12 x 12 three,
// 32 x 32 seventeen.
#define DROPFOUR_FOR_EACH_WORD_COUNT(DO) DO(1) DO(2) DO(3) DO(4) DO(8) DO(17)

namespace dropfour {

template <template <int> class T>
using AnyWords = std::variant<T<1>, T<2>, T<3>, T<4>, T<8>, T<17>>;

constexpr int words_for(int bits) {
    for (const int words : {1, 2, 3, 4, 8})
        if (bits <= 64 * words) return words;
    return 17;
}

}  // namespace dropfour
