// The exact solver on many threads, without Python, for a machine that has nothing but a processor:
//
//     g++ -std=c++20 -O3 -ffp-contract=off -static -pthread -Inative/core -o solver_threads
//         benchmarks/solver_threads.cpp native/core/solver/*.cpp native/core/board/*.cpp
//         native/core/book/book.cpp
//     ./solver_threads [MOVES [MEGABYTES [REPEATS]]]
//
// One line for 1, 2, 4, ... threads, as many as there are cores: seconds by the clock (the fastest
// of the repeats), nodes, and the time as a share of that of one thread. MOVES are letters of
// columns on 7 x 6.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <thread>

#include "solver/solver.hpp"

using namespace dropfour;

namespace {

Rules connect_four() {
    Rules rules;
    rules.heights.assign(7, 6);
    rules.patterns.resize(4);
    for (int i = 0; i < 4; ++i) {
        rules.patterns[0].push_back({0, i});
        rules.patterns[1].push_back({i, 0});
        rules.patterns[2].push_back({i, i});
        rules.patterns[3].push_back({i, 3 - i});
    }
    return rules;
}

struct Run {
    double seconds;
    Solution solution;
};

Run solve(const AnyBoard& board, std::size_t bytes, int threads) {
    Solver solver(board, bytes);
    Control control;
    Task task;
    task.best = false;
    task.threads = threads;
    const auto began = std::chrono::steady_clock::now();
    Solution solution = solver.solve(board, task, control);
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - began;
    return {took.count(), std::move(solution)};
}

}  // namespace

int main(int count, char** arguments) {
    const std::string moves = count > 1 ? arguments[1] : "DDDD";
    const std::size_t bytes = std::strtoull(count > 2 ? arguments[2] : "256", nullptr, 10) << 20;
    const int repeats = std::max(1, std::atoi(count > 3 ? arguments[3] : "3"));
    AnyBoard board = start(connect_four());
    for (const char letter : moves) {
        const bool column = letter >= 'A' && letter <= 'G';
        const auto next = column ? play(board, letter - 'A') : std::nullopt;
        if (!next) return std::puts("not a game on 7 x 6"), 2;
        board = *next;
    }
    double alone = 0;
    std::printf("%s, %zu MB\nthreads  seconds        nodes   M/s  share  score\n", moves.c_str(),
                bytes >> 20);
    for (unsigned threads = 1; threads <= std::max(1u, std::thread::hardware_concurrency());
         threads *= 2) {
        Run best{1e9, {}};
        for (int i = 0; i < repeats; ++i) {
            Run run = solve(board, bytes, static_cast<int>(threads));
            if (run.seconds < best.seconds) best = std::move(run);
        }
        if (threads == 1) alone = best.seconds;
        const auto nodes = static_cast<unsigned long long>(best.solution.nodes);
        std::printf("%7u %8.3f %12llu %5.1f  %.3f  %d\n", threads, best.seconds, nodes,
                    static_cast<double>(nodes) / best.seconds / 1e6, best.seconds / alone,
                    best.solution.score.lower);
        std::fflush(stdout);
    }
}
