// How a playout chooses its moves.
#pragma once

#include <cstdint>

namespace dropfour {

enum class Policy : std::uint8_t {
    uniform,   // every column that is not full is as likely
    wins,      // a mover who can win at once does, else uniform
    weighted,  // columns are drawn by weight; not in UCT
    blocks,    // as `wins`, and the opponent's winning cell is taken; in UCT only
};

}  // namespace dropfour
