// The geometry as the exact solver needs it: more masks, and everything inline.
//
//     row 4   cap      .  .  .  .     one bit above the tallest column, in every column
//     row 3   attic    .     .  .     `span` is all below the cap: cells, blocked and missing
//     row 2   upper    U  U  U  .     upper: the number of cells from here to the top of the
//     row 1   lower    L  L  #  U            column is odd; lower: it is even
//     row 0   upper    U  U  L  L     # blocked: not counted, a disc falls through
//
// If a player always answers in the column just played, the opponent gets the lower cells and the
// player the upper ones.
#pragma once

#include <array>
#include <memory>

#include "board/geometry.hpp"

// For what each child runs through: 15 % of the time of small boards. Of large ones none, and twice
// the time to compile, so their file leaves it out.
#ifndef DROPFOUR_INLINE
#define DROPFOUR_INLINE [[gnu::always_inline]]
#endif

namespace dropfour {

struct AnyProcessor;

// `Processor` only tells apart the code that is compiled for one kind of them.
template <int N, class Processor = AnyProcessor>
struct Lattice {
    using Set = Bits<N>;
    static constexpr int words = N;

    explicit Lattice(std::shared_ptr<const Geometry<N>> rules)
        : geometry(std::move(rules)),
          columns(geometry->columns),
          rows(geometry->rows),
          stride(geometry->stride),
          only_fours(geometry->only_fours),
          board(geometry->board),
          floor(geometry->floor),
          blocked(geometry->blocked),
          counting(geometry->counting),
          bonus(geometry->bonus) {
        for (int row = 0; row < stride; ++row) first_column |= Set::one(row);
        for (int column = 0; column < columns; ++column) {
            cap |= Set::one(column * stride + rows);
            bool odd = false;
            for (int row = rows - 1; row >= 0; --row) {
                const Set cell = Set::one(column * stride + row);
                span |= cell;
                if ((board & cell).none()) continue;
                odd = !odd;
                (odd ? uppers : lowers) |= cell;
            }
            column_cells[column] = geometry->column_cells[column];
        }
        for (int rank = 0; rank < columns; ++rank) {
            centre_first[rank] = static_cast<std::uint8_t>(geometry->centre_first[rank]);
            for_each_bit(column_cells[centre_first[rank]],
                         [&](int bit) { rank_at[bit] = static_cast<std::uint8_t>(rank); });
        }
        for (const auto& pattern : geometry->patterns) {
            auto& pairs = upright_pairs.emplace_back();
            for (const int shift : pattern.shifts)
                if (std::count(pattern.shifts.begin(), pattern.shifts.end(), shift + 1) > 0)
                    pairs.push_back(shift);
        }
    }

    DROPFOUR_INLINE Set landing(const Set& occupied) const { return (occupied + floor) & board; }

    // The cells that a disc fills just before these: one below, or below the blocked ones there.
    // Bits outside the board may be set.
    Set under(const Set& cells) const {
        Set result = cells >> 1;
        for (Set hidden = result & blocked; hidden.any(); hidden = result & blocked)
            result = (result & ~blocked) | hidden >> 1;
        return result;
    }

    // All cells, free or not, that complete a pattern together with `own`.
    DROPFOUR_INLINE Set completing(const Set& own) const {
        if (!only_fours) return completing_patterns(own);
        Set result = own << 1 & own << 2 & own << 3;  // gravity: the hole of a vertical is its top
        for (const int turn : {-1, 0, 1}) result |= holes_in_fours(own, stride + turn);
        return result & counting;
    }

    // The same of cells that need not lie on each other.
    DROPFOUR_INLINE Set completing_any(const Set& cells) const {
        return completing(cells) | (only_fours ? holes_in_fours(cells, 1) & counting : Set{});
    }

    DROPFOUR_INLINE bool completes(const Set& own) const {
        if (!only_fours) return geometry->completes(own);
        Set any = fours(own, 1);
        for (const int turn : {-1, 0, 1}) any |= fours(own, stride + turn);
        return any.any();
    }

    DROPFOUR_INLINE int count(const Set& own) const {
        if (!only_fours) return geometry->points(own);
        int total = fours(own, 1).count();
        for (const int turn : {-1, 0, 1}) total += fours(own, stride + turn).count();
        return total;
    }

    // Whether a pattern is own or free in which no free cell lies on another, and how many are; see
    // can_beat_answers(). Of fours the upright ones are left out: who needs one more disc for such
    // a one wins at once. So it bounds nothing where that can be.
    DROPFOUR_INLINE bool open_to_answers(const Set& own, const Set& free) const {
        if (!only_fours) return count_open_patterns(own, free) > 0;
        Set any;
        for (const int turn : {-1, 0, 1}) any |= fours(own | free, stride + turn);
        return any.any();
    }
    DROPFOUR_INLINE int count_open_to_answers(const Set& own, const Set& free) const {
        if (!only_fours) return count_open_patterns(own, free);
        int total = 0;
        for (const int turn : {-1, 0, 1}) total += fours(own | free, stride + turn).count();
        return total;
    }

    // The mirror image of a key or of a set of cells: columns of `stride` bits change places.
    Set mirrored(const Set& bits) const {
        Set result;
        for (int column = 0; column < columns; ++column) {
            const Set one = bits >> column * stride & first_column;
            result |= one << (columns - 1 - column) * stride;
        }
        return result;
    }

    std::shared_ptr<const Geometry<N>> geometry;
    int columns, rows, stride;
    bool only_fours;
    Set board, floor, blocked, counting, bonus;
    Set cap, span, lowers, uppers, first_column;
    std::array<std::uint8_t, max_columns> centre_first{};
    std::array<Set, max_columns> column_cells{};
    std::array<std::uint8_t, Set::capacity> rank_at{};  // of a cell's column in `centre_first`
    // Of each pattern the cells with another on top, as shifts. Of two such cells the lower is own
    // if one of them is: nothing is free under a disc.
    std::vector<std::vector<int>> upright_pairs;

  private:
    [[gnu::noinline]] int count_open_patterns(const Set& own, const Set& free) const {
        int total = 0;
        for (std::size_t i = 0; i < upright_pairs.size(); ++i) {
            Set open = completions(own | free, geometry->patterns[i]);
            for (const int lower : upright_pairs[i]) open &= own >> lower;
            total += open.count();
        }
        return total;
    }

    [[gnu::noinline]] Set completing_patterns(const Set& own) const {
        Set result;
        for (const auto& pattern : geometry->patterns) result |= holes(own, pattern);
        return result & counting;
    }
};

}  // namespace dropfour
