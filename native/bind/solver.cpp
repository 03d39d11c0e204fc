#include "solver.hpp"

#include "bind.hpp"
#include "supervise.hpp"

namespace dropfour {
namespace {

// So few free cells take less time than it is worth to start a thread and watch it. Bans make more
// of them.
constexpr int at_once_up_to = 12;

bool takes_no_time(const AnyBoard& board) {
    return std::visit(
        []<int N>(const Board<N>& b) {
            const Bits<N> free = b.geometry->board & ~b.position.occupied;
            return free.count() <= at_once_up_to && (b.geometry->bonus & free).none();
        },
        board);
}

Solution solve(Solver& solver, const State& state, Control& control, nb::object progress,
               std::uint64_t nodes, double seconds, int threads, bool weak, bool best,
               bool every_column) {
    const Task task{weak, best, every_column, threads, nodes};
    if (takes_no_time(state.board)) {
        const nb::gil_scoped_release release;
        return solver.solve(state.board, task, control);
    }
    return supervise(control, Watch{seconds, std::move(progress)},
                     [&] { return solver.solve(state.board, task, control); });
}

Report report(const Solution& solution, const State& state) {
    return std::visit(
        [&](const auto& b) { return report_of(solution, b.geometry->ending, b.geometry->columns); },
        state.board);
}

}  // namespace

void bind_solver(nb::module_& module) {
    nb::class_<ColumnScore>(module, "ColumnScore")
        .def_ro("column", &ColumnScore::column)
        .def_prop_ro("lower", [](const ColumnScore& c) { return c.score.lower; })
        .def_prop_ro("upper", [](const ColumnScore& c) { return c.score.upper; });
    nb::class_<Solution>(module, "Solution", "What has been proven, for the player to move.")
        .def_ro("solved", &Solution::solved)
        .def_prop_ro("lower", [](const Solution& s) { return s.score.lower; })
        .def_prop_ro("upper", [](const Solution& s) { return s.score.upper; })
        .def_ro("left", &Solution::left)
        .def_ro("columns", &Solution::columns)
        .def_ro("best", &Solution::best)
        .def_ro("line", &Solution::line)
        .def_ro("nodes", &Solution::nodes)
        .def("report", &report, nb::arg("state"), "The same as agents report it.");
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
