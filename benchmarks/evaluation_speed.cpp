// How long the learned evaluation takes: a move played, judged and taken back, over random games.
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

Rules fours(int columns, int rows) {
    Rules rules;
    rules.heights.assign(static_cast<std::size_t>(columns), rows);
    rules.patterns = {{{0, 0}, {1, 0}, {2, 0}, {3, 0}},
                      {{0, 0}, {0, 1}, {0, 2}, {0, 3}},
                      {{0, 0}, {1, 1}, {2, 2}, {3, 3}},
                      {{0, 3}, {1, 2}, {2, 1}, {3, 0}}};
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

}  // namespace

int main(int count, char** arguments) {
    std::ifstream file(count > 1 ? arguments[1] : "", std::ios::binary);
    const std::vector<char> data{std::istreambuf_iterator<char>(file), {}};
    std::string fault;
    const auto network = Network::read(std::as_bytes(std::span(data)), fault);
    if (network == nullptr) return std::printf("%s\n", fault.c_str()), 1;
    for (const auto& [columns, rows] : {std::pair(7, 6), {9, 9}, {12, 12}}) {
        const AnyBoard board = start(fours(columns, rows));
        const auto played = games(columns, rows);
        for (const auto* code : {&Network::portable(), &Network::fastest()}) {
            Evaluator evaluator(network, Placements::of(board), *code);
            evaluator.set(board);
            long moves = 0, sum = 0;
            const double began = processor_ns();
            for (int round = 0; round < 50; ++round)
                for (const std::vector<int>& game : played) {
                    for (const int column : game) {
                        evaluator.play(column);
                        sum += evaluator.outlook().logit;
                    }
                    for (std::size_t i = 0; i < game.size(); ++i) evaluator.undo();
                    moves += static_cast<long>(game.size());
                }
            std::printf("%2d x %-2d %s: %.0f ns (checksum %ld)\n", columns, rows,
                        code == &Network::portable() ? "portable" : "fastest ",
                        (processor_ns() - began) / static_cast<double>(moves), sum);
        }
    }
}
