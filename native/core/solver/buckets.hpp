// The buckets of a table, of which there are more as it fills: linear hashing (W. Litwin, VLDB
// 1980), a few at a time, so that no call waits and memory is touched from its beginning on.
//
//     half = 4, count = 6    A hash belongs to the bucket that its low bits number: below 2 * half
//     0 1 2 3 | 4 5 . .      if there is such a bucket, else below half. When bucket 6 comes, what
//                            is in 2 parts into 2 and 6, and no other bucket changes.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <type_traits>

#include "search/parallel.hpp"
#include "search/zeroed.hpp"

namespace dropfour {

template <class Bucket>
class Buckets {
    static constexpr std::size_t at_once = 128;              // one by one takes twice the time
    static constexpr std::size_t share_of_thread = 1 << 14;  // about a third of a millisecond
    static constexpr std::size_t places = std::extent_v<decltype(Bucket::slots)>;

  public:
    // `fewest` must be a power of two, and no more than `most`.
    Buckets(std::size_t fewest, std::size_t most) : all_(most), fewest_(fewest), most_(most) {
        start();
    }

    std::size_t most() const { return most_; }

    [[gnu::always_inline]] std::size_t index(std::uint64_t hash) const {
        const std::size_t wide = hash & mask_;
        const std::size_t not_there = wide >= count_;
        return wide - (half_ & (0 - not_there));  // no branch: nobody could foretell it
    }

    // To be called with every entry: `fresh` if its place was empty. Once half of the places are
    // taken there are a few buckets more, and rearrange(i) is called for those whose content may
    // belong there now.
    template <class Rearrange>
    [[gnu::always_inline]] void taken(bool fresh, const Rearrange& rearrange) {
        to_take_ -= fresh;  // no branch here either
        if (to_take_ == 0) [[unlikely]]
            grow(rearrange);
    }
    // Where nobody calls taken(): so many fresh entries are still to come before there should be
    // more buckets, 0 if there never will be; so many have come; now there are four times as many,
    // or as many as there is room for, unless go_on() has said no. Each bucket parts for itself, so
    // threads share the work.
    std::size_t entries_before_growth() const { return count_ == most_ ? 0 : to_take_; }
    void took(std::size_t entries) {
        if (count_ < most_) to_take_ -= std::min(entries, to_take_ - 1);
    }
    template <class Rearrange, class GoOn>
    void grow_fourfold(const Rearrange& rearrange, const GoOn& go_on, std::size_t threads) {
        const std::size_t before = count_, goal = std::min(most_, 4 * before);
        while (count_ < goal && go_on()) {
            const std::size_t most = std::min(goal - count_, threads * share_of_thread);
            const std::size_t first = first_to_part(), more = add(most);
            const auto part = [&](std::size_t from, std::size_t to) {
                for (std::size_t i = from; i < to; ++i) rearrange(first + i);
            };
            if (more < share_of_thread)
                part(0, more);
            else
                in_parallel(threads, [&](std::size_t thread) {
                    part(more * thread / threads, more * (thread + 1) / threads);
                });
        }
        if (count_ > before) wait_for(count_ - before);
    }

    void clear() {
        all_.clear(count_);
        start();
    }

    [[gnu::always_inline]] Bucket& operator[](std::size_t i) { return all_[i]; }
    [[gnu::always_inline]] const Bucket& operator[](std::size_t i) const { return all_[i]; }

  private:
    template <class Rearrange>
    [[gnu::noinline]] void grow(const Rearrange& rearrange) {
        const std::size_t first = first_to_part(), more = add(at_once);
        wait_for(more);
        for (std::size_t i = first; i < first + more; ++i) rearrange(i);
    }

    // The bucket whose content may belong to the next one that comes; the others follow.
    std::size_t first_to_part() const { return count_ - half_; }
    // So many more buckets, or fewer; returns how many.
    std::size_t add(std::size_t most) {
        const std::size_t more = std::min({most, 2 * half_ - count_, most_ - count_});
        resize(count_ + more);
        return more;
    }

    void start() {
        resize(fewest_);
        wait_for(fewest_);
    }
    // Until half of the places in these buckets are taken, or for ever. Of few places in a bucket a
    // third: they are more often full.
    void wait_for(std::size_t buckets) {
        const std::size_t taken = buckets * places / (places < 4 ? 3 : 2);
        to_take_ = count_ == most_ ? ~std::size_t{0} : std::max<std::size_t>(1, taken);
    }

    void resize(std::size_t count) {
        count_ = count;
        half_ = std::bit_floor(count);
        mask_ = 2 * half_ - 1;
    }

    Zeroed<Bucket> all_;
    std::size_t fewest_, most_, count_ = 0, half_ = 0, mask_ = 0, to_take_ = 0;
};

}  // namespace dropfour
