#include "solver/solver.hpp"

#include <nanobind/stl/tuple.h>

#include <chrono>
#include <mutex>
#include <stdexcept>
#include <thread>
#include <tuple>

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
    const auto began = task.seconds > 0 ? Clock::now() : Clock::time_point{};
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

// What `dropfour.Solver` derives from. Of a short call, two microseconds, Python's own part would
// be a third; so that is here. What is not plain is left to the Python class, which knows what each
// argument may be and says what is wrong.
struct SolverBase {
    SolverBase(const State& start, std::size_t max_bytes, const BookOverBuffer* book)
        : solver(start.board, max_bytes, within(book)), rules(start.rules) {}

    // While it lives no other thread has the solver.
    class Hold {
      public:
        explicit Hold(SolverBase& base, Control* control = nullptr) : base_(base) {
            if (base_.holder == std::this_thread::get_id())
                throw std::runtime_error("the solver is at work already, for this very thread");
            for (bool have = base_.mutex.try_lock(); !have;) {
                if (PyErr_CheckSignals() != 0) throw nb::python_error();
                const nb::gil_scoped_release release;
                have = base_.mutex.try_lock_for(heartbeat);
            }
            base_.holder = std::this_thread::get_id();
            base_.control = control;
        }
        ~Hold() {
            base_.control = nullptr;
            base_.holder = {};
            base_.mutex.unlock();
        }
        Hold(const Hold&) = delete;
        Hold& operator=(const Hold&) = delete;

      private:
        SolverBase& base_;
    };

    Solver solver;
    nb::object rules;
    Control* control = nullptr;  // of the running call
    std::timed_mutex mutex;
    std::thread::id holder;  // of the mutex; like all but that it is kept by the GIL
};

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

nb::object solve_for_python(SolverBase& base, const State& position, nb::handle nodes,
                            nb::handle seconds, nb::handle threads, nb::handle weak,
                            nb::handle details, nb::handle every_column, nb::object progress,
                            Control* told) {
    const auto in_python = [&](const char* name) { return nb::find(base).attr(name); };
    std::optional<Task> task = plain_task(nodes, seconds, threads, weak, details, every_column);
    if (!task)
        task = nb::cast<Task>(
            in_python("_task")(nodes, seconds, threads, weak, details, every_column));
    if (!position.rules.is(base.rules) && !position.rules.equal(base.rules))
        throw nb::value_error("the position has other rules than the solver");
    if (!progress.is_none()) progress = in_python("_relay")(progress);
    Control own;
    Control& control = told ? *told : own;
    const SolverBase::Hold hold(base, &control);
    Solution found = solve(base.solver, position, *std::move(task), control, std::move(progress));
    if (found.solved) return nb::cast(std::move(found));
    return in_python("_give_up")(std::move(found));
}

nb::tuple as_tuple(const std::vector<int>& numbers) {
    nb::list result;
    for (const int number : numbers) result.append(number);
    return nb::tuple(result);
}

// What two solutions are compared by: all but the columns.
nb::tuple content(const Solution& solution) {
    const std::optional<Exact> exact = solution.exact();
    return nb::make_tuple(exact, as_tuple(solution.best), as_tuple(solution.line), solution.nodes,
                          solution.from_book);
}

nb::dict proven_columns(const Solution& solution) {
    nb::dict result;
    if (!solution.every_column) return result;
    for (const ColumnScore& column : solution.columns)
        if (const auto exact = solution.exact(column.score))
            result[nb::int_(column.column)] = *exact;
    return result;
}

const char* source(const Solution& solution) {
    return solution.from_book ? "book" : "search";
}

nb::str in_words(const Solution& solution) {
    if (!solution.solved) return nb::str("Solution(not proven, nodes={})").format(solution.nodes);
    const Exact exact = solution.exact().value_or(Exact{});
    return nb::str(
               "Solution(value={}, plies={}, margin={}, best={}, line={}, nodes={}, "
               "columns={!r}, source={!r})")
        .format(exact.value, exact.plies, exact.margin, as_tuple(solution.best),
                as_tuple(solution.line), solution.nodes, proven_columns(solution),
                source(solution));
}

// All of it as plain data, for pickle.
using PlainColumn = std::tuple<int, int, int, double>;
using Plain = std::tuple<std::array<bool, 5>, std::array<int, 4>, std::vector<PlainColumn>,
                         std::vector<int>, std::vector<int>, std::uint64_t>;

Plain to_plain(const Solution& s) {
    std::vector<PlainColumn> columns;
    for (const auto& [column, score, estimate] : s.columns)
        columns.emplace_back(column, score.lower, score.upper, estimate);
    return {{s.solved, s.weak, s.every_column, s.from_book, s.ending == Ending::full_board},
            {s.board_columns, s.left, s.score.lower, s.score.upper},
            std::move(columns),
            s.best,
            s.line,
            s.nodes};
}

