// One playout after the other: for any board, on any processor.
#pragma once

#include "board/position.hpp"
#include "search/rng.hpp"

namespace dropfour {

// The result of one playout; `draw()` gives the next random column, which may be full.
template <bool take_wins, int N, class Draw>
Result play_out(const Geometry<N>& geometry, Position<N> position, Draw draw) {
    while (!position.over()) {
        const Bits<N> landing = geometry.landing(position.occupied);
        if constexpr (take_wins) {
            const Bits<N> own = position.discs[position.turn] & geometry.counting;
            const Bits<N> winning = geometry.winning_cells(own, position.occupied);
            if ((winning & landing).any() && !position.banning) return won_by(position.turn);
        }
        Bits<N> cell;
        do cell = landing & geometry.column_cells[draw()];
        while (cell.none());
        position.play(geometry, cell);
    }
    return position.result;
}

}  // namespace dropfour
