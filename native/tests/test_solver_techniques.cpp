// Each technique of the solver alone, against brute force.
#include <map>

#include "brute_force.hpp"
#include "check.hpp"
#include "solver/engine_for.hpp"
#include "solver/lanes.hpp"

using namespace dropfour;
using namespace dropfour::testing;

namespace {

// Calls visit(lattice, oracle, position) for all positions of a random game.
template <class Visit>
void for_a_game(const Rules& rules, Stream& random, Visit&& visit) {
    const auto geometry = std::make_shared<const Geometry<1>>(rules);
    const Lattice<1> lattice(geometry);
    BruteForce oracle(*geometry);
    auto position = Position<1>::start(*geometry);
    while (!position.over()) {
        visit(lattice, oracle, position);
        Bits<1> cells = position.landing(*geometry);
        for (int skip = random.below(cells.count()); skip > 0; --skip)
            cells = cells.without_lowest();
        position.play(*geometry, Bits<1>::one(cells.lowest()));
    }
}

// The same on many boards, a game on each.
template <class Visit>
void for_many_positions(std::uint64_t seed, int rule_sets, bool with_bonus, Ending ending,
                        Visit&& visit) {
    for (int number = 0; number < rule_sets; ++number) {
        Stream random(seed, number);
        Rules rules = small_rules(random, number % 4 == 0 ? 15 : 12);
        if (!with_bonus) rules.bonus.clear();
        rules.ending = ending;
        for_a_game(rules, random, visit);
    }
}

Position<1> position_of(const Lattice<1>& lattice, const Node<1>& node, int turn) {
    Position<1> position;
    position.discs[turn] = node.own;
    position.discs[turn ^ 1] = node.theirs;
    position.occupied = node.occupied;
    position.turn = static_cast<std::uint8_t>(turn);
    finish_setup(*lattice.geometry, position);
    return position;
}

}  // namespace

TEST(too_few_cells_and_open_lines_hold) {
    int closed = 0;
    const auto visit = [&](const auto& lattice, BruteForce& oracle, const Position<1>& position) {
        const Node<1> node = node_of(lattice, position);
        const int score = oracle.score(position);
        if (position.banning || !wins_at_once(lattice, node)) {
            const Range range = too_few_cells(node.left);
            CHECK(range.lower <= score && score <= range.upper);
        }
        if (!can_still_win(lattice, node.own, node.occupied)) CHECK(score <= 0), ++closed;
        if (!can_still_win(lattice, node.theirs, node.occupied)) CHECK(score >= 0), ++closed;
    };
    for_many_positions(21, 600, true, Ending::first_pattern, visit);
    CHECK(closed > 500);
}

TEST(who_answers_on_top_keeps_the_other_from_upright_pairs) {
    int more_than_open_lines = 0, with_bans = 0;
    const auto visit = [&](const auto& lattice, BruteForce& oracle, const Position<1>& position) {
        if (position.banning || (lattice.bonus & ~position.occupied).any()) return;
        Node<1> node = node_of(lattice, position);
        if (node.left > 13) return;  // too many for brute force
        if (wins_at_once(lattice, node) || settle(lattice, node).decided) return;
        with_bans += position.bans(*lattice.geometry).any();
        const int score = oracle.score(position_of(lattice, node, 0));
        const auto answered = [&](const Bits<1>& discs) {
            const bool open = can_beat_answers(lattice, discs, node.occupied);
            more_than_open_lines += !open && can_still_win(lattice, discs, node.occupied);
            return !open;
        };
        if (answered(node.own)) CHECK(score <= 0);
        if (answered(node.theirs)) CHECK(score >= 0);
    };
    for_many_positions(30, 1500, false, Ending::first_pattern, visit);
    for_many_positions(31, 600, true, Ending::first_pattern, visit);
    // Larger ones, where a pattern that is open can still be completed by force.
    const std::vector<Pattern> square{{{0, 0}, {0, 1}, {1, 0}, {1, 1}}};
    for (int number = 0; number < 300; ++number) {
        Stream random(32, number);
        for_a_game(number % 2 == 0 ? grid(6, 4, square) : grid(5, 5), random, visit);
    }
    CHECK(with_bans > 50);
    CHECK(more_than_open_lines > 500);
}

