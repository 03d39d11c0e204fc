"""Which games the network learns from: a distribution over rules, all of it in this file.

A game's number is the seed of its rules and of its play. Numbers from `FIRST_UNSEEN` on are for
tests alone: no training uses them, nor any tuning.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import TypeVar

import dropfour as d4
from dropfour.cells import Cell
from dropfour.rules import Goal
from dropfour.variants import load_variant
from dropfour.variants.random_board import SplitMix64

FIRST_UNSEEN = 10**9

Item = TypeVar("Item")


class Draws(SplitMix64):
    """Random choices that follow from a seed alone, whatever the version of Python."""

    def choice(self, items: Sequence[Item]) -> Item:
        return items[self.between(0, len(items) - 1)]

    def chance(self, one_in: int) -> bool:
        """True once in so many times."""
        return self.between(1, one_in) == 1

    def sample(self, items: Sequence[Item], count: int) -> list[Item]:
        """So many different ones, or all of them, in random order."""
        left = list(items)
        return [left.pop(self.between(0, len(left) - 1)) for _ in range(min(count, len(left)))]


def draw_rules(draws: Draws) -> d4.Rules:
    """One time in three a game that people play, else one that nobody has."""
    return familiar_rules(draws) if draws.chance(3) else random_rules(draws)


def unseen_rules(number: int) -> d4.Rules:
    """Random rules that no training has seen, by number from 0 on."""
    return random_rules(Draws(FIRST_UNSEEN + number))


@cache
def _familiar() -> tuple[d4.Rules, ...]:
    presets = ("classic", "irregular", "forbidden", "bonus", "max", "square", "plain")
    return (
        *map(d4.load_rules, presets),
        d4.load_rules("classic"),  # what is played most
        d4.Rules.grid(rows=8, columns=8),
        d4.Rules.grid(rows=10, columns=10),
        d4.Rules.grid(rows=12, columns=12),
        d4.Rules.grid(rows=9, columns=9, goal=d4.Line(5)),
        d4.load_rules({"extends": "irregular", "ending": "full"}),
    )


def familiar_rules(draws: Draws) -> d4.Rules:
    """A preset, one of its random boards, or an even board that is often played."""
    if draws.chance(4):
        return load_variant(draws.choice(("forbidden", "bonus", "plain"))).draw(draws.next())
    return draws.choice(_familiar())


def random_rules(draws: Draws) -> d4.Rules:
    """Rules of every sort, in which somebody can complete something."""
    while True:
        heights = _heights(draws)
        cells = [
            Cell(column, row) for column, height in enumerate(heights) for row in range(height)
        ]
        dead, blocked, bonus = _special_cells(cells, draws)
        rules = d4.Rules(
            heights=heights,
            goal=_goal(len(heights), max(heights), draws),
            ending="full" if draws.chance(4) else "first",
            dead=dead,
            blocked=blocked,
            bonus=bonus,
        )
        if rules.fitting:
            return rules


def _heights(draws: Draws) -> list[int]:
    most = 14 if draws.chance(20) else 10
    columns, rows = draws.between(4, max(12, most)), draws.between(4, most)
    if draws.chance(3):
        return [draws.between(max(2, rows - 4), rows) for _ in range(columns)]
    return [rows] * columns


def _special_cells(cells: Sequence[Cell], draws: Draws) -> tuple[list[Cell], ...]:
    """Most often none; else up to a quarter of the cells dead or blocked; a few with a bonus."""
    broken = 0
    if draws.chance(2):
        broken = draws.between(1, max(1, len(cells) // draws.choice((4, 10, 20))))
    bonus = draws.between(1, 3) if draws.chance(5) else 0
    drawn = draws.sample(cells, broken + bonus)
    dead = draws.between(0, broken)
    return drawn[:dead], drawn[dead:broken], drawn[broken:]


_DIRECTIONS = ("XXX", "X\nX\nX", "..X\n.X.\nX..", "X..\n.X.\n..X")
_SHAPES = (
    "X.\nX.\nXX",  # L
    "XXX\n.X.",  # T
    ".XX\nXX.",  # S
    "XXX\nX.X",  # U
    ".X.\nXXX\n.X.",
    "X.X\n.X.\nX.X",
    "X.X\n...\nX.X",
    "XX.XX",
    "X..\n.X.\n.X.",
)
_DIAGONAL_FOURS = ("X...\n.X..\n..X.\n...X", "...X\n..X.\n.X..\nX...")


def _goal(columns: int, rows: int, draws: Draws) -> Goal:
    kind = draws.between(1, 20)
    if kind <= 10:
        return d4.Line(4)
    if kind <= 13:
        # Three in a row is won at once where there is room, so it stays on small boards.
        return d4.Line(5) if min(columns, rows) >= 6 else d4.Line(4 if rows * columns > 24 else 3)
    if kind == 14:
        return d4.Shapes(draws.sample(_DIRECTIONS, draws.between(1, 2)))
    if kind <= 17:
        return d4.Square(3 if draws.chance(8) else 2)
    if kind == 18:
        return d4.Shapes(_DIAGONAL_FOURS)
    shape = _polyomino(draws) if draws.chance(2) else draws.choice(_SHAPES)
    return d4.Shapes([shape], rotate=draws.chance(2), mirror=draws.chance(2))


def _polyomino(draws: Draws) -> list[tuple[int, int]]:
    """Four or five cells that hang together."""
    cells = [(0, 0)]
    size = draws.between(4, 5)
    while len(cells) < size:
        column, row = draws.choice(cells)
        step = draws.choice(((0, 1), (1, 0), (0, -1), (-1, 0), (1, 1), (1, -1)))
        if (cell := (column + step[0], row + step[1])) not in cells:
            cells.append(cell)
    return cells


_GOALS = ("line 3", "line 4", "line 5", "square", "shapes")
KINDS = tuple(
    f"{goal}{bonus}{points}"
    for goal in _GOALS
    for bonus in ("", ", bonus")
    for points in ("", ", points")
)
"""What losses are told apart by."""


def kind_of(rules: d4.Rules) -> str:
    """The one of `KINDS` that rules belong to."""
    goal = "shapes"
    if isinstance(rules.goal, d4.Line):
        goal = f"line {min(max(rules.goal.length, 3), 5)}"
    elif isinstance(rules.goal, d4.Square):
        goal = "square"
    bonus = ", bonus" if rules.bonus else ""
    return goal + bonus + (", points" if rules.ending == "full" else "")
