// The learned evaluation: its inputs, for training, and what a network says of a position.
#include "evaluation.hpp"

#include <cmath>

#include "bind.hpp"
#include "evaluation/evaluator.hpp"

namespace dropfour {
namespace {

Outlook outlook(const Evaluation& evaluation, const State& state) {
    auto placements = Placements::of(state.board);
    if (placements == nullptr) throw std::invalid_argument("the goal has too many patterns");
    Evaluator evaluator(evaluation.network, std::move(placements));
    evaluator.set(state.board);
    return evaluator.outlook();
}

}  // namespace

void bind_evaluation(nb::module_& module) {
    module.attr("EVALUATION_INPUTS") = inputs::count;
    module.attr("EVALUATION_FEATURES") = inputs::version;
    module.def(
        "evaluation_inputs", [](const State& state) { return active_inputs(state.board); },
        nb::arg("state"), "What the evaluation sees of an open position, by number.");
    nb::class_<Evaluation>(module, "Evaluation", "A network that judges positions.")
        .def(
            "__init__",
            [](Evaluation* self, nb::bytes data) {
                std::string fault;
                const auto* first = static_cast<const std::byte*>(data.data());
                auto network = Network::read({first, data.size()}, fault);
                if (network == nullptr) throw std::invalid_argument(fault);
                new (self) Evaluation{std::move(network)};
            },
            nb::arg("data"), "Of the bytes of a file; ValueError says what is wrong with them.")
        .def_prop_ro("name", [](const Evaluation& self) { return self.network->name; })
        .def(
            "value",
            [](const Evaluation& self, const State& state) {
                return std::tanh(outlook(self, state).logit / (2.0 * Outlook::logit_unit));
            },
            nb::arg("state"), "An open position's value for the player to move, -1 to +1.")
        .def(
            "margin",
            [](const Evaluation& self, const State& state) {
                return outlook(self, state).margin / static_cast<double>(Outlook::point_unit);
            },
            nb::arg("state"), "The margin it expects at the end, for the player to move.");
}

}  // namespace dropfour
