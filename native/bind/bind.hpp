// What the binding files share: the Python form of cells, and the class that wraps a board.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "board/board.hpp"

namespace nb = nanobind;

namespace dropfour {

// An immutable position as Python sees it; `dropfour.Position` derives from it. It keeps the
// Python rules and the position it came from, so that playing on costs one small object.
struct State {
    AnyBoard board;
    nb::object rules = nb::none();
    nb::object parent = nb::none();  // None at the start of the history
    int move = -1;                   // the column that led here from `parent`
};

void bind_rules(nb::module_& module);
void bind_position(nb::module_& module);
void bind_report(nb::module_& module);
void bind_solver(nb::module_& module);
void bind_book(nb::module_& module);
void bind_alphabeta(nb::module_& module);
void bind_playout(nb::module_& module);
void bind_uct(nb::module_& module);
void bind_evaluation(nb::module_& module);
void bind_batch(nb::module_& module);

}  // namespace dropfour

namespace nanobind::detail {

// A cell is a tuple (column, row) in Python.
template <>
struct type_caster<dropfour::Cell> {
    NB_TYPE_CASTER(dropfour::Cell, const_name("tuple[int, int]"))

    bool from_python(handle source, uint8_t flags, cleanup_list* cleanup) noexcept {
        make_caster<std::pair<int, int>> pair;
        if (!pair.from_python(source, flags, cleanup)) return false;
        const auto [column, row] = pair.operator std::pair<int, int>();
        value = {column, row};
        return true;
    }

    static handle from_cpp(dropfour::Cell cell, rv_policy policy, cleanup_list* cleanup) noexcept {
        return make_caster<std::pair<int, int>>::from_cpp(std::pair(cell.column, cell.row), policy,
                                                          cleanup);
    }
};

}  // namespace nanobind::detail
