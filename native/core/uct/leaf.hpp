// What UCT learns from a leaf: a proof where one look is enough, else the end of one random game.
#pragma once

#include "board/tactics.hpp"
#include "playout/policy.hpp"
#include "search/rng.hpp"

namespace dropfour {

struct LeafResult {
    int winner = -1;      // -1: a draw
    bool proven = false;  // by one look; else the outcome of a random game
    int plies = 0;        // if proven: to the end under best play
};

// Looks at a position whose game may be over only by a full board, then plays it out.
template <int N>
using EvaluateLeaf = LeafResult (*)(const Geometry<N>&, const Position<N>&, Stream);

// The fastest such function for these rules that this processor can run; any policy but `weighted`.
template <int N>
EvaluateLeaf<N> leaf_evaluator(const Geometry<N>& geometry, Policy policy);

// A landing cell, each as likely: columns are drawn until one has room.
template <int N>
inline Bits<N> random_cell(const Geometry<N>& geometry, const Bits<N>& landing, Stream& random) {
    for (;;) {
        const Bits<N> cell = landing & geometry.column_cells[random.below(geometry.columns)];
        if (cell.any()) return cell;
    }
}

}  // namespace dropfour
