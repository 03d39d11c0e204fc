// Compiled rules in the form that the lane kernels see.
#pragma once

#include <algorithm>
#include <vector>

#include "board/geometry.hpp"
#include "lane_plan.hpp"

namespace dropfour {

template <int N>
void copy_words(const Bits<N>& from, std::uint64_t* to) {
    std::copy(from.word.begin(), from.word.end(), to);
}

// `patterns` gets what the rules point to, and must live as long as they and the geometry.
template <int N>
LaneRules lane_rules(const Geometry<N>& geometry, std::vector<LanePattern>& patterns) {
    static_assert(N <= LaneRules::max_words);
    LaneRules rules;
    rules.words = N;
    rules.columns = geometry.columns;
    rules.rows = geometry.rows;
    rules.stride = geometry.stride;
    copy_words(geometry.board, rules.board);
    copy_words(geometry.floor, rules.floor);
    copy_words(geometry.board | geometry.blocked, rules.full);
    copy_words(geometry.counting, rules.counting);
    copy_words(geometry.bonus, rules.bonus);
    for (int column = 0; column < geometry.columns; ++column)
        for (int i = 0; i < N; ++i)
            rules.column_cells[i][column] = geometry.column_cells[column].word[i];

    rules.only_fours = geometry.only_fours && 3 * geometry.four_steps[3] < 64;
    std::copy(geometry.four_steps.begin(), geometry.four_steps.end(), rules.four_steps);
    for (const auto& pattern : geometry.patterns) {
        patterns.push_back({static_cast<int>(pattern.shifts.size()), pattern.shifts.data(), {}});
        copy_words(pattern.anchors, patterns.back().anchors);
    }
    rules.patterns = patterns.data();
    rules.pattern_count = static_cast<int>(patterns.size());
    rules.until_full = geometry.ending == Ending::full_board;
    return rules;
}

}  // namespace dropfour
