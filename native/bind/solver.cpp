#include "solver/solver.hpp"

#include "bind.hpp"
#include "supervise.hpp"

namespace dropfour {
namespace {

// Most questions about a board of one word take less time than a thread that watches takes to
// start; so a few nodes, about a millisecond, are searched at once. What needs more goes on under
// supervision, with the same table. Under a limit, or with a big table, whose fresh memory takes
// milliseconds, only what is as good as solved is searched so.
constexpr std::uint64_t at_once_nodes = 5000;
constexpr int at_once_up_to = 14;
constexpr std::size_t at_once_table_bytes = 4 << 20;

int free_cells(const Board<1>& board) {
    return (board.geometry->board & ~board.position.occupied).count();
}

bool is_quick(const Solver& solver, const AnyBoard& any, bool limited) {
    const auto* board = std::get_if<Board<1>>(&any);
    if (board == nullptr) return false;
    return free_cells(*board) <= at_once_up_to ||
           (!limited && solver.table_bytes() <= at_once_table_bytes);
}

Solution solve(Solver& solver, const State& state, Control& control, nb::object progress,
               std::uint64_t nodes, double seconds, int threads, bool weak, bool best,
               bool every_column) {
    Task task{weak, best, every_column, threads, nodes};
    std::uint64_t spent = 0;
    if (is_quick(solver, state.board, nodes != 0 || seconds > 0)) {
        Task first = task;
        first.nodes = nodes == 0 ? at_once_nodes : std::min(nodes, at_once_nodes);
        const nb::gil_scoped_release release;
        control.renew();
        Solution found = solver.solve(state.board, first, control);
        if (found.solved || first.nodes == nodes) return found;
        spent = found.nodes;
        if (nodes != 0) task.nodes = nodes - spent;
    }
    Solution found = supervise(control, Watch{seconds, std::move(progress)},
                               [&] { return solver.solve(state.board, task, control); });
    found.nodes += spent;
    return found;
}

}  // namespace

void bind_solver(nb::module_& module) {
    nb::class_<Solution>(module, "Solution", "What has been proven, for the player to move.")
        .def_ro("solved", &Solution::solved)
        .def_prop_ro("exact", &Solution::exact)
        .def_prop_ro("values", &Solution::values)
        .def_prop_ro("margins", &Solution::margins)
        .def_ro("best", &Solution::best)
        .def_ro("line", &Solution::line)
        .def_ro("nodes", &Solution::nodes)
        .def("report", &Solution::report, "The same as agents report it.");
    nb::class_<Solver>(module, "Solver", "The exact solver; keeps its table between calls.")
        .def(
            "__init__",
            [](Solver* self, const State& state, std::size_t table_bytes) {
                new (self) Solver(state.board, table_bytes);
            },
            nb::arg("state"), nb::kw_only(), nb::arg("table_bytes"))
        .def("solve", &solve, nb::arg("state"), nb::kw_only(), nb::arg("control"),
             nb::arg("progress").none(), nb::arg("nodes"), nb::arg("seconds"), nb::arg("threads"),
             nb::arg("weak"), nb::arg("best"), nb::arg("every_column"),
             "Solves a position of the same rules; a limit of 0 is none.")
        .def("clear", &Solver::clear)
        .def_prop_ro("table_bytes", &Solver::table_bytes);
}

}  // namespace dropfour
