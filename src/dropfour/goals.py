"""What players try to make: a goal is a set of small patterns of own discs.

A pattern is a tuple of (column, row) offsets, normalised: the smallest column and the smallest row
are 0 and the cells are sorted, so two patterns of the same form are equal.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import isqrt
from typing import TypeAlias

from dropfour._validation import (
    MAX_SIDE,
    check_keys,
    listed,
    number_within,
    pair,
    shown,
    true_or_false,
)
from dropfour.errors import RulesError

Offset: TypeAlias = tuple[int, int]
Pattern: TypeAlias = tuple[Offset, ...]
ShapeLike: TypeAlias = str | Iterable[str] | Iterable[Sequence[int]]
"""A picture (one text, or its rows from the top; X is a cell), or (column, row) offsets."""

MAX_PATTERN_CELLS = 32
MAX_PATTERNS = 256
_MAX_PICTURE_CHARACTERS = 10_000
_CELL, _NO_CELL = "X", ". "


@dataclass(frozen=True, slots=True, repr=False)
class Line:
    """So many discs in a row: across, up or on either diagonal. A longer row contains it.

    >>> Line(2).patterns
    (((0, 0), (0, 1)), ((0, 0), (1, 0)), ((0, 0), (1, 1)), ((0, 1), (1, 0)))
    """

    length: int

    def __post_init__(self) -> None:
        _check_number(self, "length", MAX_SIDE, what="line length")

    @property
    def patterns(self) -> tuple[Pattern, ...]:
        """The distinct patterns, sorted."""
        steps = range(self.length)
        return _distinct([(i, 0) for i in steps], [(0, i) for i in steps],
                         [(i, i) for i in steps], [(i, -i) for i in steps])  # fmt: skip

    def to_mapping(self) -> dict[str, object]:
        """The plain table that `goal_from_mapping` reads."""
        return {"line": self.length}

    def __str__(self) -> str:
        return f"a line of {self.length}"

    def __repr__(self) -> str:
        return f"Line({self.length})"


@dataclass(frozen=True, slots=True, repr=False)
class Square:
    """A full block of so many columns and as many rows.

    >>> Square(2).patterns
    (((0, 0), (0, 1), (1, 0), (1, 1)),)
    """

    side: int

    def __post_init__(self) -> None:
        _check_number(self, "side", isqrt(MAX_PATTERN_CELLS), what="square side")

    @property
    def patterns(self) -> tuple[Pattern, ...]:
        """The distinct patterns, sorted."""
        return _distinct((column, row) for column in range(self.side) for row in range(self.side))

    def to_mapping(self) -> dict[str, object]:
        """The plain table that `goal_from_mapping` reads."""
        return {"square": self.side}

    def __str__(self) -> str:
        return f"a {self.side} × {self.side} square"

    def __repr__(self) -> str:
        return f"Square({self.side})"


@dataclass(frozen=True, slots=True, init=False, repr=False)
class Shapes:
    r"""Any of some shapes, each a picture with X for a cell (top row first) or a list of offsets.

    `rotate` adds the three quarter turns of every shape, `mirror` its left-right mirror image.
    Two goals are equal when they come to the same patterns, however they were written.

    >>> corner = Shapes([["X.",
    ...                   "XX"]], rotate=True)
    >>> len(corner.patterns)
    4
    >>> Shapes(["X.\nXX"]) == Shapes([[(0, 0), (1, 0), (0, 1)]])
    True
    """

    shapes: tuple[Pattern, ...] = field(compare=False)
    rotate: bool = field(compare=False)
    mirror: bool = field(compare=False)
    patterns: tuple[Pattern, ...]

    def __init__(
        self, shapes: Iterable[ShapeLike], *, rotate: bool = False, mirror: bool = False
    ) -> None:
        faults: list[str] = []
        turned = true_or_false(rotate, what="rotate", faults=faults)
        mirrored = true_or_false(mirror, what="mirror", faults=faults)
        given = _read_shapes(shapes, faults)
        patterns = _distinct(
            *(way for shape in given for way in _orientations(shape, turned, mirrored))
        )
        if len(patterns) > MAX_PATTERNS:
            faults.append(f"shapes: {len(patterns)} patterns, at most {MAX_PATTERNS} are allowed")
        if faults:
            raise RulesError(faults)
        object.__setattr__(self, "shapes", given)
        object.__setattr__(self, "rotate", turned)
        object.__setattr__(self, "mirror", mirrored)
        object.__setattr__(self, "patterns", patterns)

    def to_mapping(self) -> dict[str, object]:
        """The plain table that `goal_from_mapping` reads."""
        options = {"rotate": self.rotate, "mirror": self.mirror}
        return {
            "shapes": [_picture(shape) for shape in self.shapes],
            **{name: True for name, chosen in options.items() if chosen},
        }

    def __str__(self) -> str:
        count = len(self.patterns)
        return "a shape" if count == 1 else f"one of {count} shapes"

    def __repr__(self) -> str:
        options = "".join(f", {name}=True" for name in ("rotate", "mirror") if getattr(self, name))
        return f"Shapes({[_picture(shape) for shape in self.shapes]!r}{options})"


Goal: TypeAlias = Line | Square | Shapes


def goal_from_mapping(value: object) -> Goal:
    """The goal of a table with one of the keys line, square and shapes.

    >>> goal_from_mapping({"line": 4})
    Line(4)
    >>> goal_from_mapping({"shapes": [["XXX"]], "rotate": True})
    Shapes([['XXX']], rotate=True)
    """
    if not isinstance(value, Mapping):
        raise RulesError([f"goal: {shown(value)}, must be a table such as {{line = 4}}"])
    faults: list[str] = []
    check_keys(value, ("line", "square", "shapes", "rotate", "mirror"), faults)
    kinds = [kind for kind in ("line", "square", "shapes") if kind in value]
    options = {name: value[name] for name in ("rotate", "mirror") if name in value}
    goal: Goal | None = None
    if len(kinds) != 1:
        faults.append("exactly one of line, square and shapes must be given")
    elif options and kinds != ["shapes"]:
        faults.append(f"{' and '.join(options)} can be given with shapes only")
    else:
        try:
            if kinds == ["shapes"]:
                goal = Shapes(value["shapes"], **options)
            else:
                goal = Line(value["line"]) if kinds == ["line"] else Square(value["square"])
        except RulesError as error:
            faults.extend(error.faults)
    if faults or goal is None:
        raise RulesError(faults).within("goal")
    return goal


def _check_number(goal: Line | Square, name: str, high: int, *, what: str) -> None:
    faults: list[str] = []
    number = number_within(getattr(goal, name), 1, high, what=what, faults=faults)
    if faults:
        raise RulesError(faults)
    object.__setattr__(goal, name, number)


def _normalised(cells: Iterable[Offset]) -> Pattern:
    distinct = set(cells)
    left = min(column for column, _ in distinct)
    bottom = min(row for _, row in distinct)
    return tuple(sorted((column - left, row - bottom) for column, row in distinct))


def _distinct(*patterns: Iterable[Offset]) -> tuple[Pattern, ...]:
    return tuple(sorted({_normalised(pattern) for pattern in patterns}))


def _orientations(shape: Pattern, rotate: bool, mirror: bool) -> Iterator[Pattern]:
    for _ in range(4 if rotate else 1):
        yield shape
        if mirror:
            yield tuple((-column, row) for column, row in shape)
        shape = tuple((row, -column) for column, row in shape)


def _picture(pattern: Pattern) -> list[str]:
    """The rows of a pattern's picture, top row first."""
    width = 1 + max(column for column, _ in pattern)
    height = 1 + max(row for _, row in pattern)
    return [
        "".join(_CELL if (column, row) in pattern else _NO_CELL[0] for column in range(width))
        for row in reversed(range(height))
    ]


