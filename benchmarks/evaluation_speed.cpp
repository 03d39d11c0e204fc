// How long the learned evaluation takes, over random games: a move played, judged and taken back,
// as alpha-beta has it; and a move judged among all those of a position, as UCT opens a leaf.
//
// With the core that `make .venv/.built` leaves in build/:
//
//     g++ -std=c++20 -O2 -Inative/core -o evaluation_speed
//         benchmarks/evaluation_speed.cpp build/cp*/libdropfour_core.a
//     ./evaluation_speed src/dropfour/evaluation/weights.bin
#include <cstdio>
#include <ctime>
#include <fstream>
#include <iterator>

#include "evaluation/evaluator.hpp"
#include "search/rng.hpp"

using namespace dropfour;

namespace {

Rules lines(int length, int columns, int rows) {
    Rules rules;
    rules.heights.assign(static_cast<std::size_t>(columns), rows);
    rules.patterns.resize(4);
    for (int i = 0; i < length; ++i) {
        rules.patterns[0].push_back({i, 0});
        rules.patterns[1].push_back({0, i});
        rules.patterns[2].push_back({i, i});
        rules.patterns[3].push_back({i, length - 1 - i});
    }
    return rules;
}

// Random games over half of the board.
std::vector<std::vector<int>> games(int columns, int rows) {
    std::vector<std::vector<int>> all(200);
    Stream random(1, 0);
    for (std::vector<int>& game : all) {
        std::vector<int> filled(static_cast<std::size_t>(columns));
        while (static_cast<int>(game.size()) < columns * rows / 2) {
            const int column = random.below(columns);
            if (filled[static_cast<std::size_t>(column)] == rows) continue;
            ++filled[static_cast<std::size_t>(column)];
            game.push_back(column);
        }
    }
    return all;
}

double processor_ns() {
    timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return 1e9 * static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec);
}

struct Took {
    double ns_a_move = 1e99;
    long checksum = 0;
};

// The best of some rounds over all games: `visit` goes through one and returns how many moves it
// has judged.
template <class Visit>
Took measure(const std::vector<std::vector<int>>& played, Visit visit) {
    Took best;
    for (int round = 0; round < 20; ++round) {
        long moves = 0, sum = 0;
        const double began = processor_ns();
        for (const std::vector<int>& game : played) moves += visit(game, sum);
        const double took = (processor_ns() - began) / static_cast<double>(moves);
        best = {std::min(best.ns_a_move, took), sum};
    }
    return best;
}

long one_by_one(Evaluator& evaluator, const std::vector<int>& game, long& sum) {
    for (const int column : game) {
        evaluator.play(column);
        sum += evaluator.outlook().logit;
    }
    for (std::size_t i = 0; i < game.size(); ++i) evaluator.undo();
    return static_cast<long>(game.size());
}

// All moves of every position of the game.
long all_at_once(Evaluator& evaluator, const std::vector<int>& game, int columns, int rows,
                 long& sum) {
    std::vector<int> filled(static_cast<std::size_t>(columns));
    long moves = 0;
    for (const int column : game) {
        for (int other = 0; other < columns; ++other)
            if (filled[static_cast<std::size_t>(other)] < rows) {
                sum += evaluator.outlook_after(other).logit;
                ++moves;
            }
        evaluator.play(column);
        ++filled[static_cast<std::size_t>(column)];
    }
    for (std::size_t i = 0; i < game.size(); ++i) evaluator.undo();
    return moves;
}

}  // namespace

int main(int count, char** arguments) {
    std::ifstream file(count > 1 ? arguments[1] : "", std::ios::binary);
    const std::vector<char> data{std::istreambuf_iterator<char>(file), {}};
    std::string fault;
    const auto network = Network::read(std::as_bytes(std::span(data)), fault);
    if (network == nullptr) return std::printf("%s\n", fault.c_str()), 1;
    struct Board {
        int columns, rows, length;
    };
    for (const auto [columns, rows, length] : {Board{7, 6, 4}, {9, 9, 5}, {12, 12, 4}}) {
        const AnyBoard board = start(lines(length, columns, rows));
        const auto played = games(columns, rows);
        for (const auto* kernels : {&Kernels::portable(), &Kernels::fastest(*network)}) {
            Evaluator evaluator(network, Placements::of(board), *kernels);
            evaluator.set(board);
            const Took single = measure(played, [&](const auto& game, long& sum) {
                return one_by_one(evaluator, game, sum);
            });
            const Took leaf = measure(played, [&](const auto& game, long& sum) {
                return all_at_once(evaluator, game, columns, rows, sum);
            });
            std::printf(
                "%2d x %-2d lines of %d, %s: played, judged and taken back %.0f ns, "
                "in a leaf %.0f ns (checksums %ld %ld)\n",
                columns, rows, length, kernels == &Kernels::portable() ? "portable" : "fastest ",
                single.ns_a_move, leaf.ns_a_move, single.checksum, leaf.checksum);
        }
    }
}
