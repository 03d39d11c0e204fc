#include "check.hpp"
#include "games.hpp"
#include "playout/montecarlo.hpp"
#include "playout/playout.hpp"

using namespace dropfour;
using namespace dropfour::testing;

namespace {

Totals totals(const AnyBoard& board, Policy policy, Kernel kernel, int threads = 1,
              std::uint64_t first = 0, std::uint64_t count = 300) {
    const PlayoutSettings settings{policy, {}, 7, threads, kernel};
    return playouts(board, settings, first, count, Control());
}

// Some random moves on, but not to the end.
AnyBoard later(AnyBoard board, Stream& random) {
    for (int plies = random.below(20); plies > 0; --plies) {
        const std::vector<int> columns = legal_columns(board);
        const auto next =
            play(board,
                 columns[static_cast<std::size_t>(random.below(static_cast<int>(columns.size())))]);
        if (legal_columns(*next).empty()) break;
        board = *next;
    }
    return board;
}

}  // namespace

TEST(all_kernels_play_the_same_games) {
    Stream random(3, 1);
    for (int trial = 0; trial < 150; ++trial) {
        const AnyBoard board = later(start(random_rules(random, 14, 15)), random);
        for (const Policy policy : {Policy::uniform, Policy::wins, Policy::weighted}) {
            const Totals expected = totals(board, policy, Kernel::scalar);
            CHECK_EQUAL(expected.count(), 300u);
            for (const Kernel kernel : kernels()) CHECK(totals(board, policy, kernel) == expected);
        }
    }
}

TEST(threads_and_splits_change_no_total) {
    const AnyBoard board = start(grid(7, 6));
    const auto part = [&](int threads, std::uint64_t first, std::uint64_t count) {
        return totals(board, Policy::wins, Kernel::automatic, threads, first, count);
    };
    const Totals whole = part(1, 0, 20'000);
    CHECK(part(2, 0, 20'000) == whole);
    CHECK(part(5, 0, 20'000) == whole);
    Totals sum = part(2, 0, 4097);
    sum += part(1, 4097, 20'000 - 4097);
    CHECK(sum == whole);
}

TEST(a_stopped_control_ends_the_playouts) {
    Control control;
    control.stop();
    const Totals none = playouts(start(grid(7, 6)), {}, 0, std::uint64_t{1} << 40, control);
    CHECK_EQUAL(none.count(), 0u);
}

TEST(monte_carlo_with_threads_gives_the_numbers_of_one) {
    const AnyBoard board = start(grid(7, 6));
    for (const Allocation allocation : {Allocation::even, Allocation::ucb1, Allocation::halving}) {
        MonteCarloSettings settings;
        settings.allocation = allocation;
        settings.total = 60'000;
        Control control;
        const Report one = monte_carlo(board, settings, control);
        settings.playouts.threads = 4;
        const Report four = monte_carlo(board, settings, control);
        CHECK_EQUAL(one.best, four.best);
        CHECK_EQUAL(one.playouts, 60'000u);
        for (std::size_t i = 0; i < one.columns.size(); ++i) {
            CHECK_EQUAL(one.columns[i].visits, four.columns[i].visits);
            CHECK_EQUAL(one.columns[i].wins, four.columns[i].wins);
        }
    }
}

TEST(a_stopped_monte_carlo_plays_no_game_and_has_a_move) {
    Control control;
    control.stop();
    const Report report = monte_carlo(start(grid(7, 6)), {}, control);
    CHECK_EQUAL(report.playouts, 0u);
    CHECK_EQUAL(report.best, 3);
}
