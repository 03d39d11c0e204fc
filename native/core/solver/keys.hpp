// Positions as keys of a table: own discs plus the ceiling, in one set of bits.
//
//     column     .  .  .        own + occupied + floor: the carry leaves one bit at the lowest free
//     of three   O  .  1        cell, or at the cap, and own discs as bits below it. With this
//     cells      X  X  .        bit the height is known, so the sum says everything, unless there
//                   +floor      are bans. Then the bans follow as a second set.
#pragma once

#include "lattice.hpp"
#include "table.hpp"

namespace dropfour {

// A key, and whether it is that of the mirror image.
template <class Table>
struct BoardKey {
    typename Table::Key key{};
    bool mirrored = false;
};

template <class L, class Table>
class Keys {
  public:
    using Set = typename L::Set;
    static constexpr int N = L::words;
    static constexpr bool with_bans = Table::key_words > N;

    Keys(const L& lattice, const Table& table)
        : lattice_(lattice),
          table_(table),
          merge_from_left_(lattice.symmetric ? lattice.playable * 3 / 7 + 1 : no_merging) {}

    [[gnu::always_inline]] BoardKey<Table> of(const Set& own, const Set& occupied, const Set& bans,
                                              int left) const {
        const Set sum = own + occupied + lattice_.floor;
        const bool merge = left >= merge_from_left_;
        if constexpr (with_bans) {
            auto here = joined(sum, bans);
            if (!merge) return {table_.key(here), false};
            const auto there = joined(lattice_.mirrored(sum), lattice_.mirrored(bans));
            return {table_.key(std::min(here, there)), there < here};
        } else {
            if (!merge) return {table_.key(sum), false};
            const Set there = lattice_.mirrored(sum);
            return {table_.key(std::min(sum, there)), there < sum};
        }
    }

    // A column as the table keeps it, or the other way round.
    int column(int column, bool mirrored) const {
        return mirrored && column < lattice_.columns ? lattice_.columns - 1 - column : column;
    }

  private:
    // Symmetric positions meet early in a game: the mirror costs more than it saves after 4/7 of
    // the cells (7 x 6: 24 discs; it took 35.5 M nodes of the empty board instead of 37.9 M).
    static constexpr int no_merging = 1 << 20;

    static Bits<Table::key_words> joined(const Set& a, const Set& b)
        requires with_bans
    {
        Bits<Table::key_words> result;
        for (int i = 0; i < N; ++i) {
            result.word[i] = a.word[i];
            result.word[N + i] = b.word[i];
        }
        return result;
    }

    const L& lattice_;
    const Table& table_;
    int merge_from_left_;
};

}  // namespace dropfour
