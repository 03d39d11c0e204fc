// Transposition tables: what has been proven about a position, by its key. A key found is the very
// position, never another one that shares a hash; so what the table says may enter a proof.
//
//     CompactTable   keys of one word, 8 bytes an entry. The key is mixed by a bijection; its last
//                    bits choose the bucket, and all are kept but those that any bucket implies.
//                        rest of the key 40 | work 5 | lower 7 | upper 7 | move 5
//     WideTable<K>   keys of K words, kept whole.
//
// A bucket is half a cache line for compact entries, which is faster than a whole one and forgets
// no more; else one line, or more for long keys. It is prefetched while the search still thinks.
// `move` is a hint for the order of moves only. `work` is the logarithm of the nodes an entry cost:
// the cheapest one of a full bucket makes room.
#pragma once

#include <array>
#include <atomic>
#include <bit>
#include <cstdint>
#include <limits>
#include <memory>
#include <utility>

#include "board/bits.hpp"
#include "buckets.hpp"
#include "score.hpp"
#include "search/rng.hpp"
#include "tuning.hpp"

namespace dropfour {

struct Found {
    Range range;
    int move = no_move;
    bool hit = false;
};

// How many buckets fit, and how many of them there are at first: a power of two, at least `fewest`.
constexpr std::size_t most_buckets(std::size_t bytes, std::size_t bucket_bytes) {
    return std::max<std::size_t>(1, bytes / bucket_bytes);
}
constexpr std::size_t first_buckets(std::size_t bytes, std::size_t bucket_bytes,
                                    std::size_t fewest = 1) {
    const std::size_t first_bytes = std::min(bytes, TableTuning::first_bytes);
    return std::max(fewest, std::bit_floor(most_buckets(first_bytes, bucket_bytes)));
}

constexpr int log_work(std::uint64_t nodes) {
    return std::min<int>(31, std::bit_width(nodes));
}

class CompactTable {
  public:
    static constexpr int key_words = 1;
    static constexpr int max_score = 63;
    using Key = std::uint64_t;

    CompactTable(std::size_t bytes, int key_bits)
        : key_bits_(key_bits),
          implied_bits_(std::max(0, key_bits - tag_bits)),
          mask_(~std::uint64_t{0} >> (64 - key_bits)),
          buckets_(first_buckets(bytes, sizeof(Bucket), std::size_t{1} << implied_bits_),
                   most_buckets(bytes, sizeof(Bucket))) {}

    // Whether the entries can hold the part of a key that the bucket does not imply.
    static bool fits(std::size_t bytes, int key_bits) {
        return key_bits <= 64 &&
               key_bits - tag_bits <
                   static_cast<int>(std::bit_width(most_buckets(bytes, sizeof(Bucket))));
    }

    std::size_t bytes() const { return sizeof(Bucket) * buckets_.most(); }
    void clear() { buckets_.clear(); }
    // One atomic word an entry needs no locks, but buckets cannot part while others look at them:
    // then somebody has to say took() and call grow() now and then, when nobody does.
    void share(bool shared) { shared_ = shared; }
    std::size_t entries_before_growth() const { return buckets_.entries_before_growth(); }
    void took(std::size_t entries) { buckets_.took(entries); }
    template <class GoOn>
    void grow(const GoOn& go_on, std::size_t threads) {
        buckets_.grow_fourfold([this](std::size_t i) { rearrange(i); }, go_on, threads);
    }

    // Odd factors and shifted exclusive-ors are bijections of the numbers of `key_bits` bits.
    Key key(const Bits<1>& bits) const {
        std::uint64_t k = bits.word[0];
        k = (k ^ k >> key_bits_ / 2) * golden & mask_;
        return k ^ k >> key_bits_ / 2;
    }

    static std::uint64_t hash(Key key) { return key; }
    void prefetch(Key key) const { __builtin_prefetch(&bucket(key)); }

    [[gnu::always_inline]] Found find(Key key) const {
        const std::uint64_t tag = tag_of(key);
        const Bucket& home = bucket(key);
        std::uint64_t found = 0;
        for (int i = slots_per_bucket - 1; i >= 0; --i) {
            const std::uint64_t entry = home.slots[i].load(std::memory_order_relaxed);
            found = entry >> payload_bits == tag ? entry : found;
        }
        if ((found & payload_mask) == 0) return {};
        return {range_of(found), move_of(found), true};
    }

