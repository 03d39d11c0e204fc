#include <numeric>

#include "batch/batch.hpp"
#include "check.hpp"
#include "games.hpp"

using namespace dropfour;
using namespace dropfour::testing;

namespace {

// A batch and the arrays it writes into.
struct Table {
    Table(const std::vector<AnyBoard>& starts, std::size_t games, const BatchSettings& settings)
        : batch(Batch::of(starts, games, settings)),
          columns(static_cast<std::size_t>(batch->columns())),
          size(plane_count * static_cast<std::size_t>(batch->rows()) * columns),
          legal(games * columns),
          turn(games),
          banning(games),
          ended(games),
          result(games),
          margin(games),
          planes(games * size),
          floats(games * size) {
        batch->attach({legal.data(), turn.data(), banning.data(), ended.data(), result.data(),
                       margin.data(), planes.data(), floats.data()});
    }

    std::unique_ptr<Batch> batch;
    std::size_t columns, size;
    std::vector<std::uint8_t> legal, turn, banning, ended;
    std::vector<std::int8_t> result;
    std::vector<std::int16_t> margin;
    std::vector<std::uint8_t> planes;
    std::vector<float> floats;

    friend bool operator==(const Table& a, const Table& b) {
        return a.legal == b.legal && a.turn == b.turn && a.banning == b.banning &&
               a.ended == b.ended && a.result == b.result && a.margin == b.margin &&
               a.planes == b.planes && a.floats == b.floats;
    }
};

std::vector<std::int64_t> random_columns(Batch& batch) {
    std::vector<std::int64_t> columns(batch.games());
    batch.random_columns(columns, nullptr);
    return columns;
}

std::vector<std::uint8_t> planes_of(const AnyBoard& board, std::size_t size) {
    std::vector<std::uint8_t> planes(size);
    write_planes(board, planes.data());
    return planes;
}

// What the arrays say of game i is what the position says.
bool agrees(const Table& table, std::size_t i, const AnyBoard& board) {
    const auto legal = legal_columns(board);
    bool same = true;
    for (std::size_t c = 0; c < table.columns; ++c)
        same &= (table.legal[i * table.columns + c] != 0) ==
                (std::find(legal.begin(), legal.end(), static_cast<int>(c)) != legal.end());
    const Content now = content(board);
    same &= table.turn[i] == now.turn && (table.banning[i] != 0) == now.banning;
    const auto planes = planes_of(board, table.size);
    same &= std::equal(planes.begin(), planes.end(),
                       table.planes.begin() + static_cast<std::ptrdiff_t>(i * table.size));
    return same && std::equal(planes.begin(), planes.end(),
                              table.floats.begin() + static_cast<std::ptrdiff_t>(i * table.size));
}

bool over(const AnyBoard& board) {
    return read(board, [](const auto&, const auto& p) { return p.over(); });
}
int result_for_first(const AnyBoard& board) {
    const int winner = read(board, [](const auto&, const auto& p) { return winner_of(p.result); });
    return winner < 0 ? 0 : 1 - 2 * winner;
}

}  // namespace

TEST(a_batch_plays_as_positions_do_with_and_without_lanes) {
    Stream random(11, 1);
    for (int trial = 0; trial < 60; ++trial) {
        const AnyBoard empty = start(random_rules(random, 12, 12));
        const std::size_t games = 1 + static_cast<std::size_t>(random.below(150));
        const auto mode = static_cast<Autoreset>(trial % 3);
        BatchSettings settings{.seed = 5, .threads = 1 + trial % 3, .autoreset = mode};
        Table table({empty}, games, settings);
        settings.lanes = false;
        settings.threads = 1;
        Table plain({empty}, games, settings);
        std::vector<AnyBoard> boards(games, empty);
        for (int step = 0; step < 40; ++step) {
            const auto columns = random_columns(*table.batch);
            CHECK(columns == random_columns(*plain.batch));
            CHECK_EQUAL(table.batch->step(columns), games);
            CHECK_EQUAL(plain.batch->step(columns), games);
            CHECK(table == plain);
            bool same = true;
            for (std::size_t i = 0; i < games; ++i) {
                const bool was_over = over(boards[i]);
                if (columns[i] >= 0) boards[i] = *play(boards[i], static_cast<int>(columns[i]));
                if (was_over && mode == Autoreset::next_step) boards[i] = empty;
                same &= (table.ended[i] != 0) == over(boards[i]);
                same &= table.result[i] == result_for_first(boards[i]);
                same &= table.margin[i] == read(boards[i], [](const auto& g, const auto& p) {
                            return margin(g, p, 0);
                        });
                if (over(boards[i]) && mode == Autoreset::same_step) boards[i] = empty;
                same &=
                    agrees(table, i, boards[i]) && same_content(table.batch->board(i), boards[i]);
            }
            CHECK(same);
        }
    }
}

