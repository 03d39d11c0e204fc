// The rules compiled once into masks and shifts, so that nothing afterwards loops over cells.
//
//     landing cells   (occupied + floor) & ~occupied & board
//                     One addition drops a disc into every column: the carry runs up through
//                     discs, bans and blocked cells alike and stops at the lowest free cell.
//                     In a full column it stops above the board and is masked away.
//
//     a pattern       the cells anchor + shift[0], anchor + shift[1], ... with shift[0] = 0
//     its completions (own >> shift[0]) & (own >> shift[1]) & ... & anchors
//                     `anchors` are the places where the whole pattern lies on counting cells.
//
//     four in a line  with pairs = own & (own >> step):  pairs & (pairs >> 2 * step)
//                     needs no anchors: every line that leaves the board meets a cap bit.
#pragma once

#include <algorithm>
#include <array>
#include <vector>

#include "bits.hpp"
#include "rules.hpp"

namespace dropfour {

template <int N>
struct CompiledPattern {
    std::vector<int> shifts;  // ascending, the first is 0
    Bits<N> anchors;
};

template <int N>
struct Geometry {
    Geometry() = default;  // of no board yet
    explicit Geometry(const Rules& rules);

    int columns = 0;
    int rows = 0;    // cells of the tallest column
    int stride = 0;  // rows + 1
    int playable = 0;
    Ending ending = Ending::first_pattern;
    bool symmetric = false;  // the board and the goal equal their mirror images

    Bits<N> board;     // cells that can take a disc
    Bits<N> floor;     // the bottom bit of every column, cell or not
    Bits<N> blocked;   // occupied from the start
    Bits<N> counting;  // board without the dead cells
    Bits<N> bonus;
    std::vector<Bits<N>> column_cells;
    std::vector<int> centre_first;  // columns by distance from the middle, left before right

    bool only_fours = false;          // the goal is four in a line, in all four directions
    std::array<int, 4> four_steps{};  // valid if only_fours
    std::vector<CompiledPattern<N>> patterns;

    int bit(Cell cell) const { return cell.column * stride + cell.row; }
    Cell cell(int bit) const { return {bit / stride, bit % stride}; }

    [[gnu::always_inline]] Bits<N> landing(const Bits<N>& occupied) const {
        Bits<N> sum = occupied;
        sum += floor;
        return sum & ~occupied & board;
    }

    int free_cells(const Bits<N>& occupied) const { return (board & ~occupied).count(); }

    // Placements of patterns that cover a cell, by bit.
    std::vector<int> patterns_through() const;

    // `own` below always means own discs on counting cells: discs & counting.
    bool completes(const Bits<N>& own) const;
    int points(const Bits<N>& own) const;

    // All cells that belong to a completed pattern.
    Bits<N> completed_cells(const Bits<N>& own) const;

    // Free cells, reachable or not, that would complete a pattern if they were own.
    Bits<N> winning_cells(const Bits<N>& own, const Bits<N>& occupied) const;

    // The same set seen in a mirror that swaps the first and the last column.
    Bits<N> mirrored(const Bits<N>& bits) const;
};

template <int N>
[[gnu::always_inline]] inline Bits<N> fours(const Bits<N>& own, int step) {
    const Bits<N> pairs = own & own >> step;
    return pairs & pairs >> 2 * step;
}

template <int N>
[[gnu::always_inline]] inline Bits<N> completions(const Bits<N>& own,
                                                  const CompiledPattern<N>& pattern) {
    Bits<N> result = own & pattern.anchors;
    for (std::size_t i = 1; i < pattern.shifts.size(); ++i) result &= own >> pattern.shifts[i];
    return result;
}

template <int N>
inline bool Geometry<N>::completes(const Bits<N>& own) const {
    if (only_fours) {
        Bits<N> any = fours(own, four_steps[0]);
        for (int i = 1; i < 4; ++i) any |= fours(own, four_steps[i]);
        return any.any();
    }
    for (const auto& pattern : patterns)
        if (completions(own, pattern).any()) return true;
    return false;
}

template <int N>
inline int Geometry<N>::points(const Bits<N>& own) const {
    int total = 0;
    if (only_fours) {
        for (const int step : four_steps) total += fours(own, step).count();
        return total;
    }
    for (const auto& pattern : patterns) total += completions(own, pattern).count();
    return total;
}

// The fourth cell of a line of four with three own discs, one direction: with the cells numbered
// by `step`, the hole is left of three, right of three, or one of the two in the middle.
template <int N>
[[gnu::always_inline]] inline Bits<N> holes_in_fours(const Bits<N>& own, int step) {
    const Bits<N> right = own >> step, left = own << step;
    const Bits<N> right_pair = right & own >> 2 * step;  // both neighbours to the right
    const Bits<N> left_pair = left & own << 2 * step;
    return (right_pair & (own >> 3 * step | left)) | (left_pair & (own << 3 * step | right));
}

template <int N>
inline Bits<N> holes(const Bits<N>& own, const CompiledPattern<N>& pattern) {
    Bits<N> all = pattern.anchors, all_but_one;  // of the cells so far are own, by anchor
    for (const int shift : pattern.shifts) {
        const Bits<N> has = own >> shift;
        all_but_one = (all_but_one & has) | (all & ~has);
        all &= has;
    }
    Bits<N> result;
    for (const int shift : pattern.shifts)
        result |= (all | (all_but_one & ~(own >> shift))) << shift;
    return result;
}

template <int N>
inline Bits<N> Geometry<N>::winning_cells(const Bits<N>& own, const Bits<N>& occupied) const {
    Bits<N> result;
    if (only_fours)
        for (const int step : four_steps) result |= holes_in_fours(own, step);
    else
        for (const auto& pattern : patterns) result |= holes(own, pattern);
    return result & counting & ~occupied;
}

}  // namespace dropfour
