// The leaf's code, compiled once for any processor (leaf.cpp) and once for AVX2 (leaf_avx2.cpp);
// in a nameless namespace for the reason given in search/cpu.hpp.
#pragma once

#include <stdexcept>
#include <utility>

#include "leaf.hpp"

namespace dropfour {
namespace {

// The first set, or the second if that is empty, without a branch.
template <int N>
[[gnu::always_inline]] inline Bits<N> first_unless_empty(Bits<N> first, const Bits<N>& second) {
#if defined(__x86_64__) && !defined(__clang__)
    if constexpr (N == 1) {  // GCC makes four instructions of what follows: 2 % of the playouts
        asm("test %0, %0\n\tcmovz %1, %0" : "+r"(first.word[0]) : "r"(second.word[0]) : "cc");
        return first;
    }
#endif
    const std::uint64_t empty = first.any() ? 0 : ~std::uint64_t{0};
    for (int i = 0; i < N; ++i) first.word[i] |= second.word[i] & empty;
    return first;
}

// A landing cell, each as likely: columns are drawn until one has room.
template <int N>
inline Bits<N> random_cell(const Geometry<N>& geometry, const Bits<N>& cells, Stream& random) {
    for (;;) {
        const Bits<N> cell = cells & geometry.column_cells[random.below(geometry.columns)];
        if (cell.any()) return cell;
    }
}

// Games that may be played by turns (play_by_turns), on any processor. In these every move takes a
// draw, even if it is forced, and a draw gives two columns.
template <Policy policy, Ending ending, int N>
constexpr bool may_take_turns =
    policy == Policy::blocks && ending == Ending::first_pattern && N <= 2;

// One of these cells, each as likely, or none if the draw has met none. What is left of a draw
// after the first column is as good as another draw. To look at the second only `if_needed` is
// faster where the processor need not wait for the answer, but for one word.
template <bool if_needed, int N>
inline Bits<N> draw_cell(const Geometry<N>& geometry, const Bits<N>& cells, Stream& random) {
    const auto columns = static_cast<std::uint64_t>(geometry.columns);
    const std::uint64_t first = random.next32() * columns;
    const std::uint64_t second = (first & 0xFFFFFFFFu) * columns;
    const Bits<N> cell = cells & geometry.column_cells[first >> 32];
    if constexpr (if_needed && N > 1)
        if (cell.any()) return cell;
    return first_unless_empty(cell, cells & geometry.column_cells[second >> 32]);
}

// A random game in progress. Sides are swapped rather than indexed by the turn, which keeps
// them in registers: 1.6 times the games a second.
template <int N>
struct RandomGame {
    struct Side {
        Bits<N> discs, threats;  // only threats on counting landing cells are meant
    };

    const Geometry<N>* geometry;
    Side mover, other;
    Bits<N> occupied;
    int player;  // whose move it is
    bool banning;

    RandomGame(const Geometry<N>& g, const Position<N>& p, const Threats<N>& threats)
        : geometry(&g),
          mover{p.discs[p.turn], threats[p.turn]},
          other{p.discs[p.turn ^ 1], threats[p.turn ^ 1]},
          occupied(p.occupied),
          player(p.turn),
          banning(p.banning) {}

    void pass_turn() {
        std::swap(mover.discs, other.discs);
        std::swap(mover.threats, other.threats);
        player ^= 1;
    }

    int winner_when_full() const {
        Position<N> position;
        position.discs[player] = mover.discs;
        position.discs[player ^ 1] = other.discs;
        return winner_of(result_when_full(*geometry, position));
    }
};

// Plays a game to its end and returns the winner, -1 for a draw. Only the threats of the player
// who has just moved change, so one look a move serves both rules, to win and to block. With
// ending "full" a win means points.
template <Policy policy, Ending ending, int N, class FindThreats>
inline int play_out(RandomGame<N> game, Stream random, const FindThreats& find) {
    constexpr bool first = ending == Ending::first_pattern;
    const Geometry<N>& geometry = *game.geometry;
    for (;;) {
        const Bits<N> landing = geometry.landing(game.occupied);
        if (landing.none()) return game.winner_when_full();
        Bits<N> wanted;
        if constexpr (policy != Policy::uniform) {
            const Bits<N> counting = landing & geometry.counting;
            if (!game.banning) wanted = game.mover.threats & counting;
            if (first && wanted.any()) return game.player;
            if (policy == Policy::blocks && wanted.none()) {
                wanted = game.other.threats & counting;
                // Two at once cannot be met; not quite true of a ban, but this proves nothing.
                if (first && wanted.several()) return game.player ^ 1;
            }
        }
        // To draw columns until the one wanted comes up would cost a tenth of the time.
        Bits<N> cell = wanted;
        if constexpr (may_take_turns<policy, ending, N>) {
            if (wanted.any()) random.next32();
            while (cell.none()) cell = draw_cell<true>(geometry, landing, random);
        } else if (wanted.none()) {
            cell = random_cell(geometry, landing, random);
        } else if (wanted.several()) {
            cell = random_cell(geometry, wanted, random);
        }
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
            return game.player;
        game.banning = (cell & geometry.bonus).any();
        if (!game.banning) game.pass_turn();
    }
}

// A game of policy "blocks", ending "first", without bans, that waits for the threats before each
// move and so needs no branch for a forced one. A processor that goes on before it knows guesses
// most of them wrong, on 7 x 6 three a game.
template <int N, class FindThreats>
struct WaitingGame {
    static constexpr int goes_on = -2;