    void store(Key key, Range range, int move, int work) {
        // The entry of this key, else an empty one, else the one with the least payload, which
        // begins with the work.
        const std::uint64_t tag = tag_of(key);
        std::atomic<std::uint64_t>* place = nullptr;
        std::uint64_t least = ~std::uint64_t{0}, known = 0;
        for (auto& slot : bucket(key).slots) {
            const std::uint64_t entry = slot.load(std::memory_order_relaxed);
            const std::uint64_t cost = entry >> payload_bits == tag ? 0 : entry & payload_mask;
            place = cost < least ? &slot : place;
            known = cost < least ? entry : known;
            least = std::min(least, cost);
        }
        if (least == 0 && (known & payload_mask) != 0) {
            range.narrow(range_of(known));
            work = std::max(work, work_of(known));
        }
        place->store(tag << payload_bits | payload(work, range, move), std::memory_order_relaxed);
        if (!shared_) buckets_.taken(known == 0, [this](std::size_t i) { rearrange(i); });
    }

  private:
    static constexpr int tag_bits = 40;
    static constexpr int payload_bits = 24;
    static constexpr std::uint64_t payload_mask = (std::uint64_t{1} << payload_bits) - 1;

    static constexpr int work_at = 19, lower_at = 12, upper_at = 5, move_at = 0;

    // Slots are filled from the first on and emptied together, so an entry stands before every
    // empty slot, which looks like tag 0. A thread that sees it otherwise misses an entry or
    // stores it twice; both do no harm.
    static constexpr int slots_per_bucket = 4;
    struct alignas(32) Bucket {
        std::atomic<std::uint64_t> slots[slots_per_bucket];
    };

    // Never 0: an empty slot is.
    static std::uint64_t payload(int work, Range range, int move) {
        const auto field = [](int value, int at) {
            return static_cast<std::uint64_t>(value) << at;
        };
        return field(work, work_at) | field(range.lower + 64, lower_at) |
               field(range.upper + 64, upper_at) | field(move & 31, move_at);
    }
    static int work_of(std::uint64_t entry) { return static_cast<int>(entry >> work_at & 31); }
    static int move_of(std::uint64_t entry) { return static_cast<int>(entry >> move_at & 31); }
    static Range range_of(std::uint64_t entry) {
        return {static_cast<int>(entry >> lower_at & 127) - 64,
                static_cast<int>(entry >> upper_at & 127) - 64};
    }

    // Puts the entries of a bucket where they belong now: here, or in a new one.
    [[gnu::noinline]] void rearrange(std::size_t from) {
        const std::uint64_t implied = from & ((std::uint64_t{1} << implied_bits_) - 1);
        std::array<std::uint64_t, slots_per_bucket> entries;
        for (std::size_t i = 0; i < entries.size(); ++i) {
            entries[i] = buckets_[from].slots[i].load(std::memory_order_relaxed);
            buckets_[from].slots[i].store(0, std::memory_order_relaxed);
        }
        for (const std::uint64_t entry : entries) {
            if (entry == 0) continue;
            auto* slot = bucket(entry >> payload_bits << implied_bits_ | implied).slots;
            while (slot->load(std::memory_order_relaxed) != 0) ++slot;
            slot->store(entry, std::memory_order_relaxed);
        }
    }

    std::uint64_t tag_of(Key key) const { return key >> implied_bits_; }
    [[gnu::always_inline]] Bucket& bucket(Key key) { return buckets_[buckets_.index(key)]; }
    [[gnu::always_inline]] const Bucket& bucket(Key key) const {
        return buckets_[buckets_.index(key)];
    }

    int key_bits_, implied_bits_;
    std::uint64_t mask_;
    Buckets<Bucket> buckets_;
    bool shared_ = false;
};

template <int K>
class WideTable {
  public:
    static constexpr int key_words = K;
    struct Key {
        Bits<K> bits;
        std::uint64_t hash = 0;
    };

    explicit WideTable(std::size_t bytes, int = 0)
        : buckets_(first_buckets(bytes, sizeof(Bucket)), most_buckets(bytes, sizeof(Bucket))) {}

