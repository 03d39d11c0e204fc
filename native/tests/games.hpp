// Rules and random games that the tests share.
#pragma once

#include <algorithm>
#include <vector>

#include "board/board.hpp"
#include "search/rng.hpp"

namespace dropfour::testing {

inline std::vector<Pattern> lines(int length) {
    std::vector<Pattern> result(length == 1 ? 1 : 4);
    for (int i = 0; i < length; ++i) {
        result[0].push_back({0, i});
        if (length == 1) break;
        result[1].push_back({i, 0});
        result[2].push_back({i, i});
        result[3].push_back({i, length - 1 - i});
    }
    return result;
}

inline Rules grid(int columns, int rows, std::vector<Pattern> patterns = lines(4),
                  Ending ending = Ending::first_pattern) {
    Rules rules;
    rules.heights.assign(columns, rows);
    rules.patterns = std::move(patterns);
    rules.ending = ending;
    return rules;
}

// Any board up to max_columns x max_rows, with special cells and a goal of any kind.
inline Rules random_rules(Stream& random, int max_columns, int max_rows) {
    Rules rules;
    const int columns = 1 + random.below(max_columns);
    for (int i = 0; i < columns; ++i) rules.heights.push_back(1 + random.below(max_rows));
    for (int column = 0; column < columns; ++column)
        for (int row = 0; row < rules.heights[column]; ++row) switch (random.below(16)) {
                case 0:
                    rules.dead.push_back({column, row});
                    break;
                case 1:
                    rules.bonus.push_back({column, row});
                    break;
                case 2:
                    if (column + row > 0) rules.blocked.push_back({column, row});
                    break;
                default:
                    break;
            }
    switch (random.below(4)) {
        case 0:
            rules.patterns = {{{0, 0}, {0, 1}, {1, 0}, {1, 1}}};
            break;
        case 1:
            rules.patterns = {{{0, 0}, {0, 2}, {1, 1}}, {{0, 0}, {1, 0}, {1, 2}}};
            break;
        default:
            rules.patterns = lines(2 + random.below(4));
            break;
    }
    if (random.below(3) == 0) rules.ending = Ending::full_board;
    return rules;
}

}  // namespace dropfour::testing
