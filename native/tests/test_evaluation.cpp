#include "check.hpp"
#include "evaluation/evaluator.hpp"
#include "games.hpp"
#include "networks.hpp"

using namespace dropfour;
using namespace dropfour::testing;

namespace {

bool over(const AnyBoard& board) {
    return read(board, [](const auto&, const auto& position) { return position.over(); });
}

// By the definition: every input looked at, every row added.
Outlook outlook_of(const Network& network, const AnyBoard& board) {
    Network::Sums sums{};
    for (const int input : active_inputs(board))
        for (std::size_t i = 0; i < sums.size(); ++i) sums[i] += network.rows[input][i];
    const int mover = content(board).turn;
    const int lead = points(board, mover) - points(board, mover ^ 1);
    return Outlook::of(Kernels::portable().outputs(network, sums), lead, mover);
}

void check_equal(const Outlook& outlook, const Outlook& expected) {
    CHECK_EQUAL(outlook.logit, expected.logit);
    CHECK_EQUAL(outlook.margin, expected.margin);
    CHECK_EQUAL(outlook.mover, expected.mover);
}

// A random game there and back again, with and without vectors: every move is judged before it is
// played, after it, and from scratch.
void check_game(Stream& random, const std::shared_ptr<const Network>& network, const Rules& rules) {
    AnyBoard board = start(rules);
    if (over(board)) return;
    const auto placements = Placements::of(board);
    CHECK(placements != nullptr);
    std::array<Evaluator, 2> evaluators{Evaluator(network, placements),
                                        Evaluator(network, placements, Kernels::portable())};
    Evaluator fresh(network, placements);
    for (Evaluator& evaluator : evaluators) evaluator.set(board);
    std::vector<Outlook> expected{outlook_of(*network, board)};
    for (;;) {
        const std::vector<int> legal = legal_columns(board);
        const int column = legal[random.below(static_cast<int>(legal.size()))];
        board = *play(board, column);
        if (over(board)) break;
        expected.push_back(outlook_of(*network, board));
        for (Evaluator& evaluator : evaluators) {
            for (const int other : legal) evaluator.outlook_after(other);  // leaves no trace
            check_equal(evaluator.outlook_after(column), expected.back());
            evaluator.play(column);
            check_equal(evaluator.outlook(), expected.back());
        }
        fresh.set(board);
        check_equal(fresh.outlook(), expected.back());
    }
    for (; expected.size() > 1; expected.pop_back())
        for (Evaluator& evaluator : evaluators) {
            check_equal(evaluator.outlook(), expected.back());
            evaluator.undo();
        }
    for (Evaluator& evaluator : evaluators) check_equal(evaluator.outlook(), expected.back());
}

}  // namespace

TEST(evaluation_kept_up_move_by_move_is_the_one_by_definition) {
    Stream random(1, 0);
    // Sums of the second's rows are just within 16 bits, those of the third's are not.
    const std::array networks{random_network(random, 60), random_network(random, 2047),
                              random_network(random, 30000)};
    for (int game = 0; game < 300; ++game) {
        const bool large = game % 30 == 0;
        check_game(random, networks[game % 3],
                   random_rules(random, large ? 20 : 8, large ? 20 : 8));
    }
    check_game(random, networks[1], grid(9, 9, lines(8), Ending::full_board));
    check_game(random, networks[1], grid(10, 2, {lines(9)[1]}, Ending::full_board));
    check_game(random, networks[1], grid(32, 3, {lines(17)[1]}, Ending::full_board));
}

TEST(evaluation_declines_too_many_placements) {
    const auto accepted = [](int size) {
        std::vector<Pattern> patterns;
        for (int i = 1; i < size; ++i)
            for (int j = 1; j < size; ++j)
                for (int k = 1; k < size; ++k) patterns.push_back({{0, 0}, {i, j}, {j, k}, {k, i}});
        return Placements::of(start(grid(32, 32, patterns))) != nullptr;
    };
    CHECK(accepted(4));
    CHECK(!accepted(8));   // their cells are few enough, but not what they touch
    CHECK(!accepted(20));  // not even their cells
}

TEST(evaluation_knows_the_columns_that_win_at_once) {
    Stream random(2, 0);
    const auto network = random_network(random);
    for (int game = 0; game < 100; ++game) {
        AnyBoard board = start(random_rules(random, 8, 8));
        if (over(board)) continue;
        Evaluator evaluator(network, Placements::of(board));
        while (!over(board)) {
            evaluator.set(board);
            const std::vector<int> legal = legal_columns(board);
            for (const int player : {0, 1}) {
                std::uint32_t expected = 0;
                for (const Cell cell : winning_cells(board, player))
                    for (const int column : legal) {
                        Content with = content(*play(board, column));
                        const auto lands = [&](const auto& cells) {
                            return std::find(cells.begin(), cells.end(), cell) != cells.end();
                        };
                        if (cell.column == column &&
                            (lands(with.discs[0]) || lands(with.discs[1]) || lands(with.bans)))
                            expected |= 1u << column;
                    }
                CHECK_EQUAL(evaluator.ready(player), expected);
            }
            board = *play(board, legal[random.below(static_cast<int>(legal.size()))]);
        }
    }
}

TEST(evaluation_is_the_same_with_and_without_vectors) {
    Stream random(3, 0);
    const auto network = random_network(random);
    const Kernels& fastest = Kernels::fastest(*network);
    const auto any = [&](int below) { return static_cast<std::uint16_t>(random.below(below)); };
    std::vector<Change> patterns, others;
    for (int i = 0; i < 500; ++i) {
        Network::Sums sums{}, with, without;
        fill(sums, random, 3000);
        patterns.push_back({any(2 * PatternRows::others), any(2 * PatternRows::others)});
        others.push_back({any(inputs::count + 1), any(inputs::count + 1)});
        const Changes changes{patterns, i % 2, others};
        fastest.change(*network, changes, sums, with);
        Kernels::portable().change(*network, changes, sums, without);
        CHECK(with == without);
        CHECK(fastest.outputs(*network, with) == Kernels::portable().outputs(*network, without));
    }
}
