// Networks that have learned nothing.
#pragma once

#include "evaluation/network.hpp"
#include "search/rng.hpp"

namespace dropfour::testing {

template <class Number, std::size_t n>
inline void fill(std::array<Number, n>& numbers, Stream& random, int most) {
    for (Number& number : numbers)
        if constexpr (requires { number.size(); })
            fill(number, random, most);
        else
            number = static_cast<Number>(random.below(2 * most + 1) - most);
}

inline std::shared_ptr<const Network> random_network(Stream& random, int most_weight = 60) {
    auto network = std::make_shared<Network>();
    fill(network->rows, random, most_weight);
    fill(network->bias, random, 100);
    fill(network->second_weights, random, 127);
    fill(network->second_bias, random, 5000);
    fill(network->output_weights, random, 2000);
    fill(network->output_bias, random, 30000);
    network->complete();
    return network;
}

}  // namespace dropfour::testing
