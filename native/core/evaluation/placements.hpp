// The rules compiled once more, for looking at single placed patterns: which of them a disc in a
// cell can change, and which cells each has.
//
// Cells are known by their column and their index, the number of playable cells below them, so that
// blocked cells need no care: with n discs and bans in a column its cell number n is the next.
//
// A disc or ban in a cell touches the placements that hold it, and those that hold a cell above it,
// which comes nearer. Every cell has the list of those. If patterns are small and placements not
// too many, all that is needed of each is in the list, so that eight neighbours fill the lanes of a
// processor. With lines of four an entry is
//
//     reaches   r0 r1 r2 r3     by cell: 2 * index, plus 1 if an odd number of cells is above it
//     columns   c0 c1 c2 c3     by cell
//     id        the placement   (padding: one that nobody can complete)
//
// Less 2 * the discs and bans of its column a cell's reach is 2 * depth, plus 1 if it is not the
// getter of the board's last cell who gets it; below 0 it is filled.
#pragma once

#include <memory>
#include <vector>

#include "board/board.hpp"

namespace dropfour {

struct Placements {
    static constexpr std::uint32_t group = 8;        // lists are filled up to whole groups
    static constexpr std::uint8_t no_cell = 0xFF;    // for both numbers: no disc makes it a cell
    static constexpr std::uint8_t no_column = 0xFE;  // neither has a placement cells there

    struct Cell {
        std::uint8_t column;
        std::uint8_t index;
        std::uint8_t reach;  // as above
    };
    struct List {
        std::uint32_t first;    // entry
        std::uint32_t holding;  // so many hold the cell itself; they come first
        std::uint32_t count;    // of entries
    };

    // Nothing if there are so many that to keep all of them up would be too slow.
    static std::shared_ptr<const Placements> of(const AnyBoard& board);

    std::size_t number(int column, int index) const {
        return static_cast<std::size_t>(first_number[column] + index);
    }

    std::size_t width = 4;  // numbers of an entry: 4, 8, 16 or 32
    bool in_lanes = true;   // else only the entries of `all` have reaches and columns
    std::vector<std::uint8_t> reaches, columns;  // `width` of each entry
    std::vector<std::uint32_t> ids;              // by entry
    List all{};                       // every placement once, as if held; its entry is its id
    std::vector<List> touched_by;     // by number of the cell
    std::vector<std::uint8_t> sizes;  // by placement: its cells; the last one is padding
    std::vector<int> heights;         // playable cells by column
    std::vector<int> first_number;    // of each column's cells: all playable cells are numbered
    std::vector<std::uint8_t> bonus;  // by number: whether it is a bonus cell
    std::vector<Cell> bonus_cells;
    int playable = 0;
    int smallest = max_pattern_cells;  // cells of the smallest pattern
    Ending ending = Ending::first_pattern;
};

}  // namespace dropfour
