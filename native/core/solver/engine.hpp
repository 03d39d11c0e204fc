// The search that fits a rule set, whatever it is: what the solver sees of it. One is made for each
// word count and kind of processor, in a file of its own.
#pragma once

#include <memory>

#include "board/position.hpp"
#include "score.hpp"
#include "search/parallel.hpp"
#include "table.hpp"
#include "worker.hpp"

namespace dropfour {

// What is known without search: the range of the score, and a good move if the table has one.
struct Known {
    Range score;
    int move = no_move;
};

template <int N>
class alignas(apart) ExactSearch {
  public:
    virtual ~ExactSearch() = default;

    // A new call: nothing of an earlier one counts but what the table knows.
    virtual void begin() {}

    // The score of a position that goes on, for the player to move, within the window (alpha,
    // beta): `bound_of(result, alpha, beta)` says what it proves.
    virtual int value(const Position<N>& position, int alpha, int beta) = 0;
    virtual Known known(const Position<N>& position) const = 0;
};

// A table, and searches that share it.
template <int N>
class Engine {
  public:
    virtual ~Engine() = default;
    virtual std::unique_ptr<ExactSearch<N>> search(Worker& worker) = 0;
    // A table that threads share grows between their searches only: whoever runs them ends them
    // after about so many entries, 0 for never, says how many there were and calls grow(), which
    // ends early if the worker is to stop and is done by so many threads.
    virtual void share(bool among_threads) = 0;
    virtual std::size_t entries_before_growth() const = 0;
    virtual void took(std::size_t entries) = 0;
    virtual void grow(const Worker& worker, std::size_t threads) = 0;
    virtual void clear() = 0;
    virtual std::size_t table_bytes() const = 0;
};

// `with_bans` if bans are on the board or may come.
template <int N>
std::unique_ptr<Engine<N>> make_engine(const std::shared_ptr<const Geometry<N>>& geometry,
                                       std::size_t bytes, bool with_bans);

// The same for processors with AVX2, one and two words: a third faster on one, by its bit
// instructions and by lanes.hpp. The first hands over to the second what LaneLattice does not fit:
// goals other than lines of four, and on two words columns of 20 cells and more.
template <int N>
std::unique_ptr<Engine<N>> make_engine_avx2(const std::shared_ptr<const Geometry<N>>& geometry,
                                            std::size_t bytes, bool with_bans);
template <int N>
std::unique_ptr<Engine<N>> make_pattern_engine_avx2(
    const std::shared_ptr<const Geometry<N>>& geometry, std::size_t bytes, bool with_bans);

}  // namespace dropfour
