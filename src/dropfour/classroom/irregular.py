"""Irregular Connect Four: columns of unequal height, and cells that do not count for a line.

A board is a list of rows, top row first, and is its own picture. A cell is one of

    ' '   empty                                     '#'        not there: above a short column
    'X' 'O'   a disc                                '.'        empty, and will not count
    'x' 'o'   a disc in a cell that does not count

Columns count from 0 at the left; people call them A, B, C, ... The assignment names no functions:
these names are ours. No function here changes the board it is given.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple, TypeAlias

from dropfour._validation import read_cell
from dropfour.classroom.streams import AnyRandom, Stream, source_of

Player: TypeAlias = str  # 'X' or 'O'
Board: TypeAlias = list[list[str]]

EMPTY, EMPTY_DEAD, MISSING = " ", ".", "#"
LINE = 4  # discs in a row that win
TRIALS = 500  # a computer player's usual effort for a move
DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))  # row and column steps


def new_board(heights: Sequence[int], dead: Sequence[str] = ()) -> Board:
    """The empty board with these heights of columns; `dead` cells, by name, do not count.

    >>> for row in new_board([2, 3, 1], ["B1"]):
    ...     print("".join(row) + "|")
    # #|
      #|
     . |
    """
    rows = max(heights)
    board = [
        [EMPTY if rows - row <= height else MISSING for height in heights] for row in range(rows)
    ]
    for name in dead:
        cell = read_cell(name)
        board[rows - 1 - cell.row][cell.column] = EMPTY_DEAD
    return board


def legal_columns(board: Board) -> list[int]:
    """The columns that are not full, ascending.

    >>> legal_columns([list("#.O"), list("XxX")])
    [1]
    """
    return [column for column in range(len(board[0])) if _landing_row(board, column) is not None]


def drop(board: Board, column: int, player: Player) -> Board:
    """The board after a disc of `player` has dropped; `ValueError` if the column takes none.

    >>> drop([list("# "), list(" .")], 1, 'O')
    [['#', ' '], [' ', 'o']]
    """
    row = _landing_row(board, column) if 0 <= column < len(board[0]) else None
    if row is None:
        raise ValueError(f"column {column} is full or does not exist")
    new = [list(cells) for cells in board]
    new[row][column] = _disc(board[row][column], player)
    return new


def winner(board: Board) -> Player | None:
    """The player with four counting discs in a row, or None; a dead cell breaks a line.

    >>> winner([list("XXXX ")]), winner([list("XXxX ")])
    ('X', None)
    """
    for row, cells in enumerate(board):
        for column, cell in enumerate(cells):
            if cell in "XO" and _in_a_line(board, row, column):
                return cell
    return None


def winning_columns(board: Board, player: Player) -> list[int]:
    """The columns where `player` wins at once.

    >>> winning_columns([list("    "), list("XXX ")], 'X')
    [3]
    """
    winning = []
    for column in legal_columns(board):
        row = _landing_row(board, column)
        assert row is not None
        before = board[row][column]
        board[row][column] = _disc(before, player)
        if before == EMPTY and _in_a_line(board, row, column):
            winning.append(column)
        board[row][column] = before
    return winning


def trial(board: Board, player: Player, rng: AnyRandom | None = None) -> Player | None:
    """Play at random to the end, `player` first; returns the winner, or None for a draw.

    Whoever is to move plays a move that wins at once if there is one. Each other move draws a
    column until one is free, from any generator.

    >>> trial([list("    "), list("OOO "), list("XXXO")], 'O')
    'O'
    """
    below = source_of(rng).below
    board = [list(cells) for cells in board]
    won = winner(board)
    while won is None and legal_columns(board):
        if winning_columns(board, player):
            return player
        column = below(len(board[0]))
        while (row := _landing_row(board, column)) is None:
            column = below(len(board[0]))
        board[row][column] = _disc(board[row][column], player)
        player = opponent(player)
    return won


class Trials(NamedTuple):
    """What the trials after one candidate move came to, for the player who makes it."""

    column: int
    wins: int
    trials: int

    @property
    def ratio(self) -> float:
        """Wins per trial; a draw is no win."""
        return self.wins / self.trials if self.trials else 0.0


def try_columns(
    board: Board,
    player: Player,
    trials: int = TRIALS,
    *,
    seed: int = 0,
    rng_for: Callable[[int], AnyRandom] | None = None,
) -> list[Trials]:
    """Trials after every move of `player`: `trials` in all, shared evenly (at least one each).

    Where they do not divide evenly the first columns have one more. Trial k of a column draws from
    the seed's stream that comes after those of the columns before it, or from `rng_for` its number.
    """
    columns = legal_columns(board)
    draws: Callable[[int], AnyRandom] = rng_for or partial(Stream, seed)
    results: list[Trials] = []
    number = 0
    for i, column in enumerate(columns):
        share = max(1, trials // len(columns) + (i < trials % len(columns)))
        after = drop(board, column, player)
        wins = sum(
            trial(after, opponent(player), draws(number + k)) == player for k in range(share)
        )
        results.append(Trials(column, wins, share))
        number += share
    return results


def computer_move(
    board: Board,
    player: Player,
    trials: int = TRIALS,
    *,
    seed: int = 0,
    rng_for: Callable[[int], AnyRandom] | None = None,
) -> int:
    """A move that wins at once, or the one with the best ratio wins : trials.

    Ties go to the centre, then to the lower column. Raises `ValueError` if the game is over.

    >>> computer_move([list("     "), list("     "), list("OO  O"), list("XXX O")], 'X')
    3
    """
    if winner(board) is not None or not legal_columns(board):
        raise ValueError("the game is over")
    centre = len(board[0]) // 2

    def closeness(column: int) -> tuple[int, int]:
        return (-abs(column - centre), -column)

    winning = winning_columns([list(cells) for cells in board], player)
    if winning:
        return max(winning, key=closeness)
    results = try_columns(board, player, trials, seed=seed, rng_for=rng_for)
    return max(results, key=lambda result: (result.ratio, closeness(result.column))).column


def opponent(player: Player) -> Player:
    """The other player."""
    return "O" if player == "X" else "X"


def _landing_row(board: Board, column: int) -> int | None:
    for row in range(len(board) - 1, -1, -1):
        if board[row][column] in (EMPTY, EMPTY_DEAD):
            return row
    return None


def _disc(cell: str, player: Player) -> str:
    """What a disc becomes in an empty cell: small where it does not count."""
    return player.lower() if cell == EMPTY_DEAD else player


def _in_a_line(board: Board, row: int, column: int) -> bool:
    """Whether the disc in this cell stands in a line of four or more that count."""
    disc = board[row][column]
    for row_step, column_step in DIRECTIONS:
        length = 1
        for sign in (1, -1):
            r, c = row + sign * row_step, column + sign * column_step
            while 0 <= r < len(board) and 0 <= c < len(board[0]) and board[r][c] == disc:
                length += 1
                r, c = r + sign * row_step, c + sign * column_step
        if length >= LINE:
            return True
    return False


if __name__ == "__main__":
    from dropfour.classroom.irregular_program import main

    sys.exit(main(sys.argv[1:]))
