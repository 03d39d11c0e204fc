// Many games at once, for programs that learn: one step plays a move in every one of them and
// writes what a learner wants to know into arrays that the caller owns.
//
// A game has a number: 2^32 times the round plus the slot it is played in, where the round counts
// the games of that slot. Its random draws are those of the stream (seed, number), so neither
// threads nor a split into several batches (`first_slot`) change a game. Starts are taken in turn:
// the game begins at start (slot + round) modulo their count.
//
// Planes, for each game, seen by the player whose disc or ban comes next:
//
//     planes[plane][row][column]       the top row first, so a plane prints as the board looks
//
//       0 own       1 other       2 bans      3 landing      4 board       5 dead     6 bonus
//      . . . .      . . . .      . . . .      . . . .       1 1 1 .      . . . .    . . . .
//      . . . .      . . . .      . . . .      . 1 . .       1 1 1 1      . 1 . .    . . . .
//      . 1 . .      1 . . .      . . . .      1 . 1 1       1 1 1 1      . . . .    . . 1 .
//
//     and 7, banning: the board once more while a ban is to be placed, else empty.
//
// `board` are the cells that can take a disc. Boards of several shapes stand in the lower left
// corner of the largest; beyond them every plane is empty.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "board/board.hpp"

namespace dropfour {

// When a game that has ended makes room for the next one of its slot.
enum class Autoreset {
    off,        // when reset() says so
    next_step,  // in the next step, whatever its column is
    same_step,  // at once: the arrays tell how it ended, and where the next one begins
};

constexpr int plane_count = 8;

// Arrays of the caller, an entry a game; null ones are not written. All are of the position the
// game stands in, or with `same_step` of the next one's start, but these three: `ended`, `result`
// and `margin` are of the game that made the step.
struct BatchArrays {
    std::uint8_t* legal = nullptr;  // [game][column]
    std::uint8_t* turn = nullptr;   // 0 or 1
    std::uint8_t* banning = nullptr;
    std::uint8_t* ended = nullptr;
    std::int8_t* result = nullptr;   // +1 the first player has won, -1 the second, 0 neither
    std::int16_t* margin = nullptr;  // the first player's points less the second's; by ending
                                     // "full" only
    std::uint8_t* planes = nullptr;  // [game][plane][row][column]
    float* float_planes = nullptr;   // the same
};

struct BatchSettings {
    std::uint64_t seed = 0;
    std::uint32_t first_slot = 0;
    int threads = 1;
    Autoreset autoreset = Autoreset::off;
    int least_plies = 0, most_plies = 0;  // random moves before a game begins
    bool lanes = true;                    // false: as on a processor without them
};

class Batch {
  public:
    static constexpr std::int64_t no_move = -1;  // a column that leaves the game as it is

    // Not empty; those of the same compiled rules share them. Every slot begins its first game.
    static std::unique_ptr<Batch> of(std::span<const AnyBoard> starts, std::size_t games,
                                     const BatchSettings& settings);
    virtual ~Batch() = default;

    // The shape that all boards fit into.
    virtual int rows() const = 0;
    virtual int columns() const = 0;
    std::size_t games() const { return games_; }

    // Where to write from now on; writes at once.
    virtual void attach(const BatchArrays& arrays) = 0;

    // Begins the next game of every slot, or of those whose mask is not 0. With seeds, one a slot,
    // that is the first game of the slot again.
    virtual void reset(const std::uint8_t* mask, const std::uint64_t* seeds) = 0;

    // Plays a column, or no_move, in every game. If one is illegal nothing happens and its game is
    // returned, else games().
    virtual std::size_t step(std::span<const std::int8_t> columns) = 0;
    virtual std::size_t step(std::span<const std::int32_t> columns) = 0;
    virtual std::size_t step(std::span<const std::int64_t> columns) = 0;

    // A random legal column of every game, or of those whose mask is not 0; no_move for the others,
    // which draw nothing, and where there is none.
    virtual void random_columns(std::span<std::int8_t> columns, const std::uint8_t* mask) = 0;
    virtual void random_columns(std::span<std::int32_t> columns, const std::uint8_t* mask) = 0;
    virtual void random_columns(std::span<std::int64_t> columns, const std::uint8_t* mask) = 0;

    virtual AnyBoard board(std::size_t game) const = 0;
    virtual std::size_t start_of(std::size_t game) const = 0;  // index of the start it began at
    virtual std::uint64_t number_of(std::size_t game) const = 0;

  protected:
    explicit Batch(std::size_t games) : games_(games) {}

    const std::size_t games_;
};

// The planes of one position, as those of a batch of it alone.
void write_planes(const AnyBoard& board, std::uint8_t* planes);
void write_planes(const AnyBoard& board, float* planes);

}  // namespace dropfour
