#include "solver.hpp"

namespace dropfour {

Solution SharedSolver::attempt(const State& state, Task task, Control& control,
                               nb::object progress) {
    using Clock = std::chrono::steady_clock;
    if (!state.rules.is(rules) && !state.rules.equal(rules))
        throw nb::value_error("the position has other rules than the solver");
    const auto began = task.seconds > 0 ? Clock::now() : Clock::time_point{};
    const auto seconds_left = [&] {
        return task.seconds - std::chrono::duration<double>(Clock::now() - began).count();
    };
    const auto go_on = [&] {
        return !control.stop_requested() && (task.seconds == 0 || seconds_left() > 0);
    };
    const Hold hold(*this, &control, go_on);
    if (!hold) {  // what needs no search can be said all the same
        task.nodes = 1;
        return Solver(state.board, 0, book_).solve(state.board, task, control);
    }
    const auto at_once = [&] {
        const nb::gil_scoped_release release;
        return solver_.solve_at_once(state.board, task, control);
    };
    if (auto found = at_once()) return *std::move(found);
    if (task.seconds > 0) task.seconds = std::max(1e-6, seconds_left());
    return supervise(control, Watch{task.seconds, std::move(progress)},
                     [&] { return solver_.solve(state.board, task, control); });
}

namespace {

// What is asked if all of it is plain: no limits, one thread, and flags.
std::optional<Task> plain_task(nb::handle nodes, nb::handle seconds, nb::handle threads,
                               nb::handle weak, nb::handle details, nb::handle every_column) {
    const auto is_flag = [](nb::handle value) { return PyBool_Check(value.ptr()); };
    int overflow = 0;
    if (!nodes.is_none() || !seconds.is_none() || !PyLong_CheckExact(threads.ptr()) ||
        PyLong_AsLongAndOverflow(threads.ptr(), &overflow) != 1 || !is_flag(weak) ||
        !is_flag(details) || !is_flag(every_column))
        return std::nullopt;
    return Task{.weak = weak.ptr() == Py_True,
                .best = details.ptr() == Py_True,
                .every_column = every_column.ptr() == Py_True};
}

// Of a short call, two microseconds, Python's own part would be half; so that is here. What is not
// plain is left to the Python class, which knows what each argument may be and says what is wrong.
nb::object solve_for_python(SharedSolver& solver, const State& position, nb::handle nodes,
                            nb::handle seconds, nb::handle threads, nb::handle weak,
                            nb::handle details, nb::handle every_column, nb::object progress,
                            Control* told) {
    const auto in_python = [&](const char* name) { return nb::find(solver).attr(name); };
    std::optional<Task> task = plain_task(nodes, seconds, threads, weak, details, every_column);
    if (!task)
        task = nb::cast<Task>(
            in_python("_task")(nodes, seconds, threads, weak, details, every_column));
    if (!progress.is_none()) progress = in_python("_relay")(progress);
    Control own;
    Control& control = told ? *told : own;
    Solution found = solver.attempt(position, *std::move(task), control, std::move(progress));
    if (found.solved) return nb::cast(std::move(found));
    return in_python("_give_up")(Attempt{std::move(found)});
}

}  // namespace

void bind_solver(nb::module_& module) {
    nb::class_<Task>(module, "Task", "What the solver is asked; a limit of 0 is none.")
        .def(
            "__init__",
            [](Task* self, bool weak, bool best, bool every_column, int threads,
               std::uint64_t nodes, double seconds, std::uint64_t soon_nodes,
               std::optional<int> keep, std::vector<int> order) {
                new (self) Task{.weak = weak,
                                .best = best,
                                .every_column = every_column,
                                .threads = threads,
                                .nodes = nodes,
                                .seconds = seconds,
                                .soon_nodes = soon_nodes,
                                .keep = keep,
                                .order = std::move(order)};
            },
            nb::kw_only(), nb::arg("weak") = false, nb::arg("best") = true,
            nb::arg("every_column") = false, nb::arg("threads") = 1, nb::arg("nodes") = 0,
            nb::arg("seconds") = 0.0, nb::arg("soon_nodes") = 0, nb::arg("keep") = nb::none(),
            nb::arg("order") = std::vector<int>{});
    bind_solution(module);
    nb::class_<SharedSolver>(module, "Solver", "The exact solver; keeps its table between calls.")
        .def(nb::init<const State&, std::size_t, const BookOverBuffer*>(), nb::arg("start"),
             nb::arg("max_bytes"), nb::arg("book").none() = nb::none(), nb::keep_alive<1, 4>(),
             "For positions of the same rules.")
        .def("solve", &solve_for_python, nb::arg("position"), nb::kw_only(),
             nb::arg("nodes") = nb::none(), nb::arg("seconds") = nb::none(),
             nb::arg("threads").none() = 1, nb::arg("weak").none() = false,
             nb::arg("details").none() = true, nb::arg("every_column").none() = false,
             nb::arg("progress") = nb::none(), nb::arg("control") = nb::none(),
             nb::sig("def solve(self, position: dropfour.game.Position, *, "
                     "nodes: int | None = None, seconds: float | None = None, threads: int = 1, "
                     "weak: bool = False, details: bool = True, every_column: bool = False, "
                     "progress: dropfour.solver.OnProgress | None = None, "
                     "control: Control | None = None) -> Solution"),
             "The proven value; `Unsolved` if a limit, or `stop`, comes before the proof.\n\n"
             "A limit of nodes is kept by one thread, so that it always ends alike. "
             "`control.stop()` ends\nit from any thread, even before it has begun. A solver "
             "that is at work lets other threads\nwait, as long as their limits allow, and its own "
             "one, within `progress`, gets a RuntimeError.")
        .def(
            "_attempt",
            [](SharedSolver& self, const State& position, Task task, Control& control,
               nb::object progress) {
                return Attempt{
                    self.attempt(position, std::move(task), control, std::move(progress))};
            },
            nb::arg("position"), nb::arg("task"), nb::arg("control"),
            nb::arg("progress").none() = nb::none(),
            "What is proven of a task when it is done or ended.")
        .def("stop", &SharedSolver::stop,
             "Ends a running call at once: it raises `Unsolved`. Without one, does nothing.")
        .def(
            "clear", [](SharedSolver& self) { self.hold().solver().clear(); },
            "Forgets everything.")
        .def_prop_ro(
            "rules", [](const SharedSolver& self) { return self.rules; },
            nb::sig("def rules(self) -> dropfour.rules.Rules"))
        .def_prop_ro("table_bytes", &SharedSolver::table_bytes);
}

}  // namespace dropfour
