// What UCT learns from a leaf: a proof where one look is enough, else the end of one random game.
#pragma once

#include <cstdint>

#include "board/tactics.hpp"
#include "search/rng.hpp"

namespace dropfour {

// How random games are played.
enum class Playout : std::uint8_t {
    uniform,  // every legal column is as likely
    wins,     // a move that wins at once is played, else uniform
    blocks,   // ... and a cell on which the opponent would win at once is taken
};

struct LeafResult {
    int winner = -1;      // -1: a draw
    bool proven = false;  // by one look; else the outcome of a random game
    int plies = 0;        // if proven: to the end under best play
};

// Looks at a position whose game may be over only by a full board, then plays it out.
template <int N>
using EvaluateLeaf = LeafResult (*)(const Geometry<N>&, const Position<N>&, Stream);

// The fastest such function for these rules that this processor can run.
template <int N>
EvaluateLeaf<N> leaf_evaluator(const Geometry<N>& geometry, Playout policy);

// A landing cell, each as likely: columns are drawn until one has room.
template <int N>
inline Bits<N> random_cell(const Geometry<N>& geometry, const Bits<N>& landing, Stream& random) {
    for (;;) {
        const Bits<N> cell = landing & geometry.column_cells[random.below(geometry.columns)];
        if (cell.any()) return cell;
    }
}

}  // namespace dropfour
