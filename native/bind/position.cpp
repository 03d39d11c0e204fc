#include "bind.hpp"

namespace dropfour {
namespace {

std::optional<State> as_state(std::optional<AnyBoard> board) {
    if (!board) return std::nullopt;
    return State{*std::move(board)};
}

// The position after a move, of the same Python type. What is not a playable column number is
// left to the Python class, which knows names and says what is wrong.
nb::object play_on(nb::handle_t<State> self, nb::handle column) {
    const State& state = *nb::inst_ptr<State>(self);
    if (PyLong_Check(column.ptr())) {
        int overflow = 0;
        const long number = PyLong_AsLongAndOverflow(column.ptr(), &overflow);
        const int small =
            overflow == 0 && number >= 0 && number < 64 ? static_cast<int>(number) : -1;
        if (auto board = play(state.board, small)) {
            nb::object next = nb::inst_alloc(self.type());
            new (nb::inst_ptr<State>(next))
                State{*std::move(board), state.rules, nb::borrow(self), small};
            nb::inst_mark_ready(next);
            return next;
        }
    }
    return self.attr("_play_other")(column);
}

nb::tuple legal_tuple(const State& state) {
    return std::visit(
        []<int N>(const Board<N>& board) {
            const Bits<N> cells = board.position.landing(*board.geometry);
            PyObject* tuple = PyTuple_New(cells.count());
            if (tuple == nullptr) throw nb::python_error();
            Py_ssize_t i = 0;
            for_each_bit(cells, [&](int bit) {
                PyTuple_SET_ITEM(tuple, i++, PyLong_FromLong(bit / board.geometry->stride));
            });
            return nb::steal<nb::tuple>(tuple);
        },
        state.board);
}

}  // namespace

void bind_position(nb::module_& module) {
    nb::class_<State>(module, "State", "An immutable position with its compiled rules.")
        .def(
            "__init__",
            [](State* self, const State& state, nb::object rules) {
                new (self) State{state.board, std::move(rules)};
            },
            nb::arg("state"), nb::arg("rules"))
        .def("play", &play_on, nb::arg("column"),
             nb::sig("def play(self, column: str | typing.SupportsIndex) -> typing.Self"),
             "The position after the next move, by column name or 0-based number.")
        .def_prop_ro(
            "rules", [](const State& state) { return state.rules; },
            nb::sig("def rules(self) -> dropfour.rules.Rules"), "The rules of the game.")
        .def_prop_ro(
            "_parent", [](const State& state) { return state.parent; },
            nb::sig("def _parent(self) -> typing.Self | None"))
        .def_prop_ro("_move", [](const State& state) { return state.move; })
        .def(
            "_with_content",
            [](const State& state, std::vector<Cell> first, std::vector<Cell> second,
               std::vector<Cell> bans, int turn, bool banning) {
                return as_state(with_content(
                    state.board,
                    Content{
                        {std::move(first), std::move(second)}, std::move(bans), turn, banning}));
            },
            nb::kw_only(), nb::arg("first"), nb::arg("second"), nb::arg("bans"), nb::arg("turn"),
            nb::arg("banning"), "The same rules with this content, or None if both have won.")
        .def_prop_ro(
            "turn",
            [](const State& s) {
                return read(s.board, [](auto&, auto& p) { return int{p.turn}; });
            },
            "The player whose disc, or ban, comes next: 0 or 1.")
        .def_prop_ro(
            "banning",
            [](const State& s) { return read(s.board, [](auto&, auto& p) { return p.banning; }); },
            "Whether the next move drops a ban.")
        .def_prop_ro(
            "outcome",
            [](nb::handle_t<State> self) -> nb::object {
                const bool over =
                    read(nb::inst_ptr<State>(self)->board, [](auto&, auto& p) { return p.over(); });
                return over ? self.attr("_finished")() : nb::none();
            },
            nb::sig("def outcome(self) -> dropfour.game.Outcome | None"),
            "How the game ended, or None while it goes on.")
        .def_prop_ro(
            "_winner",
            [](const State& s) {
                return read(s.board, [](auto&, auto& p) { return winner_of(p.result); });
            },
            "0, 1, or -1 for nobody.")
        .def_prop_ro("legal", &legal_tuple, nb::sig("def legal(self) -> tuple[int, ...]"),
                     "The 0-based columns that can be played; none once the game is over.")
        .def_prop_ro(
            "_content",
            [](const State& s) {
                const Content c = content(s.board);
                return nb::make_tuple(c.discs[0], c.discs[1], c.bans);
            },
            nb::sig("def _content(self) -> tuple[list[tuple[int, int]], "
                    "list[tuple[int, int]], list[tuple[int, int]]]"),
            "The cells of the first player, of the second, and the bans.")
        .def_prop_ro("_symmetric",
                     [](const State& s) {
                         return std::visit([](const auto& b) { return b.geometry->symmetric; },
                                           s.board);
                     })
        .def("_mirrored", [](const State& s) { return State{mirrored(s.board)}; })
        .def(
            "_points", [](const State& s, int player) { return points(s.board, player); },
            nb::arg("player"))
        .def(
            "_winning_cells",
            [](const State& s, int player) { return winning_cells(s.board, player); },
            nb::arg("player"))
        .def(
            "_completed_cells",
            [](const State& s, int player) { return completed_cells(s.board, player); },
            nb::arg("player"))
        .def(
            "_completed_patterns",
            [](const State& s, int player, std::optional<Cell> through, std::size_t most) {
                return completed_patterns(s.board, player, through, most);
            },
            nb::arg("player"), nb::arg("through").none(), nb::arg("most"))
        .def(
            "_perft", [](const State& s, int depth) { return perft(s.board, depth); },
            nb::arg("depth"), nb::call_guard<nb::gil_scoped_release>())
        .def("__hash__", [](const State& s) { return static_cast<Py_hash_t>(hash(s.board) >> 1); })
        .def(
            "__eq__",
            [](const State& a, const State& b) {
                return same_content(a.board, b.board) && a.rules.equal(b.rules);
            },
            nb::is_operator(), nb::sig("def __eq__(self, other: object, /) -> bool"),
            "Same rules, discs, bans and player to move.");
}

}  // namespace dropfour
