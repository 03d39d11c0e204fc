"""Checks that turn untrusted values into plain ones and say in words what is wrong with them.

Those that take the list of faults found so far add theirs to it and return what is usable. None of
them copies or prints more than a little of a value of any size.
"""

from __future__ import annotations

import operator
from collections.abc import Iterable, Mapping, Set
from itertools import islice
from typing import Any

from dropfour.cells import Cell

MAX_SIDE = 32
"""The most columns a board may have, and the most rows of a column."""

_SHOWN_CHARACTERS = 40
_LONGEST_CELL_NAME = len("AF32")
_FRIENDLY_TYPES = {list: "a list", tuple: "a list", dict: "a table", type(None): "nothing"}


def shown(value: object, *, longest: int = _SHOWN_CHARACTERS) -> str:
    """A value as a fault quotes it: short, whatever the value is.

    >>> print(shown(0), shown("seven"), shown([1, 2]), shown(10**5000))
    0 'seven' a list a huge number
    """
    if isinstance(value, int) and value.bit_length() > 64:
        return "a huge number"
    if isinstance(value, bool | int | float):
        return str(value)
    if isinstance(value, str):
        short = value if len(value) <= longest else value[:longest] + "…"
        return repr(short)
    return _FRIENDLY_TYPES.get(type(value)) or f"a {type(value).__name__}"


def whole_number(value: object) -> int | None:
    """The plain int of an integer of any type; None for bool, float, text and the rest.

    >>> whole_number(3), whole_number(True), whole_number(3.0), whole_number("3")
    (3, None, None, None)
    """
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        return None
    try:
        return operator.index(value)
    except TypeError:  # such as a numpy array of several numbers
        return None


def parse_number(word: str) -> int | None:
    """The value of a word of at most nine ASCII digits, else None.

    >>> parse_number("12"), parse_number("-1"), parse_number("\u00b2"), parse_number("9" * 5000)
    (12, None, None, None)
    """
    if len(word) <= 9 and word.isascii() and word.isdigit():
        return int(word)
    return None


def number_within(
    value: object, low: int, high: int, *, what: str, faults: list[str]
) -> int | None:
    """A whole number from `low` to `high`.

    >>> faults = []
    >>> number_within(0, 1, 32, what="column 3: height", faults=faults)
    >>> faults
    ['column 3: height 0, must be 1 to 32']
    """
    number = whole_number(value)
    if number is None:
        faults.append(f"{what} {shown(value)}, must be a whole number from {low} to {high}")
    elif not low <= number <= high:
        faults.append(f"{what} {shown(number)}, must be {low} to {high}")
    else:
        return number
    return None


def true_or_false(value: object, *, what: str, faults: list[str]) -> bool:
    """A bool, and nothing that merely behaves like one."""
    if not isinstance(value, bool):
        faults.append(f"{what}: {shown(value)}, must be true or false")
    return value is True


def line_of_text(value: object, *, what: str, longest: int, faults: list[str]) -> str:
    """A text of one line, without control characters."""
    if not isinstance(value, str):
        faults.append(f"{what}: {shown(value)}, must be a text")
    elif len(value) > longest:
        faults.append(f"{what}: {len(value)} characters, at most {longest} are allowed")
    elif not value.isprintable():
        faults.append(f"{what}: {shown(value)} must be one line of ordinary characters")
    else:
        return value
    return ""


def listed(value: object, *, limit: int) -> list[object] | None:
    """At most the first `limit + 1` items, so that a longer list shows; None if it is no list.

    Text, bytes and tables are no lists, though Python can walk through them.
    """
    if isinstance(value, str | bytes | bytearray | Mapping) or not isinstance(value, Iterable):
        return None
    try:
        return list(islice(value, limit + 1))
    except TypeError:  # such as a numpy array without dimensions
        return None


def pair(value: object) -> tuple[int, int] | None:
    """A (column, row) pair of whole numbers, from a tuple or list; None if it is none.

    >>> pair([3, 2]), pair((3, 2.5)), pair("D3")
    ((3, 2), None, None)
    """
    if not isinstance(value, tuple | list) or len(value) != 2:
        return None
    column, row = map(whole_number, value)
    return None if column is None or row is None else (column, row)


