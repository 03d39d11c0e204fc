// How a number that a search returns relates to the true value.
#pragma once

#include <cstdint>

namespace dropfour {

// The value is at least, at most or exactly this number; or nothing is known.
enum class Bound : std::uint8_t { none, lower, upper, exact };

}  // namespace dropfour
