"""The `Rules` value: board shape, kinds of cells, goal and ending, checked once when it is made."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any, Literal, TypeAlias, get_args

from dropfour._validation import (
    MAX_SIDE,
    check_keys,
    line_of_text,
    read_cells,
    read_heights,
    read_shape_keys,
    read_sides,
    shown,
)
from dropfour.cells import Cell
from dropfour.errors import RulesError
from dropfour.goals import (
    Goal,
    Line,
    Pattern,
    Shapes,
    Square,
    goal_from_mapping,
)

__all__ = ["CellKind", "CellLike", "Ending", "Goal", "Line", "Rules", "Shapes", "Square"]

Ending: TypeAlias = Literal["first", "full"]
CellKind: TypeAlias = Literal["missing", "ordinary", "dead", "blocked", "bonus"]
CellLike: TypeAlias = str | tuple[int, int]
"""A cell by name ("D3"), as a `Cell`, or as a 0-based (column, row) pair."""

SPECIAL_KINDS: tuple[Literal["dead", "blocked", "bonus"], ...] = ("dead", "blocked", "bonus")
_FIELDS = ("name", "heights", "rows", "columns", *SPECIAL_KINDS, "goal", "ending")
MAX_NAME = 100
_DEFAULT_GOAL = Line(4)
_DEFAULT_ENDING: Ending = "first"


@dataclass(frozen=True, slots=True, init=False, repr=False)
class Rules:
    """One game: its board, its special cells, what counts and when it ends.

    A `Rules` is always valid: whatever is wrong with the arguments is reported by one `RulesError`.
    It is immutable, and equal to any other with the same game; `name` is a label only.

    >>> rules = Rules(heights=[3, 2, 3], dead=["B2"], goal=Line(3))
    >>> rules.columns, rules.rows, rules.playable
    (3, 3, 8)
    >>> Rules(heights=[4, 0], dead=["A1"], blocked=["A1"])
    Traceback (most recent call last):
        ...
    dropfour.errors.RulesError: column 2: height 0, must be 1 to 32; A1 is both dead and blocked
    """

    heights: tuple[int, ...]
    dead: tuple[Cell, ...]
    blocked: tuple[Cell, ...]
    bonus: tuple[Cell, ...]
    goal: Goal
    ending: Ending
    name: str = field(compare=False)

    def __init__(
        self,
        *,
        heights: Iterable[int],
        dead: Iterable[CellLike] = (),
        blocked: Iterable[CellLike] = (),
        bonus: Iterable[CellLike] = (),
        goal: Goal = _DEFAULT_GOAL,
        ending: Ending = _DEFAULT_ENDING,
        name: str = "",
    ) -> None:
        faults: list[str] = []
        shape = read_heights(heights, faults)
        cells = {"dead": dead, "blocked": blocked, "bonus": bonus}
        self._fill(shape, cells, goal=goal, ending=ending, name=name, faults=faults)

    @classmethod
    def grid(
        cls,
        *,
        rows: int,
        columns: int,
        dead: Iterable[CellLike] = (),
        blocked: Iterable[CellLike] = (),
        bonus: Iterable[CellLike] = (),
        goal: Goal = _DEFAULT_GOAL,
        ending: Ending = _DEFAULT_ENDING,
        name: str = "",
    ) -> Rules:
        """A board whose columns are all equally high.

        >>> Rules.grid(rows=2, columns=3).heights
        (2, 2, 2)
        """
        faults: list[str] = []
        shape = read_sides(rows, columns, faults)
        cells = {"dead": dead, "blocked": blocked, "bonus": bonus}
        rules = cls.__new__(cls)
        rules._fill(shape, cells, goal=goal, ending=ending, name=name, faults=faults)
        return rules

    @classmethod
    def from_mapping(cls, mapping: Mapping[str, object]) -> Rules:
        """The rules of a plain table, as `to_mapping` writes it and as TOML and JSON read it.

        The shape is `heights`, or `rows` and `columns`; everything else may be left out.

        >>> Rules.from_mapping({"rows": 4, "columns": 5, "goal": {"square": 2}})
        Rules.grid(rows=4, columns=5, goal=Square(2))
        """
        if not isinstance(mapping, Mapping):
            raise RulesError([f"rules must be a table of names and values, not {shown(mapping)}"])
        faults: list[str] = []
        check_keys(mapping, _FIELDS, faults)
        shape = read_shape_keys(mapping, faults)
        goal: object = _DEFAULT_GOAL
        if "goal" in mapping:
            try:
                goal = goal_from_mapping(mapping["goal"])
            except RulesError as error:
                faults.extend(error.faults)
        rules = cls.__new__(cls)
        rules._fill(
            shape,
            {kind: mapping.get(kind, ()) for kind in SPECIAL_KINDS},
            goal=goal,
            ending=mapping.get("ending", _DEFAULT_ENDING),
            name=mapping.get("name", ""),
            faults=faults,
        )
        return rules

    def _fill(
        self,
        heights: tuple[int, ...] | None,
        cells: Mapping[str, object],
        *,
        goal: object,
        ending: object,
        name: object,
        faults: list[str],
    ) -> None:
        """Check what is left to check and fill in the fields, or raise all `faults`."""
        special = {kind: read_cells(cells[kind], kind, heights, faults) for kind in SPECIAL_KINDS}
        for first, second in combinations(SPECIAL_KINDS, 2):
            both = sorted(set(special[first]) & set(special[second]))
            faults.extend(f"{cell} is both {first} and {second}" for cell in both)
        if heights is not None and len(special["blocked"]) >= sum(heights):
            faults.append("no cell to play: every cell is blocked")
        if not isinstance(goal, Line | Square | Shapes):
            faults.append(f"goal: {shown(goal)}, must be a Line, a Square or Shapes")
        if not isinstance(ending, str) or ending not in get_args(Ending):
            faults.append(f"ending: {shown(ending)}, must be 'first' or 'full'")
        label = line_of_text(name, what="name", longest=MAX_NAME, faults=faults)
        if faults:
            raise RulesError(faults)
        object.__setattr__(self, "heights", heights)
        for kind, read in special.items():
            object.__setattr__(self, kind, read)
        object.__setattr__(self, "goal", goal)
        object.__setattr__(self, "ending", ending)
        object.__setattr__(self, "name", label)

    @property
    def columns(self) -> int:
        """The number of columns."""
        return len(self.heights)

    @property
    def rows(self) -> int:
        """The height of the tallest column."""
        return max(self.heights)

    @property
    def playable(self) -> int:
        """The number of cells that can take a disc."""
        return sum(self.heights) - len(self.blocked)

    def cells(self) -> Iterator[Cell]:
        """All cells of the board, column by column from the left, each from the bottom.

        >>> print(*Rules(heights=[2, 1]).cells())
        A1 A2 B1
        """
        for column, height in enumerate(self.heights):
            for row in range(height):
                yield Cell(column, row)

    def kind(self, cell: CellLike) -> CellKind:
        """What the cell is; a cell beyond the board is missing.

        >>> rules = Rules(heights=[2, 1], bonus=["B1"])
        >>> rules.kind("A1"), rules.kind("B1"), rules.kind(Cell(1, 1))
        ('ordinary', 'bonus', 'missing')
        """
        column, row = place = Cell.parse(cell) if isinstance(cell, str) else cell
        if not (0 <= column < self.columns and 0 <= row < self.heights[column]):
            return "missing"
        for kind in SPECIAL_KINDS:
            cells = getattr(self, kind)
            index = bisect_left(cells, place)
            if index < len(cells) and cells[index] == place:
                return kind
        return "ordinary"

    @property
    def fitting(self) -> tuple[Pattern, ...]:
        """The patterns of the goal that somebody could complete somewhere on this board.

        >>> Rules.grid(rows=1, columns=3, goal=Line(3)).fitting
        (((0, 0), (1, 0), (2, 0)),)
        """
        # One bit a cell. No offset reaches MAX_SIDE, so with this stride no shift can carry a cell
        # over the gap into the next column.
        stride = self.rows + MAX_SIDE
        broken = {*self.dead, *self.blocked}
        counting = sum(1 << (c * stride + r) for c, r in self.cells() if (c, r) not in broken)

        def fits(pattern: Pattern) -> bool:
            anchors = -1  # all of them, also those whose corner is no part of the pattern
            for column, row in pattern:
                anchors &= counting >> (column * stride + row)
            return anchors != 0

        return tuple(filter(fits, self.goal.patterns))

    @property
    def warnings(self) -> tuple[str, ...]:
        """What is allowed but probably not meant, one sentence each.

        >>> Rules.grid(rows=4, columns=4, goal=Line(5)).warnings
        ('a line of 5 fits nowhere on this board',)
        """
        fitting = self.fitting
        if not fitting:
            if isinstance(self.goal, Shapes):
                return ("none of the shapes fits on this board",)
            return (f"{self.goal} fits nowhere on this board",)
        if self.ending == "first" and any(len(pattern) == 1 for pattern in fitting):
            return ("a pattern has one cell only, so a single disc wins",)
        return ()

    def to_mapping(self) -> dict[str, Any]:
        """A plain table of numbers, texts and lists; `from_mapping` reads it back.

        >>> Rules(heights=[2, 1], dead=["A1"], goal=Line(2)).to_mapping()
        {'heights': [2, 1], 'dead': ['A1'], 'ending': 'first', 'goal': {'line': 2}}
        """
        mapping: dict[str, Any] = {"name": self.name} if self.name else {}
        if self._is_grid:
            mapping |= {"rows": self.rows, "columns": self.columns}
        else:
            mapping["heights"] = list(self.heights)
        for kind in SPECIAL_KINDS:
            if cells := getattr(self, kind):
                mapping[kind] = list(map(str, cells))
        return mapping | {"ending": self.ending, "goal": self.goal.to_mapping()}

    @property
    def board(self) -> dict[str, Any]:
        """Heights and special cells as plain data, without goal and ending."""
        return {"heights": self.heights, **{kind: getattr(self, kind) for kind in SPECIAL_KINDS}}

    def to_toml(self) -> str:
        """The rules as a TOML file, which `load_rules` reads.

        >>> print(Rules.grid(rows=2, columns=3, goal=Square(2)).to_toml(), end="")
        rows = 2
        columns = 3
        ending = "first"
        <BLANKLINE>
        [goal]
        square = 2
        """
        mapping = self.to_mapping()
        goal = mapping.pop("goal")
        lines = [f"{key} = {_toml(value)}" for key, value in mapping.items()]
        lines += ["", "[goal]", *(f"{key} = {_toml(value)}" for key, value in goal.items())]
        return "\n".join(lines) + "\n"

    @property
    def _is_grid(self) -> bool:
        return len(set(self.heights)) == 1

    def __repr__(self) -> str:
        if self._is_grid:
            call, shown_fields = "Rules.grid", [f"rows={self.rows}, columns={self.columns}"]
        else:
            call, shown_fields = "Rules", [f"heights={self.heights}"]
        for kind in SPECIAL_KINDS:
            if cells := getattr(self, kind):
                shown_fields.append(f"{kind}={tuple(map(str, cells))}")
        if self.goal != _DEFAULT_GOAL:
            shown_fields.append(f"goal={self.goal!r}")
        if self.ending != _DEFAULT_ENDING:
            shown_fields.append(f"ending={self.ending!r}")
        if self.name:
            shown_fields.append(f"name={self.name!r}")
        return f"{call}({', '.join(shown_fields)})"


def _toml(value: object) -> str:
    if isinstance(value, list):
        return f"[{', '.join(map(_toml, value))}]"
    if isinstance(value, str):
        # Every text of a Rules is printable, so quotes and backslashes are all there is to escape.
        return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'
    return str(value).lower() if isinstance(value, bool) else str(value)
