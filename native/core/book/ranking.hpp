// Numbers the positions of one rule set with so many plies, without gaps worth speaking of, so that
// a book needs no keys.
//
//     .  .  .        heights     2 1 2   the n-th way to spread 5 over the columns
//     O  .  X        contents    X O X O X, column by column from below: first the n-th choice of
//     X  X  O                    the cells with bans, then the n-th choice of the starter's discs
//
//     number = heights * (contents of one spread) + contents
//
// Both players drop discs in turn, a ban is beside that. So the number of discs says how many are
// the starter's, the player who made the first one, whoever that is: sides do not matter. And what
// lies on bonus cells says whether a ban is still to be placed.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "board/position.hpp"

namespace dropfour {

constexpr int max_book_plies = 24;

constexpr std::uint64_t choose(int n, int k) {
    if (k < 0 || k > n) return 0;
    std::uint64_t result = 1;
    for (int i = 1; i <= k; ++i)
        result = result * static_cast<std::uint64_t>(n - k + i) / static_cast<std::uint64_t>(i);
    return result;
}

constexpr auto binomials = [] {
    std::array<std::array<std::uint64_t, max_book_plies + 2>, max_book_plies + 2> table{};
    for (int n = 0; n < static_cast<int>(table.size()); ++n)
        for (int k = 0; k <= n; ++k) table[n][k] = choose(n, k);
    return table;
}();

// The number of a choice among all of as many things, the lowest things first: built one thing at
// a time.
class ChoiceNumber {
  public:
    void next(bool chosen) {
        if (chosen) number_ += binomials[seen_][++chosen_];
        ++seen_;
    }
    std::uint64_t number() const { return number_; }
    int chosen() const { return chosen_; }
    int seen() const { return seen_; }

  private:
    std::uint64_t number_ = 0;
    int chosen_ = 0, seen_ = 0;
};

// The things chosen by a number, as bits.
constexpr std::uint32_t choice(std::uint64_t number, int chosen, int things) {
    std::uint32_t result = 0;
    for (int i = things - 1; i >= 0 && chosen > 0; --i)
        if (number >= binomials[i][chosen]) {
            number -= binomials[i][chosen--];
            result |= 1u << i;
        }
    return result;
}

template <int N>
class Ranking {
  public:
    // Of positions with so many plies, `max_book_plies` at most.
    Ranking(const Geometry<N>& geometry, int plies) : geometry_(geometry), plies_(plies) {
        const std::size_t columns = static_cast<std::size_t>(geometry.columns);
        ways_.resize(columns + 1);
        ways_[columns][0] = 1;
        for (std::size_t column = columns; column-- > 0;) {
            const int height = geometry.column_cells[column].count();
            for (int discs = 0; discs <= plies; ++discs)
                for (int here = 0; here <= std::min(discs, height); ++here)
                    ways_[column][discs] =
                        capped_sum(ways_[column][discs], ways_[column + 1][discs - here]);
        }
        const int most_bans = std::min(plies / 2, geometry.bonus.count());
        for (int bans = 0; bans <= most_bans; ++bans) {
            first_with_bans_.push_back(contents_);
            contents_ += binomials[plies][bans] * colourings(plies - bans);
        }
    }

    int plies() const { return plies_; }

    // Numbers run up to this; nothing if they would be too many for any book.
    std::optional<std::uint64_t> size() const {
        const std::uint64_t heights = ways_[0][plies_];
        if (heights > most / contents_) return std::nullopt;
        return heights * contents_;
    }

