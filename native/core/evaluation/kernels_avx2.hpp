#pragma once

#include "kernels.hpp"

namespace dropfour {

// Only where the processor has it, and for networks two rows of which add up in 16 bits.
const Kernels& kernels_avx2();

}  // namespace dropfour
