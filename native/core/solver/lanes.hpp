// A lattice for lines of four, in the lanes of a vector: all directions at once, and on one word
// mirror images of four pairs of columns at a time. On one word a tenth of the time is saved, on
// two a quarter (`python -m benchmarks.solver`). A type of its own for them: to ask each time
// whether the goal is another one cost 7 %.
#pragma once

#include <array>

#include "board/four_lanes.hpp"
#include "lattice.hpp"

namespace dropfour {

template <int N, class Processor = AnyProcessor>
struct LaneLattice : Lattice<N, Processor> {
    using Base = Lattice<N, Processor>;
    using Set = Bits<N>;
    using Lanes = FourLanes::Lanes;

    static bool fits(const Geometry<N>& geometry) {
        return geometry.only_fours && FourLanes::fit<N>(geometry.stride);
    }

    // Of rules that fit; mirror images are those of any.
    explicit LaneLattice(std::shared_ptr<const Geometry<N>> rules)
        : Base(std::move(rules)), lines(this->stride) {
        if constexpr (N == 1) prepare_mirror();
    }

    [[gnu::always_inline]] Set completing(const Set& own) const {
        return lines.holes(own) & this->counting;
    }
    [[gnu::always_inline]] Set completing_any(const Set& cells) const { return completing(cells); }
    [[gnu::always_inline]] bool completes(const Set& own) const { return lines.any_four(own); }
    [[gnu::always_inline]] int count(const Set& own) const { return lines.count_fours(own); }

    [[gnu::always_inline]] bool open_to_answers(const Set& own, const Set& free) const {
        return lines.any_leaning_four(own | free);
    }
    [[gnu::always_inline]] int count_open_to_answers(const Set& own, const Set& free) const {
        return lines.count_leaning_fours(own | free);
    }

    [[gnu::always_inline]] Set mirrored(const Set& bits) const {
        if constexpr (N > 1) {
            return Base::mirrored(bits);
        } else {
            const Lanes all = Lanes{} + bits.word[0];
            Lanes swapped{};
            for (int i = 0; 8 * i < this->columns; ++i)
                swapped |= (all & left_half[i]) << apart[i] | (all >> apart[i] & left_half[i]);
            return FourLanes::together(swapped) | (bits & middle);
        }
    }

  private:
    void prepare_mirror() {
        const int columns = this->columns;
        for (int column = 0; column < columns / 2; ++column) {
            left_half[column / 4][column % 4] = place(column).word[0];
            apart[column / 4][column % 4] =
                static_cast<std::uint64_t>((columns - 1 - 2 * column) * this->stride);
        }
        if (columns % 2 == 1) middle = place(columns / 2);
    }

    // All bits of a column.
    Set place(int column) const { return this->first_column << column * this->stride; }

    FourLanes lines;
    std::array<Lanes, 4> left_half{}, apart{};  // by column: its bits, and how far its partner is
    Set middle;
};

}  // namespace dropfour