TEST(forced_moves_keep_the_score) {
    int decided = 0, chains = 0;
    const auto visit = [&](const auto& lattice, BruteForce& oracle, const Position<1>& position) {
        Node<1> node = node_of(lattice, position);
        const int score = oracle.score(position), left = node.left;
        if (wins_at_once(lattice, node)) {
            CHECK_EQUAL(score, node.left);
            return;
        }
        const Settled<1> settled = settle(lattice, node);
        if (settled.decided) {
            CHECK_EQUAL(settled.score, score);
            ++decided;
            return;
        }
        CHECK(settled.moves.several());
        CHECK(!wins_at_once(lattice, node));
        CHECK_EQUAL(settled.flipped, (left - node.left) % 2 != 0);
        const int later = oracle.score(position_of(lattice, node, 0));
        CHECK_EQUAL(settled.flipped ? -later : later, score);
        const Range range = too_few_cells_settled(node.left);
        CHECK(range.lower <= later && later <= range.upper);
        chains += node.left < left;
    };
    for_many_positions(22, 800, false, Ending::first_pattern, visit);
    CHECK(decided > 1000);
    CHECK(chains > 50);
}

// Scores say when the game ends, so brute force knows who wins within how many plies.
TEST(wins_within_a_few_plies_are_found) {
    int three = 0, five = 0, late = 0;
    LastRight<1> last_right{};
    const auto visit = [&](const auto& lattice, BruteForce& oracle, const Position<1>& position) {
        Node<1> node = node_of(lattice, position);
        if (wins_at_once(lattice, node)) return;
        const Settled<1> settled = settle(lattice, node);
        if (settled.decided) return;
        const int score = oracle.score(position_of(lattice, node, 0));
        const bool in_three = score == node.left - 2;
        CHECK_EQUAL(wins_in_three(lattice, node, settled.moves), in_three);
        if (LaneLattice<1>::fits(*lattice.geometry)) {
            const LaneLattice<1> in_lanes(lattice.geometry);
            CHECK_EQUAL(wins_in_three(in_lanes, node, settled.moves), in_three);
        }
        three += in_three;
        five += score == node.left - 4;
        Control control;
        Worker worker(control, 0, 0);
        for (int plies = 3; plies <= std::min(FirstTuning::soon_plies, node.left); ++plies)
            for (const bool mover : {true, false}) {
                const bool wins = (mover ? score : -score) > node.left - plies;
                CHECK_EQUAL(
                    wins_soon(lattice, worker, node, settled.moves, plies, mover, last_right),
                    wins);
                late += plies > 4 && wins;
            }
    };
    for_many_positions(28, 1000, false, Ending::first_pattern, visit);
    for (int number = 0; number < 1500; ++number) {  // columns that hold more than a line of four
        Stream random(29, number);
        for_a_game(grid(4, 6), random,
                   [&](const auto& lattice, auto& oracle, const auto& position) {
                       if (lattice.geometry->free_cells(position.occupied) <= 12)
                           visit(lattice, oracle, position);
                   });
    }
    CHECK(three > 50);
    CHECK(five > 20);
    CHECK(late > 100);
}

TEST(follow_up_bounds_hold) {
    int found = 0, negative = 0;
    const auto visit = [&](const auto& lattice, BruteForce& oracle, const Position<1>& position) {
        const Node<1> node = node_of(lattice, position);
        if (wins_at_once(lattice, node)) return;
        const int score = oracle.score(position);
        for (int wanted = 0; wanted >= -node.left; --wanted) {
            const int upper = FollowUp<Lattice<1>>(lattice, node).upper(wanted);
            if (upper == no_bound) continue;
            CHECK(upper <= wanted);
            CHECK(score <= upper);
            ++found;
            negative += upper < 0;
        }
    };
    for_many_positions(23, 4000, false, Ending::first_pattern, visit);
    CHECK(found > 3000);
    CHECK(negative > 500);
}

TEST(bounds_of_the_margin_hold) {
    int narrower = 0, followed = 0, exact = 0;
    const auto visit = [&](const auto& lattice, BruteForce& oracle, const Position<1>& position) {
        const PointsNode<1> node = points_node(lattice, position);
        const int margin = oracle.score(position);
        const bool with_bans = position.banning || (lattice.bonus & ~position.occupied).any();
        const Range open = open_patterns(lattice, node, true);
        const Range answered = open_patterns(lattice, node, with_bans);
        const Range range = points_range(lattice, node);
        for (const Range& each : {open, answered, range})
            CHECK(each.lower <= margin && margin <= each.upper);
        narrower += answered.upper < open.upper;
        followed += range.upper < answered.upper;
        exact += range.exact();
    };
    for_many_positions(24, 300, true, Ending::full_board, visit);
    for_many_positions(25, 700, false, Ending::full_board, visit);
    CHECK(narrower > 500);
    CHECK(followed > 500);
    CHECK(exact > 500);
}

