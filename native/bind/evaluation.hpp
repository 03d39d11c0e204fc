#pragma once

#include "evaluation/network.hpp"

namespace dropfour {

// A network as Python holds it, to be shared by searches.
struct Evaluation {
    std::shared_ptr<const Network> network;
};

}  // namespace dropfour
