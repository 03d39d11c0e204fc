#include "check.hpp"
#include "games.hpp"

using namespace dropfour;
using namespace dropfour::testing;

namespace {

AnyBoard play_all(const Rules& rules, const std::vector<int>& columns) {
    AnyBoard board = start(rules);
    for (const int column : columns) board = play(board, column).value();
    return board;
}

Result result_of(const AnyBoard& board) {
    return std::visit([](const auto& b) { return b.position.result; }, board);
}

}  // namespace

TEST(perft_of_seven_by_six) {
    const AnyBoard board = start(grid(7, 6));
    const std::uint64_t expected[] = {1, 7, 49, 343, 2401, 16807, 117649, 823536, 5673234};
    for (int depth = 0; depth <= 8; ++depth) CHECK_EQUAL(perft(board, depth), expected[depth]);
}

TEST(four_in_a_column_wins) {
    const AnyBoard board = play_all(grid(7, 6), {0, 1, 0, 1, 0, 1, 0});
    CHECK(result_of(board) == Result::first_won);
    CHECK(legal_columns(board).empty());
    CHECK(!play(board, 3).has_value());
}

TEST(completed_patterns_come_one_by_one) {
    const AnyBoard board = play_all(grid(7, 6), {0, 0, 1, 1, 3, 3, 4, 4, 2});
    using Patterns = std::vector<std::vector<Cell>>;
    const std::vector<Cell> left{{0, 0}, {1, 0}, {2, 0}, {3, 0}};
    const std::vector<Cell> right{{1, 0}, {2, 0}, {3, 0}, {4, 0}};
    const auto patterns = [&](std::optional<Cell> through, std::size_t most) {
        return completed_patterns(board, 0, through, most);
    };
    CHECK((patterns({}, 9) == Patterns{left, right}));
    CHECK((patterns({}, 1) == Patterns{left}));
    CHECK((patterns(Cell{4, 0}, 9) == Patterns{right}));
    CHECK(patterns(Cell{6, 5}, 9).empty());
    CHECK(completed_patterns(board, 1, {}, 9).empty());
}

TEST(a_full_column_refuses) {
    const AnyBoard board = play_all(grid(2, 2), {0, 0});
    CHECK(!play(board, 0).has_value());
    CHECK(!play(board, -1).has_value());
    CHECK(!play(board, 2).has_value());
    CHECK((legal_columns(board) == std::vector<int>{1}));
}

TEST(a_bonus_cell_gives_a_ban_to_the_same_player) {
    Rules rules = grid(4, 4);
    rules.bonus = {{1, 0}};
    const AnyBoard board = play_all(rules, {1});
    CHECK(content(board).banning);
    CHECK_EQUAL(content(board).turn, 0);
    const AnyBoard after = play(board, 1).value();
    CHECK(!content(after).banning);
    CHECK_EQUAL(content(after).turn, 1);
    CHECK((content(after).bans == std::vector<Cell>{{1, 1}}));
}

TEST(a_win_on_a_bonus_cell_ends_the_game_without_a_ban) {
    Rules rules = grid(2, 4, lines(2));
    rules.bonus = {{0, 1}};
    const AnyBoard board = play_all(rules, {0, 1, 0});
    CHECK(result_of(board) == Result::first_won);
    CHECK(!content(board).banning);
}

TEST(a_bonus_cell_that_fills_the_board_is_a_draw) {
    Rules rules = grid(1, 2);
    rules.bonus = {{0, 1}};
    const AnyBoard board = play_all(rules, {0, 0});
    CHECK(result_of(board) == Result::drawn);
    CHECK(!content(board).banning);
}

TEST(a_ban_on_a_bonus_cell_triggers_nothing) {
    Rules rules = grid(2, 3);
    rules.bonus = {{0, 0}, {0, 1}};
    const AnyBoard board = play_all(rules, {0, 0});
    CHECK(!content(board).banning);
    CHECK_EQUAL(content(board).turn, 1);
}

TEST(with_ending_full_a_pattern_does_not_end_the_game) {
    AnyBoard board = start(grid(2, 2, lines(2), Ending::full_board));
    for (const int column : {0, 1, 0}) board = play(board, column).value();
    CHECK(result_of(board) == Result::open);
    CHECK_EQUAL(points(board, 0), 1);
    board = play(board, 1).value();
    CHECK(result_of(board) == Result::drawn);
}

TEST(content_round_trips_for_random_games) {
    for (int number = 0; number < 300; ++number) {
        Stream random(4, number);
        AnyBoard board = start(random_rules(random, 12, 12));
        const AnyBoard empty = board;
        for (;;) {
            const auto legal = legal_columns(board);
            if (legal.empty()) break;
            CHECK(same_content(with_content(empty, content(board)).value(), board));
            board = play(board, legal[random.below(static_cast<int>(legal.size()))]).value();
        }
        CHECK(same_content(with_content(empty, content(board)).value(), board));
        CHECK(result_of(board) != Result::open);
    }
}

TEST(both_players_cannot_have_won) {
    const AnyBoard board = start(grid(2, 2, lines(2)));
    CHECK(!with_content(board, Content{{{{{0, 0}, {0, 1}}, {{1, 0}, {1, 1}}}}, {}, 0, false}));
}
