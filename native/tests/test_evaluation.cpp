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

void check_outlook(const Evaluator& evaluator, Evaluator& fresh, const AnyBoard& board) {
    CHECK(evaluator.inputs() == active_inputs(board));
    fresh.set(board);
    const Outlook kept = evaluator.outlook(), anew = fresh.outlook();
    CHECK_EQUAL(kept.logit, anew.logit);
    CHECK_EQUAL(kept.margin, anew.margin);
}

}  // namespace

TEST(evaluation_kept_up_move_by_move_is_the_one_from_scratch) {
    Stream random(1, 0);
    const auto network = random_network(random);
    for (int game = 0; game < 300; ++game) {
        const bool large = game % 30 == 0;
        const Rules rules = random_rules(random, large ? 20 : 8, large ? 20 : 8);
        std::vector<AnyBoard> boards{start(rules)};
        if (over(boards[0])) continue;
        const auto placements = Placements::of(boards[0]);
        CHECK(placements != nullptr);
        Evaluator evaluator(network, placements);
        Evaluator fresh(network, placements, Network::portable());
        evaluator.set(boards[0]);
        for (;;) {
            const std::vector<int> legal = legal_columns(boards.back());
            const int column = legal[random.below(static_cast<int>(legal.size()))];
            const AnyBoard next = *play(boards.back(), column);
            if (over(next)) break;
            evaluator.play(column);
            boards.push_back(next);
            check_outlook(evaluator, fresh, next);
        }
        while (boards.size() > 1) {  // and back again
            boards.pop_back();
            evaluator.undo();
            check_outlook(evaluator, fresh, boards.back());
        }
    }
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
    std::vector<std::uint16_t> some, others;
    for (int i = 0; i < 500; ++i) {
        Network::Sums sums{};
        fill(sums, random, 3000);
        some.push_back(static_cast<std::uint16_t>(random.below(inputs::count)));
        others.push_back(static_cast<std::uint16_t>(random.below(inputs::count)));
        Network::Sums with = sums, without = sums;
        Network::fastest().change(*network, some, others, with);
        Network::portable().change(*network, some, others, without);
        CHECK(with == without);
        CHECK(Network::fastest().outputs(*network, with) ==
              Network::portable().outputs(*network, without));
    }
}
