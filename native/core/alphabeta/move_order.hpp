// In which order a search tries the moves: the sooner a good one, the more is pruned. The order
// changes the speed of a search and never its result.
#pragma once

#include <algorithm>
#include <array>
#include <limits>

#include "board/position.hpp"

namespace dropfour {

// Cells to play, the most promising first.
struct MoveList {
    struct Move {
        int merit;
        int bit;
    };
    std::array<Move, max_columns> moves;
    int size = 0;

    void insert(Move move) {
        int i = size++;
        for (; i > 0 && moves[i - 1].merit < move.merit; --i) moves[i] = moves[i - 1];
        moves[i] = move;
    }
};

// The move of an earlier search first; then by how often a cell was good enough elsewhere (the
// history heuristic: J. Schaeffer, 1989), and as long as little is known by the patterns that
// cover it.
template <int N>
class MoveOrder {
  public:
    explicit MoveOrder(const Geometry<N>& geometry)
        : geometry_(geometry), patterns_through_(geometry.patterns_through()) {}

    // `first` is the column to try first, or -1.
    MoveList ordered(const Position<N>& position, const Bits<N>& cells, int first) const {
        MoveList list;
        const auto& history = history_[2 * position.turn + position.banning];
        for_each_bit(cells, [&](int bit) {
            const bool is_first = first >= 0 && geometry_.column_cells[first].test(bit);
            const int merit = history[bit] + weight_of_placement * patterns_through_[bit];
            list.insert({is_first ? std::numeric_limits<int>::max() : merit, bit});
        });
        return list;
    }

    // After a move that was good enough, found with `depth` plies to go.
    void reward(const Position<N>& position, int bit, int depth) {
        int& value = history_[2 * position.turn + position.banning][bit];
        value = std::min(value + depth * depth, most_history);
    }

    // What was learned counts half from now on.
    void age() {
        for (auto& history : history_)
            for (int& value : history) value /= 2;
    }

  private:
    // Max-Connect4, depth 14: 1.91 M nodes with 0, 1.92 with 1, 1.68 with 8, 1.66 with 64.
    static constexpr int weight_of_placement = 8;
    static constexpr int most_history = 1 << 24;

    const Geometry<N>& geometry_;
    // By player and disc or ban, then by cell.
    std::array<std::array<int, Bits<N>::capacity>, 4> history_{};
    const std::vector<int> patterns_through_;  // by cell
};

}  // namespace dropfour
