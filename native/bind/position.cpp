#include "bind.hpp"

namespace dropfour {
namespace {

template <class Read>
auto read_position(const State& state, Read read) {
    return std::visit([&](const auto& board) { return read(board.position); }, state.board);
}

std::optional<State> as_state(std::optional<AnyBoard> board) {
    if (!board) return std::nullopt;
    return State{*std::move(board)};
}

nb::tuple tuple_of(const std::vector<int>& numbers) {
    return nb::steal<nb::tuple>([&] {
        PyObject* tuple = PyTuple_New(static_cast<Py_ssize_t>(numbers.size()));
        for (std::size_t i = 0; tuple && i < numbers.size(); ++i)
            PyTuple_SET_ITEM(tuple, static_cast<Py_ssize_t>(i), PyLong_FromLong(numbers[i]));
        return tuple;
    }());
}

}  // namespace

void bind_position(nb::module_& module) {
    nb::class_<State>(module, "State", "An immutable position with its compiled rules.")
        .def(
            "play",
            [](const State& state, int column) { return as_state(play(state.board, column)); },
            nb::arg("column"), "The next state, or None if the column cannot be played.")
        .def(
            "with_content",
            [](const State& state, std::vector<Cell> first, std::vector<Cell> second,
               std::vector<Cell> bans, int turn, bool banning) {
                return as_state(with_content(
                    state.board,
                    Content{{std::move(first), std::move(second)}, std::move(bans), turn, banning}));
            },
            nb::kw_only(), nb::arg("first"), nb::arg("second"), nb::arg("bans"), nb::arg("turn"),
            nb::arg("banning"), "The same rules with this content, or None if both have won.")
        .def_prop_ro(
            "turn",
            [](const State& s) { return read_position(s, [](auto& p) { return int{p.turn}; }); })
        .def_prop_ro(
            "banning",
            [](const State& s) { return read_position(s, [](auto& p) { return p.banning; }); })
        .def_prop_ro(
            "over",
            [](const State& s) { return read_position(s, [](auto& p) { return p.over(); }); })
        .def_prop_ro(
            "winner",
            [](const State& s) {
                return read_position(s, [](auto& p) { return winner_of(p.result); });
            },
            "0, 1, or -1 for nobody.")
        .def_prop_ro(
            "legal", [](const State& s) { return tuple_of(legal_columns(s.board)); },
            nb::sig("def legal(self) -> tuple[int, ...]"))
        .def_prop_ro("words",
                     [](const State& s) {
                         return std::visit(
                             []<int N>(const Board<N>&) { return N; }, s.board);
                     })
        .def_prop_ro("content",
                     [](const State& s) {
                         const Content c = content(s.board);
                         return nb::make_tuple(c.discs[0], c.discs[1], c.bans);
                     },
                     nb::sig("def content(self) -> tuple[list[tuple[int, int]], "
                             "list[tuple[int, int]], list[tuple[int, int]]]"),
                     "The cells of the first player, of the second, and the bans.")
        .def_prop_ro("symmetric",
                     [](const State& s) {
                         return std::visit([](const auto& b) { return b.geometry->symmetric; },
                                           s.board);
                     })
        .def("mirrored", [](const State& s) { return State{mirrored(s.board)}; })
        .def("points", [](const State& s, int player) { return points(s.board, player); },
             nb::arg("player"))
        .def("winning_cells",
             [](const State& s, int player) { return winning_cells(s.board, player); },
             nb::arg("player"))
        .def("completed_cells",
             [](const State& s, int player) { return completed_cells(s.board, player); },
             nb::arg("player"))
        .def("perft", [](const State& s, int depth) { return perft(s.board, depth); },
             nb::arg("depth"), nb::call_guard<nb::gil_scoped_release>())
        .def("__hash__", [](const State& s) { return static_cast<Py_hash_t>(hash(s.board) >> 1); })
        .def(
            "__eq__",
            [](const State& a, const State& b) { return same_content(a.board, b.board); },
            nb::is_operator(), "Same discs, bans and player to move; the rules are not compared.");
}

}  // namespace dropfour
