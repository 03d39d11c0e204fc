#include <map>
#include <numeric>
#include <thread>

#include "check.hpp"
#include "games.hpp"
#include "uct/leaf.hpp"
#include "uct/uct.hpp"
#include "uct/uct_tree.hpp"

using namespace dropfour;
using namespace dropfour::testing;

namespace {

// Grows a tree of random shape; every node has its own number, in `visits`.
void grow(UctTree& tree, int families, std::uint64_t seed) {
    Stream random(seed, 0);
    std::uint32_t number = 1;
    for (int i = 0; i < families; ++i) {
        UctNode& parent =
            tree[static_cast<std::uint32_t>(random.below(static_cast<int>(tree.size())))];
        if (parent.children != 0) continue;
        const int count = 1 + random.below(9);
        UctNode* child = tree.add_children(parent, count);
        for (int j = 0; j < count; ++j) {
            child[j].clear(j, 0);
            child[j].visits = number++;
        }
    }
}

// Path to number, for all nodes below one.
void collect(const UctTree& tree, std::uint32_t node, std::vector<int> path,
             std::map<std::vector<int>, std::uint32_t>& found) {
    found[path] = tree[node].visits;
    for (int i = 0; i < tree[node].child_count(); ++i) {
        const std::uint32_t child = tree[node].children + static_cast<std::uint32_t>(i);
        path.push_back(static_cast<int>(tree[child].column));
        collect(tree, child, path, found);
        path.pop_back();
    }
}

UctSettings settings(int threads) {
    UctSettings result;
    result.threads = threads;
    result.memory_bytes = 8 << 20;
    return result;
}

std::uint64_t visits_of(const Report& report) {
    return std::accumulate(
        report.columns.begin(), report.columns.end(), std::uint64_t{0},
        [](std::uint64_t sum, const ColumnReport& column) { return sum + column.visits; });
}

}  // namespace

TEST(games_of_a_leaf_end_alike_one_by_one_and_by_turns) {
    Stream random(11, 0);
    for (int board = 0; board < 300; ++board) {
        Rules rules = random_rules(random, 10, 9);  // one or two words
        if (board % 2 == 0) rules.patterns = lines(4);
        if (board % 4 == 0) rules.bonus.clear();
        std::visit(
            [&]<int N>(const Board<N>& b) {
                for (const Policy policy : {Policy::uniform, Policy::wins, Policy::blocks}) {
                    const auto evaluate = leaf_evaluator(*b.geometry, policy);
                    const auto won = [&](std::uint64_t first, int count) {
                        return evaluate(*b.geometry, b.position, {7, first, count}).won;
                    };
                    std::array<int, 2> alone{};
                    for (std::uint64_t number = 0; number < 9; ++number)
                        for (int player = 0; player < 2; ++player)
                            alone[player] += won(number, 1)[player];
                    CHECK(won(0, 9) == alone);
                }
            },
            start(rules));
    }
}

TEST(a_tree_keeps_exactly_what_is_below_its_new_root) {
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
        UctTree tree(1 << 20);
        grow(tree, 1 + static_cast<int>(seed), seed);
        Stream random(seed, 1);
        const auto node = static_cast<std::uint32_t>(random.below(static_cast<int>(tree.size())));
        std::map<std::vector<int>, std::uint32_t> before, after;
        collect(tree, node, {}, before);
        CHECK(tree.keep_only(node, [] { return false; }));
        collect(tree, 0, {}, after);
        CHECK(before == after);
        CHECK_EQUAL(tree.size(), after.size());
    }
}

TEST(a_stop_while_the_tree_is_tidied_leaves_it_empty) {
    UctTree tree(1 << 20);
    grow(tree, 100, 1);
    CHECK(!tree.keep_only(1, [] { return true; }));
    CHECK_EQUAL(tree.size(), 1u);
    CHECK_EQUAL(tree.root().child_count(), 0);
}

TEST(threads_search_report_and_stop) {
    const AnyBoard board = start(grid(8, 8));
    Uct uct(settings(3));
    Control control;
    Report report;
    std::thread search([&] { report = uct.search(board, {}, control); });
    std::uint64_t playouts = 0;
    for (int reports = 0; reports < 5;) {
        control.want_report();
        if (const auto seen = control.take_report()) {
            CHECK(seen->playouts >= playouts);
            CHECK_EQUAL(visits_of(*seen), seen->playouts);
            playouts = seen->playouts;
            ++reports;
        }
        std::this_thread::yield();
    }
    control.stop();
    search.join();
    CHECK(report.playouts >= playouts);
    CHECK_EQUAL(visits_of(report), report.playouts);
}

TEST(threads_stop_when_one_of_them_has_a_proof) {
    AnyBoard board = start(grid(7, 6));
    for (const int column : {3, 3, 2, 2}) board = play(board, column).value();
    Uct uct(settings(4));
    Control control;
    const Report report = uct.search(board, {}, control);
    CHECK(report.best == 1 || report.best == 4);
    CHECK_EQUAL(report.columns[static_cast<std::size_t>(report.best)].exact->value, 1);
}

TEST(threads_play_games_with_kept_trees) {
    for (int number = 0; number < 12; ++number) {
        Stream random(21, number);
        AnyBoard board = start(random_rules(random, 9, 9));
        Uct uct(settings(2));
        while (!legal_columns(board).empty()) {
            Control control;
            const Report report = uct.search(board, {.playouts = 101}, control);
            CHECK(report.playouts <= 101);
            CHECK_EQUAL(report.columns.size(), legal_columns(board).size());
            board = play(board, report.best).value();
        }
    }
}

TEST(a_search_is_resumed_where_it_ended) {
    const AnyBoard board = start(grid(7, 6));
    for (const int threads : {1, 2}) {
        Uct uct(settings(threads)), other(settings(threads));
        Control control;
        uct.search(board, {.playouts = 500}, control);
        const Report more = uct.search(board, {.playouts = 1200}, control, true);
        CHECK_EQUAL(more.playouts, 1200u);  // of which 500 were there
        CHECK_EQUAL(visits_of(more), 1200u);
        CHECK_EQUAL(uct.search(board, {.playouts = 300}, control).playouts, 300u);
        const Report at_once = other.search(board, {.playouts = 1200}, control);
        for (std::size_t i = 0; i < at_once.columns.size(); ++i) {
            CHECK_EQUAL(more.columns[i].visits, at_once.columns[i].visits);
            CHECK_EQUAL(at_once.columns[i].line.front(), at_once.columns[i].column);
        }
    }
}

// A leaf's playouts come two at a time.
TEST(limits_of_playouts_are_met_exactly_and_cutting_there_changes_nothing) {
    const AnyBoard board = start(grid(7, 6));
    Uct cut(settings(1)), whole(settings(1));
    Control control;
    for (const std::uint64_t limit : {1, 2, 5, 28, 99, 100, 101, 500}) {
        const Report report = cut.search(board, {.playouts = limit}, control, limit > 1);
        CHECK_EQUAL(report.playouts, limit);
        CHECK_EQUAL(visits_of(report), limit);
    }
    const Report more = cut.search(board, {.playouts = 600}, control, true);
    const Report at_once = whole.search(board, {.playouts = 600}, control);
    for (std::size_t i = 0; i < at_once.columns.size(); ++i) {
        CHECK_EQUAL(more.columns[i].visits, at_once.columns[i].visits);
        CHECK_EQUAL(more.columns[i].wins, at_once.columns[i].wins);
    }
}

TEST(the_next_search_does_not_tell_the_last_ones_news) {
    Control control;
    control.publish(Report{});
    control.renew();
    CHECK(!control.take_report());
}
