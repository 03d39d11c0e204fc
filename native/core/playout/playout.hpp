// Random games to the end, and how they came out.
//
// A playout is a pure function of the rules, the position, the policy, the seed and its number:
//
//     1. If the game is over, that is its result.
//     2. Policy `wins`: a mover who can complete a pattern at once has won; nothing is drawn.
//     3. Draw numbers from stream (seed, number) until one names a column that is not full, and
//        drop there: the mover's disc, or a ban while one is being placed. Back to 1.
//
// A draw is a column, each as likely as the next; with policy `weighted` it is a number below the
// sum of the weights, of which each column has as many as its weight says. With the ending "full"
// no move wins, so `wins` is `uniform`.
//
// How the work is divided over lanes and threads therefore never shows in the totals.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "board/board.hpp"
#include "policy.hpp"
#include "search/report.hpp"
#include "search/rng.hpp"

namespace dropfour {

enum class Kernel { automatic, scalar, avx2, avx512 };

struct Totals {
    std::uint64_t first_wins = 0;
    std::uint64_t draws = 0;
    std::uint64_t second_wins = 0;

    std::uint64_t count() const { return first_wins + draws + second_wins; }
    std::uint64_t wins(int player) const { return player == 0 ? first_wins : second_wins; }
    Totals& operator+=(const Totals& other);
    friend bool operator==(const Totals&, const Totals&) = default;
};

struct PlayoutSettings {
    Policy policy = Policy::uniform;
    // Policy `weighted` only: one a column, 1 .. max_weight. If empty, a column counts one more
    // than its neighbour further out: 1 2 3 4 3 2 1 for seven.
    std::vector<int> weights{};
    std::uint64_t seed = 0;
    int threads = 1;
    Kernel kernel = Kernel::automatic;

    static constexpr int max_weight = 1000;
};

// What this processor can run; `scalar` comes first.
std::vector<Kernel> kernels();

// Playouts to be made from one board, and what came of those that have been made.
struct PlayoutBatch {
    const AnyBoard* board;
    std::uint64_t first;  // number of its first playout
    std::uint64_t count;
    Totals totals{};
};

// Playouts that one thread makes from this board in a millisecond, if not more.
int playouts_at_a_time(const AnyBoard& board);

// Runs all batches, at the same pace. Returns early if the control says stop; the totals then
// hold the playouts made.
void run(std::span<PlayoutBatch> batches, const PlayoutSettings& settings, const Control& control);

Totals playouts(const AnyBoard& board, const PlayoutSettings& settings, std::uint64_t first,
                std::uint64_t count, const Control& control);

}  // namespace dropfour
