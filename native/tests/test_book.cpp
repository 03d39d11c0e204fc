#include <set>

#include "book/book.hpp"
#include "book/book_builder.hpp"
#include "brute_force.hpp"
#include "check.hpp"
#include "games.hpp"

namespace dropfour {
namespace {

using namespace testing;

// Every position after so many plies, games that are over left out.
template <int N>
std::vector<Position<N>> all_after(const Geometry<N>& geometry, int plies) {
    std::vector<Position<N>> positions{Position<N>::start(geometry)};
    for (int ply = 0; ply < plies; ++ply) {
        std::vector<Position<N>> later;
        for (const Position<N>& position : positions)
            for_each_bit(position.landing(geometry), [&](int bit) {
                Position<N> next = position;
                next.play(geometry, Bits<N>::one(bit));
                if (!next.over()) later.push_back(next);
            });
        positions = std::move(later);
    }
    return positions;
}

TEST(positions_and_their_numbers_belong_together) {
    Stream random(3, 0);
    for (int i = 0; i < 60; ++i) {
        const Geometry<1> geometry(small_rules(random, 20));
        for (int plies = 0; plies <= std::min(5, geometry.playable); ++plies) {
            const Ranking<1> ranking(geometry, plies);
            for (Position<1> position : all_after(geometry, plies)) {
                const auto number = ranking.number(position);
                CHECK(number && *number < *ranking.size());
                Position<1> back = ranking.position(*number);
                CHECK_EQUAL(back.banning, position.banning);
                CHECK(back.occupied == position.occupied);
                CHECK(back.discs[back.turn] == position.discs[position.turn]);
                // Sides do not matter, other plies do.
                std::swap(position.discs[0], position.discs[1]);
                position.turn ^= 1;
                CHECK(ranking.number(position) == number);
                CHECK(!Ranking<1>(geometry, plies + 1).number(position));
                if (plies > 0) CHECK(!Ranking<1>(geometry, plies - 1).number(position));
            }
        }
    }
}

TEST(numbers_without_gaps_on_a_plain_board) {
    const Geometry<1> geometry(grid(7, 6));
    CHECK_EQUAL(*Ranking<1>(geometry, 0).size(), 1u);
    CHECK_EQUAL(*Ranking<1>(geometry, 1).size(), 7u);
    CHECK_EQUAL(*Ranking<1>(geometry, 2).size(), 28u * 2);
    CHECK_EQUAL(*Ranking<1>(geometry, 8).size(), (3003u - 7u * 7u) * 70);
    CHECK(!Ranking<17>(Geometry<17>(grid(32, 32)), 20).size());
}

std::vector<std::uint64_t> book_bytes(const AnyBoard& rules, int plies) {
    const BookBuilder builder(rules, plies);
    Solver solver(rules, 1 << 20);
    Control control;
    return builder.finish(builder.solve(solver, 0, builder.to_solve(), control));
}

TEST(small_books_agree_with_brute_force) {
    Stream random(4, 0);
    for (int i = 0; i < 60; ++i) {
        const Rules rules = small_rules(random, 12);
        const Geometry<1> geometry(rules);
        const AnyBoard start = dropfour::start(rules);
        const int plies = std::min(random.below(6), geometry.playable - 1);
        const auto words = book_bytes(start, plies);
        const Book book(start, plies, std::as_bytes(std::span(words)));
        BruteForce oracle(geometry);
        for (int ply = 0; ply <= plies; ++ply)
            for (const Position<1>& position : all_after(geometry, ply)) {
                const auto score = book.score(geometry, position);
                CHECK(score.has_value());
                CHECK_EQUAL(*score, oracle.score(position));
            }
        for (const Position<1>& position : all_after(geometry, plies + 1))
            CHECK(!book.score(geometry, position));
    }
}

TEST(a_solver_with_a_book_answers_as_one_without) {
    Stream random(5, 0);
    for (int i = 0; i < 40; ++i) {
        const Rules rules = small_rules(random, 16);
        const AnyBoard start = dropfour::start(rules);
        const auto words = book_bytes(start, 3);
        const Book book(start, 3, std::as_bytes(std::span(words)));
        Solver with(start, 1 << 16, &book), without(start, 1 << 16);
        Control control;
        Task task;
        task.every_column = true;
        const Geometry<1> geometry(rules);
        for (int ply = 0; ply <= 4; ++ply)
            for (const Position<1>& position : all_after(geometry, ply)) {
                if (random.below(20) != 0 && ply > 1) continue;
                const Board<1> board{std::get<Board<1>>(start).geometry, position};
                const Solution a = with.solve(board, task, control);
                const Solution b = without.solve(board, task, control);
                CHECK(a.solved && a.score == b.score && a.best == b.best);
                for (std::size_t column = 0; column < a.columns.size(); ++column)
                    CHECK(a.columns[column].score == b.columns[column].score);
                CHECK(std::equal(a.line.begin(), a.line.end(), b.line.begin()));
                CHECK(a.from_book ? ply <= 3 : ply >= 3);
                if (a.from_book)
                    CHECK_EQUAL(a.nodes, 0u);
                else
                    CHECK(a.line == b.line);
            }
    }
}

TEST(books_that_are_damaged_are_refused_or_stay_harmless) {
    const AnyBoard start = dropfour::start(grid(4, 4));
    const auto good = book_bytes(start, 4);
    const auto opens = [&](const std::vector<std::uint64_t>& words, int plies) {
        try {
            const Book book(start, plies, std::as_bytes(std::span(words)));
            for (const auto& position : all_after(Geometry<1>(grid(4, 4)), 4))
                static_cast<void>(book.score(Geometry<1>(grid(4, 4)), position));
            return true;
        } catch (const std::invalid_argument&) {
            return false;
        }
    };
    CHECK(opens(good, 4));
    CHECK(!opens(good, 3) && !opens(good, 5) && !opens(good, -1) && !opens(good, 99));
    CHECK(!opens({}, 0));
    for (std::size_t size = 0; size < good.size(); ++size)
        CHECK(!opens({good.begin(), good.begin() + static_cast<std::ptrdiff_t>(size)}, 4));
    Stream random(6, 0);
    for (int i = 0; i < 3000; ++i) {  // whatever happens, nothing beyond the bytes is read
        auto words = good;
        for (int k = random.below(3); k >= 0; --k)
            words[static_cast<std::size_t>(random.below(static_cast<int>(words.size())))] ^=
                std::uint64_t{1} << random.below(64);
        opens(words, 4);
    }
}

}  // namespace
}  // namespace dropfour