    // Nothing if the position has another number of plies, or no play leads to such contents.
    std::optional<std::uint64_t> number(const Position<N>& position) const {
        const Bits<N> discs = position.discs[0] | position.discs[1];
        const int bonus_discs = (discs & geometry_.bonus).count();
        std::uint64_t heights = 0;
        int left = plies_;
        ChoiceNumber bans, starters;
        const int disc_count = discs.count();
        // Whoever is to place a ban has just dropped a disc.
        const bool mover_started = (disc_count % 2 == 0) != position.banning;
        const Bits<N>& starter = position.discs[mover_started ? position.turn : position.turn ^ 1];
        for (std::size_t column = 0; column + 1 < ways_.size(); ++column) {
            const Bits<N> filled = position.occupied & geometry_.column_cells[column];
            int here = 0;
            for (Bits<N> rest = filled; rest.any(); rest = rest.without_lowest(), ++here) {
                if (here == left) return std::nullopt;  // too many plies
                heights += ways_[column + 1][left - here];
                const int bit = rest.lowest();
                const bool ban = !discs.test(bit);
                bans.next(ban);
                if (!ban) starters.next(starter.test(bit));
            }
            left -= here;
        }
        if (left != 0 || starters.chosen() != (disc_count + 1) / 2) return std::nullopt;
        if (bans.chosen() >= static_cast<int>(first_with_bans_.size()) ||
            bonus_discs - bans.chosen() != (position.banning ? 1 : 0))
            return std::nullopt;
        return heights * contents_ + first_with_bans_[static_cast<std::size_t>(bans.chosen())] +
               bans.number() * colourings(disc_count) + starters.number();
    }

    // The position with this number, the player to move being number 0.
    Position<N> position(std::uint64_t number) const {
        std::uint64_t heights = number / contents_, contents = number % contents_;
        std::size_t bans = first_with_bans_.size() - 1;
        while (first_with_bans_[bans] > contents) --bans;
        contents -= first_with_bans_[bans];
        const int discs = plies_ - static_cast<int>(bans), starters = (discs + 1) / 2;
        const std::uint32_t ban_cells =
            choice(contents / colourings(discs), static_cast<int>(bans), plies_);
        const std::uint32_t starter_cells = choice(contents % colourings(discs), starters, discs);

        auto result = Position<N>::start(geometry_);
        std::array<Bits<N>, 2> by_starter;
        int left = plies_, cell_number = 0, disc_number = 0;
        for (std::size_t column = 0; column + 1 < ways_.size(); ++column) {
            Bits<N> free = geometry_.column_cells[column];
            int here = 0;
            while (heights >= ways_[column + 1][left - here]) {
                heights -= ways_[column + 1][left - here++];
                const Bits<N> cell = free & ~free.without_lowest();
                free = free.without_lowest();
                result.occupied |= cell;
                if (ban_cells >> cell_number++ & 1) continue;
                by_starter[starter_cells >> disc_number++ & 1] |= cell;
            }
            left -= here;
        }
        const int on_bonus = ((by_starter[0] | by_starter[1]) & geometry_.bonus).count();
        result.banning = on_bonus > static_cast<int>(bans);
        const bool mover_started = (discs % 2 == 0) != result.banning;
        result.turn = 0;
        result.discs = {by_starter[mover_started], by_starter[!mover_started]};
        return result;
    }

    // The smaller number of the position and its mirror image where they are worth the same.
    std::optional<std::uint64_t> merged_number(const Position<N>& position) const {
        const auto here = number(position);
        if (!here || !geometry_.symmetric) return here;
        Position<N> other = position;
        for (Bits<N>& discs : other.discs) discs = geometry_.mirrored(discs);
        other.occupied = geometry_.mirrored(other.occupied);
        return std::min(*here, *number(other));
    }

  private:
    static constexpr std::uint64_t most = std::uint64_t{1} << 40;

    static std::uint64_t capped_sum(std::uint64_t a, std::uint64_t b) {
        return std::min(a + b, most + 1);
    }

    static std::uint64_t colourings(int discs) { return binomials[discs][(discs + 1) / 2]; }

    const Geometry<N>& geometry_;
    int plies_;
    std::vector<std::array<std::uint64_t, max_book_plies + 1>> ways_;  // by first column and discs
    std::vector<std::uint64_t> first_with_bans_;  // by bans: the first of their contents
    std::uint64_t contents_ = 0;                  // of one spread of heights
};

}  // namespace dropfour
