#include "evaluation.hpp"
#include "names.hpp"
#include "supervise.hpp"

namespace dropfour {

void bind_uct(nb::module_& module) {
    nb::class_<UctRow>(module, "UctRow")
        .def_ro("path", &UctRow::path)
        .def_ro("visits", &UctRow::visits)
        .def_ro("total_for_chooser", &UctRow::total_for_chooser);
    nb::class_<Uct>(module, "Uct", "UCT, with the tree it keeps between moves.")
        .def(
            "__init__",
            [](Uct* self, bool plain, std::optional<double> exploration,
               std::optional<int> visits_to_expand, std::optional<Policy> policy,
               FinalChoice final_choice, std::uint64_t memory_mb, bool keep_tree, bool every_column,
               int threads, std::uint64_t seed, const Evaluation* evaluation) {
                UctSettings settings;
                settings.plain = plain;
                if (plain) settings.tuning = UctTuning::plain();
                if (exploration)
                    settings.tuning.exploration = settings.tuning.judged_exploration = *exploration;
                if (visits_to_expand) settings.tuning.visits_to_expand = *visits_to_expand;
                if (policy) settings.tuning.policy = *policy;
                settings.final_choice = final_choice;
                settings.memory_bytes = memory_mb << 20;
                settings.keep_tree = keep_tree;
                settings.every_column = every_column;
                settings.threads = threads;
                settings.seed = seed;
                if (evaluation) settings.network = evaluation->network;
                new (self) Uct(settings);
            },
            nb::kw_only(), nb::arg("plain"), nb::arg("exploration").none(),
            nb::arg("visits_to_expand").none(), nb::arg("policy").none(), nb::arg("final"),
            nb::arg("memory_mb"), nb::arg("keep_tree"), nb::arg("every_column"), nb::arg("threads"),
            nb::arg("seed"), nb::arg("evaluation").none())
        .def(
            "search",
            [](Uct& self, const State& state, std::uint64_t playouts, std::uint64_t nodes,
               double seconds, Control& control, nb::object progress, bool resume) {
                const AnyBoard board = state.board;  // the search must not touch Python objects
                return supervise(control, Watch{seconds, std::move(progress)}, [&] {
                    return self.search(board, Limits{playouts, nodes}, control, resume);
                });
            },
            nb::arg("state"), nb::kw_only(), nb::arg("playouts"), nb::arg("nodes"),
            nb::arg("seconds"), nb::arg("control"), nb::arg("progress").none(),
            nb::arg("resume") = false,
            "Limits of 0 are none. `resume` goes on where the same position was left.")
        .def("table", &Uct::table, nb::arg("depth"),
             "The visited nodes down to a depth, parents first, by the columns that lead there.")
        .def_prop_ro("nodes_held", &Uct::nodes_held)
        .def_prop_ro("bytes_held", &Uct::bytes_held);
}

}  // namespace dropfour