    std::size_t bytes() const { return sizeof(Bucket) * buckets_.most(); }
    void clear() { buckets_.clear(); }
    void share(bool shared) {
        shared_ = shared;
        if (shared && !locks_) locks_ = std::make_unique<std::atomic<bool>[]>(lock_count);
    }
    std::size_t entries_before_growth() const { return buckets_.entries_before_growth(); }
    void took(std::size_t entries) { buckets_.took(entries); }
    template <class GoOn>
    void grow(const GoOn& go_on, std::size_t threads) {
        buckets_.grow_fourfold([this](std::size_t i) { rearrange(i); }, go_on, threads);
    }

    Key key(const Bits<K>& bits) const { return {bits, bits.hash()}; }

    static std::uint64_t hash(const Key& key) { return key.hash; }
    void prefetch(const Key& key) const { __builtin_prefetch(&home(key)); }

    Found find(const Key& key) const {
        const Guard guard(lock_of(key));
        if (!guard.held) return {};
        for (const Slot& slot : home(key).slots)
            if (slot.used && slot.key == key.bits)
                return {{slot.lower, slot.upper}, slot.move, true};
        return {};
    }

    void store(const Key& key, Range range, int move, int work) {
        using Limits = std::numeric_limits<std::int16_t>;
        if (range.lower < Limits::min() || range.upper > Limits::max())
            return;  // no such board yet
        const Guard guard(lock_of(key));
        if (!guard.held) return;
        Slot* cheapest = nullptr;
        int cheapest_work = 99;
        for (Slot& slot : home(key).slots) {
            const int slot_work = slot.used ? slot.work : -1;
            if (slot.used && slot.key == key.bits) {
                range.narrow({slot.lower, slot.upper});
                work = std::max(work, slot_work);
                cheapest = &slot;
                break;
            }
            if (slot_work < cheapest_work) {
                cheapest_work = slot_work;
                cheapest = &slot;
            }
        }
        const bool fresh = !cheapest->used;
        *cheapest = {key.bits,
                     static_cast<std::int16_t>(range.lower),
                     static_cast<std::int16_t>(range.upper),
                     static_cast<std::uint8_t>(move),
                     static_cast<std::uint8_t>(work),
                     true};
        if (!shared_) buckets_.taken(fresh, [this](std::size_t i) { rearrange(i); });
    }

  private:
    struct Slot {
        Bits<K> key;
        std::int16_t lower, upper;
        std::uint8_t move, work;
        bool used;
    };
    static constexpr std::size_t slots_per_bucket = std::max<std::size_t>(1, 64 / sizeof(Slot));
    struct alignas(64) Bucket {
        Slot slots[slots_per_bucket];
    };

    // An entry of several words is written under a lock; whoever finds it taken goes without.
    struct Guard {
        explicit Guard(std::atomic<bool>* taken)
            : lock(taken),
              held(taken == nullptr || !taken->exchange(true, std::memory_order_acquire)) {}
        ~Guard() {
            if (lock != nullptr && held) lock->store(false, std::memory_order_release);
        }
        Guard(const Guard&) = delete;
        Guard& operator=(const Guard&) = delete;
        std::atomic<bool>* lock;
        bool held;
    };
    static constexpr std::size_t lock_count = 4096;

    void rearrange(std::size_t from) {
        const Bucket before = std::exchange(buckets_[from], Bucket{});
        for (const Slot& entry : before.slots) {
            if (!entry.used) continue;
            Slot* slot = buckets_[buckets_.index(entry.key.hash())].slots;
            while (slot->used) ++slot;
            *slot = entry;
        }
    }

    std::atomic<bool>* lock_of(const Key& key) const {
        return shared_ ? &locks_[buckets_.index(key.hash) % lock_count] : nullptr;
    }
    Bucket& home(const Key& key) { return buckets_[buckets_.index(key.hash)]; }
    const Bucket& home(const Key& key) const { return buckets_[buckets_.index(key.hash)]; }

    Buckets<Bucket> buckets_;
    bool shared_ = false;
    std::unique_ptr<std::atomic<bool>[]> locks_;
};

}  // namespace dropfour
