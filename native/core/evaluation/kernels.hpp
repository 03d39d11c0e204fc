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
    static constexpr std::uint32_t nothing = 0, others = 1 << 10;
    static constexpr int most_free = 6, deepest = inputs::most_depth, deepest_near = 3;

    constexpr PatternRows() {
        rows_.fill(Network::zeros);
        for (int free = 1; free <= most_free; ++free)
            for (int far = 0; far < inputs::reaches; ++far)
                for (int near = 0; near <= 2 * deepest_near + 1; ++near) {
                    const int input = inputs::pattern(free, far, near);
                    const std::uint32_t at = index(free, far, near);
                    rows_[at] = static_cast<std::uint16_t>(inputs::own_patterns + input);
                    rows_[at | others] = static_cast<std::uint16_t>(inputs::other_patterns + input);
                }
    }

    static constexpr std::uint32_t index(int free, int far, int near) {
        return static_cast<std::uint32_t>(std::min(free, most_free) << 7 |
                                          inputs::capped(far, deepest) << 3 |
                                          inputs::capped(near, deepest_near));
    }
    std::uint16_t operator[](std::uint32_t index) const { return rows_[index]; }

  private:
    std::array<std::uint16_t, 2 * others> rows_{};
};
inline constexpr PatternRows pattern_rows;

// A disc or ban in a column, and the placements to look at; or all of them, as they are.
struct Drop {
    const Placements& placements;
    const Tally* tallies;              // by placement, before the drop
    const std::uint8_t* twice_filled;  // by column, before the drop: 2 * its discs and bans
    Placements::List touched;
    std::uint8_t column;  // Placements::no_column: nothing drops, and nothing has been added yet
    std::uint8_t getter;  // of the board's last cell
    Tally more;           // what the placements that hold its cell get
};

struct Kernels {
    using Sums = Network::Sums;

    // Rows come and go.
    void (*change)(const Network&, std::span<const std::uint16_t> added,
                   std::span<const std::uint16_t> removed, Sums&);
    // The same for all that the drop changes at placements, in the sums of both players, or of
    // one if the other's are null. Of the placements that hold the cell those which then belong to
    // one player and lack one cell, or none, are written down by entry; so many are returned.
    std::uint32_t (*look)(const Network&, const Drop&, std::array<Sums*, 2> sums,
                          std::uint32_t* close);
    std::array<std::int32_t, 2> (*outputs)(const Network&, const Sums&);

    static const Kernels& portable();
    static const Kernels& fastest(const Network& network);
};

}  // namespace dropfour
