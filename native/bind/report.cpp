#include "search/report.hpp"

#include "bind.hpp"

namespace dropfour {

void bind_report(nb::module_& module) {
    nb::class_<Exact>(module, "Exact")
        .def_ro("value_for_mover", &Exact::value_for_mover)
        .def_ro("plies", &Exact::plies)
        .def_ro("margin", &Exact::margin);
    nb::class_<ColumnReport>(module, "ColumnReport")
        .def_ro("column", &ColumnReport::column)
        .def_ro("visits", &ColumnReport::visits)
        .def_ro("wins", &ColumnReport::wins)
        .def_ro("draws", &ColumnReport::draws)
        .def_ro("losses", &ColumnReport::losses)
        .def_ro("value_for_mover", &ColumnReport::value_for_mover)
        .def_ro("score", &ColumnReport::score)
        .def_ro("exact", &ColumnReport::exact);
    nb::class_<Report>(module, "Report")
        .def_ro("columns", &Report::columns)
        .def_ro("best", &Report::best)
        .def_ro("line", &Report::line)
        .def_ro("playouts", &Report::playouts)
        .def_ro("nodes", &Report::nodes)
        .def_ro("depth", &Report::depth);
    nb::class_<Control>(module, "Control", "Tells a running search to stop, from any thread.")
        .def(nb::init<>())
        .def("stop", &Control::stop)
        .def_prop_ro("stop_requested", &Control::stop_requested);
}

}  // namespace dropfour
