"""The one-line set-up of a board: its columns' heights, then its dead cells.

`7 6 6 5 7 6 7 5 7 D3 G2` is nine columns with dead cells at D3 and G2.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from dropfour._validation import MAX_SIDE, parse_number, shown
from dropfour._words import counted
from dropfour.cells import Cell
from dropfour.notation._text import error_at, opened


@dataclass(frozen=True, slots=True)
class BoardLine:
    """The shape of a board: heights by column, and the dead cells in the order given."""

    heights: tuple[int, ...]
    dead: tuple[Cell, ...] = ()


@dataclass(frozen=True, slots=True)
class BoardLimits:
    """What a game's set-up dialogue allows, where that is less than `Rules` allow."""

    fewest_columns: int
    most_columns: int
    dead_cells: int


IRREGULAR_LIMITS = BoardLimits(fewest_columns=6, most_columns=11, dead_cells=2)
"""The limits of irregular Connect Four's set-up."""


def parse_board_line(text: str, *, limits: BoardLimits | None = None) -> BoardLine:
    """Read a one-line set-up; heights are 1 to 32, dead cells exist and differ.

    White space or commas separate the words. With `limits` the game's own limits are checked
    too. `FormatError` names the place of the first fault.

    >>> parse_board_line("4 3 4 B2").dead
    (Cell(column=1, row=1),)
    >>> parse_board_line("4 3 4 B2 C1", limits=IRREGULAR_LIMITS)
    Traceback (most recent call last):
        ...
    dropfour.errors.FormatError: line 1, column 7: 3 columns, this game has 6 to 11
    """
    text = opened(text)
    heights: list[int] = []
    dead: list[tuple[int, Cell]] = []
    heights_end = 0
    for start, word in _words(text):
        if not word[0].isalpha():
            if dead:
                raise error_at(text, start, "heights come first, then the dead cells")
            heights.append(_height(text, start, word, len(heights)))
            heights_end = start + len(word) + 1
        else:
            dead.append((start, _cell(text, start, word)))
    if not heights:
        raise error_at(text, 0, "no columns: expected heights, then dead cells (7 6 6 5 D3)")
    # Cells wait until all heights are known, so that each fault is told where it stands.
    for number, (start, cell) in enumerate(dead):
        if cell.column >= len(heights) or cell.row >= heights[cell.column]:
            raise error_at(text, start, f"dead cell {cell} is not on the board")
        if any(cell == earlier for _, earlier in dead[:number]):
            raise error_at(text, start, f"dead cell {cell} is there twice")
    board = BoardLine(tuple(heights), tuple(cell for _, cell in dead))
    if limits is not None:
        faults = _limit_faults(board, limits)
        if faults:
            raise error_at(text, min(heights_end, len(text)), "; ".join(faults))
    return board


def _limit_faults(board: BoardLine, limits: BoardLimits) -> list[str]:
    """Every way in which a board breaks a game's limits, in words.

    >>> _limit_faults(BoardLine((6,) * 7), IRREGULAR_LIMITS)
    ['0 dead cells, this game has exactly 2']
    """
    faults: list[str] = []
    columns, dead = len(board.heights), len(board.dead)
    fewest, most = limits.fewest_columns, limits.most_columns
    if not fewest <= columns <= most:
        faults.append(f"{counted(columns, 'column')}, this game has {fewest} to {most}")
    if dead != limits.dead_cells:
        faults.append(f"{counted(dead, 'dead cell')}, this game has exactly {limits.dead_cells}")
    return faults


def _words(text: str) -> Iterable[tuple[int, str]]:
    start = 0
    for index in range(len(text) + 1):
        if index == len(text) or text[index].isspace() or text[index] == ",":
            if start < index:
                yield start, text[start:index]
            start = index + 1


def _height(text: str, start: int, word: str, column: int) -> int:
    height = parse_number(word)
    if height is None or not 1 <= height <= MAX_SIDE:
        fault = f"column {column + 1}: height {shown(word)}, must be 1 to {MAX_SIDE}"
        raise error_at(text, start, fault)
    if column == MAX_SIDE:
        raise error_at(text, start, f"more than {MAX_SIDE} columns")
    return height


def _cell(text: str, start: int, word: str) -> Cell:
    try:
        return Cell.parse(word)
    except ValueError:
        fault = f"{shown(word)} is not a cell (a column letter and a row number: D3)"
        raise error_at(text, start, fault) from None
