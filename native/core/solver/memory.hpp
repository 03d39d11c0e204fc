// What the searches remember of positions, by a key: own discs plus the ceiling, in one set of
// bits.
//
//     column     .  .  .        own + occupied + floor: the carry leaves one bit at the lowest free
//     of three   O  .  1        cell, or at the cap, and own discs as bits below it. With this
//     cells      X  X  .        bit the height is known, so the sum says everything, unless there
//                   +floor      are bans. Then the bans follow as a second set.
#pragma once

#include <optional>

#include "lattice.hpp"
#include "table.hpp"
#include "tuning.hpp"

namespace dropfour {

// A key, and whether it is that of the mirror image.
template <class Table>
struct BoardKey {
    typename Table::Key key{};
    bool mirrored = false;
};

template <class L, class Table>
class Memory {
  public:
    using Set = typename L::Set;
    using Key = BoardKey<Table>;
    static constexpr int N = L::words;
    static constexpr bool with_bans = Table::key_words > N;

    Memory(const L& lattice, Table& table)
        : lattice_(lattice),
          table_(table),
          merge_from_left_(lattice.geometry->symmetric
                               ? merge_mirrors_from_left(lattice.geometry->playable)
                               : L::Set::capacity + 1) {}

    DROPFOUR_INLINE Key key(const Set& own, const Set& occupied, const Set& bans, int left) const {
        const Set sum = own + occupied + lattice_.floor;
        const bool merge = left >= merge_from_left_;
        if constexpr (with_bans) {
            const auto here = joined(sum, bans);
            if (!merge) return {table_.key(here), false};
            const auto there = joined(lattice_.mirrored(sum), lattice_.mirrored(bans));
            return {table_.key(std::min(here, there)), there < here};
        } else {
            if (!merge) return {table_.key(sum), false};
            const Set there = lattice_.mirrored(sum);
            return {table_.key(std::min(sum, there)), there < sum};
        }
    }

    void prefetch(const Key& key) const { table_.prefetch(key.key); }

    static std::uint64_t hash(const Key& key) { return Table::hash(key.key); }

    // What the table proves for a window, if that is enough, and the column that was best: another
    // thread may have come first.
    std::optional<Best> answer(const Key& key, int alpha, int beta) const {
        Range score{-no_score, no_score};
        const int move = recall(key, score);
        const auto value = score.answer(alpha, beta);
        return value ? std::optional(Best{*value, move}) : std::nullopt;
    }

    // Narrows the range of a score to what the table knows; returns the column that was best, or
    // none.
    DROPFOUR_INLINE int recall(const Key& key, Range& score) const {
        const Found found = table_.find(key.key);
        if (!found.hit) return no_move;
        score.narrow(found.range);
        return mirrored_if(key, found.move);
    }

    // `nodes` is the work that it took.
    void keep(const Key& key, const Range& score, int column, std::uint64_t nodes) {
        table_.store(key.key, score, mirrored_if(key, column), log_work(nodes));
    }

  private:
    // A column as the table keeps it, or the other way round.
    int mirrored_if(const Key& key, int column) const {
        return key.mirrored && column < lattice_.columns ? lattice_.columns - 1 - column : column;
    }

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
    Table& table_;
    int merge_from_left_;
};

}  // namespace dropfour
