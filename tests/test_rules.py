"""The Rules value: what it holds, what it refuses and how it is written down."""

from __future__ import annotations

import copy
import itertools
import json
import pickle
import tomllib
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given

from dropfour.cells import Cell
from dropfour.errors import RulesError
from dropfour.game import Position
from dropfour.rules import Line, Rules, Shapes, Square
from tests.strategies import rules

IRREGULAR: dict[str, Any] = {"heights": [7, 6, 6, 5, 7, 6, 7, 5, 7], "dead": ["D3", "G2"]}


def faults(**settings: Any) -> list[str]:
    """What is wrong with `Rules(**settings)`, which must be something."""
    with pytest.raises(RulesError) as caught:
        Rules(**{"heights": [6] * 7, **settings})
    return list(caught.value.faults)


class TestValue:
    def test_fields(self) -> None:
        game = Rules(heights=[7, 6, 6], dead=["c2", (0, 6)], bonus=[Cell(1, 0)])
        assert game.heights == (7, 6, 6)
        assert game.dead == (Cell(0, 6), Cell(2, 1))
        assert game.blocked == ()
        assert game.bonus == (Cell(1, 0),)
        assert game.goal == Line(4)
        assert game.ending == "first"
        assert (game.columns, game.rows, game.playable) == (3, 7, 19)

    def test_blocked_cells_are_not_playable_and_dead_ones_are(self) -> None:
        game = Rules.grid(rows=6, columns=7, blocked=["A1", "B1"], dead=["C1"], bonus=["D1"])
        assert game.playable == 42 - 2

    def test_kinds_of_cells(self) -> None:
        game = Rules(heights=[3, 2], dead=["A1"], blocked=["A2"], bonus=["B2"])
        names = ["A1", "A2", "A3", "A4", "B1", "B2", "B3", "C1"]
        kinds = {name: game.kind(Cell.parse(name)) for name in names}
        assert kinds == {
            "A1": "dead", "A2": "blocked", "A3": "ordinary", "A4": "missing",
            "B1": "ordinary", "B2": "bonus", "B3": "missing", "C1": "missing",
        }  # fmt: skip
        assert game.kind(Cell(-1, 0)) == game.kind(Cell(0, -1)) == "missing"

    @given(rules())
    def test_kinds_agree_with_the_lists(self, game: Rules) -> None:
        kinds = [game.kind(cell) for cell in game.cells()]
        assert len(kinds) == sum(game.heights)
        for kind in ("dead", "blocked", "bonus"):
            cells = tuple(cell for cell in game.cells() if game.kind(cell) == kind)
            assert cells == getattr(game, kind)
        assert game.playable == len(kinds) - kinds.count("blocked")

    def test_it_cannot_be_changed(self) -> None:
        with pytest.raises(AttributeError):
            Rules.grid(rows=2, columns=2).ending = "full"  # type: ignore[misc]

    def test_order_and_spelling_make_no_difference(self) -> None:
        one = Rules(heights=[6] * 7, dead=["D3", "A1"], name="one")
        other = Rules.grid(rows=6, columns=7, dead={(0, 0), Cell(3, 2)}, name="other")
        assert one == other
        assert hash(one) == hash(other)

    @pytest.mark.parametrize(
        "change",
        [{"dead": ["A1"]}, {"blocked": ["A1"]}, {"bonus": ["A1"]}, {"goal": Line(3)},
         {"goal": Square(2)}, {"ending": "full"}, {"columns": 6}, {"rows": 7}],
    )  # fmt: skip
    def test_every_field_makes_a_difference(self, change: dict[str, Any]) -> None:
        plain: dict[str, Any] = {"rows": 6, "columns": 7}
        assert Rules.grid(**plain) != Rules.grid(**{**plain, **change})

    def test_integers_of_other_types_become_plain(self) -> None:
        game = Rules(heights=np.array([3, 4]), dead=[(1, np.int64(2))])  # type: ignore[list-item]
        assert [type(height) for height in game.heights] == [int, int]
        assert game.dead == (Cell(1, 2),)
        assert type(game.dead[0].row) is int