    RandomGame<N> game;
    Stream random;

    // The winner if the game is over, -1 for a draw; else plays a move.
    [[gnu::always_inline]] int step(const FindThreats& find) {
        const Geometry<N>& geometry = *game.geometry;
        const Bits<N> landing = geometry.landing(game.occupied);
        if (landing.none()) return -1;
        const Bits<N> counting = landing & geometry.counting;
        if ((game.mover.threats & counting).any()) return game.player;
        const Bits<N> wanted = game.other.threats & counting;
        if (wanted.several()) return game.player ^ 1;
        Bits<N> cell = first_unless_empty(wanted, draw_cell<false>(geometry, landing, random));
        while (cell.none()) cell = draw_cell<false>(geometry, landing, random);
        game.occupied |= cell;
        game.mover.discs |= cell;
        game.mover.threats = find(game.mover.discs & geometry.counting);
        game.pass_turn();
        return goes_on;
    }
};

// Plays two games by turns until one is over, returns its winner, and leaves the other in `game`
// and `random`. Alone a game that waits is no faster than one that does not, but two fill each
// other's pauses: 1.09 times the playouts a second of UCT on 7 x 6, 1.18 on 9 x 9.
template <int N, class FindThreats>
inline int play_by_turns(RandomGame<N>& game, Stream& random, Stream other,
                         const FindThreats& find) {
    WaitingGame<N, FindThreats> one{game, random}, two{game, other};
    int winner;
    for (;;) {
        winner = one.step(find);
        if (winner != one.goes_on) {
            one = two;
            break;
        }
        winner = two.step(find);
        if (winner != two.goes_on) break;
    }
    game = one.game;
    random = one.random;
    return winner;
}

// `find(own)` gives the cells that would complete a pattern of own discs; occupied and dead ones do
// not matter, for it is counting landing cells that are asked for. `by_turns` says whether two
// games are played so.
template <Policy policy, Ending ending, int N, class FindThreats>
inline LeafResult evaluate_with(const Geometry<N>& geometry, const Position<N>& position,
                                const LeafPlayouts& playouts, const FindThreats& find) {
    const Bits<N> landing = geometry.landing(position.occupied);
    if (landing.none()) return {winner_of(result_when_full(geometry, position)), true, 0};
    Threats<N> threats{};
    if (ending == Ending::first_pattern || policy != Policy::uniform)
        for (int player = 0; player < 2; ++player)
            threats[player] = find(position.discs[player] & geometry.counting) & geometry.counting;
    if constexpr (ending == Ending::first_pattern) {
        const Tactics<N> now = tactics(geometry, position, landing, threats);
        if (now.won()) return {position.turn, true, 1};
        if (now.lost()) return {position.turn ^ 1, true, 2};
    }
    LeafResult result;
    const auto add = [&](int winner) {
        if (winner >= 0) ++result.won[winner];
    };
    const auto stream = [&](int i) {
        return Stream(playouts.seed, playouts.first_stream + static_cast<std::uint64_t>(i));
    };
    if constexpr (FindThreats::by_turns && may_take_turns<policy, ending, N>) {
        const bool with_bans = position.banning || geometry.bonus.any();
        for (int i = 0; i < playouts.count; ++i) {
            RandomGame<N> game(geometry, position, threats);
            Stream random = stream(i);
            if (!with_bans && i + 1 < playouts.count)
                add(play_by_turns(game, random, stream(++i), find));
            add(play_out<policy, ending>(game, random, find));
        }
    } else {
        const RandomGame<N> start(geometry, position, threats);
        for (int i = 0; i < playouts.count; ++i)
            add(play_out<policy, ending>(start, stream(i), find));
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