TEST(an_illegal_column_changes_nothing_in_any_game) {
    for (const bool lanes : {true, false}) {
        Table table({start(grid(3, 2))}, 100, {.lanes = lanes});
        std::vector<std::int32_t> columns(100, 0);
        CHECK_EQUAL(table.batch->step(columns), 100u);
        CHECK_EQUAL(table.batch->step(columns), 100u);
        const auto before = table.planes;
        std::iota(columns.begin(), columns.end(), 1);  // 1, 2, 3: the third is no column
        CHECK_EQUAL(table.batch->step(columns), 2u);
        columns.assign(100, 1);
        for (const std::int32_t wrong : {0, 3, 32, 63, 255, -2, 1 << 30}) {
            columns[77] = wrong;
            CHECK_EQUAL(table.batch->step(columns), 77u);
        }
        CHECK(table.planes == before);
        columns[77] = Batch::no_move;
        CHECK_EQUAL(table.batch->step(columns), 100u);
        CHECK_EQUAL(content(table.batch->board(77)).discs[0].size(), 1u);
        CHECK_EQUAL(content(table.batch->board(76)).discs[0].size(), 2u);
    }
}

TEST(a_game_is_the_same_in_every_split_of_a_batch) {
    const std::vector<AnyBoard> starts{start(grid(7, 6)), start(grid(4, 5, lines(3))),
                                       start(grid(12, 12)), start(grid(5, 4))};
    const BatchSettings settings{
        .seed = 9, .autoreset = Autoreset::same_step, .least_plies = 1, .most_plies = 9};
    BatchSettings later = settings;
    later.first_slot = 70;
    later.threads = 3;
    Table whole(starts, 300, settings), part(starts, 230, later);
    for (int step = 0; step < 60; ++step) {
        const auto columns = random_columns(*whole.batch), some = random_columns(*part.batch);
        CHECK(std::equal(some.begin(), some.end(), columns.begin() + 70));
        whole.batch->step(columns);
        part.batch->step(some);
        CHECK_EQUAL(whole.batch->number_of(70), part.batch->number_of(0));
    }
    CHECK(std::equal(part.planes.begin(), part.planes.end(),
                     whole.planes.begin() + static_cast<std::ptrdiff_t>(70 * whole.size)));
}

TEST(a_mask_resets_its_games_alone_and_seeds_begin_again) {
    const BatchSettings settings{.seed = 3, .most_plies = 6};
    Table table({start(grid(7, 6))}, 130, settings);
    const auto first = table.planes;
    for (int step = 0; step < 3; ++step) table.batch->step(random_columns(*table.batch));
    const auto stepped = table.planes;
    std::vector<std::uint8_t> mask(130, 0);
    mask[129] = 1;
    table.batch->reset(mask.data(), nullptr);
    CHECK(std::equal(stepped.begin(), stepped.end() - static_cast<std::ptrdiff_t>(table.size),
                     table.planes.begin()));
    CHECK_EQUAL(table.batch->number_of(129), (std::uint64_t{1} << 32) + 129);
    const std::vector<std::uint64_t> seeds(130, 3);
    table.batch->reset(nullptr, seeds.data());
    CHECK(table.planes == first);
}

TEST(random_columns_of_some_games_draw_nothing_in_the_others) {
    for (const bool lanes : {true, false}) {
        Table table({start(grid(7, 6))}, 100, {.seed = 4, .lanes = lanes});
        const Table same({start(grid(7, 6))}, 100, {.seed = 4, .lanes = lanes});
        std::vector<std::uint8_t> mask(100, 0);
        mask[3] = mask[99] = 1;
        std::vector<std::int64_t> some(100), all = random_columns(*same.batch);
        table.batch->random_columns(some, mask.data());
        CHECK_EQUAL(some[3], all[3]);
        CHECK_EQUAL(some[99], all[99]);
        CHECK_EQUAL(some[4], Batch::no_move);
        const auto next = random_columns(*table.batch);
        CHECK_EQUAL(next[4], all[4]);
        CHECK_EQUAL(next[99], random_columns(*same.batch)[99]);
    }
}