class TestSymmetry:
    @pytest.mark.parametrize(
        ("settings", "symmetric"),
        [
            ({"heights": [3, 4, 3]}, True),
            ({"heights": [3, 4, 4]}, False),
            ({"heights": [3] * 3, "dead": ["B1"]}, True),
            ({"heights": [3] * 3, "dead": ["A1"]}, False),
            ({"heights": [3] * 3, "blocked": ["A1", "C1"]}, True),
            ({"heights": [3] * 3, "blocked": ["A1"], "dead": ["C1"]}, False),
            ({"heights": [3] * 3, "bonus": ["A1", "C2"]}, False),
            ({"heights": [3] * 3, "goal": Shapes([["X.", "XX"]])}, False),
            ({"heights": [3] * 3, "goal": Shapes([["X.", "XX"]], mirror=True)}, True),
            ({"heights": [3] * 3, "goal": Shapes([["X.", "XX"]], rotate=True)}, True),
        ],
    )
    def test_symmetric(self, settings: dict[str, Any], symmetric: bool) -> None:
        assert Position(Rules(**settings))._symmetric is symmetric

    @given(rules())
    def test_against_the_mirror_image_built_cell_by_cell(self, game: Rules) -> None:
        def mirrored(cells: tuple[Cell, ...]) -> list[tuple[int, int]]:
            return [(game.columns - 1 - cell.column, cell.row) for cell in cells]

        image = Rules(
            heights=game.heights[::-1],
            dead=mirrored(game.dead),
            blocked=mirrored(game.blocked),
            bonus=mirrored(game.bonus),
            goal=Shapes([[(-c, r) for c, r in pattern] for pattern in game.goal.patterns]),
            ending=game.ending,
        )
        as_shapes = Rules(
            heights=game.heights,
            dead=game.dead,
            blocked=game.blocked,
            bonus=game.bonus,
            goal=Shapes(game.goal.patterns),
            ending=game.ending,
        )
        assert Position(game)._symmetric is (image == as_shapes)


class TestFaults:
    """The words matter: a beginner has to see what to change."""

    @pytest.mark.parametrize(
        ("settings", "expected"),
        [
            ({"heights": [4, 4, 0]}, "column 3: height 0, must be 1 to 32"),
            ({"heights": [4, 33]}, "column 2: height 33, must be 1 to 32"),
            ({"heights": [True]}, "column 1: height True, must be a whole number from 1 to 32"),
            ({"heights": [4.0]}, "column 1: height 4.0, must be a whole number from 1 to 32"),
            ({"heights": ["4"]}, "column 1: height '4', must be a whole number from 1 to 32"),
            ({"heights": []}, "heights: at least one column is needed"),
            ({"heights": [1] * 33}, "heights: more than 32 columns, at most 32 are allowed"),
            ({"heights": "766"}, "heights: must be a list of whole numbers, not '766'"),
            ({"heights": 7}, "heights: must be a list of whole numbers, not 7"),
            ({"heights": b"\x07"}, "heights: must be a list of whole numbers, not a bytes"),
            ({"heights": {6, 7}}, "heights: must be a list of whole numbers, not a set"),
            ({"heights": None}, "heights: must be a list of whole numbers, not nothing"),
            ({"dead": ["H9"]}, "dead cell H9 is not on the board"),
            ({"dead": ["A7"]}, "dead cell A7 is not on the board"),
            ({"blocked": [(7, 0)]}, "blocked cell H1 is not on the board"),
            ({"bonus": [(-1, 3)]}, "bonus: column -1, row 3 (counted from 0) is not on the board"),
            ({"dead": ["C2"], "blocked": ["c2"]}, "C2 is both dead and blocked"),
            ({"dead": ["C2"], "bonus": [(2, 1)]}, "C2 is both dead and bonus"),
            ({"blocked": ["C2"], "bonus": ["C2"]}, "C2 is both blocked and bonus"),
            ({"dead": ["C2", "C2"]}, "dead cell C2 is listed twice"),
            (
                {"dead": ["2C"]},
                "dead: '2C' is not a cell name (a column letter and a row number: D3)",
            ),
            ({"dead": [3]}, "dead: 3 is not a cell (a column letter and a row number: D3)"),
            ({"dead": "D3"}, "dead: must be a list of cells such as [\"D3\"], not 'D3'"),
            ({"dead": {"D3": 1}}, 'dead: must be a list of cells such as ["D3"], not a table'),
            (
                {"heights": [1, 1], "blocked": ["A1", "B1"]},
                "no cell to play: every cell is blocked",
            ),
            ({"goal": 4}, "goal: 4, must be a Line, a Square or Shapes"),
            ({"ending": "last"}, "ending: 'last', must be 'first' or 'full'"),
            ({"ending": ["full"]}, "ending: a list, must be 'first' or 'full'"),
            ({"name": 7}, "name: 7, must be a text"),
            ({"name": "two\nlines"}, "name: 'two\\nlines' must be one line of ordinary characters"),
        ],
    )
    def test_words(self, settings: dict[str, Any], expected: str) -> None:
        assert faults(**settings) == [expected]

    def test_all_at_once(self) -> None:
        found = faults(heights=[4, 0, 4], dead=["A9", "C1"], blocked=["C1"], ending="x", goal=None)
        assert found == [
            "column 2: height 0, must be 1 to 32",
            "dead cell A9 is not on the board",
            "C1 is both dead and blocked",
            "goal: nothing, must be a Line, a Square or Shapes",
            "ending: 'x', must be 'first' or 'full'",
        ]

    def test_a_cell_in_a_wrong_column_is_no_second_fault(self) -> None:
        assert faults(heights=[4, "x"], dead=["B3"]) == [
            "column 2: height 'x', must be a whole number from 1 to 32"
        ]

    @pytest.mark.parametrize(
        ("rows", "columns", "expected"),
        [
            (0, 7, ["rows: 0, must be 1 to 32"]),
            (6, 33, ["columns: 33, must be 1 to 32"]),
            (10**12, -1, ["rows: 1000000000000, must be 1 to 32", "columns: -1, must be 1 to 32"]),
            ("6", 7, ["rows: '6', must be a whole number from 1 to 32"]),
        ],
    )
    def test_grid(self, rows: Any, columns: Any, expected: list[str]) -> None:
        with pytest.raises(RulesError) as caught:
            Rules.grid(rows=rows, columns=columns, ending="x")  # type: ignore[arg-type]
        assert list(caught.value.faults) == [*expected, "ending: 'x', must be 'first' or 'full'"]

    @pytest.mark.parametrize(
        "settings",
        [
            {"heights": range(1, 10**9)},
            {"heights": itertools.count(1)},
            {"dead": itertools.repeat("A1")},
            {"dead": ["A" * 10**6]},
            {"name": "n" * 10**6},
            {"ending": "e" * 10**6},
            {"heights": [10**5000]},
            {"dead": [(10**5000, 0)]},
        ],
        ids=lambda settings: next(iter(settings)),
    )
    def test_huge_values_are_refused_in_few_words(self, settings: dict[str, Any]) -> None:
        assert sum(map(len, faults(**settings))) < 5000

    def test_the_largest_board(self) -> None:
        game = Rules.grid(rows=32, columns=32, dead=["AF32"])
        assert game.playable == 1024
        assert game.dead == (Cell(31, 31),)


