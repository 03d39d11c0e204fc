"""Names of columns and cells: column letters A, B, … Z, AA, … and rows from 1 at the bottom."""

from __future__ import annotations

import re
from typing import NamedTuple

_NAME = re.compile(r"([A-Za-z]{1,2})([1-9][0-9]?)", re.ASCII)


def column_name(column: int) -> str:
    """The letters of a 0-based column.

    >>> column_name(0), column_name(25), column_name(26)
    ('A', 'Z', 'AA')
    """
    letters = ""
    column += 1
    while column:
        column, letter = divmod(column - 1, 26)
        letters = chr(ord("A") + letter) + letters
    return letters


def column_number(name: str) -> int:
    """The 0-based column of its letters, in either case; `ValueError` if it is no such name.

    >>> column_number("A"), column_number("d"), column_number("AB")
    (0, 3, 27)
    """
    if not (name.isascii() and name.isalpha()):
        raise ValueError(f"{name!r} is not a column name (A, B, ... Z, AA, ...)")
    number = 0
    for letter in name.upper():
        number = number * 26 + ord(letter) - ord("A") + 1
    return number - 1


class Cell(NamedTuple):
    """A cell by 0-based column and row (row 0 at the bottom); prints as its name.

    >>> print(Cell(3, 2), Cell.parse("d3") == Cell(3, 2))
    D3 True
    """

    column: int
    row: int

    def __str__(self) -> str:
        return f"{column_name(self.column)}{self.row + 1}"

    @classmethod
    def parse(cls, name: str) -> Cell:
        """The cell of a name such as "D3"; `ValueError` if it is no such name."""
        match = _NAME.fullmatch(name)
        if match is None:
            raise ValueError(f"{name!r} is not a cell name (a column letter and a row number: D3)")
        return cls(column_number(match[1]), int(match[2]) - 1)
