#pragma once

#include "network.hpp"

namespace dropfour {

const Network::Code& network_code_avx2();  // only where the processor has it

}  // namespace dropfour
