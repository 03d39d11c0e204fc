#include <set>
#include <thread>

#include "brute_force.hpp"
#include "check.hpp"
#include "games.hpp"
#include "search/cpu.hpp"
#include "solver/inquiry.hpp"

using namespace dropfour;
using namespace dropfour::testing;

namespace {

constexpr int rule_sets = 3000;
constexpr std::size_t table_bytes = 1 << 20;

// Every position is visited by playing at random; the same game for every word count.
template <int N>
Position<N> play_columns(const Geometry<N>& geometry, const std::vector<int>& columns) {
    auto position = Position<N>::start(geometry);
    for (const int column : columns)
        position.play(geometry, position.landing(geometry) & geometry.column_cells[column]);
    return position;
}

template <int N>
Solution answer(const Board<N>& board, Team<N>& team) {
    Control control;
    Task task;
    task.every_column = true;
    return Inquiry<N>(board, team, nullptr, task, control).answer();
}

void compare(const Solution& solution, BruteForce& oracle, const Geometry<1>& geometry,
             const Position<1>& position) {
    const int score = oracle.score(position);
    CHECK(solution.solved);
    CHECK_EQUAL(solution.score.lower, score);
    CHECK_EQUAL(solution.score.upper, score);
    if (position.over()) return;
    std::set<int> best;
    std::size_t number = 0;
    for_each_bit(position.landing(geometry), [&](int bit) {
        const int column = geometry.cell(bit).column;
        const int worth = oracle.after(position, Bits<1>::one(bit));
        CHECK_EQUAL(solution.columns[number].column, column);
        CHECK_EQUAL(solution.columns[number].score.lower, worth);
        CHECK_EQUAL(solution.columns[number].score.upper, worth);
        if (worth == score) best.insert(column);
        ++number;
    });
    CHECK((std::set<int>(solution.best.begin(), solution.best.end()) == best));

    // The line is best play to the end, the centre-most best column at every step.
    Position<1> at = position;
    for (const int column : solution.line) {
        const Bits<1> cell = at.landing(geometry) & geometry.column_cells[column];
        CHECK_EQUAL(oracle.after(at, cell), oracle.score(at));
        const auto from_centre = [&](int c) { return std::abs(2 * c - (geometry.columns - 1)); };
        for_each_bit(at.landing(geometry), [&](int bit) {
            const int other = geometry.cell(bit).column;
            const auto better =
                std::pair(from_centre(other), other) < std::pair(from_centre(column), column);
            CHECK(!better || oracle.after(at, Bits<1>::one(bit)) < oracle.score(at));
        });
        at.play(geometry, cell);
    }
    CHECK(at.over());
    CHECK_EQUAL(static_cast<int>(solution.line.size()), solution.exact()->plies.value());
}

// One rule set, solved from the start and from positions of one random game, with one table.
template <int N>
void compare_rules(std::uint64_t number, int max_cells) {
    Stream random(11, number);
    const Rules rules = small_rules(random, max_cells);
    const auto geometry = std::make_shared<const Geometry<1>>(rules);
    BruteForce oracle(*geometry);
    const auto wide = std::make_shared<const Geometry<N>>(rules);
    Team<N> team(make_engine(wide, table_bytes, wide->bonus.any()));
    auto position = Position<1>::start(*geometry);
    std::vector<int> game;
    for (;;) {
        const Board<N> board{wide, play_columns(*wide, game)};
        compare(answer(board, team), oracle, *geometry, position);
        const Bits<1> landing = position.landing(*geometry);
        if (landing.none()) break;
        for (int plies = 1 + random.below(2); plies > 0 && !position.over(); --plies) {
            std::vector<int> cells;
            for_each_bit(position.landing(*geometry), [&](int bit) { cells.push_back(bit); });
            const int bit = cells[random.below(static_cast<int>(cells.size()))];
            game.push_back(geometry->cell(bit).column);
            position.play(*geometry, Bits<1>::one(bit));
        }
    }
}

}  // namespace

TEST(solver_agrees_with_brute_force) {
    for (int number = 0; number < rule_sets; ++number)
        compare_rules<1>(number, number % 8 == 0 ? 16 : 12);
}

TEST(solver_of_two_words_agrees_with_brute_force) {
    for (int number = 0; number < 300; ++number) compare_rules<2>(number, 12);
}

TEST(solver_of_seventeen_words_agrees_with_brute_force) {
    for (int number = 0; number < 30; ++number) compare_rules<17>(number, 10);
}

// Whatever is tried first; and when there is no time the columns that keep it are still open.
TEST(a_column_that_keeps_a_value_is_found) {
    int wins = 0, only_ones = 0;
    for (int number = 0; number < 500; ++number) {
        Stream random(15, number);
        const auto geometry = std::make_shared<const Geometry<1>>(small_rules(random, 12));
        BruteForce oracle(*geometry);
        Team<1> team(make_engine(geometry, table_bytes, geometry->bonus.any()));
        auto position = Position<1>::start(*geometry);
        while (!position.over()) {
            std::vector<int> columns;
            std::set<int> keepers;
            const int value = sign(oracle.score(position));
            for_each_bit(position.landing(*geometry), [&](int bit) {
                const int column = geometry->cell(bit).column;
                columns.insert(columns.begin() + random.below(columns.size() + 1), column);
                if (oracle.after(position, Bits<1>::one(bit)) >= value) keepers.insert(column);
            });
            for (const bool in_time : {false, true}) {
                if (value < 0) break;
                Control control;
                if (!in_time) control.stop();
                Task task;
                task.keep = value;
                task.order = columns;
                const Board<1> board{geometry, position};
                const auto found = Inquiry<1>(board, team, nullptr, task, control).answer();
                const std::set<int> open(found.best.begin(), found.best.end());
                CHECK(found.solved || !in_time);
                if (found.solved) {
                    CHECK_EQUAL(open.size(), 1u);
                    CHECK(keepers.contains(found.best[0]));
                } else {
                    for (const int column : keepers) CHECK(open.contains(column));
                }
                wins += value > 0;
                only_ones += keepers.size() == 1 && columns.size() > 1;
            }
            const int column = columns[0];
            position.play(*geometry, position.landing(*geometry) & geometry->column_cells[column]);
        }
    }
    CHECK(wins > 100 && only_ones > 100);
}

