#include "solver/solver.hpp"

#include <nanobind/stl/tuple.h>

#include <chrono>
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
