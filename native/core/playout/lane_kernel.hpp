// Playouts in SIMD lanes: each 64-bit lane plays its own game, one step of all lanes at a time.
//
//     draw a column · drop · has the mover won? · is the board full? · the turn passes
//
// A lane whose random column is full waits a step: the draw is consumed, as the rules of a playout
// want it. A finished lane takes the next playout number in the same step, without a branch.
//
// The mover's discs and `occupied` are enough: the opponent has the rest, `occupied ^ mine`. That
// also holds blocked cells and bans, which `own` drops again, as it drops dead cells.
#pragma once

#include "lane_goals.hpp"
#include "search/rng.hpp"

namespace dropfour {
namespace {

template <class S, int N>
struct LaneGames {
    Words<S, N> mine, occupied, bans;  // bans: with bonus cells only
    typename S::V stream;
    typename S::M second;   // the lanes in which the second player is to move
    typename S::M banning;  // with bonus cells only
};

enum class Stop { at_pattern, before_win, at_full_board };

template <class S, int N, class Goal, Stop stop, bool bonus>
class LaneRunner {
    using V = typename S::V;
    using M = typename S::M;
    using W = Words<S, N>;
    using Games = LaneGames<S, N>;

  public:
    explicit LaneRunner(const LanePlan& plan)
        : goal_(plan.rules),
          columns_(plan.rules),
          floor_(W::all(plan.rules.floor)),
          full_(W::all(plan.rules.full)),
          counting_(W::all(plan.rules.counting)),
          bonus_(W::all(plan.rules.bonus)),
          multiplier_(S::all(Stream::multiplier)),
          draw_below_(S::all(static_cast<std::uint64_t>(plan.draw_below))),
          column_of_draw_(plan.column_of_draw),
          start_{W::all(plan.mine),
                 W::all(plan.occupied),
                 W::all(plan.bans),
                 S::all(0),
                 S::lanes_if(plan.second_to_move),
                 S::lanes_if(plan.banning)} {}

    // `states` are the starts of the streams, with padding for all lanes at the end. Two groups of
    // lanes at a time keep the processor busy while one waits for its own last result.
    template <int groups>
    [[gnu::always_inline]] LaneWins run(const std::uint64_t* states, int count) const {
        Games games[groups];
        for (int g = 0; g < groups; ++g) {
            games[g] = start_;
            games[g].stream = S::load(states + g * S::size);
        }
        int next = groups * S::size;  // the first number that no lane has taken
        LaneWins result;
        while (next + groups * S::size <= count) {
            for (int g = 0; g < groups; ++g) {
                const unsigned ended = step(games[g], states + next, ~0u, result);
                next += __builtin_popcount(ended);
            }
        }
        finish<groups>(games, states, next, count, result);
        return result;
    }

  private:
    // The end, when there are not enough numbers for all lanes: some of them run idle.
    template <int groups>
    void finish(Games* games, const std::uint64_t* states, int next, int count,
                LaneWins& result) const {
        unsigned active[groups], any = 0;
        for (int g = 0; g < groups; ++g) {
            const int numbers = count - g * S::size;
            active[g] = numbers >= S::size ? S::all_lanes : numbers > 0 ? (1u << numbers) - 1 : 0;
            any |= active[g];
        }
        while (any) {
            any = 0;
            for (int g = 0; g < groups; ++g) {
                // Lanes beyond the last number get padding to play with, and become idle.
                const int left = count > next ? count - next : 0;
                unsigned ended = step(games[g], states + next, active[g], result);
                for (int taken = 0; ended; ended &= ended - 1, ++taken)
                    if (taken < left)
                        ++next;
                    else
                        active[g] &= ~(ended & -ended);
                any |= active[g];
            }
        }
    }

    // One step of every lane. Returns the active lanes whose game has ended; they have been given
    // the streams that begin with states[0], states[1], ...
    [[gnu::always_inline]] unsigned step(Games& g, const std::uint64_t* states, unsigned active,
                                         LaneWins& result) const {
        const W landing = dropped(g.occupied, floor_);
        const W cell = landing & columns_(draw(g.stream));
        const W occupied = g.occupied | cell;
        const M full = occupied.equals(full_);
        M first_wins = S::none(), second_wins = S::none(), ended;

        W mine_after = g.mine | cell;
        if constexpr (bonus) {
            mine_after = select(g.banning, g.mine, mine_after);
            g.bans = select(g.banning, g.bans | cell, g.bans);
        }
        if constexpr (stop == Stop::at_full_board) {
            ended = full;
            if (S::bits(full)) compare_points(g, mine_after, first_wins, second_wins);
        } else {
            M won;
            if constexpr (stop == Stop::at_pattern)
                won = goal_.completed(own(mine_after, g)).any();
            else
                won = (goal_.holes(own(g.mine, g)) & landing & counting_).any();
            if constexpr (bonus && stop == Stop::before_win) won = S::minus(won, g.banning);
            ended = S::either(won, full);
            first_wins = S::minus(won, g.second);
            second_wins = S::both(won, g.second);
        }
        const unsigned ended_bits = S::bits(ended) & active;
        result.wins[0] += __builtin_popcount(S::bits(first_wins) & ended_bits);
        result.wins[1] += __builtin_popcount(S::bits(second_wins) & ended_bits);

        pass_turn(g, cell, mine_after);
        g.occupied = occupied;
        restart(g, ended, states, ended_bits);
        return ended_bits;
    }

