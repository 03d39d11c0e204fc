// The rules of one game as plain data, before they are compiled into masks and shifts.
#pragma once

#include <vector>

namespace dropfour {

// A cell, or an offset between cells, by column and row; row 0 is the bottom.
struct Cell {
    int column = 0;
    int row = 0;
    friend constexpr bool operator==(const Cell&, const Cell&) = default;
    friend constexpr auto operator<=>(const Cell&, const Cell&) = default;
};

using Pattern = std::vector<Cell>;  // offsets of the cells of one shape

// The most that a board, or a pattern, may have.
constexpr int max_columns = 32;
constexpr int max_pattern_cells = 32;

enum class Ending : bool { first_pattern, full_board };

// Whoever builds one has validated it: cells lie on the board, offsets are not negative.
struct Rules {
    std::vector<int> heights;
    std::vector<Cell> dead;
    std::vector<Cell> blocked;
    std::vector<Cell> bonus;
    std::vector<Pattern> patterns;
    Ending ending = Ending::first_pattern;
};

}  // namespace dropfour
