// How a number that a search returns relates to the true value.
#pragma once

#include <cstdint>

namespace dropfour {

// The value is at least, at most or exactly this number; or nothing is known.
enum class Bound : std::uint8_t { none, lower, upper, exact };

constexpr bool at_least(Bound bound) {
    return bound == Bound::lower || bound == Bound::exact;
}
constexpr bool at_most(Bound bound) {
    return bound == Bound::upper || bound == Bound::exact;
}

// What a fail-soft search of the window (alpha, beta) has proven by returning `value`.
constexpr Bound bound_of(int value, int alpha, int beta) {
    return value <= alpha ? Bound::upper : value >= beta ? Bound::lower : Bound::exact;
}

}  // namespace dropfour
