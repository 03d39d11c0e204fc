#include "solver/solver.hpp"

#include <chrono>

#include "bind.hpp"
#include "book.hpp"
#include "supervise.hpp"

namespace dropfour {
namespace {

const Book* within(const BookOverBuffer* book) {
    return book ? &book->book() : nullptr;
}

Solution solve(Solver& solver, const State& state, Task task, Control& control,
               nb::object progress) {
    using Clock = std::chrono::steady_clock;
    const auto began = Clock::now();
    const auto at_once = [&] {
        const nb::gil_scoped_release release;
        return solver.solve_at_once(state.board, task, control);
    };
    if (auto found = at_once()) return *std::move(found);
    if (task.seconds > 0) {
        const std::chrono::duration<double> gone = Clock::now() - began;
        task.seconds = std::max(1e-6, task.seconds - gone.count());
    }
    return supervise(control, Watch{task.seconds, std::move(progress)},
                     [&] { return solver.solve(state.board, task, control); });
}

nb::tuple as_tuple(const std::vector<int>& numbers) {
    nb::list result;
    for (const int number : numbers) result.append(number);
    return nb::tuple(result);
}

// One by one they take a quarter of the time of a short call.
std::optional<nb::tuple> facts(const Solution& solution) {
    const std::optional<Exact> exact = solution.exact();
    if (!solution.solved || !exact) return std::nullopt;
    return nb::make_tuple(exact->value, exact->plies, exact->margin, as_tuple(solution.best),
                          as_tuple(solution.line), solution.nodes);
}

}  // namespace

void bind_solver(nb::module_& module) {
    nb::class_<Task>(module, "Task", "What the solver is asked; a limit of 0 is none.")
        .def(
            "__init__",
            [](Task* self, bool weak, bool best, bool every_column, int threads,
               std::uint64_t nodes, double seconds, std::optional<int> keep,
               std::vector<int> order) {
                new (self) Task{.weak = weak,
                                .best = best,
                                .every_column = every_column,
                                .threads = threads,
                                .nodes = nodes,
                                .seconds = seconds,
                                .keep = keep,
                                .order = std::move(order)};
            },
            nb::kw_only(), nb::arg("weak") = false, nb::arg("best") = true,
            nb::arg("every_column") = false, nb::arg("threads") = 1, nb::arg("nodes") = 0,
            nb::arg("seconds") = 0.0, nb::arg("keep") = nb::none(),
            nb::arg("order") = std::vector<int>{});
    nb::class_<Solution>(module, "Solution", "What has been proven, for the player to move.")
        .def_ro("solved", &Solution::solved)
        .def_prop_ro("exact", &Solution::exact)
        .def_prop_ro("values", &Solution::values)
        .def_prop_ro("margins", &Solution::margins)
        .def_ro("best", &Solution::best)
        .def_ro("line", &Solution::line)
        .def_ro("nodes", &Solution::nodes)
        .def_ro("from_book", &Solution::from_book)
        .def("facts", &facts,
             nb::sig("def facts(self) -> tuple[int, int | None, int | None, tuple[int, ...], "
                     "tuple[int, ...], int] | None"),
             "Value, plies, margin, best columns, line and nodes at once; None if unsolved.")
        .def("report", &Solution::report, "The same as agents report it.");
    nb::class_<Solver>(module, "Solver", "The exact solver; keeps its table between calls.")
        .def(
            "__init__",
            [](Solver* self, const State& state, std::size_t max_bytes,
               const BookOverBuffer* book) {
                new (self) Solver(state.board, max_bytes, within(book));
            },
            nb::arg("state"), nb::arg("max_bytes"), nb::arg("book") = nb::none(),
            nb::keep_alive<1, 4>(), "For positions of the same rules.")
        .def("solve", &solve, nb::arg("state"), nb::arg("task"), nb::arg("control"),
             nb::arg("progress").none())
        .def("clear", &Solver::clear)
        .def_prop_ro("table_bytes", &Solver::table_bytes);
    module.def(
        "solve",
        [](const State& state, const Task& task, Control& control, nb::object progress,
           std::size_t max_bytes, const BookOverBuffer* book) {
            Solver solver(state.board, max_bytes, within(book));
            return solve(solver, state, task, control, std::move(progress));
        },
        nb::arg("state"), nb::arg("task"), nb::arg("control"), nb::arg("progress").none(),
        nb::arg("max_bytes"), nb::arg("book") = nb::none(),
        "Solves a position with a table of its own.");
}

}  // namespace dropfour