// Positions with so many free cells that near ends are asked for first.
TEST(the_order_of_questions_changes_no_score) {
    int soon = 0;
    for (int number = 0; number < 600; ++number) {
        Stream random(14, number);
        Rules rules = random_rules(random, 6, 6);
        rules.ending = Ending::first_pattern;
        if (number % 3 != 0) rules.bonus.clear();
        const auto geometry = std::make_shared<const Geometry<1>>(rules);
        auto position = Position<1>::start(*geometry);
        while (!position.over() && geometry->free_cells(position.occupied) > 21) {
            Bits<1> cells = position.landing(*geometry);
            for (int skip = random.below(cells.count()); skip > 0; --skip)
                cells = cells.without_lowest();
            position.play(*geometry, Bits<1>::one(cells.lowest()));
        }
        const int left = geometry->free_cells(position.occupied);
        if (position.over() || left < 18) continue;
        Team<1> team(make_engine(geometry, table_bytes, geometry->bonus.any()));
        const Solution solution = answer(Board<1>{geometry, position}, team);
        CHECK(solution.solved && solution.score.exact());
        soon += std::abs(solution.score.lower) > left - 9;
        const auto again = make_engine(geometry, table_bytes, geometry->bonus.any());
        Control control;
        Worker worker(control, 0, 0);
        const int score = again->search(worker)->value(position, -no_score, no_score);
        CHECK_EQUAL(solution.score.lower, score);
    }
    CHECK(soon > 10);
}

TEST(threads_change_no_score) {
    std::vector<Rules> games{grid(6, 5), grid(5, 6), grid(5, 5)};  // enough cells to share them
    games[1].ending = Ending::full_board;
    games[2].bonus = {{2, 1}, {4, 4}};
    for (int number = 0; number < 40; ++number) {
        Stream random(12, number);
        games.push_back(random_rules(random, 5, 4));
    }
    for (const Rules& rules : games) {
        const AnyBoard board = start(rules);
        Solution solutions[2];
        for (const int threads : {1, 3}) {
            Solver solver(board, table_bytes);
            Control control;
            Task task;
            task.every_column = true;
            task.threads = threads;
            solutions[threads > 1] = solver.solve(board, task, control);
        }
        CHECK(solutions[0].solved && solutions[1].solved);
        CHECK(solutions[0].score == solutions[1].score);
        CHECK(solutions[0].best == solutions[1].best);
        CHECK(solutions[0].line == solutions[1].line);
        for (std::size_t i = 0; i < solutions[0].columns.size(); ++i)
            CHECK(solutions[0].columns[i].score == solutions[1].columns[i].score);
    }
}

TEST(a_stopped_solver_ends_and_a_limit_is_kept) {
    const AnyBoard board = start(grid(12, 10));
    Solver solver(board, table_bytes);
    for (const int threads : {1, 2}) {
        Control control;
        Task task;
        task.threads = threads;
        std::thread stopper([&] { control.stop(); });
        CHECK(!solver.solve(board, task, control).solved);
        stopper.join();
    }
    Control control;
    Task task;
    task.nodes = 777;
    const Solution solution = solver.solve(board, task, control);
    CHECK(!solution.solved);
    CHECK_EQUAL(solution.nodes, 777u);
    CHECK(solution.score.lower <= 0 && solution.score.upper >= 0);
}

#if defined(__x86_64__)
template <int N>
void compare_processors(const Rules& rules) {
    const auto geometry = std::make_shared<const Geometry<N>>(rules);
    const Board<N> board{geometry, Position<N>::start(*geometry)};
    const bool bans = geometry->bonus.any();
    Team<N> plain(make_engine(geometry, table_bytes, bans));
    Team<N> fast(make_engine_avx2(geometry, table_bytes, bans));
    const Solution a = answer(board, plain), b = answer(board, fast);
    CHECK(a.score == b.score && a.line == b.line);
    CHECK_EQUAL(a.nodes, b.nodes);
}

TEST(processors_change_no_node) {
    if (!has_avx2()) return;
    std::vector<Rules> games{grid(5, 5), grid(10, 2), grid(16, 1)};
    for (int number = 0; number < 300; ++number) {
        Stream random(13, number);
        games.push_back(small_rules(random, 14));
    }
    for (const Rules& rules : games) {
        compare_processors<1>(rules);
        compare_processors<2>(rules);
    }
    Rules tower = grid(5, 3);  // too tall for lanes of two words
    tower.heights[2] = 20;
    compare_processors<2>(tower);
}
#endif
