#include "greedy.hpp"

#include <tuple>

#include "evaluate.hpp"

namespace dropfour {
namespace {

constexpr auto powers_of_ten = [] {
    std::array<std::int64_t, max_pattern_cells + 1> powers{};  // by discs
    std::int64_t power = 1;
    for (std::size_t discs = 1; discs < powers.size(); ++discs) {
        powers[discs] = power;
        if (discs < 14) power *= 10;
    }
    return powers;
}();

// The sum over placements without discs of the opponent and bans of 0, 1, 10, 100, 1000, ... for
// 0, 1, 2, 3, 4, ... own discs. From 14 discs on a placement counts 10^13, so that the largest
// board cannot overflow: 10^13 * 256 patterns * 1024 cells is less than 2^63 / 2.
std::int64_t heuristic(const AnyBoard& board, int player) {
    return read(board, [&](const auto& geometry, const auto& position) {
        const auto& own = position.discs[player];
        std::int64_t total = 0;
        tally(geometry, own, position.occupied & ~own,
              [&](int discs, int, int n) { total += n * powers_of_ten[discs]; });
        return total;
    });
}

// Rises with the score from -1 to +1; a score of 1000, four own discs in Connect Square, is 0.5.
double squashed(std::int64_t score) {
    const double x = static_cast<double>(score) / 1000;
    return x / (1 + (x < 0 ? -x : x));
}

}  // namespace

Report greedy(const AnyBoard& board, bool opponent) {
    Report report;
    report.depth = 1;
    const int mover = read(board, [](auto&, auto& position) { return int{position.turn}; });
    std::tuple<bool, std::int64_t> best;
    for (const int column : legal_columns(board)) {
        const AnyBoard next = *play(board, column);
        const Result result = read(next, [](auto&, auto& position) { return position.result; });
        const bool wins = result == won_by(mover);
        std::int64_t score = heuristic(next, mover);
        if (opponent) score -= heuristic(next, mover ^ 1);
        ColumnReport found{.column = column, .value_for_mover = squashed(score), .score = score};
        if (result != Result::open) {
            const int value = wins ? 1 : result == Result::drawn ? 0 : -1;
            found.exact = Exact{value, 1, margin(next, mover)};
            found.value_for_mover = value;
        }
        if (report.best < 0 || std::tuple(wins, score) > best) {
            report.best = column;
            best = {wins, score};
        }
        report.columns.push_back(found);
        ++report.nodes;
    }
    report.line = {report.best};
    return report;
}

}  // namespace dropfour
