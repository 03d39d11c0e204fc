// A book: the proven score of every position up to a number of plies, by its number (ranking.hpp).
//
// Its bytes, all numbers little-endian, for each number of plies from 0 on:
//
//     u64 count     positions
//     u32 bits      of one value
//     u32 scores    how many different ones there are
//     i16 ...       the scores, ascending; a value is the place of its score among them
//     u64 ...       one bit for each number a position could have: whether it is in the book
//     u64 ...       the values of those that are, `bits` each, from the lowest bit on
//
// Every part begins at a multiple of eight bytes. What is not in the book is over, cannot be
// reached, or is the mirror image of what is there.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "board/board.hpp"
#include "ranking.hpp"
#include "search/report.hpp"

namespace dropfour {

// A set of numbers, one bit each, that knows the place of each of its own among them.
class NumberSet {
  public:
    explicit NumberSet(std::span<const std::uint64_t> bits);

    std::uint64_t count() const { return count_; }
    std::optional<std::uint64_t> place(std::uint64_t number) const;

  private:
    static constexpr std::size_t words_per_block = 8;

    std::span<const std::uint64_t> bits_;
    std::vector<std::uint64_t> before_;  // by block of words: how many are in earlier ones
    std::uint64_t count_ = 0;
};

// What a book has of one number of plies.
struct BookPlies {
    NumberSet present;
    std::span<const std::uint64_t> values;
    std::span<const std::int16_t> scores;
    int bits;  // of a value

    std::optional<int> score(std::uint64_t number) const;
};

class Book {
  public:
    // `bytes` must stay as they are while the book is in use, and begin at a multiple of eight.
    // Throws std::invalid_argument if they are no book for these rules.
    Book(const AnyBoard& rules, int plies, std::span<const std::byte> bytes);

    int plies() const { return static_cast<int>(by_plies_.size()) - 1; }
    std::uint64_t positions() const;

    // For the player to move, see solver/score.hpp; nothing if the position is not in it.
    template <int N>
    std::optional<int> score(const Geometry<N>& geometry, const Position<N>& position) const;
    std::optional<Exact> exact(const AnyBoard& position) const;

  private:
    template <int N>
    using Rankings = std::vector<Ranking<N>>;

    AnyBoard rules_;
    AnyWords<Rankings> rankings_;  // by plies
    std::vector<BookPlies> by_plies_;
};

}  // namespace dropfour
