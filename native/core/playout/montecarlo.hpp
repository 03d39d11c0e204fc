// Flat Monte Carlo: play each move, then many random games, and count.
#pragma once

#include "playout.hpp"

namespace dropfour {

// Who gets how many playouts:
//     even      all candidates the same
//     ucb1      the next few to the candidate with the best upper confidence bound of its win rate
//     halving   rounds with equal shares; after each one the worse half of the candidates drops out
enum class Allocation { even, ucb1, halving };

struct MonteCarloSettings {
    PlayoutSettings playouts;
    Allocation allocation = Allocation::even;
    // At most one of the two; with neither it goes on until the control says stop.
    std::uint64_t total = 0;          // of all candidates together, but each gets one at least
    std::uint64_t per_candidate = 0;  // on the average
    bool win_at_once = true;          // play a winning move without any playout
};

// The position must not be over. A move that wins at once is played, by default without any
// playout. Otherwise the best win rate decides (a draw is no win), then closeness to the middle
// column (columns / 2, rounded down), then the lower column.
//
// Playout numbers: with `even` and a limit the candidates, ascending, take theirs one after the
// other from 0 on; those of the first candidates are one more if the total cannot be shared evenly.
// Otherwise candidate i starts from i times the total, or from i * 2^40 without a limit.
Report monte_carlo(const AnyBoard& board, const MonteCarloSettings& settings, Control& control);

}  // namespace dropfour
