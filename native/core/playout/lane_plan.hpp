// Rules, a position and a policy flattened to plain arrays: all that the lane kernels may see.
//
// The kernels are compiled for processors that not everybody has, and share no function with the
// rest of the core (why: search/cpu.hpp). So this header has none.
#pragma once

#include <cstdint>

namespace dropfour {

struct LanePattern {
    int size = 0;
    const int* shifts = nullptr;  // ascending, the first is 0
    std::uint64_t anchors[4]{};
};

struct LaneRules {
    static constexpr int max_words = 4;

    int words = 1;  // 1, 2 or max_words
    int columns = 0;
    int rows = 0;
    int stride = 0;

    // As in Geometry; `full` is the occupied set of a full board.
    std::uint64_t board[max_words]{}, floor[max_words]{}, full[max_words]{};
    std::uint64_t counting[max_words]{}, bonus[max_words]{};
    std::uint64_t column_cells[max_words][32]{};  // by word, then column

    bool only_fours = false;  // and no shift by 3 steps leaves its word
    int four_steps[4]{};      // the first is 1: upwards
    const LanePattern* patterns = nullptr;
    int pattern_count = 0;

    bool until_full = false;
};

struct LanePlan {
    LaneRules rules;

    // The position to start from; it is not over.
    std::uint64_t mine[LaneRules::max_words]{}, occupied[LaneRules::max_words]{};
    std::uint64_t bans[LaneRules::max_words]{};
    bool second_to_move = false;
    bool banning = false;
    bool bans_matter = false;  // bans lie on the board, or may come

    bool take_wins = false;
    int draw_below = 0;                             // a draw is a number below this: a column, or
    const std::uint64_t* column_of_draw = nullptr;  // the index of its column here, if not null
};

// Counts the results of the playouts with the numbers first .. first + count - 1.
// `wins` is by player; the rest are draws.
struct LaneWins {
    std::uint64_t wins[2]{};
};
using LaneKernel = LaneWins (*)(const LanePlan& plan, std::uint64_t seed, std::uint64_t first,
                                int count);
constexpr int max_lane_count = 4096;  // of one call

LaneWins lanes_avx2(const LanePlan& plan, std::uint64_t seed, std::uint64_t first, int count);
LaneWins lanes_avx512(const LanePlan& plan, std::uint64_t seed, std::uint64_t first, int count);

}  // namespace dropfour