Solution from_plain(const Plain& plain) {
    const auto& [flags, numbers, columns, best, line, nodes] = plain;
    const auto [solved, weak, every_column, from_book, by_points] = flags;
    const auto [board_columns, left, lower, upper] = numbers;
    Solution solution{.solved = solved,
                      .weak = weak,
                      .every_column = every_column,
                      .ending = by_points ? Ending::full_board : Ending::first_pattern,
                      .board_columns = board_columns,
                      .left = left,
                      .score = {lower, upper},
                      .columns = {},
                      .best = best,
                      .line = line,
                      .nodes = nodes,
                      .from_book = from_book};
    for (const auto& [column, least, most, estimate] : columns)
        solution.columns.push_back({column, {least, most}, estimate});
    return solution;
}

constexpr const char* solution_words = R"(A solved position, seen by the player to move.

The winner hurries and the loser delays. `best` has all best columns, `line` is best play to the
end, the centre-most best column at every step. With `details=False` there is one best column
and no line; with `weak=True` there are no plies and no line, and `best` keeps the value only.
`columns` is what `every_column=True` asks for: the result of every legal column.

`source` is "book" where a book knew the result of every column: then `line` goes as far as the
book does, and there are no nodes. Else it is "search".)";

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
    // What `solve` of Python gives its callers, too: to copy it into an object of Python's own
    // takes a quarter of the time of a short call.
    nb::class_<Solution>(module, "Solution", solution_words)
        .def_prop_ro(
            "value", [](const Solution& s) { return s.exact().value().value; },
            "+1 win, 0 draw, -1 loss")
        .def_prop_ro(
            "plies", [](const Solution& s) { return s.exact().value().plies; },
            "until the end under best play")
        .def_prop_ro(
            "margin", [](const Solution& s) { return s.exact().value().margin; },
            "points; ending \"full\" only")
        .def_prop_ro(
            "best", [](const Solution& s) { return as_tuple(s.best); },
            nb::sig("def best(self) -> tuple[int, ...]"))
        .def_prop_ro(
            "line", [](const Solution& s) { return as_tuple(s.line); },
            nb::sig("def line(self) -> tuple[int, ...]"))
        .def_ro("nodes", &Solution::nodes)
        .def_prop_ro("columns", &proven_columns, nb::sig("def columns(self) -> dict[int, Exact]"))
        .def_prop_ro("source", &source,
                     nb::sig("def source(self) -> typing.Literal['book', 'search']"))
        .def_prop_ro(
            "exact", [](const Solution& s) { return s.exact().value(); }, "value, plies and margin")
        .def(
            "as_record",
            [](const Solution& s) {
                return nb::module_::import_("dropfour._arrays")
                    .attr("result_record")(s.exact().value(), s.nodes);
            },
            nb::sig("def as_record(self) -> typing.Any"),
            "It as a numpy record, one of those that `label` makes.")
        .def(
            "__eq__",
            [](const Solution& a, const Solution& b) { return content(a).equal(content(b)); },
            nb::is_operator(), nb::sig("def __eq__(self, other: object, /) -> bool"))
        .def("__hash__", [](const Solution& s) { return nb::hash(content(s)); })
        .def("__repr__", &in_words)
        .def("__getstate__", &to_plain)
        .def("__setstate__",
             [](Solution& self, const Plain& plain) { new (&self) Solution(from_plain(plain)); })
        // Of a search that may have been ended:
        .def_ro("solved", &Solution::solved)
        .def_prop_ro("proven", [](const Solution& s) { return s.exact(); })
        .def_prop_ro("values", &Solution::values)
        .def_prop_ro("margins", &Solution::margins)
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
    nb::class_<SolverBase>(module, "SolverBase", "An exact solver that checks what it is told.")
        .def(nb::init<const State&, std::size_t, const BookOverBuffer*>(), nb::arg("start"),
             nb::arg("max_bytes"), nb::arg("book").none(), nb::keep_alive<1, 4>())
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
             "that is at work lets other threads\nwait, and its own one, within `progress`, gets a "
             "RuntimeError.")
        .def(
            "stop",
            [](SolverBase& self) {
                if (self.control) self.control->stop();
            },
            "Ends a running call at once: it raises `Unsolved`. Without one, does nothing.")
        .def(
            "clear",
            [](SolverBase& self) {
                const SolverBase::Hold hold(self);
                self.solver.clear();
            },
            "Forgets everything.")
        .def_prop_ro(
            "rules", [](const SolverBase& self) { return self.rules; },
            nb::sig("def rules(self) -> dropfour.rules.Rules"))
        .def_prop_ro("table_bytes",
                     [](const SolverBase& self) { return self.solver.table_bytes(); });
}

}  // namespace dropfour
