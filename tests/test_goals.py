"""Goals as sets of patterns."""

from __future__ import annotations

import itertools
import pickle
from typing import Any

import pytest
from hypothesis import given

from dropfour.errors import RulesError
from dropfour.goals import Goal, Line, Shapes, Square, goal_from_mapping
from tests.strategies import goals

L = """
    X
    X
    XX
"""
TETROMINOES = ["XXXX", ["XX", "XX"], [".X.", "XXX"], [".XX", "XX."], L]


def test_line_of_four() -> None:
    assert set(Line(4).patterns) == {
        ((0, 0), (1, 0), (2, 0), (3, 0)),
        ((0, 0), (0, 1), (0, 2), (0, 3)),
        ((0, 0), (1, 1), (2, 2), (3, 3)),
        ((0, 3), (1, 2), (2, 1), (3, 0)),
    }


def test_line_of_one_is_one_cell() -> None:
    assert Line(1).patterns == Square(1).patterns == (((0, 0),),)


def test_square_is_a_full_block() -> None:
    assert Square(3).patterns == (tuple(itertools.product(range(3), range(3))),)


def test_a_picture_has_its_top_row_first() -> None:
    assert Shapes([L]).patterns == (((0, 0), (0, 1), (0, 2), (1, 0)),)
    assert Shapes([["X.", "X ", "XX"]]) == Shapes([L])


@pytest.mark.parametrize(
    ("options", "count"),
    [({}, 1), ({"rotate": True}, 4), ({"mirror": True}, 2), ({"rotate": True, "mirror": True}, 8)],
)
def test_orientations_of_an_l(options: dict[str, bool], count: int) -> None:
    assert len(Shapes([L], **options).patterns) == count


def test_any_tetromino() -> None:
    # 5 free tetrominoes, 7 one-sided, 19 fixed: the well-known counts.
    assert len(Shapes(TETROMINOES, rotate=True, mirror=True).patterns) == 19
    one_sided = [*TETROMINOES, [".X", ".X", "XX"], ["XX.", ".XX"]]
    assert Shapes(one_sided, rotate=True) == Shapes(TETROMINOES, rotate=True, mirror=True)


def test_lines_are_shapes_in_disguise() -> None:
    diagonal = ["..X", ".X.", "X.."]
    assert Shapes(["XXX", diagonal], rotate=True).patterns == Line(3).patterns


def test_a_shape_may_have_gaps_and_negative_offsets() -> None:
    assert Shapes([[(-3, 5), (0, 5)]]).patterns == (((0, 0), (3, 0)),)


def test_equal_when_the_patterns_are() -> None:
    written_out = Shapes([["X.", "XX"], ["XX", "X."], ["XX", ".X"], [".X", "XX"]])
    turned = Shapes([["X.", "XX"]], rotate=True)
    assert written_out == turned
    assert hash(written_out) == hash(turned)
    assert turned != Shapes([["X.", "XX"]])


@given(goals())
def test_patterns_are_normal(goal: Goal) -> None:
    assert list(goal.patterns) == sorted(set(goal.patterns))
    for pattern in goal.patterns:
        assert list(pattern) == sorted(set(pattern))
        assert min(column for column, _ in pattern) == min(row for _, row in pattern) == 0


@given(goals())
def test_round_trips(goal: Goal) -> None:
    for again in (goal_from_mapping(goal.to_mapping()), pickle.loads(pickle.dumps(goal))):
        assert again == goal
        assert repr(again) == repr(goal)
    assert eval(repr(goal)) == goal


ANY_LINE: Any = Line  # for values that the types would refuse
ANY_SQUARE: Any = Square
ANY_SHAPES: Any = Shapes


@pytest.mark.parametrize(
    ("make", "expected"),
    [
        (lambda: ANY_LINE(0), ["line length 0, must be 1 to 32"]),
        (lambda: ANY_LINE(33), ["line length 33, must be 1 to 32"]),
        (lambda: ANY_LINE(True), ["line length True, must be a whole number from 1 to 32"]),
        (lambda: ANY_SQUARE(6), ["square side 6, must be 1 to 5"]),
        (lambda: ANY_SQUARE("2"), ["square side '2', must be a whole number from 1 to 5"]),
        (lambda: ANY_SHAPES([]), ["shapes: at least one is needed"]),
        (lambda: ANY_SHAPES("XX"),
         ["shapes: must be a list of shapes such as [[\"X.\", \"XX\"]], not 'XX'"]),
        (lambda: ANY_SHAPES([[], "..", ["XX"]]),
         ["shape 1: 0 cells, must be 1 to 32", "shape 2: 0 cells, must be 1 to 32"]),
        (lambda: ANY_SHAPES([["XO"]]),
         ["shape 1: 'O' in the picture, must be X for a cell or . for none"]),
        (lambda: ANY_SHAPES([[(0, 0), (0, 1.5)], [3]]),
         ["shape 1: a list is not a (column, row) pair of whole numbers",
          "shape 2: 3 is not a (column, row) pair of whole numbers"]),
        (lambda: ANY_SHAPES(["X" * 33]), ["shape 1: 33 cells, must be 1 to 32"]),
        (lambda: ANY_SHAPES([[(0, 0), (0, 32)]]),
         ["shape 1: must fit into 32 columns and 32 rows"]),
        (lambda: ANY_SHAPES([[(0, 0), (10**9, 0)]]),
         ["shape 1: must fit into 32 columns and 32 rows"]),
        (lambda: ANY_SHAPES(["X" * 10**6]), ["shape 1: the picture is too large"]),
        (lambda: ANY_SHAPES([7]), ["shape 1: must be a picture or a list of (column, row) pairs"]),
        (lambda: ANY_SHAPES(itertools.repeat("X")), ["shapes: more than 256, too many"]),
        (lambda: ANY_SHAPES([[(0, 0), (i, j)] for i in range(1, 17) for j in range(1, 16)],
                        mirror=True),
         ["shapes: 480 patterns, at most 256 are allowed"]),
        (lambda: ANY_SHAPES(["X"], rotate=1), ["rotate: 1, must be true or false"]),
    ],
)  # fmt: skip
def test_faults(make: Any, expected: list[str]) -> None:
    with pytest.raises(RulesError) as caught:
        make()
    assert list(caught.value.faults) == expected


@pytest.mark.parametrize(
    ("mapping", "expected"),
    [
        ({}, ["goal: exactly one of line, square and shapes must be given"]),
        ({"line": 4, "square": 2}, ["goal: exactly one of line, square and shapes must be given"]),
        ({"line": 4, "rotate": True}, ["goal: rotate can be given with shapes only"]),
        (
            {"lines": 4},
            [
                "goal: unknown key 'lines' (did you mean 'line'?)",
                "goal: exactly one of line, square and shapes must be given",
            ],
        ),
    ],
)
def test_faults_of_a_table(mapping: dict[str, Any], expected: list[str]) -> None:
    with pytest.raises(RulesError) as caught:
        goal_from_mapping(mapping)
    assert list(caught.value.faults) == expected
