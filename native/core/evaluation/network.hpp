// A small network over the inputs, in integers alone: the same numbers on every machine.
//
//     hidden  = clamp(bias + sum of the active inputs' rows, 0, 127)      int16 rows, by evaluator
//     second  = clamp((bias + weights * hidden) >> 6, 0, 127)             int8 weights
//     outputs = bias + weights * second                                   int16 weights
//
// The first output is the logit of the value, the second the margin still to come, both in units
// of `unit`. kernels.hpp has the arithmetic.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "inputs.hpp"

namespace dropfour {

struct Network {
    static constexpr int hidden_units = 32;
    static constexpr int second_units = 32;
    static constexpr int unit = 256 * 127;  // of an output: 1.0
    static constexpr int points_per_output = 4;

    using Row = std::array<std::int16_t, hidden_units>;
    struct alignas(32) Sums : std::array<std::int32_t, hidden_units> {};

    static constexpr int zeros = inputs::count;  // a row of what is no input

    alignas(64) std::array<Row, inputs::count + 1> rows;
    alignas(64) Row bias;
    // By fours of hidden units, then by second unit: one instruction takes four products.
    alignas(64) std::array<std::array<std::array<std::int8_t, 4>, second_units>,
                           hidden_units / 4> second_weights;
    alignas(64) std::array<std::int32_t, second_units> second_bias;
    alignas(64) std::array<std::array<std::int16_t, second_units>, 2> output_weights;
    std::array<std::int32_t, 2> output_bias;
    int rows_in_16_bits = 0;  // so many add up to no more than 16 bits hold
    std::string name;         // of the file's content: eight hexadecimal digits

    // What a file holds, or a sentence that says why it is of no use.
    static std::shared_ptr<const Network> read(std::span<const std::byte> data, std::string& fault);

    // What follows from the weights.
    void complete();
};

}  // namespace dropfour
