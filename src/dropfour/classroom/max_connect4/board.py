"""The boards of Max-Connect4, their points, and the files in which games are kept.

A board is a list of rows, top row first; a cell is 0 (empty), 1 or 2. Columns count from 0 at the
left (people are asked for 1 to 7 elsewhere). No function here changes the board it is given.

A game is stored as the digits of the board, top row first, and then the player to move:

    0000000
    0000000
    0000000
    0000000
    0001000
    0002100
    2
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple, TypeAlias

from dropfour.files import write_whole

Board: TypeAlias = list[list[int]]

EMPTY = 0
PLAYERS = (1, 2)
ROWS, COLUMNS = 6, 7  # the assignment's board; every function takes others, too
LINE = 4  # pieces in a row that make a point


class Game(NamedTuple):
    """A board, and the player (1 or 2) whose turn it is."""

    board: Board
    turn: int


def read_game(path: str | Path, *, rows: int = ROWS, columns: int = COLUMNS) -> Game:
    """Read a game from a file.

    Raises `OSError` if it cannot be read, and `ValueError` as `parse_game` does.
    """
    text = Path(path).read_text(encoding="utf-8-sig", errors="replace")
    return parse_game(text, rows=rows, columns=columns)


def parse_game(text: str, *, rows: int = ROWS, columns: int = COLUMNS) -> Game:
    r"""The game that a file's text describes; LF or CRLF, blank lines at the end are allowed.

    Numbers of pieces are not compared: any player may be to move. Raises `ValueError` that names
    every wrong line: other characters, wrong dimensions, pieces in the air.

    >>> parse_game("000\n120\n2\n", rows=2, columns=3)
    Game(board=[[0, 0, 0], [1, 2, 0]], turn=2)
    >>> parse_game("010\n12x\n2\n", rows=2, columns=3)
    Traceback (most recent call last):
    ValueError: line 2: 'x' is not 0, 1 or 2
    """
    lines = text.replace("\r\n", "\n").split("\n")
    while lines and not lines[-1].strip():
        lines.pop()
    faults = []
    if len(lines) != rows + 1:
        faults.append(f"expected {rows} board lines and a turn line, found {len(lines)} in all")
    for number, line in enumerate(lines[:rows], start=1):
        strange = [character for character in line if character not in "012"]
        if strange:
            faults.append(f"line {number}: {strange[0]!r} is not 0, 1 or 2")
        elif len(line) != columns:
            faults.append(f"line {number}: expected {columns} digits, found {len(line)}")
    if len(lines) > rows and lines[rows] not in ("1", "2"):
        faults.append(f"line {rows + 1}: the player to move is 1 or 2, not {lines[rows]!r}")
    if faults:
        raise ValueError("; ".join(faults))

    board = [[int(digit) for digit in line] for line in lines[:rows]]
    for number, (upper, lower) in enumerate(pairwise(board), start=1):
        faults += [
            f"line {number}: the piece in column {column + 1} has none below it"
            for column in range(columns)
            if upper[column] != EMPTY and lower[column] == EMPTY
        ]
    if faults:
        raise ValueError("; ".join(faults))
    return Game(board, int(lines[rows]))


def write_game(path: str | Path, game: Game) -> None:
    """Write a game to a file, all of it or, if that fails, nothing: an old file then stays.

    Raises `DropfourError` if it cannot be written.
    """
    write_whole(path, format_game(game))


def format_game(game: Game) -> str:
    r"""The text of a game's file, with LF line ends.

    >>> format_game(Game([[0, 0, 0], [1, 2, 0]], 1))
    '000\n120\n1\n'
    """
    lines = ["".join(map(str, row)) for row in game.board] + [str(game.turn)]
    return "\n".join(lines) + "\n"


def viable(board: Board) -> list[int]:
    """The columns that are not full, ascending.

    >>> viable([[1, 0, 2], [2, 0, 1]])
    [1]
    """
    return [column for column, cell in enumerate(board[0]) if cell == EMPTY]


def play_piece(board: Board, column: int, player: int) -> Board:
    """The board after a piece of `player` has dropped into `column`.

    Raises `ValueError` if the column is full or does not exist.

    >>> play_piece([[0, 0], [2, 0]], 0, 1)
    [[1, 0], [2, 0]]
    """
    if not 0 <= column < len(board[0]):
        raise ValueError(f"there is no column {column}")
    new_board = [list(row) for row in board]
    for row in reversed(new_board):
        if row[column] == EMPTY:
            row[column] = player
            return new_board
    raise ValueError(f"column {column} is full")


def count_score(board: Board) -> tuple[int, int]:
    """The points of players 1 and 2: one for each four in a row, overlapping ones each.

    >>> count_score([[0, 0, 0, 0, 0, 0], [1, 1, 1, 1, 1, 2]])
    (2, 0)
    """
    points = [0, 0]
    for cells in quadruples(len(board), len(board[0])):
        pieces = {board[row][column] for row, column in cells}
        if len(pieces) == 1 and EMPTY not in pieces:
            points[pieces.pop() - 1] += 1
    return points[0], points[1]


def check_piece_count(board: Board) -> int:
    """The number of pieces on the board.

    >>> check_piece_count([[0, 0, 1], [2, 0, 1]])
    3
    """
    return sum(len(row) - row.count(EMPTY) for row in board)


def other_player(player: int) -> int:
    """The opponent: 2 of 1, and 1 of 2."""
    first, second = PLAYERS
    return second if player == first else first


@cache
def quadruples(rows: int, columns: int) -> Sequence[tuple[tuple[int, int], ...]]:
    """The cells (row, column) of every four in a row; the 6 x 7 board has 69 of them."""
    found = []
    for row_step, column_step in ((0, 1), (1, 0), (1, 1), (1, -1)):
        for row in range(rows):
            for column in range(columns):
                cells = tuple((row + i * row_step, column + i * column_step) for i in range(LINE))
                last_row, last_column = cells[-1]
                if last_row < rows and 0 <= last_column < columns:
                    found.append(cells)
    return tuple(found)
