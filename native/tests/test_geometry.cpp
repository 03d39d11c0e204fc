#include "board/geometry.hpp"
#include "check.hpp"
#include "games.hpp"

using namespace dropfour;
using namespace dropfour::testing;

namespace {

constexpr int words = 4;
using Set = Bits<words>;
using AnyGeometry = Geometry<words>;

bool on_board(const Rules& rules, Cell cell) {
    return cell.column >= 0 && cell.column < static_cast<int>(rules.heights.size()) &&
           cell.row >= 0 && cell.row < rules.heights[cell.column];
}

// Every placement of every pattern, as lists of cells that all count.
std::vector<Pattern> placements(const Rules& rules, const AnyGeometry& geometry) {
    std::vector<Pattern> result;
    for (const auto& pattern : rules.patterns)
        for (int column = 0; column < geometry.columns; ++column)
            for (int row = 0; row < geometry.rows; ++row) {
                Pattern placed;
                for (const Cell offset : pattern) {
                    const Cell cell{column + offset.column, row + offset.row};
                    if (on_board(rules, cell) && geometry.counting.test(geometry.bit(cell)))
                        placed.push_back(cell);
                }
                if (placed.size() == pattern.size()) result.push_back(placed);
            }
    return result;
}

Set random_discs(Stream& random, const Set& among) {
    Set result;
    for_each_bit(among, [&](int bit) {
        if (random.below(3) > 0) result |= Set::one(bit);
    });
    return result;
}

}  // namespace

TEST(patterns_agree_with_a_list_of_placements) {
    for (int number = 0; number < 400; ++number) {
        Stream random(2, number);
        const Rules rules = random_rules(random, 9, 9);
        const AnyGeometry geometry(rules);
        const auto all = placements(rules, geometry);
        const Set own = random_discs(random, geometry.counting);
        const auto held = [&](Cell cell) { return own.test(geometry.bit(cell)); };

        int points = 0;
        Set completed, winning;
        for (const auto& placed : all) {
            const auto missing =
                std::count_if(placed.begin(), placed.end(), [&](Cell cell) { return !held(cell); });
            points += missing == 0;
            for (const Cell cell : placed) {
                if (missing == 0) completed |= Set::one(geometry.bit(cell));
                if (missing == 1 && !held(cell)) winning |= Set::one(geometry.bit(cell));
            }
        }
        CHECK_EQUAL(geometry.points(own), points);
        CHECK_EQUAL(geometry.completes(own), points > 0);
        CHECK(geometry.completed_cells(own) == completed);
        CHECK(geometry.winning_cells(own, own | geometry.blocked) == winning);
    }
}

TEST(four_in_a_line_has_69_places_on_seven_by_six) {
    const Geometry<1> geometry(grid(7, 6));
    CHECK(geometry.only_fours);
    CHECK_EQUAL(geometry.points(geometry.counting), 69);
}

TEST(a_disc_lands_above_discs_and_blocked_cells) {
    Rules rules = grid(2, 6);
    rules.blocked = {{0, 1}, {1, 0}};
    const Geometry<1> geometry(rules);
    std::vector<int> rows;
    Bits<1> occupied = geometry.blocked;
    for (;;) {
        const Bits<1> cell = geometry.landing(occupied) & geometry.column_cells[0];
        if (cell.none()) break;
        rows.push_back(geometry.cell(cell.lowest()).row);
        occupied |= cell;
    }
    CHECK((rows == std::vector<int>{0, 2, 3, 4, 5}));
    CHECK_EQUAL(geometry.cell(geometry.landing(occupied).lowest()).row, 1);
}

TEST(symmetry_needs_board_cells_and_goal_to_be_symmetric) {
    CHECK(Geometry<1>(grid(7, 6)).symmetric);
    Rules dead = grid(7, 6);
    dead.dead = {{3, 2}};
    CHECK(Geometry<1>(dead).symmetric);
    dead.dead = {{2, 2}};
    CHECK(!Geometry<1>(dead).symmetric);
    CHECK(!Geometry<1>(grid(7, 6, {{{0, 0}, {0, 1}, {1, 0}}})).symmetric);
    Rules uneven = grid(7, 6);
    uneven.heights[0] = 5;
    CHECK(!Geometry<1>(uneven).symmetric);
}

TEST(a_mirror_image_of_a_mirror_image_is_the_original) {
    Stream random(3, 0);
    const AnyGeometry geometry(grid(12, 12));
    for (int trial = 0; trial < 50; ++trial) {
        const Set set = random_discs(random, geometry.board);
        const Set mirror = geometry.mirrored(set);
        CHECK(geometry.mirrored(mirror) == set);
        for_each_bit(set, [&](int bit) {
            const Cell cell = geometry.cell(bit);
            CHECK(mirror.test(geometry.bit({geometry.columns - 1 - cell.column, cell.row})));
        });
    }
}

TEST(word_counts_grow_with_the_board) {
    const auto words_of = [](const Rules& rules) {
        return std::visit([]<int N>(const Board<N>&) { return N; }, start(rules));
    };
    CHECK_EQUAL(words_of(grid(7, 6)), 1);
    CHECK_EQUAL(words_of(grid(8, 7)), 1);
    CHECK_EQUAL(words_of(grid(13, 4)), 2);  // with its cap the last column needs bit 64
    CHECK_EQUAL(words_of(grid(8, 8)), 2);
    CHECK_EQUAL(words_of(grid(12, 12)), 4);
    CHECK_EQUAL(words_of(grid(32, 32)), 17);
}