def _read_shapes(value: object, faults: list[str]) -> tuple[Pattern, ...]:
    shapes = listed(value, limit=MAX_PATTERNS)
    if shapes is None:
        faults.append(
            f'shapes: must be a list of shapes such as [["X.", "XX"]], not {shown(value)}'
        )
        return ()
    if not shapes:
        faults.append("shapes: at least one is needed")
    if len(shapes) > MAX_PATTERNS:
        faults.append(f"shapes: more than {MAX_PATTERNS}, too many")
        return ()
    read = [_read_shape(shape, f"shape {i}", faults) for i, shape in enumerate(shapes, start=1)]
    return tuple(pattern for pattern in read if pattern)


def _read_shape(value: object, what: str, faults: list[str]) -> Pattern | None:
    """The pattern of one shape, or None with its faults reported as those of `what`."""
    limit = MAX_SIDE * MAX_SIDE
    if isinstance(value, str):
        parts: list[object] | None = [value]
    else:
        parts = listed(value, limit=limit)
    if parts is None or len(parts) > limit:
        faults.append(f"{what}: must be a picture or a list of (column, row) pairs")
        return None
    rows = [part for part in parts if isinstance(part, str)]
    if rows and len(rows) == len(parts):
        cells = _read_picture(rows, what, faults)
    else:
        cells = _read_offsets(parts, what, faults)
    if cells is None:
        return None
    pattern = _normalised(cells) if cells else ()
    width, height = (1 + max((cell[axis] for cell in pattern), default=0) for axis in (0, 1))
    if not 1 <= len(pattern) <= MAX_PATTERN_CELLS:
        faults.append(f"{what}: {len(pattern)} cells, must be 1 to {MAX_PATTERN_CELLS}")
    elif max(width, height) > MAX_SIDE:
        faults.append(f"{what}: must fit into {MAX_SIDE} columns and {MAX_SIDE} rows")
    else:
        return pattern
    return None


def _read_picture(texts: Sequence[str], what: str, faults: list[str]) -> set[Offset] | None:
    if sum(map(len, texts)) > _MAX_PICTURE_CHARACTERS:
        faults.append(f"{what}: the picture is too large")
        return None
    rows = [row for text in texts for row in text.splitlines() or [""]]
    unknown = sorted(set().union(*rows) - {_CELL, *_NO_CELL})
    if unknown:
        faults.append(f"{what}: {unknown[0]!r} in the picture, must be X for a cell or . for none")
        return None
    return {
        (column, -row)
        for row, text in enumerate(rows)
        for column, character in enumerate(text)
        if character == _CELL
    }


def _read_offsets(parts: Sequence[object], what: str, faults: list[str]) -> set[Offset] | None:
    wrong = [part for part in parts if pair(part) is None]
    if wrong:
        faults.append(f"{what}: {shown(wrong[0])} is not a (column, row) pair of whole numbers")
        return None
    return {place for part in parts if (place := pair(part)) is not None}
