// What UCT learns from a leaf: a proof where one look is enough, else the ends of random games.
#pragma once

#include <array>

#include "board/tactics.hpp"
#include "playout/policy.hpp"
#include "search/rng.hpp"

namespace dropfour {

struct LeafResult {
    int winner = -1;           // if proven; -1: a draw
    bool proven = false;       // by one look
    int plies = 0;             // if proven: to the end under best play
    std::array<int, 2> won{};  // if not: of the random games, by player; the others are drawn
};

// The random games of one leaf: so many, each with the next of the seed's streams.
struct LeafPlayouts {
    std::uint64_t seed = 0, first_stream = 0;
    int count = 1;
};

// Looks at a position whose game may be over only by a full board, then plays it out.
template <int N>
using EvaluateLeaf = LeafResult (*)(const Geometry<N>&, const Position<N>&, const LeafPlayouts&);

// The fastest such function for these rules that this processor can run; any policy but `weighted`.
template <int N>
EvaluateLeaf<N> leaf_evaluator(const Geometry<N>& geometry, Policy policy);

}  // namespace dropfour
