// The leaf's code, compiled once for any processor (leaf.cpp) and once for AVX2 (leaf_avx2.cpp);
// in a nameless namespace for the reason given in search/cpu.hpp.
#pragma once

#include <stdexcept>
#include <utility>

#include "leaf.hpp"

namespace dropfour {
namespace {

// A random game in progress. Sides are swapped rather than indexed by the turn, which keeps
// them in registers: 1.6 times the games a second.
template <int N>
struct RandomGame {
    struct Side {
        Bits<N> discs, threats;
        int player;
    };

    const Geometry<N>& geometry;
    Side mover, other;
    Bits<N> occupied;
    bool banning;

    RandomGame(const Geometry<N>& g, const Position<N>& p, const Threats<N>& threats)
        : geometry(g),
          mover{p.discs[p.turn], threats[p.turn], p.turn},
          other{p.discs[p.turn ^ 1], threats[p.turn ^ 1], p.turn ^ 1},
          occupied(p.occupied),
          banning(p.banning) {}

    void pass_turn() {
        std::swap(mover.discs, other.discs);
        std::swap(mover.threats, other.threats);
        std::swap(mover.player, other.player);
    }

    int winner_when_full() const {
        Position<N> position;
        position.discs[mover.player] = mover.discs;
        position.discs[other.player] = other.discs;
        return winner_of(result_when_full(geometry, position));
    }
};

// Plays a game to its end and returns the winner, -1 for a draw. Only the threats of the player
// who has just moved change, so one look a move serves both rules, to win and to block. With
// ending "full" a win means points.
template <Policy policy, Ending ending, int N, class FindThreats>
inline int play_out(RandomGame<N> game, Stream random, const FindThreats& find) {
    constexpr bool first = ending == Ending::first_pattern;
    const Geometry<N>& geometry = game.geometry;
    for (;;) {
        const Bits<N> landing = geometry.landing(game.occupied);
        if (landing.none()) return game.winner_when_full();
        Bits<N> wanted;
        if constexpr (policy != Policy::uniform) {
            if (!game.banning) wanted = game.mover.threats & landing;
            if (first && wanted.any()) return game.mover.player;
            if (policy == Policy::blocks && wanted.none()) {
                wanted = game.other.threats & landing;
                // Two at once cannot be met; not quite true of a ban, but this proves nothing.
                if (first && wanted.several()) return game.other.player;
            }
        }
        // To draw columns until the one wanted comes up would cost a tenth of the time.
        const Bits<N> cell = wanted.none()      ? random_cell(geometry, landing, random)
                             : wanted.several() ? random_cell(geometry, wanted, random)
                                                : wanted;
        game.occupied |= cell;
        if (game.banning) {
            game.banning = false;
            game.pass_turn();
            continue;
        }
        game.mover.discs |= cell;
        const Bits<N> own = game.mover.discs & geometry.counting;
        if constexpr (policy != Policy::uniform)
            game.mover.threats = find(own);
        else if (first && geometry.completes(own))
            return game.mover.player;
        game.banning = (cell & geometry.bonus).any();
        if (!game.banning) game.pass_turn();
    }
}

// `find(own)` gives the cells that would complete a pattern of own discs; occupied ones do not
// matter, for it is their landing cells that count.
template <Policy policy, Ending ending, int N, class FindThreats>
inline LeafResult evaluate_with(const Geometry<N>& geometry, const Position<N>& position,
                                const LeafPlayouts& playouts, const FindThreats& find) {
    const Bits<N> landing = geometry.landing(position.occupied);
    if (landing.none()) return {winner_of(result_when_full(geometry, position)), true, 0};
    Threats<N> threats{};
    if (ending == Ending::first_pattern || policy != Policy::uniform)
        for (int player = 0; player < 2; ++player)
            threats[player] = find(position.discs[player] & geometry.counting);
    if constexpr (ending == Ending::first_pattern) {
        const Tactics<N> now = tactics(geometry, position, landing, threats);
        if (now.won()) return {position.turn, true, 1};
        if (now.lost()) return {position.turn ^ 1, true, 2};
    }
    LeafResult result;
    const RandomGame<N> game(geometry, position, threats);
    for (int i = 0; i < playouts.count; ++i) {
        const Stream random(playouts.seed, playouts.first_stream + static_cast<std::uint64_t>(i));
        const int winner = play_out<policy, ending>(game, random, find);
        if (winner >= 0) ++result.won[winner];
    }
    return result;
}

// evaluate_with() of the policy, as a function of a Finder made from the geometry.
template <template <int> class Finder, Ending ending, int N>
EvaluateLeaf<N> evaluator(Policy policy) {
    switch (policy) {
#define DROPFOUR_CASE(POLICY)                                                  \
    case POLICY:                                                               \
        return [](const Geometry<N>& geometry, const Position<N>& position,    \
                  const LeafPlayouts& playouts) -> LeafResult {                \
            return evaluate_with<POLICY, ending>(geometry, position, playouts, \
                                                 Finder<N>(geometry));         \
        };
        DROPFOUR_CASE(Policy::uniform)
        DROPFOUR_CASE(Policy::wins)
        DROPFOUR_CASE(Policy::blocks)
#undef DROPFOUR_CASE
        case Policy::weighted:
            break;
    }
    throw std::invalid_argument("UCT has no weighted playouts");
}

template <template <int> class Finder, int N>
EvaluateLeaf<N> evaluator(const Geometry<N>& geometry, Policy policy) {
    return geometry.ending == Ending::first_pattern
               ? evaluator<Finder, Ending::first_pattern, N>(policy)
               : evaluator<Finder, Ending::full_board, N>(policy);
}

}  // namespace
}  // namespace dropfour
