// Where the cells of a board are in the planes of batch.hpp, and the planes that never change.
#pragma once

#include <algorithm>
#include <type_traits>

#include "batch.hpp"

namespace dropfour {

template <int N>
class PlaneLayout {
  public:
    // In a shape of this many rows and columns, which may be larger than the board.
    PlaneLayout(const Geometry<N>& geometry, int rows, int columns) {
        for (int row = rows - 1; row >= 0; --row)
            for (int column = 0; column < columns; ++column)
                bits_.push_back(row < geometry.rows && column < geometry.columns
                                    ? geometry.bit({column, row})
                                    : geometry.bit({0, geometry.rows}));  // a cap, never set
        for (const Bits<N>& set :
             {geometry.board, geometry.board & ~geometry.counting, geometry.bonus})
            for (const int bit : bits_) fixed_.push_back(set.test(bit));
        fixed_floats_.assign(fixed_.begin(), fixed_.end());
    }

    // The bit of every entry of a plane.
    const std::vector<int>& bits() const { return bits_; }

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
        for (const Bits<N>& set : {position.discs[position.turn], position.discs[position.turn ^ 1],
                                   position.bans(geometry), position.landing(geometry)})
            for (const int bit : bits_) *to++ = static_cast<Number>(set.test(bit));
        to = std::copy(fixed<Number>(), fixed<Number>() + 3 * bits_.size(), to);
        if (position.banning)
            std::copy_n(fixed<Number>(), bits_.size(), to);
        else
            std::fill_n(to, bits_.size(), Number{0});
    }

  private:
    std::vector<int> bits_;
    std::vector<std::uint8_t> fixed_;
    std::vector<float> fixed_floats_;
};

}  // namespace dropfour
