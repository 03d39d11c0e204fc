// Searches that evaluate positions: one ply ahead, and depth-limited minimax.
#include "alphabeta/alphabeta.hpp"

#include "alphabeta/evaluate.hpp"
#include "alphabeta/greedy.hpp"
#include "bind.hpp"
#include "evaluation.hpp"
#include "supervise.hpp"

namespace dropfour {

void bind_alphabeta(nb::module_& module) {
    module.def(
        "evaluate", [](const State& s, int player) { return evaluate(s.board, player); },
        nb::arg("state"), nb::arg("player"), "Alpha-beta's evaluation, seen by the player.");
    module.def(
        "greedy", [](const State& s, bool opponent) { return greedy(s.board, opponent); },
        nb::arg("state"), nb::kw_only(), nb::arg("opponent"), "The best column one ply ahead.");
    module.def(
        "alphabeta",
        [](const State& state, Control& control, nb::object progress, std::uint64_t nodes,
           int depth, double seconds, int table_megabytes, bool every_column,
           const Evaluation* evaluation) {
            const AlphaBetaSettings settings{table_megabytes, every_column,
                                             evaluation ? evaluation->network : nullptr};
            return supervise(control, Watch{seconds, std::move(progress)}, [&] {
                return alphabeta(state.board, Limits{.nodes = nodes, .depth = depth}, settings,
                                 control);
            });
        },
        nb::arg("state"), nb::kw_only(), nb::arg("control"), nb::arg("progress").none(),
        nb::arg("nodes"), nb::arg("depth"), nb::arg("seconds"), nb::arg("table_megabytes"),
        nb::arg("every_column"), nb::arg("evaluation").none(),
        "Depth-limited minimax; a limit of 0 is none.");
}

}  // namespace dropfour
