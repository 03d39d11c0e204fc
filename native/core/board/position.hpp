// A position and the moves between positions. A `Position` reached by `play` is always legal.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "geometry.hpp"

namespace dropfour {

enum class Result : std::uint8_t { open, first_won, second_won, drawn };

constexpr Result won_by(int player) {
    return player == 0 ? Result::first_won : Result::second_won;
}
constexpr int winner_of(Result result) {  // -1: nobody (yet)
    return result == Result::first_won ? 0 : result == Result::second_won ? 1 : -1;
}

template <int N>
struct Position {
    std::array<Bits<N>, 2> discs{};  // by player
    Bits<N> occupied;                // discs of both, bans and blocked cells
    std::uint8_t turn = 0;           // whose disc, or whose ban, comes next
    bool banning = false;            // the next move drops a ban
    Result result = Result::open;

    static Position start(const Geometry<N>& geometry) {
        Position position;
        position.occupied = geometry.blocked;
        return position;
    }

    bool over() const { return result != Result::open; }

    Bits<N> bans(const Geometry<N>& geometry) const {
        return occupied & ~(discs[0] | discs[1] | geometry.blocked);
    }

    // Whether the next move can end the game by a pattern at all: a ban cannot.
    bool can_win(const Geometry<N>& geometry) const {
        return geometry.ending == Ending::first_pattern && !banning;
    }

    // The cells in which the next disc or ban can land; none once the game is over.
    Bits<N> landing(const Geometry<N>& geometry) const {
        return over() ? Bits<N>{} : geometry.landing(occupied);
    }

    // The one in this column, if it is not full.
    Bits<N> landing(const Geometry<N>& geometry, int column) const {
        return landing(geometry) & geometry.column_cells[column];
    }

    // Plays into one of the landing cells, given as a set of one bit.
    void play(const Geometry<N>& geometry, const Bits<N>& cell) {
        place(geometry, cell,
              can_win(geometry) && geometry.completes((discs[turn] | cell) & geometry.counting));
    }

    // The same when the caller knows whether the disc ends the game by a pattern.
    void place(const Geometry<N>& geometry, const Bits<N>& cell, bool wins) {
        const int mover = turn;
        drop(geometry, cell);
        if (wins)
            result = won_by(mover);
        else
            end_if_full(geometry);
        if (!over()) return;
        turn = static_cast<std::uint8_t>(mover ^ 1);
        banning = false;
    }

    // The same without asking whether the game is over: for searches that know it cannot be, or
    // look for themselves.
    void drop(const Geometry<N>& geometry, const Bits<N>& cell) {
        occupied |= cell;
        if (!banning) discs[turn] |= cell;
        banning = !banning && (cell & geometry.bonus).any();  // then the same player drops a ban
        if (!banning) turn ^= 1;
    }

    friend bool operator==(const Position&, const Position&) = default;

    std::uint64_t hash() const {
        return discs[0].hash() * 3 + (discs[1].hash() ^ occupied.hash() * 5) + 2 * turn + banning;
    }

  private:
    void end_if_full(const Geometry<N>& geometry);

    template <int M>
    friend bool finish_setup(const Geometry<M>& geometry, Position<M>& position);
};

// A player's points less the opponent's.
template <int N>
int margin(const Geometry<N>& geometry, const Position<N>& position, int player) {
    return geometry.points(position.discs[player] & geometry.counting) -
           geometry.points(position.discs[player ^ 1] & geometry.counting);
}

// How a game ends that no pattern has ended before the board was full: with ending "full" by
// points.
template <int N>
Result result_when_full(const Geometry<N>& geometry, const Position<N>& position) {
    if (geometry.ending == Ending::first_pattern) return Result::drawn;
    const int lead = margin(geometry, position, 0);
    return lead > 0 ? Result::first_won : lead < 0 ? Result::second_won : Result::drawn;
}

// Ends a game that no pattern has ended if no cell is left.
template <int N>
inline void Position<N>::end_if_full(const Geometry<N>& geometry) {
    if (geometry.landing(occupied).none()) result = result_when_full(geometry, *this);
}

// Gives a set-up its result. False if both players have a completed pattern although the first
// one ends the game; the position is then of no use.
template <int N>
bool finish_setup(const Geometry<N>& geometry, Position<N>& position) {
    position.result = Result::open;
    if (geometry.ending == Ending::first_pattern) {
        const bool first = geometry.completes(position.discs[0] & geometry.counting);
        const bool second = geometry.completes(position.discs[1] & geometry.counting);
        if (first && second) return false;
        if (first || second) position.result = won_by(first ? 0 : 1);
    }
    if (!position.over()) position.end_if_full(geometry);
    if (position.over()) position.banning = false;
    return true;
}

// Number of move sequences of exactly this length; a game that ends earlier has none.
template <int N>
std::uint64_t perft(const Geometry<N>& geometry, const Position<N>& position, int depth) {
    if (depth == 0) return 1;
    const Bits<N> cells = position.landing(geometry);
    if (depth == 1) return static_cast<std::uint64_t>(cells.count());
    Bits<N> winning;  // a win has no successor
    if (position.can_win(geometry))
        winning = geometry.winning_cells(position.discs[position.turn] & geometry.counting,
                                         position.occupied);
    std::uint64_t total = 0;
    for_each_bit(cells & ~winning, [&](int bit) {
        Position<N> next = position;
        next.place(geometry, Bits<N>::one(bit), false);
        total += perft(geometry, next, depth - 1);
    });
    return total;
}

}  // namespace dropfour