    // A random column of every lane.
    [[gnu::always_inline]] V draw(V& stream) const {
        const V high = S::high32(stream);
        const V number = S::high32(S::product32(S::xor_(stream, high), draw_below_));
        stream = S::add(S::product32(stream, multiplier_), high);
        return column_of_draw_ ? S::gather(column_of_draw_, number) : number;
    }

    [[gnu::always_inline]] W own(const W& mine, const Games& g) const {
        if constexpr (bonus) return (mine & counting_).without(g.bans);
        return mine & counting_;
    }

    // With `occupied` as before the move. A lane without a cell stays as it is.
    [[gnu::always_inline]] void pass_turn(Games& g, const W& cell, const W& mine_after) const {
        M passes = cell.any();
        if constexpr (bonus) {
            const M earned = S::minus((cell & bonus_).any(), g.banning);
            g.banning = S::either(S::minus(g.banning, passes), earned);
            passes = S::minus(passes, earned);
            g.mine = select(earned, mine_after, g.mine);
        }
        for (int i = 0; i < N; ++i)
            g.mine.word[i] = S::xor_if(passes, g.mine.word[i], g.occupied.word[i]);
        g.second = S::differ(g.second, passes);
    }

    [[gnu::always_inline]] void restart(Games& g, M ended, const std::uint64_t* states,
                                        unsigned ended_bits) const {
        g.stream = S::refill(g.stream, ended, ended_bits, states);
        g.mine = select(ended, start_.mine, g.mine);
        g.occupied = select(ended, start_.occupied, g.occupied);
        g.second = S::either(S::minus(g.second, ended), S::both(start_.second, ended));
        if constexpr (bonus) {
            g.bans = select(ended, start_.bans, g.bans);
            g.banning = S::either(S::minus(g.banning, ended), S::both(start_.banning, ended));
        }
    }

    void compare_points(const Games& g, const W& mine, M& first_wins, M& second_wins) const {
        const V mover = goal_.points(own(mine, g));
        const V other = goal_.points(own(g.occupied ^ g.mine, g));
        const M ahead = S::greater(mover, other), behind = S::greater(other, mover);
        first_wins = S::either(S::minus(ahead, g.second), S::both(behind, g.second));
        second_wins = S::either(S::both(ahead, g.second), S::minus(behind, g.second));
    }

    Goal goal_;
    typename S::template Columns<N> columns_;
    W floor_, full_, counting_, bonus_;
    V multiplier_, draw_below_;
    const std::uint64_t* column_of_draw_;
    Games start_;
};

template <class S, int N, class Goal, Stop stop>
LaneWins run_lanes(const LanePlan& plan, const std::uint64_t* states, int count) {
    // Where two would not fit into the registers, one.
    constexpr bool fit = S::registers > 16 || N == 1 || (N == 2 && stop != Stop::before_win);
    constexpr int groups = fit ? 2 : 1;
    if (plan.bans_matter)
        return LaneRunner<S, N, Goal, stop, true>(plan).template run<groups>(states, count);
    return LaneRunner<S, N, Goal, stop, false>(plan).template run<groups>(states, count);
}

template <class S, int N, class Goal>
LaneWins run_lanes(const LanePlan& plan, const std::uint64_t* states, int count) {
    if (plan.rules.until_full)
        return run_lanes<S, N, Goal, Stop::at_full_board>(plan, states, count);
    if (plan.take_wins) return run_lanes<S, N, Goal, Stop::before_win>(plan, states, count);
    return run_lanes<S, N, Goal, Stop::at_pattern>(plan, states, count);
}

template <class S, int N>
LaneWins run_lanes(const LanePlan& plan, const std::uint64_t* states, int count) {
    if (plan.rules.only_fours) return run_lanes<S, N, LaneFours<S, N>>(plan, states, count);
    return run_lanes<S, N, LanePatterns<S, N>>(plan, states, count);
}

template <class S>
LaneWins run_lanes(const LanePlan& plan, std::uint64_t seed, std::uint64_t first, int count) {
    constexpr int padding = 2 * S::size;  // for at most two groups
    alignas(64) std::uint64_t states[max_lane_count + padding];
    const std::uint64_t number = static_cast<std::uint64_t>(count);
    for (std::uint64_t i = 0; i < number; ++i) states[i] = Stream::initial_state(seed, first + i);
    for (int i = 0; i < padding; ++i) states[count + i] = 1;
    switch (plan.rules.words) {
        case 1:
            return run_lanes<S, 1>(plan, states, count);
        case 2:
            return run_lanes<S, 2>(plan, states, count);
        default:
            return run_lanes<S, 4>(plan, states, count);
    }
}

}  // namespace
}  // namespace dropfour
