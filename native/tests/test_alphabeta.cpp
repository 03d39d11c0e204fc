#include "alphabeta/alphabeta.hpp"
#include "alphabeta/evaluate.hpp"
#include "check.hpp"
#include "evaluation/evaluator.hpp"
#include "games.hpp"
#include "networks.hpp"

using namespace dropfour;
using namespace dropfour::testing;

namespace {

using AnyNetwork = std::shared_ptr<const Network>;

Result result_of(const AnyBoard& board) {
    return read(board, [](const auto&, const auto& position) { return position.result; });
}

// Columns in which a disc of this player would win at once.
std::vector<int> winning_columns(const AnyBoard& board, int player) {
    Content content = dropfour::content(board);
    content.turn = player;
    std::vector<int> columns;
    for (const int column : legal_columns(board))
        if (result_of(*play(*with_content(board, content), column)) == won_by(player))
            columns.push_back(column);
    return columns;
}

// What a network says, by the definition in alphabeta.hpp, for the player to move.
int judged(const AnyBoard& board, const AnyNetwork& network, int ply) {
    const auto [first, bonus] = read(board, [](const auto& geometry, const auto&) {
        return std::pair(geometry.ending == Ending::first_pattern, geometry.bonus.any());
    });
    const Content now = content(board);
    std::vector<int> moves = legal_columns(board);
    if (first && !now.banning) {
        if (!winning_columns(board, now.turn).empty()) return win_score - (ply + 1);
        const auto threats = bonus ? std::vector<int>{} : winning_columns(board, now.turn ^ 1);
        if (threats.size() > 1) return ply + 2 - win_score;
        if (threats.size() == 1) moves = threats;
    }
    if (first && moves.size() == 1) {
        const AnyBoard next = *play(board, moves[0]);
        if (result_of(next) != Result::open) return 0;
        const int value = judged(next, network, ply + 1);
        return content(next).turn == now.turn ? value : -value;
    }
    Evaluator evaluator(network, Placements::of(board), Kernels::portable());
    evaluator.set(board);
    return first ? evaluator.outlook().logit : evaluator.outlook().margin;
}

// Minimax by its definition, all values seen by the player to move at the root.
int plain(const AnyBoard& board, int player, int depth, int ply, const AnyNetwork& network) {
    const auto [result, turn, ending] = std::visit(
        [](const auto& b) {
            return std::tuple(b.position.result, int{b.position.turn}, b.geometry->ending);
        },
        board);
    if (result != Result::open) {
        if (ending == Ending::full_board)
            return 64 * (points(board, player) - points(board, player ^ 1));
        if (result == Result::drawn) return 0;
        return result == won_by(player) ? win_score - ply : ply - win_score;
    }
    if (depth == 0 && network)
        return turn == player ? judged(board, network, ply) : -judged(board, network, ply);
    if (depth == 0) return evaluate(board, player);
    int best = 0;
    bool first = true;
    for (const int column : legal_columns(board)) {
        const int value = plain(*play(board, column), player, depth - 1, ply + 1, network);
        if (first || (turn == player ? value > best : value < best)) best = value;
        first = false;
    }
    return best;
}

void compare(const AnyBoard& board, int depth, bool every_column, const AnyNetwork& network = {}) {
    const int player = content(board).turn;
    Control control;
    const Report found = alphabeta(
        board, Limits{.depth = depth},
        {.table_megabytes = 1, .every_column = every_column, .network = network}, control);
    int best_column = -1, best = 0;
    std::vector<int> values;
    for (const int column : legal_columns(board)) {
        values.push_back(plain(*play(board, column), player, depth - 1, 1, network));
        if (best_column < 0 || values.back() > best) {
            best_column = column;
            best = values.back();
        }
    }
    CHECK_EQUAL(found.best, best_column);
    CHECK_EQUAL(found.line.front(), best_column);
    CHECK_EQUAL(found.columns.size(), values.size());
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (found.columns[i].column == best_column || every_column)
            CHECK_EQUAL(found.columns[i].score.value_or(-1), values[i]);
    }
}

}  // namespace

TEST(alphabeta_is_plain_minimax) {
    Stream random(2, 0);
    const AnyNetwork network = random_network(random);
    for (int game = 0; game < 150; ++game) {
        AnyBoard board = start(random_rules(random, 5, 5));
        for (std::vector<int> legal = legal_columns(board); !legal.empty();
             legal = legal_columns(board)) {
            if (random.below(4) == 0) compare(board, 1 + random.below(4), random.below(2) == 0);
            if (random.below(4) == 0)
                compare(board, 1 + random.below(3), random.below(2) == 0, network);
            board = *play(board, legal[random.below(static_cast<int>(legal.size()))]);
        }
    }
}

TEST(alphabeta_works_on_every_word_count) {
    for (const int side : {7, 10, 13, 15, 21, 32}) compare(start(grid(side, side)), 2, false);
}

TEST(a_stopped_search_still_has_a_move) {
    Control control;
    control.stop();
    const Report found = alphabeta(start(grid(7, 6)), {}, {}, control);
    CHECK_EQUAL(found.best, 0);
    CHECK_EQUAL(found.depth, 1);
    CHECK_EQUAL(found.columns.size(), 7u);
    CHECK(found.columns[0].score.has_value() && !found.columns[1].score.has_value());
}