TEST(the_cell_under_a_cell_is_the_one_filled_before) {
    Rules rules = grid(3, 6);
    rules.blocked = {{1, 2}, {1, 3}, {2, 0}};
    const Lattice<1> lattice(std::make_shared<const Geometry<1>>(rules));
    const auto cell = [&](int column, int row) {
        return Bits<1>::one(lattice.geometry->bit({column, row}));
    };
    CHECK((lattice.under(cell(0, 3)) & lattice.board) == cell(0, 2));
    CHECK((lattice.under(cell(1, 4)) & lattice.board) == cell(1, 1));
    CHECK((lattice.under(cell(2, 1)) & lattice.board).none());
}

// Holes under a disc are filled: only free cells matter. Returns how many lines and holes there
// were.
template <int N>
std::pair<int, int> compare_lanes(const Rules& rules, Stream& random) {
    int completed = 0, holes = 0;
    const auto geometry = std::make_shared<const Geometry<N>>(rules);
    const Lattice<N> plain(geometry);
    if (!LaneLattice<N>::fits(*geometry)) return {};
    const LaneLattice<N> in_lanes(geometry);
    auto position = Position<N>::start(*geometry);
    while (!position.over()) {
        const Bits<N> own = position.discs[position.turn] & geometry->counting;
        const Bits<N> free = plain.board & ~position.occupied;
        CHECK((in_lanes.completing(own) & free) == (plain.completing(own) & free));
        CHECK(in_lanes.completing_any(own | free) == plain.completing_any(own | free));
        CHECK(in_lanes.completes(own | free) == plain.completes(own | free));
        CHECK_EQUAL(in_lanes.count(own | free), plain.count(own | free));
        CHECK_EQUAL(in_lanes.open_to_answers(own, free), plain.open_to_answers(own, free));
        CHECK_EQUAL(in_lanes.count_open_to_answers(own, free),
                    plain.count_open_to_answers(own, free));
        completed += plain.completes(own | free);
        holes += (plain.completing(own) & free).count();
        Bits<N> cells = position.landing(*geometry);
        for (int skip = random.below(cells.count()); skip > 0; --skip)
            cells = cells.without_lowest();
        position.play(*geometry, Bits<N>::one(cells.lowest()));
    }
    return {completed, holes};
}

TEST(lines_in_lanes_are_the_same_lines) {
    int completed = 0, holes = 0;
    for (int number = 0; number < 300; ++number) {
        Stream random(25, number);
        Rules rules = random_rules(random, 8, 6);
        if (number % 4 != 0) rules.patterns = lines(4);
        if (number % 3 ==
            0) {  // two words, which are shifted by less than one up to a height of 19
            rules.heights.assign(number % 2 == 0 ? 5 : 11, number % 2 == 0 ? 18 + number % 5 : 10);
            rules.blocked.clear();
            rules.dead.clear();
            rules.bonus.clear();
        }
        const auto [lines, gaps] =
            number % 3 == 0 ? compare_lanes<2>(rules, random) : compare_lanes<1>(rules, random);
        completed += lines;
        holes += gaps;
    }
    CHECK(completed > 100 && holes > 100);
}

TEST(mirrors_in_lanes_are_the_same_mirrors) {
    for (int columns = 1; columns <= 32; ++columns) {
        const int rows = 64 / columns - 1;
        const auto geometry = std::make_shared<const Geometry<1>>(grid(columns, rows));
        const Lattice<1> plain(geometry);
        const LaneLattice<1> in_lanes(geometry);
        for (std::uint64_t i = 1; i <= 20; ++i) {
            const Bits<1> bits = Bits<1>{{mix(i)}} & (geometry->board | plain.cap);
            CHECK(in_lanes.mirrored(bits) == plain.mirrored(bits));
            CHECK(in_lanes.mirrored(in_lanes.mirrored(bits)) == bits);
        }
    }
}

