"""Random boards by a number: the same board for the same seed, on every machine and for good."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

from dropfour._validation import MAX_SIDE, check_keys, number_within, shown
from dropfour._words import counted
from dropfour.cells import Cell
from dropfour.errors import RulesError
from dropfour.rules import MAX_NAME, SPECIAL_KINDS, Rules

MAX_SEED = 2**64 - 1

Span: TypeAlias = tuple[int, int]
"""The smallest and the largest value to draw, both included."""


class SplitMix64:
    """Steele, Lea and Flood's SplitMix64, whose numbers follow from the seed alone.

    Python's own `random` may change its algorithms between versions; a board must not.

    >>> SplitMix64(0).next() == 0xE220A8397B1DCDAF
    True
    """

    def __init__(self, seed: int) -> None:
        self._state = seed

    def next(self) -> int:
        """The next 64 random bits."""
        self._state = (self._state + 0x9E3779B97F4A7C15) & MAX_SEED
        bits = self._state
        bits = (bits ^ bits >> 30) * 0xBF58476D1CE4E5B9 & MAX_SEED
        bits = (bits ^ bits >> 27) * 0x94D049BB133111EB & MAX_SEED
        return bits ^ bits >> 31

    def between(self, low: int, high: int) -> int:
        """A number from `low` to `high`, both included; uniform to within 2**-54 for our spans."""
        return low + (self.next() * (high - low + 1) >> 64)


@dataclass(frozen=True, slots=True, kw_only=True)
class RandomBoard:
    """How to draw a board: its sides and how many cells of each special kind it gets.

    Without `rows` and `columns` the board keeps the shape of the rules it is drawn for.

    >>> RandomBoard.from_mapping({"rows": [4, 12], "columns": 5, "blocked": 1})
    RandomBoard(rows=(4, 12), columns=(5, 5), dead=(0, 0), blocked=(1, 1), bonus=(0, 0))
    """

    rows: Span | None = None
    columns: Span | None = None
    dead: Span = (0, 0)
    blocked: Span = (0, 0)
    bonus: Span = (0, 0)

    @classmethod
    def from_mapping(cls, value: object) -> RandomBoard:
        """Read a `[random]` table: each value is a number or a pair [smallest, largest]."""
        if not isinstance(value, Mapping):
            raise RulesError([f"random: {shown(value)}, must be a table such as {{blocked = 1}}"])
        faults: list[str] = []
        sides = ("rows", "columns")
        check_keys(value, (*sides, *SPECIAL_KINDS), faults)
        if ("rows" in value) != ("columns" in value):
            faults.append("rows and columns must be given together")
        spans: dict[str, Span] = {}
        for key in (*sides, *SPECIAL_KINDS):
            if key in value:
                low, high = (1, MAX_SIDE) if key in sides else (0, MAX_SIDE * MAX_SIDE)
                spans[key] = _read_span(value[key], low, high, key, faults)
        if faults:
            raise RulesError(faults).within("random")
        return cls(**spans)

    def check(self, rules: Rules) -> None:
        """Raise `RulesError` if some seed would leave no ordinary cell."""
        smallest = sum(rules.heights)
        if self.rows and self.columns:
            smallest = self.rows[0] * self.columns[0]
        most = sum(getattr(self, kind)[1] for kind in SPECIAL_KINDS)
        if most >= smallest:
            board = f"a board of {counted(smallest, 'cell')}"
            raise RulesError([f"random: {counted(most, 'special cell')}, too many for {board}"])

    def draw(self, rules: Rules, seed: int) -> Rules:
        """The board of a seed, with the goal and the ending of `rules`.

        The draws, in this order: rows, columns (where they are given); then for dead, blocked and
        bonus cells how many, and each of them among the ordinary cells left, counted column by
        column from A1 upwards. Special cells of `rules` itself are not taken over.

        >>> RandomBoard(rows=(2, 4), columns=(2, 4), bonus=(1, 1)).draw(Rules(heights=[1]), seed=5)
        Rules.grid(rows=3, columns=4, bonus=('B2',))
        """
        faults: list[str] = []
        number = number_within(seed, 0, MAX_SEED, what="seed", faults=faults)
        if number is None:
            raise RulesError(faults)
        self.check(rules)
        generator = SplitMix64(number)
        heights = rules.heights
        if self.rows and self.columns:
            height = generator.between(*self.rows)
            heights = (height,) * generator.between(*self.columns)
        left = [Cell(column, row) for column, height in enumerate(heights) for row in range(height)]
        drawn: dict[str, list[Cell]] = {}
        for kind in SPECIAL_KINDS:
            count = generator.between(*getattr(self, kind))
            drawn[kind] = [left.pop(generator.between(0, len(left) - 1)) for _ in range(count)]
        label = f" (seed {number})"
        name = rules.name[: MAX_NAME - len(label)] + label if rules.name else ""
        return Rules(heights=heights, goal=rules.goal, ending=rules.ending, name=name, **drawn)


def _read_span(value: object, low: int, high: int, what: str, faults: list[str]) -> Span:
    ends = value if isinstance(value, list | tuple) else [value]
    if not 1 <= len(ends) <= 2:
        faults.append(f"{what}: must be a whole number or a pair [smallest, largest]")
        return low, high
    checked = [number_within(end, low, high, what=f"{what}:", faults=faults) for end in ends]
    first, last = checked[0], checked[-1]
    if first is None or last is None:
        return low, high
    if first > last:
        faults.append(f"{what}: [{first}, {last}], the smallest must come first")
    return first, last
