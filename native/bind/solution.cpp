#include <nanobind/stl/tuple.h>

#include <algorithm>
#include <cstdlib>
#include <tuple>

#include "solver.hpp"

namespace dropfour {
namespace {

nb::tuple as_tuple(const std::vector<int>& numbers) {
    nb::list result;
    for (const int number : numbers) result.append(number);
    return nb::tuple(result);
}

// Of what Python calls a solution, which has one.
Exact exact(const Solution& solution) {
    return solution.exact().value();
}

// What two solutions are compared by: all but the columns.
nb::tuple content(const Solution& solution) {
    return nb::make_tuple(exact(solution), as_tuple(solution.best), as_tuple(solution.line),
                          solution.nodes, solution.from_book);
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
    const auto [value, plies, margin] = exact(solution);
    return nb::str(
               "Solution(value={}, plies={}, margin={}, best={}, line={}, nodes={}, "
               "columns={!r}, source={!r})")
        .format(value, plies, margin, as_tuple(solution.best), as_tuple(solution.line),
                solution.nodes, proven_columns(solution), source(solution));
}

// All of it as plain data, for pickle.
using PlainColumn = std::tuple<int, int, int>;
using Plain = std::tuple<std::array<bool, 4>, std::array<int, 4>, std::vector<PlainColumn>,
                         std::vector<int>, std::vector<int>, std::uint64_t>;

Plain to_plain(const Solution& s) {
    std::vector<PlainColumn> columns;
    for (const ColumnScore& c : s.columns)
        columns.emplace_back(c.column, c.score.lower, c.score.upper);
    return {{s.weak, s.every_column, s.from_book, s.ending == Ending::full_board},
            {s.board_columns, s.left, s.score.lower, s.score.upper},
            std::move(columns),
            s.best,
            s.line,
            s.nodes};
}

// It may have come from anywhere: what no solver says is refused.
Solution from_plain(const Plain& plain) {
    const auto& [flags, numbers, columns, best, line, nodes] = plain;
    const auto [weak, every_column, from_book, by_points] = flags;
    const auto [board_columns, left, lower, upper] = numbers;
    Solution solution{.solved = true,
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
    const int most = by_points ? no_score : left + 1;
    const auto is_score = [&](const Range& score) {
        return -no_score <= score.lower && score.lower <= score.upper && score.upper <= no_score &&
               (!score.exact() || std::abs(score.lower) <= most);
    };
    const auto is_column = [&](int column) { return 0 <= column && column < board_columns; };
    bool right = board_columns <= max_columns && 0 <= left && left <= no_score &&
                 is_score(solution.score) && solution.exact() &&
                 std::all_of(best.begin(), best.end(), is_column) &&
                 std::all_of(line.begin(), line.end(), is_column);
    for (const auto& [column, least, most] : columns) {
        solution.columns.push_back({column, {least, most}});
        right = right && is_column(column) && is_score(solution.columns.back().score);
    }
    if (!right) throw nb::value_error("no solution of a position");
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

void bind_solution(nb::module_& module) {
    // What `solve` of Python gives its callers: to copy it into an object of Python's own takes a
    // quarter of the time of a short call.
    nb::class_<Solution>(module, "Solution", solution_words)
        .def_prop_ro(
            "value", [](const Solution& s) { return exact(s).value; }, "+1 win, 0 draw, -1 loss")
        .def_prop_ro(
            "plies", [](const Solution& s) { return exact(s).plies; },
            "until the end under best play")
        .def_prop_ro(
            "margin", [](const Solution& s) { return exact(s).margin; },
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
        .def_prop_ro("exact", &exact, "value, plies and margin")
        .def(
            "as_record",
            [](const Solution& s) {
                return nb::module_::import_("dropfour._arrays")
                    .attr("result_record")(exact(s), s.nodes);
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
             [](Solution& self, const Plain& plain) { new (&self) Solution(from_plain(plain)); });
    nb::class_<Attempt>(module, "Attempt", "What a search has proven, finished or not.")
        .def_prop_ro("solved", [](const Attempt& a) { return a.found.solved; })
        .def_prop_ro("exact", [](const Attempt& a) { return a.found.exact(); })
        .def_prop_ro(
            "values", [](const Attempt& a) { return a.found.values(); }, "The least and the most.")
        .def_prop_ro("margins", [](const Attempt& a) { return a.found.margins(); })
        .def_prop_ro(
            "quiet_plies", [](const Attempt& a) { return a.found.quiet_plies(); },
            "Nobody can force a win within so many, with ending \"first\".")
        .def_prop_ro("best", [](const Attempt& a) { return a.found.best; })
        .def_prop_ro("nodes", [](const Attempt& a) { return a.found.nodes; })
        .def(
            "report", [](const Attempt& a) { return a.found.report(); },
            "The same as agents report it.");
}

}  // namespace dropfour
