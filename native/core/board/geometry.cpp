#include "geometry.hpp"

#include <cstdlib>

#include "words.hpp"

namespace dropfour {
namespace {

template <int N>
Bits<N> mask_of(const Geometry<N>& geometry, const std::vector<Cell>& cells) {
    Bits<N> mask;
    for (const Cell cell : cells) mask |= Bits<N>::one(geometry.bit(cell));
    return mask;
}

// A pattern by the bits it sets, or nothing if it lies nowhere on counting cells.
template <int N>
CompiledPattern<N> compile(const Geometry<N>& geometry, const Pattern& pattern) {
    CompiledPattern<N> compiled;
    const auto lowest = std::min_element(pattern.begin(), pattern.end(), [&](Cell a, Cell b) {
        return geometry.bit(a) < geometry.bit(b);
    });
    for (const Cell cell : pattern)
        compiled.shifts.push_back(geometry.bit(cell) - geometry.bit(*lowest));
    std::sort(compiled.shifts.begin(), compiled.shifts.end());

    const auto counts = [&](Cell cell) {
        return cell.column >= 0 && cell.column < geometry.columns && cell.row >= 0 &&
               cell.row < geometry.rows && geometry.counting.test(geometry.bit(cell));
    };
    for (int column = 0; column < geometry.columns; ++column)
        for (int row = 0; row < geometry.rows; ++row) {
            const Cell anchor{column, row};
            const bool fits = std::all_of(pattern.begin(), pattern.end(), [&](Cell cell) {
                return counts({anchor.column + cell.column - lowest->column,
                               anchor.row + cell.row - lowest->row});
            });
            if (fits) compiled.anchors |= Bits<N>::one(geometry.bit(anchor));
        }
    return compiled;
}

std::vector<Pattern> sorted(std::vector<Pattern> patterns) {
    for (auto& pattern : patterns) std::sort(pattern.begin(), pattern.end());
    std::sort(patterns.begin(), patterns.end());
    return patterns;
}

std::vector<Pattern> lines_of_four() {
    std::vector<Pattern> lines(4);
    for (int i = 0; i < 4; ++i) {
        lines[0].push_back({0, i});
        lines[1].push_back({i, 0});
        lines[2].push_back({i, i});
        lines[3].push_back({i, 3 - i});
    }
    return sorted(lines);
}

std::vector<Pattern> all_mirrored(std::vector<Pattern> patterns) {
    for (auto& pattern : patterns) {
        int last = 0;
        for (const Cell cell : pattern) last = std::max(last, cell.column);
        for (Cell& cell : pattern) cell.column = last - cell.column;
    }
    return sorted(patterns);
}

}  // namespace

template <int N>
Geometry<N>::Geometry(const Rules& rules)
    : columns(static_cast<int>(rules.heights.size())),
      rows(*std::max_element(rules.heights.begin(), rules.heights.end())),
      stride(rows + 1),
      ending(rules.ending),
      column_cells(rules.heights.size()) {
    blocked = mask_of(*this, rules.blocked);
    bonus = mask_of(*this, rules.bonus);
    for (int column = 0; column < columns; ++column) {
        floor |= Bits<N>::one(bit({column, 0}));
        for (int row = 0; row < rules.heights[column]; ++row)
            column_cells[column] |= Bits<N>::one(bit({column, row}));
        column_cells[column] &= ~blocked;
        board |= column_cells[column];
    }
    counting = board & ~mask_of(*this, rules.dead);
    for (int column = 0; column < columns; ++column) centre_first.push_back(column);
    std::stable_sort(centre_first.begin(), centre_first.end(), [&](int a, int b) {
        return std::abs(2 * a - (columns - 1)) < std::abs(2 * b - (columns - 1));
    });
    playable = board.count();

    const std::vector<Pattern> goal = sorted(rules.patterns);
    only_fours = goal == lines_of_four() && 3 * (stride + 1) < Bits<N>::capacity;
    four_steps = {1, stride - 1, stride, stride + 1};
    for (const auto& pattern : goal) {
        CompiledPattern<N> compiled = compile(*this, pattern);
        if (compiled.anchors.any()) patterns.push_back(std::move(compiled));
    }

    const auto mirrors = [&](const Bits<N>& bits) { return mirrored(bits) == bits; };
    symmetric = mirrors(board) && mirrors(blocked) && mirrors(counting) && mirrors(bonus) &&
                all_mirrored(goal) == goal;
}

template <int N>
Bits<N> Geometry<N>::mirrored(const Bits<N>& bits) const {
    Bits<N> result;
    Bits<N> one_column;
    for (int row = 0; row < rows; ++row) one_column |= Bits<N>::one(row);
    for (int column = 0; column < columns; ++column) {
        const Bits<N> cells = bits >> column * stride & one_column;
        result |= cells << (columns - 1 - column) * stride;
    }
    return result;
}

template <int N>
std::vector<int> Geometry<N>::patterns_through() const {
    std::vector<int> result(Bits<N>::capacity);
    for (const auto& pattern : patterns)
        for (const int shift : pattern.shifts)
            for_each_bit(pattern.anchors << shift,
                         [&](int bit) { ++result[static_cast<std::size_t>(bit)]; });
    return result;
}

template <int N>
Bits<N> Geometry<N>::completed_cells(const Bits<N>& own) const {
    Bits<N> result;
    for (const auto& pattern : patterns) {
        const Bits<N> found = completions(own, pattern);
        for (const int shift : pattern.shifts) result |= found << shift;
    }
    return result;
}

#define DROPFOUR_INSTANTIATE(N)                                          \
    template Geometry<N>::Geometry(const Rules&);                        \
    template Bits<N> Geometry<N>::mirrored(const Bits<N>&) const;        \
    template Bits<N> Geometry<N>::completed_cells(const Bits<N>&) const; \
    template std::vector<int> Geometry<N>::patterns_through() const;
DROPFOUR_FOR_EACH_WORD_COUNT(DROPFOUR_INSTANTIATE)
#undef DROPFOUR_INSTANTIATE

}  // namespace dropfour
