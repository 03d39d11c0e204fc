#include "board/tactics.hpp"
#include "check.hpp"
#include "games.hpp"
#include "uct/leaf.hpp"

using namespace dropfour;
using namespace dropfour::testing;

namespace {

template <int N>
bool wins_at_once(const Geometry<N>& geometry, const Position<N>& position, int player) {
    bool wins = false;
    if (position.turn != player || position.banning || position.over()) return false;
    for_each_bit(position.landing(geometry), [&](int bit) {
        Position<N> next = position;
        next.play(geometry, Bits<N>::one(bit));
        wins = wins || winner_of(next.result) == player;
    });
    return wins;
}

// Every claim of one look, by playing all moves and replies.
template <int N>
void check_look(const Geometry<N>& geometry, const Position<N>& position) {
    const Bits<N> landing = position.landing(geometry);
    const Tactics<N> now = tactics(geometry, position);
    for_each_bit(landing, [&](int bit) {
        const Bits<N> cell = Bits<N>::one(bit);
        Position<N> next = position;
        next.play(geometry, cell);
        const bool ends = next.over();
        const bool may_win = geometry.ending == Ending::first_pattern;
        CHECK_EQUAL((now.winning & cell).any(),
                    may_win && ends && winner_of(next.result) == position.turn);
        if (!now.won())
            CHECK_EQUAL((now.safe & cell).none(),
                        may_win && wins_at_once(geometry, next, position.turn ^ 1));
        if (ends) return;
        Position<N> dropped = position;
        dropped.drop(geometry, cell);
        CHECK(dropped == next);
    });
}

template <class Visit>
void for_each_random_position(int games, int max_columns, int max_rows, Visit visit) {
    for (int number = 0; number < games; ++number) {
        Stream random(11, number);
        AnyBoard board = start(random_rules(random, max_columns, max_rows));
        for (;;) {
            const auto legal = legal_columns(board);
            if (legal.empty()) break;
            std::visit(visit, board);
            board = play(board, legal[random.below(static_cast<int>(legal.size()))]).value();
        }
    }
}

}  // namespace

TEST(one_look_finds_what_moves_and_replies_show) {
    for (const int size : {6, 9, 14, 20})
        for_each_random_position(5000 / (size * size), size, size, []<int N>(const Board<N>& b) {
            check_look(*b.geometry, b.position);
        });
}

TEST(leaves_are_proven_or_played_out) {
    for_each_random_position(150, 8, 8, []<int N>(const Board<N>& b) {
        for (const auto policy : {Policy::uniform, Policy::wins, Policy::blocks}) {
            const auto evaluate = leaf_evaluator(*b.geometry, policy);
            const LeafResult result = evaluate(*b.geometry, b.position, {1, 2, 3});
            const Tactics<N> now = tactics(*b.geometry, b.position);
            CHECK_EQUAL(result.proven, now.won() || now.lost());
            if (now.won()) CHECK_EQUAL(result.winner, int{b.position.turn});
            if (now.lost()) CHECK_EQUAL(result.winner, b.position.turn ^ 1);
            std::array<int, 2> one_by_one{};
            for (const std::uint64_t stream : {2, 3, 4})
                for (const int player : {0, 1})
                    one_by_one[player] +=
                        evaluate(*b.geometry, b.position, {1, stream, 1}).won[player];
            CHECK(result.won == one_by_one);
        }
    });
}

template <int N>
void compare_leaves(const Rules& rules) {
    const Geometry<N> geometry(rules);
    Geometry<N> plain_geometry(rules);
    plain_geometry.only_fours = false;  // which AVX2 needs
    CHECK(geometry.only_fours);
    for (const auto policy : {Policy::uniform, Policy::wins, Policy::blocks}) {
        const auto fast = leaf_evaluator(geometry, policy);
        const auto plain = leaf_evaluator(plain_geometry, policy);
        const auto start = Position<N>::start(geometry);
        std::array<int, 2> won{};
        for (std::uint64_t number = 0; number < 2000; ++number) {
            const LeafResult result = fast(geometry, start, {5, number, 1});
            CHECK(result.won == plain(plain_geometry, start, {5, number, 1}).won);
            for (const int player : {0, 1}) won[player] += result.won[player];
        }
        CHECK(won[0] > 400 && won[1] > 400);
    }
}

// The same random games, whichever instructions the processor has: on boards of one word, of two,
// and of two whose columns are the tallest that AVX2 is used for, or too tall for it.
TEST(leaves_for_avx2_and_for_any_processor_agree) {
    for (const Ending ending : {Ending::first_pattern, Ending::full_board}) {
        const auto with_special_cells = [&](int columns, int rows) {
            Rules rules = grid(columns, rows, lines(4), ending);
            rules.dead = {{2, 1}};
            rules.bonus = {{4, 2}};
            return rules;
        };
        compare_leaves<1>(with_special_cells(7, 6));
        compare_leaves<2>(with_special_cells(9, 9));
        compare_leaves<2>(with_special_cells(6, 19));
        compare_leaves<2>(with_special_cells(5, 20));
    }
}