TEST(one_key_one_position) {
    for (int number = 0; number < 60; ++number) {
        Stream random(26, number);
        Rules rules = small_rules(random, 9);
        const auto geometry = std::make_shared<const Geometry<1>>(rules);
        const Lattice<1> lattice(geometry);
        WideTable<2> table(1024);
        const Memory<Lattice<1>, WideTable<2>> memory(lattice, table);
        BruteForce oracle(*geometry);
        std::map<Bits<2>, int> seen;
        const auto walk = [&](const auto& self, const Position<1>& position, int depth) -> void {
            if (position.over()) return;
            if (!position.banning) {
                const Bits<1> own = position.discs[position.turn] & lattice.counting;
                const auto key = memory.key(own, position.occupied, position.bans(*geometry),
                                            lattice.geometry->free_cells(position.occupied));
                const auto [at, fresh] = seen.emplace(key.key.bits, oracle.score(position));
                if (!fresh) CHECK_EQUAL(at->second, oracle.score(position));
            }
            if (depth == 0) return;
            for_each_bit(position.landing(*geometry), [&](int bit) {
                Position<1> next = position;
                next.play(*geometry, Bits<1>::one(bit));
                self(self, next, depth - 1);
            });
        };
        walk(walk, Position<1>::start(*geometry), 6);
    }
}

// A crowded table forgets, but what it finds is what was stored, or narrower.
template <class Table, class Bits>
void crowd(Table& table) {
    std::map<Bits, Range> truth;
    Stream random(27, 0);
    int hits = 0;
    for (int i = 0; i < 20000; ++i) {
        Bits bits;
        for (auto& word : bits.word) word = random.next32() % 4096;
        bits.word[0] |= (std::uint64_t{random.next32()} & 0xFFF) << 36;
        const auto key = table.key(bits);
        const auto known = truth.find(bits);
        if (const Found found = table.find(key); found.hit) {
            CHECK(known != truth.end());
            CHECK(known != truth.end() && found.range == known->second);
            CHECK_EQUAL(found.move, static_cast<int>(bits.word[0] % 31));
            ++hits;
        }
        const Range range{-1 - random.below(60), random.below(60)};
        if (known != truth.end() && table.find(key).hit) continue;
        table.store(key, range, static_cast<int>(bits.word[0] % 31), random.below(30));
        truth[bits] = range;
        CHECK(table.find(key).hit);
    }
    for (const auto& [bits, range] : truth)
        if (const Found found = table.find(table.key(bits)); found.hit) {
            CHECK(found.range == range);
            ++hits;
        }
    CHECK(hits > 100);
}

TEST(tables_tell_positions_apart) {
    for (const std::size_t bytes : {1 << 15, 1 << 17, 1 << 20}) {  // as they begin, and grown
        CompactTable compact(bytes, 49);
        crowd<CompactTable, Bits<1>>(compact);
        WideTable<2> wide(bytes);
        crowd<WideTable<2>, Bits<2>>(wide);
    }
    WideTable<1> wide(1 << 13);
    crowd<WideTable<1>, Bits<1>>(wide);
    WideTable<3> wider(1 << 14);
    wider.share(true);
    crowd<WideTable<3>, Bits<3>>(wider);
}

// Keys that are stored once each, in a table with room for all of them.
template <class Table>
void grow(Table& table, double kept) {
    const int count = 20000;
    const auto key_of = [&](std::uint64_t i) {
        Bits<Table::key_words> bits{};
        bits.word[0] = mix(i) >> 15;
        return table.key(bits);
    };
    const auto number_found = [&] {
        int found = 0;
        for (int i = 0; i < count; ++i) {
            const Found entry = table.find(key_of(i));
            if (entry.hit) CHECK((entry.range == Range{-(i % 60), i % 50}));
            found += entry.hit;
        }
        return found;
    };
    for (int i = 0; i < count; ++i) table.store(key_of(i), {-(i % 60), i % 50}, i % 30, 1);
    const int before = number_found();
    CHECK(before > kept * count);  // a bucket may be full while others are not
    table.share(true);
    const auto yes = [] { return true; };
    const auto no = [] { return false; };
    while (table.entries_before_growth() > 0) {
        table.took(1'000'000);
        table.grow(no, 2);
        CHECK(table.entries_before_growth() == 1);
        table.grow(yes, 3);
        CHECK(table.entries_before_growth() != 1);
        CHECK_EQUAL(number_found(), before);
    }
    table.took(1'000'000);
    table.grow(yes, 3);  // no more to be had
    CHECK_EQUAL(number_found(), before);
    table.share(false);
    table.clear();
    CHECK_EQUAL(number_found(), 0);
    table.store(key_of(0), {0, 0}, 0, 1);
    CHECK_EQUAL(number_found(), 1);
}

