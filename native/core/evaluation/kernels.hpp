// What of the evaluation costs time, for any processor or for AVX2: the numbers are the same.
#pragma once

#include "network.hpp"
#include "placements.hpp"

namespace dropfour {

// What lies in a placement: the first player's discs in the lowest byte, the second's in the next,
// the free cells in the third. A ban is in the way of both and counts as a disc of both.
using Tally = std::uint32_t;

constexpr Tally one_more_free = 0x010000;
constexpr std::array<Tally, 4> tally_of = {0, 0x000001, 0x000100, 0x000101};  // by owners, bits

// What each placement adds, as the number of a row: by whether it is the other player's, by free
// cells, and by their furthest and nearest reach. Those that add nothing have the row of zeros.
class PatternRows {
  public:
    static constexpr int nothing = 0, others = 1 << 10;
    static constexpr int free_shift = 7, far_shift = 3;  // the nearest is in the lowest bits
    static constexpr int most_free = 6, deepest = inputs::most_depth, deepest_near = 3;

    constexpr PatternRows() {
        rows_.fill(Network::zeros);
        for (int free = 1; free <= most_free; ++free)
            for (int far = 0; far < inputs::reaches; ++far)
                for (int near = 0; near <= 2 * deepest_near + 1; ++near) {
                    const int input = inputs::pattern(free, far, near);
                    const int at = index(free, far, near);
                    rows_[at] = static_cast<std::uint16_t>(inputs::own_patterns + input);
                    rows_[at | others] = static_cast<std::uint16_t>(inputs::other_patterns + input);
                }
    }

    static constexpr int index(int free, int far, int near) {
        return std::min(free, most_free) << free_shift | inputs::capped(far, deepest) << far_shift |
               inputs::capped(near, deepest_near);
    }
    std::uint16_t operator[](int index) const { return rows_[static_cast<std::size_t>(index)]; }

  private:
    std::array<std::uint16_t, 2 * others> rows_{};
};
inline constexpr PatternRows pattern_rows;

// One input goes, another comes.
struct Change {
    std::uint16_t gone, come;
};
struct Changes {
    std::span<const Change> patterns;  // where PatternRows has them if the first player sees them
    int viewer;                        // but this one does
    std::span<const Change> others;    // rows
};

// A disc or ban in a column, and the placements to look at; or all of them, as they are.
struct Drop {
    const Placements& placements;
    const Tally* tallies;              // by placement, before the drop
    const std::uint8_t* twice_filled;  // by column, before the drop: 2 * its discs and bans
    Placements::List touched;
    std::uint8_t column;  // Placements::no_column: nothing drops, and all come that are there
    std::uint8_t getter;  // of the board's last cell
    Tally more;           // what the placements that hold its cell get
};

// What it changes; there is room for as many as are touched.
struct Looked {
    Change* changed;
    // Of the placements that hold the cell those which then belong to one player and lack one
    // cell, or none.
    std::uint32_t* close;
};
struct LookedCounts {
    std::size_t changed = 0, close = 0;
};

struct Kernels {
    LookedCounts (*look)(const Drop&, const Looked&);
    void (*change)(const Network&, const Changes&, const Network::Sums& from, Network::Sums& to);
    std::array<std::int32_t, 2> (*outputs)(const Network&, const Network::Sums&);

    static const Kernels& portable();
    static const Kernels& fastest(const Network& network);
};

}  // namespace dropfour
