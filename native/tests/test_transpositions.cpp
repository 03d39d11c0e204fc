#include "alphabeta/transpositions.hpp"
#include "check.hpp"
#include "games.hpp"

using namespace dropfour;
using namespace dropfour::testing;

namespace {

Board<1> set_up(const AnyBoard& empty, const Content& content) {
    return std::get<Board<1>>(with_content(empty, content).value());
}

std::vector<Cell> stack(int column, int from, int to) {
    std::vector<Cell> cells;
    for (int row = from; row < to; ++row) cells.push_back({column, row});
    return cells;
}

}  // namespace

TEST(a_ban_differs_from_a_disc_and_a_ban_to_come_from_none) {
    const AnyBoard empty = start(grid(7, 6));
    const Board<1> ban = set_up(empty, {{}, stack(3, 0, 1), 0, false});
    const Board<1> disc = set_up(empty, {{{{}, stack(3, 0, 1)}}, {}, 0, false});
    const Board<1> next = set_up(empty, {{}, stack(3, 0, 1), 0, true});
    const auto key = [](const Board<1>& b) { return TranspositionKey<1>(*b.geometry, b.position); };
    CHECK(!(key(ban) == key(disc)));
    CHECK(!(key(ban) == key(next)));
    CHECK(key(ban) == key(ban));
}

TEST(the_table_keeps_the_deepest_and_the_latest) {
    const AnyBoard empty = start(grid(7, 6));
    Transpositions<1> table(1, 2);  // two buckets
    std::vector<TranspositionKey<1>> keys;
    for (int column = 0; column < 7; ++column) {
        const auto b = std::get<Board<1>>(*play(empty, column));
        keys.emplace_back(*b.geometry, b.position);
        table.store(keys.back(), column == 2 ? 9 : 1, 100 + column, Bound::exact, column);
    }
    CHECK(table.find(keys[2]) != nullptr && table.find(keys[2])->score == 102);
    CHECK(table.find(keys[6]) != nullptr && table.find(keys[6])->score == 106);
    int found = 0;
    for (const auto& key : keys) found += table.find(key) != nullptr;
    CHECK(found <= 4);
}