TEST(a_table_grows_and_keeps_what_it_has) {
    CompactTable compact(3'000'000, 49);  // no power of two
    grow(compact, 0.8);
    CHECK(compact.bytes() <= 3'000'000);
    CompactTable long_keys(1 << 24, 58);  // which begins with 8 MB
    grow(long_keys, 0.9);
    WideTable<1> wide(3'000'000);
    grow(wide, 0.8);
    WideTable<8> wider(16'000'000);  // one entry a bucket
    grow(wider, 0.5);
}

TEST(a_table_that_threads_have_filled_grows_for_one_thread) {
    CompactTable table(3'000'000, 49);
    table.share(true);
    table.took(1'000'000);
    table.share(false);
    CHECK(table.entries_before_growth() == 1);
    table.store(table.key(Bits<1>{{77}}), {0, 0}, 0, 1);
    CHECK(table.entries_before_growth() > 1);
}

// Two nodes, one below the other, that other threads search as well.
TEST(what_another_thread_has_answered_is_left) {
    const Control control;
    Busy busy;
    Worker worker(control, 0, 0);
    worker.busy = &busy;
    std::optional<Best> of_upper, of_lower;  // what the others have found
    int visits_of_upper = 0, visits_of_lower = 0, left_at = 0;
    const auto hash_of = [](int index) { return static_cast<std::uint64_t>(index) + 1; };
    const auto look_below = [&](auto find) {
        Queue queue;
        for (int index = 0; index < 3; ++index) queue.push(index, 0);
        return visit_in_turn(
            queue, worker, hash_of, [&] { return of_lower; },
            [&](int) {
                ++visits_of_lower;
                find();
                worker.hurry(0);
                worker.tick();  // which so looks around
                ++left_at;
                return false;
            });
    };
    Queue queue;
    for (int index = 0; index < 3; ++index) queue.push(index, 0);
    const auto answer = visit_in_turn(
        queue, worker, hash_of, [&] { return of_upper; },
        [&](int) {
            of_lower.reset();
            if (++visits_of_upper == 1) {
                CHECK(!look_below([] {}));  // nobody finds anything: all are visited
                CHECK_EQUAL(visits_of_lower, 3);
                const auto lower = look_below([&] { of_lower = Best{5, 2}; });
                CHECK(lower && lower->value == 5 && lower->move == 2);
                CHECK_EQUAL(visits_of_lower, 4);
            } else {
                look_below([&] { of_upper = Best{7, 3}; });
                CHECK(false);  // for that is left as well
            }
            return false;
        });
    CHECK(answer && answer->value == 7 && answer->move == 3);
    CHECK_EQUAL(visits_of_upper, 2);
    CHECK_EQUAL(visits_of_lower, 5);
    CHECK_EQUAL(left_at, 3);
    CHECK(worker.shared_way.empty());
    for (int index = 0; index < 3; ++index) CHECK(!busy.has(hash_of(index)));
}

TEST(an_entry_of_tag_0_is_not_an_empty_slot) {
    for (const int key_bits : {2, 4, 6, 9}) {
        CompactTable table(128, key_bits);  // four buckets
        for (std::uint64_t word = 0; word >> key_bits == 0; ++word) {
            const auto key = table.key(Bits<1>{{word}});
            CHECK(!table.find(key).hit);
            table.store(key, {-1, static_cast<int>(word % 64)}, 3, 0);
            CHECK((table.find(key).range == Range{-1, static_cast<int>(word % 64)}));
        }
    }
}

TEST(a_queue_gives_the_best_promise_first) {
    Queue queue;
    const auto promise_of = [](int index) { return (index * 7 % 5 - 2) * 5'000'000; };
    for (int index = 0; index < 32; ++index) queue.push(index, promise_of(index));
    queue.filter([](int index) { return index % 3 != 0; });
    int last_promise = 99'000'000, last_index = -1, number = 0;
    for (; !queue.empty(); ++number) {
        const int index = queue.pop(), promise = promise_of(index);
        CHECK(index % 3 != 0);
        CHECK(promise < last_promise || (promise == last_promise && index > last_index));
        last_promise = promise;
        last_index = index;
    }
    CHECK_EQUAL(number, 21);
}

TEST(a_table_joins_what_is_known) {
    CompactTable table(1 << 15, 49);
    const auto key = table.key(Bits<1>{{12345}});
    table.store(key, {-5, 9}, 3, 4);
    table.store(key, {-7, 2}, 1, 1);
    CHECK((table.find(key).range == Range{-5, 2}));
    CHECK_EQUAL(table.find(key).move, 1);
    table.clear();
    CHECK(!table.find(key).hit);
}