def read_cell(value: object) -> Cell:
    """The cell of a name, a `Cell` or a 0-based (column, row) pair; `ValueError` if it is none.

    >>> read_cell("d3") == read_cell((3, 2)) == Cell(3, 2)
    True
    """
    if isinstance(value, str) and len(value) <= _LONGEST_CELL_NAME:
        return Cell.parse(value)
    place = pair(value)
    if place is None:
        raise ValueError(f"{shown(value)} is not a cell (a column letter and a row number: D3)")
    if not all(0 <= index < MAX_SIDE for index in place):
        column, row = map(shown, place)
        raise ValueError(f"column {column}, row {row} (counted from 0) is not on the board")
    return Cell(*place)


def read_heights(value: object, faults: list[str]) -> tuple[int, ...] | None:
    heights = None if isinstance(value, Set) else listed(value, limit=MAX_SIDE)
    if heights is None:
        faults.append(f"heights: must be a list of whole numbers, not {shown(value)}")
        return None
    if not heights:
        faults.append("heights: at least one column is needed")
    if len(heights) > MAX_SIDE:
        faults.append(f"heights: more than {MAX_SIDE} columns, at most {MAX_SIDE} are allowed")
        heights = heights[:MAX_SIDE]
    checked = [
        number_within(height, 1, MAX_SIDE, what=f"column {i}: height", faults=faults)
        for i, height in enumerate(heights, start=1)
    ]
    # The tallest column stands in for a wrong one, so that no cell in it is called a fault as well.
    return tuple(height or MAX_SIDE for height in checked) or None


def read_sides(rows: object, columns: object, faults: list[str]) -> tuple[int, ...] | None:
    height = number_within(rows, 1, MAX_SIDE, what="rows:", faults=faults)
    width = number_within(columns, 1, MAX_SIDE, what="columns:", faults=faults)
    return None if height is None or width is None else (height,) * width


def read_shape_keys(mapping: Mapping[str, object], faults: list[str]) -> tuple[int, ...] | None:
    sides = [side for side in ("rows", "columns") if side in mapping]
    if "heights" in mapping:
        if sides:
            faults.append(f"heights and {' and '.join(sides)}: give the one or the other")
        return read_heights(mapping["heights"], faults)
    if len(sides) == 2:
        return read_sides(mapping["rows"], mapping["columns"], faults)
    if sides:
        number_within(mapping[sides[0]], 1, MAX_SIDE, what=f"{sides[0]}:", faults=faults)
    faults.append("the board has no shape: give heights, or rows and columns")
    return None


def read_cells(
    value: object, kind: str, heights: tuple[int, ...] | None, faults: list[str]
) -> tuple[Cell, ...]:
    """The sorted cells of one kind; those beyond the board are faults, where there is a board."""
    limit = MAX_SIDE * MAX_SIDE
    items = listed(value, limit=limit)
    if items is None:
        faults.append(f'{kind}: must be a list of cells such as ["D3"], not {shown(value)}')
        return ()
    if len(items) > limit:
        faults.append(f"{kind}: more than {limit} cells")
        return ()
    cells: set[Cell] = set()
    for item in items:
        try:
            cell = read_cell(item)
        except ValueError as error:
            faults.append(f"{kind}: {error}")
            continue
        if cell in cells:
            faults.append(f"{kind} cell {cell} is listed twice")
        elif heights is not None and not _on_board(cell, heights):
            faults.append(f"{kind} cell {cell} is not on the board")
        cells.add(cell)
    return tuple(sorted(cells))


def _on_board(cell: Cell, heights: tuple[int, ...]) -> bool:
    return cell.column < len(heights) and cell.row < heights[cell.column]


def check_keys(mapping: Mapping[Any, object], known: Iterable[str], faults: list[str]) -> None:
    """Report the keys of a table that mean nothing, with the key that may have been meant.

    >>> faults = []
    >>> check_keys({"hieghts": [4]}, ["heights", "dead"], faults)
    >>> faults
    ["unknown key 'hieghts' (did you mean 'heights'?)"]
    """
    known = tuple(known)
    reported = 10
    for number, key in enumerate(key for key in mapping if key not in known):
        if number == reported:
            faults.append("and more unknown keys")
            break
        faults.append(f"unknown key {shown(key)}{suggestion(key, known)}")


def suggestion(word: object, known: Iterable[str]) -> str:
    """A hint such as " (did you mean 'heights'?)", or nothing when no known word is close."""
    if not isinstance(word, str) or len(word) > _SHOWN_CHARACTERS:
        return ""
    from difflib import get_close_matches  # rarely needed, and slow to import

    close = get_close_matches(word.lower(), known, n=2)
    return f" (did you mean {' or '.join(map(repr, close))}?)" if close else ""
