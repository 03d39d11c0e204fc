// What counts, for many boards at once: the same formulas as in geometry.hpp.
//
// `own` means own discs on counting cells. `completed` is non-zero in the lanes with a completed
// pattern; `holes` are the cells that would complete one, of which those on the board and free
// matter; `points` is the number of completed patterns.
#pragma once

#include "lane_words.hpp"

namespace dropfour {
namespace {

template <class S, int N>
class LaneFours {
    using V = typename S::V;
    using W = Words<S, N>;

  public:
    explicit LaneFours(const LaneRules& rules) {
        for (int i = 0; i < 4; ++i)
            for (int times = 1; times <= 3; ++times)
                distance_[times - 1][i] =
                    S::all(static_cast<std::uint64_t>(times * rules.four_steps[i]));
    }

    [[gnu::always_inline]] W completed(const W& own) const {
        W result = fours(own, 0);
        for (int i = 1; i < 4; ++i) {
            const W pairs = own & right(own, distance_[0][i]);
            result = or_and(result, pairs, right(pairs, distance_[1][i]));
        }
        return result;
    }

    // Correct for landing cells: nothing lies above them, so upwards only a top counts.
    [[gnu::always_inline]] W holes(const W& own) const {
        W result =
            left(own, distance_[0][0]) & left(own, distance_[1][0]) & left(own, distance_[2][0]);
        for (int i = 1; i < 4; ++i) {
            const W after = right(own, distance_[0][i]), before = left(own, distance_[0][i]);
            const W after_pair = after & right(own, distance_[1][i]);
            const W before_pair = before & left(own, distance_[1][i]);
            result = or_and(result, after_pair, right(own, distance_[2][i]) | before);
            result = or_and(result, before_pair, left(own, distance_[2][i]) | after);
        }
        return result;
    }

    [[gnu::always_inline]] V points(const W& own) const {
        V total = S::all(0);
        for (int i = 0; i < 4; ++i) {
            const W found = fours(own, i);
            for (int k = 0; k < N; ++k) total = S::add(total, S::count(found.word[k]));
        }
        return total;
    }

  private:
    [[gnu::always_inline]] W fours(const W& own, int i) const {
        const W pairs = own & right(own, distance_[0][i]);
        return pairs & right(pairs, distance_[1][i]);
    }

    V distance_[3][4];  // by times - 1 and direction
};

template <class S, int N>
class LanePatterns {
    using V = typename S::V;
    using W = Words<S, N>;

  public:
    explicit LanePatterns(const LaneRules& rules)
        : patterns_(rules.patterns), count_(rules.pattern_count) {}

    W completed(const W& own) const {
        W result = W::zero();
        for (int p = 0; p < count_; ++p) result = result | completions(own, patterns_[p]);
        return result;
    }

    W holes(const W& own) const {
        W result = W::zero();
        for (int p = 0; p < count_; ++p) {
            const LanePattern& pattern = patterns_[p];
            W all = W::all(pattern.anchors), all_but_one = W::zero();
            for (int i = 0; i < pattern.size; ++i) {
                const W has = far_right(own, pattern.shifts[i]);
                all_but_one = (all_but_one & has) | all.without(has);
                all = all & has;
            }
            for (int i = 0; i < pattern.size; ++i) {
                const W lacks = all_but_one.without(far_right(own, pattern.shifts[i]));
                result = result | far_left(lacks, pattern.shifts[i]);
            }
        }
        return result;
    }

    V points(const W& own) const {
        V total = S::all(0);
        for (int p = 0; p < count_; ++p) {
            const W found = completions(own, patterns_[p]);
            for (int k = 0; k < N; ++k) total = S::add(total, S::count(found.word[k]));
        }
        return total;
    }

  private:
    static W completions(const W& own, const LanePattern& pattern) {
        W result = own & W::all(pattern.anchors);
        for (int i = 1; i < pattern.size; ++i) result = result & far_right(own, pattern.shifts[i]);
        return result;
    }

    const LanePattern* patterns_;
    int count_;
};

}  // namespace
}  // namespace dropfour
