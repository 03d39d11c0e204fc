// The rules compiled once more, for looking at single placed patterns: which cells each has, and
// which of them a disc in a cell can change.
//
// Cells are known by their column and their index, the number of playable cells below them, so that
// blocked cells need no care: with n discs and bans in a column its cell number n is the next.
#pragma once

#include <memory>
#include <vector>

#include "board/board.hpp"

namespace dropfour {

struct Placements {
    struct Cell {
        std::uint8_t column;
        std::uint8_t index;
        std::uint8_t odd_above;  // whether an odd number of playable cells lies above it
    };
    // A disc or ban in a cell changes the placements that hold it, and those that hold a cell above
    // it, which comes nearer.
    struct Touched {
        std::uint32_t first;    // in `touched`
        std::uint32_t holding;  // so many hold the cell itself; they come first
        std::uint32_t count;
    };

    // Nothing if there are so many that to keep all of them up would be too slow.
    static std::shared_ptr<const Placements> of(const AnyBoard& board);

    std::size_t count() const { return first_cell.size() - 1; }
    std::size_t number(int column, int index) const {
        return static_cast<std::size_t>(first_number[column] + index);
    }

    std::vector<std::uint32_t> first_cell;  // of each placement in `cells`, and the end
    std::vector<Cell> cells;
    std::vector<int> heights;            // playable cells by column
    std::vector<int> first_number;       // of each column's cells: all playable cells are numbered
    std::vector<Touched> touched_by;     // by number of the cell
    std::vector<std::uint32_t> touched;  // placements
    std::vector<std::uint8_t> bonus;     // by number: whether it is a bonus cell
    std::vector<Cell> bonus_cells;
    int playable = 0;
    int smallest = max_pattern_cells;  // cells of the smallest pattern
    Ending ending = Ending::first_pattern;
};

}  // namespace dropfour
