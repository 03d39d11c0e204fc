"""What makes a set-up unsound."""

from __future__ import annotations

from random import Random

import pytest

from dropfour.cells import Cell
from dropfour.errors import FormatError
from dropfour.notation import Setup, faults, validate
from dropfour.rules import Rules
from tests.notation.fuzz import random_rules, random_setup

GRID = Rules.grid(rows=3, columns=3)


def cells(*names: str) -> frozenset[Cell]:
    return frozenset(map(Cell.parse, names))


def test_random_sound_setups_have_no_faults() -> None:
    rng = Random(3)
    for _ in range(300):
        rules = random_rules(rng)
        setup = random_setup(rng, rules)
        assert faults(setup, rules) == []
        validate(setup, rules)


@pytest.mark.parametrize(
    ("setup", "fault"),
    [
        (Setup((cells("D1"), cells())), "column 4, row 1 is not on the board"),
        (Setup((cells(), frozenset({Cell(-1, 0)}))), "column 0, row 1 is not on the board"),
        (Setup((cells("A1"), cells("A1"))), "A1 holds 2 discs"),
        (Setup((cells("A1"), cells()), cells("A1")), "A1 holds 2 discs"),
        (Setup((cells("A1", "A3"), cells())), "the disc at A3 floats: A2 below it is empty"),
        (Setup(bans=cells("B2")), "the disc at B2 floats: B1 below it is empty"),
        (Setup(turn=2), "the player to move is 2, must be 0 or 1"),
        (Setup(banning=True), "a ban is being placed, but the board has no bonus cell"),
    ],
)
def test_each_fault_is_named(setup: Setup, fault: str) -> None:
    assert faults(setup, GRID) == [fault]
    with pytest.raises(FormatError) as caught:
        validate(setup, GRID)
    assert caught.value.fault == fault


def test_a_blocked_cell_takes_no_disc_but_holds_one_up() -> None:
    rules = Rules.grid(rows=3, columns=3, blocked=["A1", "B2"])
    assert faults(Setup((cells("A1"), cells())), rules) == ["A1 is blocked and takes no disc"]
    assert faults(Setup((cells("A2", "B1", "B3"), cells())), rules) == []
    assert faults(Setup((cells("B3"), cells())), rules) == [
        "the disc at B3 floats: B1 below it is empty"
    ]


def test_banning_needs_a_bonus_cell_on_the_board() -> None:
    assert faults(Setup(banning=True), Rules.grid(rows=3, columns=3, bonus=["A1"])) == []


def test_many_faults_are_counted() -> None:
    floating = frozenset(Cell(column, 1) for column in range(9))
    with pytest.raises(FormatError, match=r"A2 floats.*E2 floats.*; and 4 more$"):
        validate(Setup((floating, frozenset())), Rules.grid(rows=3, columns=9))
