// What the learned evaluation sees of a position: a set of numbered inputs, each a state that a
// pattern, a column or the whole board can be in. They come from the compiled rules alone, so one
// network serves every game.
//
// Two numbers tell most about a free cell. Here O has three in a row and lacks C3:
//
//     4 | . . . .
//     3 | O O * O      depth   2: free cells below it, C2 and C1
//     2 | X X . X      getter  the player who comes to fill it if all other columns are filled
//     1 | X O . O              first: above it 1 cell stays free, so it is the last but one move
//         A B C D
//
// The getter does not change as discs fall, only when somebody drops a ban: it is what players of
// Connect Four call odd and even threats, for any heights of columns. A cell is *kept* by a player
// who is its getter.
//
// All inputs are seen by one player ("own"), the one to move when it comes to a value.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "board/board.hpp"

namespace dropfour {

namespace inputs {

constexpr int most_depth = 7;  // deeper counts as this

// A cell as seen by a player: 2 * depth, plus 1 if it is the other player who gets it.
constexpr int reach(int depth, bool kept) {
    return 2 * depth + (kept ? 0 : 1);
}
constexpr int capped(int reach, int depth) {
    return std::min(reach, 2 * depth + (reach & 1));
}
constexpr int reaches = 2 * (most_depth + 1);

// A placed pattern that only one player can still complete, with at least one disc of his and
// `missing` >= 1 free cells; of their reaches the furthest and the nearest.
constexpr int patterns = reaches + reaches * 8 + reaches * 3 + 3 * reaches * 2;

constexpr int pattern(int missing, int furthest, int nearest) {
    const int far = capped(furthest, most_depth);
    if (missing == 1) return far;
    if (missing == 2) return reaches + far * 8 + capped(nearest, 3);
    if (missing == 3) return reaches * 9 + far * 3 + std::min(nearest / 2, 2);
    return reaches * 12 + ((std::min(missing, 6) - 4) * reaches + far) * 2 + (nearest < 2 ? 1 : 0);
}

// A column's lowest threat (a free cell that completes a pattern): whose it is, its reach for the
// own player, and whose threat the cell above is.
enum class Whose : std::uint8_t { nobody, own, other, both };

constexpr int stacks = 3 * reaches * 4;

constexpr int stack(Whose lowest, int reach, Whose above) {
    return ((static_cast<int>(lowest) - 1) * reaches + capped(reach, most_depth)) * 4 +
           static_cast<int>(above);
}

// A column's lowest threat that its owner gets, of each player, by depth; `no_threat` if none.
constexpr int no_threat = most_depth + 1;
constexpr int duels = (no_threat + 1) * (no_threat + 1) - 1;

constexpr int duel(int own_depth, int other_depth) {  // not both of them none
    return own_depth * (no_threat + 1) + other_depth;
}

// The whole board.
constexpr int sizes = 4, amounts = 16, odd_columns = 8, open_columns = 8;

constexpr int size(int cells_of_pattern) {
    return std::clamp(cells_of_pattern - 3, 0, sizes - 1);
}
constexpr int amount(int free_cells) {
    return std::min(free_cells < 32 ? free_cells / 4 : 6 + free_cells / 16, amounts - 1);
}

// Where each group begins.
constexpr int own_patterns = 0;
constexpr int other_patterns = own_patterns + patterns;
constexpr int first_stack = other_patterns + patterns;
constexpr int first_duel = first_stack + stacks;
constexpr int first_bonus = first_duel + duels;         // a free bonus cell by its reach
constexpr int first_size = first_bonus + reaches;       // the smallest pattern
constexpr int first_amount = first_size + sizes;        // of free cells, by ending
constexpr int first_odd = first_amount + 2 * amounts;   // columns with an odd number of free cells
constexpr int first_open = first_odd + odd_columns;     // columns that are not full
constexpr int last_is_own = first_open + open_columns;  // the own player fills the last cell
constexpr int ban_is_next = last_is_own + 1;
constexpr int count = ban_is_next + 1;

// To be raised whenever an input changes its meaning: weights are of no use then.
constexpr std::uint32_t version = 1;

}  // namespace inputs

// The inputs of a position for the player to move, one by one as defined above, ascending; those
// of several patterns in the same state are repeated.
std::vector<int> active_inputs(const AnyBoard& board);

}  // namespace dropfour
