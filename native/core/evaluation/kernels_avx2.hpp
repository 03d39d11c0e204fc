#pragma once

#include "kernels.hpp"

namespace dropfour {

// Differences of two rows of a whole group add up in 16 bits, if the weights are not too large.
constexpr int avx2_rows_at_once = 2 * Placements::group;

const Kernels& kernels_avx2();  // only where the processor has it

}  // namespace dropfour