class TestWarnings:
    @pytest.mark.parametrize(
        ("game", "warnings"),
        [
            (Rules.grid(rows=4, columns=4, goal=Line(5)),
             ["a line of 5 fits nowhere on this board"]),
            (Rules.grid(rows=1, columns=9, goal=Square(2)),
             ["a 2 × 2 square fits nowhere on this board"]),
            (Rules.grid(rows=1, columns=9, goal=Shapes([["X", "X"]])),
             ["none of the shapes fits on this board"]),
            (Rules.grid(rows=1, columns=4), []),
            (Rules.grid(rows=1, columns=4, dead=["B1"]),
             ["a line of 4 fits nowhere on this board"]),
            (Rules.grid(rows=1, columns=4, blocked=["B1"]),
             ["a line of 4 fits nowhere on this board"]),
            (Rules.grid(rows=1, columns=4, bonus=["B1"]), []),
            (Rules.grid(rows=4, columns=4, goal=Line(1)),
             ["a pattern has one cell only, so a single disc wins"]),
            (Rules.grid(rows=4, columns=4, goal=Line(1), ending="full"), []),
        ],
    )  # fmt: skip
    def test_sentences(self, game: Rules, warnings: list[str]) -> None:
        assert list(game.warnings) == warnings

    @given(rules())
    @example(Rules(heights=[32] * 32, goal=Line(32)))
    @example(Rules(heights=[1, 32], goal=Line(2)))
    @example(Rules(heights=[2, 2], dead=["A1"], goal=Line(2)))  # A2 B1: the corner is not in it
    def test_fitting_patterns_cell_by_cell(self, game: Rules) -> None:
        counting = {tuple(c) for c in game.cells() if game.kind(c) in ("ordinary", "bonus")}
        expected = [
            pattern
            for pattern in game.goal.patterns
            if any(
                all((column + c, row + r) in counting for c, r in pattern)
                for column in range(game.columns)
                for row in range(game.rows)
            )
        ]
        assert list(game.fitting) == expected


