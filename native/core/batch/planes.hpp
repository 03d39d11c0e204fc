// Where the cells of a board are in the planes of batch.hpp, and the planes that never change.
#pragma once

#include <algorithm>
#include <type_traits>

#include "batch.hpp"
#include "batch_lanes.hpp"
#include "search/cpu.hpp"

namespace dropfour {

inline LaneSpread lane_spread(const std::vector<int>& bits) {
    LaneSpread spread;
    spread.outputs = static_cast<int>(bits.size());
    for (std::size_t i = 0; i < bits.size(); ++i) {
        const int byte = bits[i] / 8;
        spread.byte[i / 16][byte / 16][i % 16] = static_cast<std::uint8_t>(byte % 16);
        spread.byte[i / 16][1 - byte / 16][i % 16] = 0x80;
        spread.bit[i / 16][i % 16] = static_cast<std::uint8_t>(1 << bits[i] % 8);
    }
    return spread;
}

template <int N>
class PlaneLayout {
  public:
    // In a shape of this many rows and columns, which may be larger than the board.
    PlaneLayout(const Geometry<N>& geometry, int rows, int columns, bool lanes) {
        for (int row = rows - 1; row >= 0; --row)
            for (int column = 0; column < columns; ++column)
                bits_.push_back(row < geometry.rows && column < geometry.columns
                                    ? geometry.bit({column, row})
                                    : geometry.bit({0, geometry.rows}));  // a cap, never set
        for (const Bits<N>& set :
             {geometry.board, geometry.board & ~geometry.counting, geometry.bonus})
            for (const int bit : bits_) fixed_.push_back(set.test(bit));
        fixed_floats_.assign(fixed_.begin(), fixed_.end());
        for (int bit = 0; bit < geometry.columns * geometry.stride; ++bit)
            column_of_.push_back(static_cast<std::uint8_t>(bit / geometry.stride));
        const int outputs = rows * columns;
        lanes_ = lanes && has_lanes() && N <= LaneRules::max_words &&
                 outputs >= LaneSpread::least_outputs && outputs <= LaneSpread::max_outputs;
        if (lanes_) spread_ = lane_spread(bits_);
    }

    // Whether this processor can write planes at once.
    static bool has_lanes() {
#if defined(__x86_64__)
        return has_avx2();
#else
        return false;
#endif
    }

    // Whether `spread` says where the entries of a plane come from.
    bool lanes() const { return lanes_; }
    const LaneSpread& spread() const { return spread_; }

    // The legal columns of a set of landing cells, a bit each.
    std::uint32_t columns_of(const Bits<N>& landing) const {
        std::uint32_t columns = 0;
        for_each_bit(landing,
                     [&](int bit) { columns |= 1u << column_of_[static_cast<std::size_t>(bit)]; });
        return columns;
    }

    // The planes board, dead and bonus.
    template <class Number>
    const Number* fixed() const {
        if constexpr (std::is_same_v<Number, float>)
            return fixed_floats_.data();
        else
            return fixed_.data();
    }

    template <class Number>
    void write(const Geometry<N>& geometry, const Position<N>& position, Number* to) const {
        const Bits<N> sets[4] = {position.discs[position.turn], position.discs[position.turn ^ 1],
                                 position.bans(geometry), position.landing(geometry)};
#if defined(__x86_64__)
        if constexpr (N <= LaneRules::max_words) {
            if (lanes_) {
                std::uint64_t words[4][LaneRules::max_words]{};
                for (int i = 0; i < 4; ++i)
                    std::copy(sets[i].word.begin(), sets[i].word.end(), words[i]);
                return planes_avx2(words, N, position.banning, spread_, fixed<Number>(), to);
            }
        }
#endif
        for (const Bits<N>& set : sets)
            for (const int bit : bits_) *to++ = static_cast<Number>(set.test(bit));
        to = std::copy(fixed<Number>(), fixed<Number>() + 3 * bits_.size(), to);
        if (position.banning)
            std::copy_n(fixed<Number>(), bits_.size(), to);
        else
            std::fill_n(to, bits_.size(), Number{0});
    }

  private:
    std::vector<int> bits_;                // of every entry of a plane
    std::vector<std::uint8_t> column_of_;  // by bit
    std::vector<std::uint8_t> fixed_;
    std::vector<float> fixed_floats_;
    bool lanes_ = false;
    LaneSpread spread_;
};

}  // namespace dropfour
