// Plain minimax over everything: the oracle for the solver. Small boards only.
#pragma once

#include <unordered_map>

#include "board/position.hpp"
#include "games.hpp"
#include "solver/score.hpp"

namespace dropfour::testing {

// The rules of a board of at most this many cells.
inline Rules small_rules(Stream& random, int max_cells) {
    for (;;) {
        Rules rules = random_rules(random, 6, 5);
        int cells = 0;
        for (const int height : rules.heights) cells += height;
        if (cells <= max_cells) return rules;
    }
}

class BruteForce {
  public:
    explicit BruteForce(const Geometry<1>& geometry) : geometry_(geometry) {}

    // The score for the player to move; see score.hpp.
    int score(const Position<1>& position) {
        const int free = geometry_.free_cells(position.occupied);
        if (position.over()) {
            if (geometry_.ending == Ending::full_board)
                return margin(geometry_, position, position.turn);
            const int winner = winner_of(position.result);
            return winner < 0 ? 0 : winner == position.turn ? free + 1 : -free - 1;
        }
        const auto known = memo_.find(position);
        if (known != memo_.end()) return known->second;
        int best = -10000;
        for_each_bit(position.landing(geometry_),
                     [&](int bit) { best = std::max(best, after(position, Bits<1>::one(bit))); });
        memo_.emplace(position, best);
        return best;
    }

    // The score of a move for the player who makes it.
    int after(const Position<1>& position, const Bits<1>& cell) {
        Position<1> next = position;
        next.play(geometry_, cell);
        return next.turn == position.turn ? score(next) : -score(next);
    }

  private:
    struct Hash {
        std::size_t operator()(const Position<1>& p) const { return p.hash(); }
    };
    const Geometry<1>& geometry_;
    std::unordered_map<Position<1>, int, Hash> memo_;
};

}  // namespace dropfour::testing
