"""The board picture for terminals.

    | | |#|     X O   a disc           #   missing: not part of the board
    | |.| |     x o   a disc on a      .   a dead cell, empty
    |X|O|x|           dead cell        %   a blocked cell: no disc ever lands in it
     A B C      !     a ban            *   a bonus cell, empty

A blank is an empty ordinary cell. Names of two letters (AA) stand downwards, so every column is
as narrow as any other and a board of 32 columns fits into 80 characters.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise, zip_longest
from typing import TYPE_CHECKING

from dropfour.cells import Cell, column_name
from dropfour.notation.setup import Setup

if TYPE_CHECKING:
    from dropfour.rules import Rules

EMPTY_MARKS = {"ordinary": " ", "dead": ".", "blocked": "%", "bonus": "*", "missing": "#"}
"""The mark of an empty cell by its kind."""


def cell_mark(rules: Rules, setup: Setup, cell: Cell) -> str:
    """The one character that stands for a cell and what is in it.

    >>> from dropfour.rules import Rules
    >>> cell_mark(Rules.grid(rows=4, columns=4, bonus=["B1"]), Setup(), Cell(1, 0))
    '*'
    """
    letter, kind = setup.letter(cell), rules.kind(cell)
    if not letter:
        return EMPTY_MARKS[kind]
    return letter.lower() if kind == "dead" else letter


def format_picture(
    rules: Rules, setup: Setup, *, wide: bool = False, brackets: Mapping[Cell, str] | None = None
) -> str:
    """The picture of a valid set-up, without a line end after its last line.

    `brackets` are what stands around the marks of some cells, such as "()". With `wide` a cell is
    three characters; else brackets take the place of bars, and neighbours share one pair.

    >>> from dropfour.rules import Rules
    >>> rules = Rules(heights=[3, 2, 3], dead=["C1", "B2"], blocked=["A2"])
    >>> print(format_picture(rules, Setup((frozenset({Cell(2, 0)}), frozenset({Cell(0, 0)})))))
    | |#| |
    |%|.| |
    |O| |x|
     A B C
    """
    drawn: list[str] = []
    for row in reversed(range(rules.rows)):
        cells = [Cell(column, row) for column in range(rules.columns)]
        marks = [cell_mark(rules, setup, cell) for cell in cells]
        around = [brackets.get(cell, "") if brackets else "" for cell in cells]
        if wide:
            padded = zip(marks, (pair or "  " for pair in around), strict=True)
            drawn.append(f"|{'|'.join(pair[0] + mark + pair[1] for mark, pair in padded)}|")
        else:
            bars = [
                "|" if bool(left) == bool(right) else left[1:] or right[:1]
                for left, right in pairwise(["", *around, ""])
            ]
            drawn.append("".join(map("".join, zip(bars, [*marks, ""], strict=True))))
    return "\n".join([*drawn, *_letter_lines(rules, wide=wide)])


def _letter_lines(rules: Rules, *, wide: bool = False) -> list[str]:
    names = [column_name(column) for column in range(rules.columns)]
    if wide:
        return [f" {' '.join(f'{name:^3}' for name in names)}".rstrip()]
    return [f" {' '.join(line)}".rstrip() for line in zip_longest(*names, fillvalue=" ")]
