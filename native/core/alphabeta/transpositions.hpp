// What a depth-limited search remembers of positions it has seen, in a table of fixed size.
//
// The whole position is stored and compared, so that a hit is never a mistake. Two sets of bits
// suffice, here for the column X O ! with room for two more (! is a ban):
//
//     own        | the mover's discs                   . . . . 1     (bottom on the right)
//     others     | the opponent's, and one bit on      . 1 . 1 .
//                | the lowest free cell
//
// Everything below the highest bit of `others` is filled, so what is not a disc is a ban.
#pragma once

#include "board/position.hpp"
#include "search/bound.hpp"
#include "search/rng.hpp"
#include "search/zeroed.hpp"

namespace dropfour {

template <int N>
struct TranspositionKey {
    Bits<N> own;
    Bits<N> others;
    bool banning = false;

    TranspositionKey() = default;
    TranspositionKey(const Geometry<N>& geometry, const Position<N>& position)
        : own(position.discs[position.turn]), banning(position.banning) {
        const Bits<N> above = (position.occupied + geometry.floor) & ~position.occupied;
        others = position.discs[position.turn ^ 1] | above;
    }

    friend bool operator==(const TranspositionKey&, const TranspositionKey&) = default;

    std::uint64_t hash() const {
        std::uint64_t h = own.hash() + banning;
        h = (h ^ h >> 32) * golden ^ others.hash();
        return (h ^ h >> 31) * 0x94D049BB133111EBu;
    }
};

template <int N>
struct Transposition {
    TranspositionKey<N> key;
    Bound bound = Bound::none;
    std::uint8_t column = 0;  // the best move, or the one that was good enough
    std::uint16_t depth = 0;  // plies that were searched below the position
    int score = 0;

    bool is(const TranspositionKey<N>& wanted) const {
        return bound != Bound::none && key == wanted;
    }
};

template <int N>
class Transpositions {
  public:
    // As many entries as fit into `megabytes`, but not many more than `useful`.
    Transpositions(int megabytes, std::uint64_t useful)
        : Transpositions(digits_for(megabytes, useful)) {}

    const Transposition<N>* find(const TranspositionKey<N>& key) const {
        const Bucket& bucket = bucket_of(key);
        if (bucket.deepest.is(key)) return &bucket.deepest;
        if (bucket.latest.is(key)) return &bucket.latest;
        return nullptr;
    }

    void store(const TranspositionKey<N>& key, int depth, int score, Bound bound, int column) {
        Bucket& bucket = bucket_of(key);
        const bool deeper = depth >= bucket.deepest.depth || bucket.deepest.is(key);
        Transposition<N>& entry = deeper ? bucket.deepest : bucket.latest;
        entry = {key, bound, static_cast<std::uint8_t>(column), static_cast<std::uint16_t>(depth),
                 score};
    }

  private:
    struct Bucket {  // zero bytes are two empty entries
        Transposition<N> deepest;
        Transposition<N> latest;
    };

    explicit Transpositions(int digits) : table_(std::size_t{1} << digits), shift_(64 - digits) {}

    // The number of buckets as a power of two, at least two of them.
    static int digits_for(int megabytes, std::uint64_t useful) {
        const std::uint64_t room =
            (std::uint64_t{1} << 20) * static_cast<std::uint64_t>(megabytes) / sizeof(Bucket);
        int digits = 1;
        while (std::uint64_t{2} << digits <= room && std::uint64_t{2} << digits < useful) ++digits;
        return digits;
    }

    Bucket& bucket_of(const TranspositionKey<N>& key) { return table_[key.hash() >> shift_]; }
    const Bucket& bucket_of(const TranspositionKey<N>& key) const {
        return table_[key.hash() >> shift_];
    }

    Zeroed<Bucket> table_;
    int shift_;
};

}  // namespace dropfour
