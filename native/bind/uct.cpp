#include "uct/uct.hpp"

#include <stdexcept>

#include "bind.hpp"
#include "supervise.hpp"

namespace dropfour {
namespace {

Playout playout_named(const std::string& name) {
    if (name == "uniform") return Playout::uniform;
    if (name == "wins") return Playout::wins;
    if (name == "blocks") return Playout::blocks;
    throw std::invalid_argument("policy is 'uniform', 'wins' or 'blocks', not '" + name + "'");
}

FinalChoice final_named(const std::string& name) {
    if (name == "visits") return FinalChoice::visits;
    if (name == "value") return FinalChoice::value;
    throw std::invalid_argument("final is 'visits' or 'value', not '" + name + "'");
}

}  // namespace

void bind_uct(nb::module_& module) {
    nb::class_<UctRow>(module, "UctRow")
        .def_ro("path", &UctRow::path)
        .def_ro("visits", &UctRow::visits)
        .def_ro("total_for_chooser", &UctRow::total_for_chooser);
    nb::class_<UctTuning>(module, "UctTuning")
        .def(nb::init<>())
        .def_ro("exploration", &UctTuning::exploration)
        .def_ro("visits_to_expand", &UctTuning::visits_to_expand);
    nb::class_<Uct>(module, "Uct", "A UCT player, with the tree it keeps between moves.")
        .def(
            "__init__",
            [](Uct* self, bool plain, std::optional<double> exploration,
               std::optional<int> visits_to_expand, const std::optional<std::string>& policy,
               const std::string& final_choice, std::uint64_t memory_mb, bool keep_tree,
               bool every_column, int threads, std::uint64_t seed) {
                UctSettings settings;
                settings.plain = plain;
                if (plain) settings.tuning.exploration = 1;  // as in the classroom
                if (exploration) settings.tuning.exploration = *exploration;
                if (visits_to_expand) settings.tuning.visits_to_expand = *visits_to_expand;
                if (policy) settings.tuning.playout = playout_named(*policy);
                settings.final_choice = final_named(final_choice);
                settings.memory_bytes = memory_mb << 20;
                settings.keep_tree = keep_tree;
                settings.every_column = every_column;
                settings.threads = threads;
                settings.seed = seed;
                new (self) Uct(settings);
            },
            nb::kw_only(), nb::arg("plain"), nb::arg("exploration").none(),
            nb::arg("visits_to_expand").none(), nb::arg("policy").none(), nb::arg("final"),
            nb::arg("memory_mb"), nb::arg("keep_tree"), nb::arg("every_column"), nb::arg("threads"),
            nb::arg("seed"))
        .def(
            "search",
            [](Uct& self, const State& state, std::uint64_t playouts, std::uint64_t nodes,
               double seconds, Control& control, nb::object progress) {
                const AnyBoard board = state.board;  // the search must not touch Python objects
                return supervise(control, Watch{seconds, std::move(progress)}, [&] {
                    return self.search(board, Limits{playouts, nodes}, control);
                });
            },
            nb::arg("state"), nb::kw_only(), nb::arg("playouts"), nb::arg("nodes"),
            nb::arg("seconds"), nb::arg("control"), nb::arg("progress").none(),
            "Limits of 0 are none.")
        .def("forget", &Uct::forget)
        .def("table", &Uct::table, nb::arg("depth"),
             "The visited nodes down to a depth, parents first, by the columns that lead there.")
        .def_prop_ro("nodes_held", [](const Uct& self) { return self.memory().nodes; })
        .def_prop_ro("bytes_held", [](const Uct& self) { return self.memory().bytes; });
}

}  // namespace dropfour