class TestWritten:
    @given(rules())
    @example(Rules(heights=[3, 2], name='quotes " and \\ and ×'))
    def test_round_trips(self, game: Rules) -> None:
        ways: list[Callable[[Rules], Rules]] = [
            lambda r: Rules.from_mapping(r.to_mapping()),
            lambda r: Rules.from_mapping(json.loads(json.dumps(r.to_mapping()))),
            lambda r: Rules.from_mapping(tomllib.loads(r.to_toml())),
            lambda r: pickle.loads(pickle.dumps(r)),
            copy.deepcopy,
            lambda r: eval(repr(r)),
        ]
        for there_and_back in ways:
            again = there_and_back(game)
            assert again == game
            assert hash(again) == hash(game)
            assert again.name == game.name
            assert again.to_mapping() == game.to_mapping()
            assert repr(again) == repr(game)

    @pytest.mark.parametrize(
        "text",
        [
            "Rules(heights=(7, 6), dead=('A3',))",
            "Rules.grid(rows=6, columns=7)",
            "Rules.grid(rows=6, columns=7, blocked=('C2',), bonus=('E3',), ending='full')",
            "Rules.grid(rows=6, columns=7, goal=Square(2), name='square')",
            "Rules(heights=(3, 2), goal=Shapes([['X.', 'XX']], rotate=True, mirror=True))",
        ],
    )
    def test_repr_is_what_one_would_type(self, text: str) -> None:
        assert repr(eval(text)) == text

    def test_toml_of_shapes(self) -> None:
        game = Rules(
            heights=[3, 2], goal=Shapes([["X.", "XX"], "XXX"], rotate=True), name="corners"
        )
        assert game.to_toml() == (
            'name = "corners"\n'
            "heights = [3, 2]\n"
            'ending = "first"\n'
            "\n"
            "[goal]\n"
            'shapes = [["X.", "XX"], ["XXX"]]\n'
            "rotate = true\n"
        )


class TestFromMapping:
    def test_defaults(self) -> None:
        assert Rules.from_mapping({"rows": 6, "columns": 7}) == Rules(heights=[6] * 7)
        assert Rules.from_mapping(IRREGULAR) == Rules(**IRREGULAR)

    @pytest.mark.parametrize(
        ("mapping", "expected"),
        [
            ({}, ["the board has no shape: give heights, or rows and columns"]),
            ({"rows": 6}, ["the board has no shape: give heights, or rows and columns"]),
            ({"heights": [4], "rows": 4}, ["heights and rows: give the one or the other"]),
            ({"heights": [4], "wind": 1}, ["unknown key 'wind'"]),
            ({"heights": [4], 5: 1}, ["unknown key 5"]),
            (
                {"hieghts": [4]},
                [
                    "unknown key 'hieghts' (did you mean 'heights'?)",
                    "the board has no shape: give heights, or rows and columns",
                ],
            ),
            ({"heights": [4], "goal": 4}, ["goal: 4, must be a table such as {line = 4}"]),
            ({"heights": [4], "goal": {"line": 0}}, ["goal: line length 0, must be 1 to 32"]),
            (
                {"heights": [0], "goal": {"line": "x"}, "ending": 1, "dead": None},
                [
                    "column 1: height 0, must be 1 to 32",
                    "goal: line length 'x', must be a whole number from 1 to 32",
                    'dead: must be a list of cells such as ["D3"], not nothing',
                    "ending: 1, must be 'first' or 'full'",
                ],
            ),
        ],
    )
    def test_faults(self, mapping: dict[str, Any], expected: list[str]) -> None:
        with pytest.raises(RulesError) as caught:
            Rules.from_mapping(mapping)
        assert list(caught.value.faults) == expected

    @pytest.mark.parametrize("rubbish", [None, 7, "classic", [], [("rows", 6)]])
    def test_no_mapping(self, rubbish: Any) -> None:
        with pytest.raises(RulesError, match="must be a table"):
            Rules.from_mapping(rubbish)

    def test_many_unknown_keys_are_not_all_quoted(self) -> None:
        with pytest.raises(RulesError) as caught:
            Rules.from_mapping({"heights": [4]} | {f"key {i}": i for i in range(100_000)})
        assert len(caught.value.faults) == 11
