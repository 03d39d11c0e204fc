#include "search/report.hpp"

#include "bind.hpp"

namespace dropfour {
namespace {

nb::tuple content(const Exact& exact) {
    return nb::make_tuple(exact.value, exact.plies, exact.margin);
}

}  // namespace

void bind_report(nb::module_& module) {
    nb::class_<Exact>(module, "Exact", "A proven result, for the player to move at the root.")
        .def(nb::init<int, std::optional<int>, std::optional<int>>(), nb::arg("value"),
             nb::arg("plies") = nb::none(), nb::arg("margin") = nb::none())
        .def_ro("value", &Exact::value, "+1 win, 0 draw, -1 loss")
        .def_ro("plies", &Exact::plies, "to the end under best play, if proven")
        .def_ro("margin", &Exact::margin, "points, if proven; ending \"full\" only")
        .def(
            "__eq__", [](const Exact& a, const Exact& b) { return a == b; }, nb::is_operator(),
            nb::sig("def __eq__(self, other: object, /) -> bool"))
        .def("__hash__", [](const Exact& e) { return nb::hash(content(e)); })
        .def(
            "__reduce__",
            [](const Exact& e) { return nb::make_tuple(nb::type<Exact>(), content(e)); },
            nb::sig(
                "def __reduce__(self) -> tuple[type[Exact], tuple[int, int | None, int | None]]"))
        .def("__repr__", [](const Exact& e) {
            return nb::str("Exact(value={}, plies={}, margin={})").format(*content(e));
        });
    nb::class_<ColumnReport>(module, "ColumnReport")
        .def_ro("column", &ColumnReport::column)
        .def_ro("visits", &ColumnReport::visits)
        .def_ro("wins", &ColumnReport::wins)
        .def_ro("draws", &ColumnReport::draws)
        .def_ro("losses", &ColumnReport::losses)
        .def_ro("value_for_mover", &ColumnReport::value_for_mover)
        .def_ro("score", &ColumnReport::score)
        .def_ro("exact", &ColumnReport::exact)
        .def_ro("line", &ColumnReport::line);
    nb::class_<Report>(module, "Report")
        .def_ro("columns", &Report::columns)
        .def_ro("best", &Report::best)
        .def_ro("line", &Report::line)
        .def_ro("playouts", &Report::playouts)
        .def_ro("nodes", &Report::nodes)
        .def_ro("depth", &Report::depth)
        .def_ro("from_book", &Report::from_book)
        .def_ro("evaluation", &Report::evaluation);
    nb::class_<Control>(
        module, "Control",
        "Tells a running search to stop, from any thread; for one search at a time.")
        .def(nb::init<>())
        .def("stop", &Control::stop)
        .def_prop_ro("stop_requested", &Control::stop_requested);
}

}  // namespace dropfour
