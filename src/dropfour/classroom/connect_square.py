"""Connect Square: drop coins into columns, a 2 x 2 square of your own coins wins.

A board is a list of rows, `board[0][0]` at the top left. A cell is `0` (empty), `'R'` or `'Y'`.
Columns count from 0 at the left. No function here changes the board it is given.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import TypeAlias

from dropfour.classroom.terminal import (
    INPUT_ENDED,
    Ask,
    Show,
    add_board_sides,
    ask_column,
    run_program,
)

Coin: TypeAlias = str  # 'R' or 'Y'
Board: TypeAlias = list[list[Coin | int]]

EMPTY = 0
AI_COIN = "R"
HUMAN_COIN = "Y"

SQUARE_VALUES = (0, 1, 10, 100, 1000)  # by the number of own coins, as the assignment sets them


def add_coin(board: Board, coin: Coin, column: int) -> Board:
    """The board after `coin` has dropped into `column`.

    Raises `ValueError` if the column is full or does not exist.

    >>> add_coin([[0, 0], ['R', 0]], 'Y', 0)
    [['Y', 0], ['R', 0]]
    """
    if not board or column not in range(len(board[0])):
        raise ValueError(f"there is no column {column}")
    new_board = [list(row) for row in board]
    for row in reversed(new_board):
        if row[column] == EMPTY:
            row[column] = coin
            return new_board
    raise ValueError(f"column {column} is full")


def is_winner(board: Board, coin: Coin) -> bool:
    """Whether `coin` fills some 2 x 2 square.

    >>> is_winner([['R', 'R', 0], ['R', 'R', 'Y']], 'R')
    True
    """
    return any(square.count(coin) == len(square) for square in _squares(board))


def heuristic(board: Board, coin: Coin) -> int:
    """How promising the board looks for `coin`: the sum over all overlapping 2 x 2 squares.

    A square with an opponent's coin is worth 0; any other 0, 1, 10, 100 or 1000 for 0 to 4 own
    coins.

    >>> heuristic([[0, 0, 0], ['R', 'R', 'Y']], 'R')
    10
    """
    total = 0
    for square in _squares(board):
        own = square.count(coin)
        if own + square.count(EMPTY) == len(square):
            total += SQUARE_VALUES[own]
    return total


def moves_exist(board: Board) -> bool:
    """Whether some column still takes a coin.

    >>> moves_exist([['Y', 0], ['R', 'R']]), moves_exist([['Y', 'R'], ['R', 'Y']])
    (True, False)
    """
    return bool(_open_columns(board))


def ai_move(board: Board, coin: Coin) -> Board:
    """The board after the move that looks best for `coin` right away; ties to the lowest column.

    A full board comes back as an equal copy. The AI does not ask whether the game is over.

    >>> ai_move([[0, 0, 0], [0, 'R', 'Y']], 'R')
    [[0, 0, 0], ['R', 'R', 'Y']]
    """
    results = [add_coin(board, coin, column) for column in _open_columns(board)]
    if not results:
        return [list(row) for row in board]
    return max(results, key=lambda result: heuristic(result, coin))  # max keeps the first of equals


def print_board(board: Board, show: Show = print) -> None:
    """Show the board with column numbers underneath; an empty cell is a dot.

    >>> print_board([[0, 0, 0], ['R', 0, 'Y']])
    . . .
    R . Y
    0 1 2
    """
    columns = len(board[0]) if board else 0
    width = len(str(columns - 1))
    for row in board:
        show(" ".join(str("." if cell == EMPTY else cell).rjust(width) for cell in row))
    show(" ".join(str(column).rjust(width) for column in range(columns)))


def play_game(
    rows: int,
    columns: int,
    *,
    ask: Ask = input,
    show: Show = print,
) -> Coin | None:
    """Play against the AI, which has R and starts; returns the winner, or None for a draw.

    `ask` gets a prompt and returns what the human typed, `show` gets a line to print. A wrong
    answer is explained and asked again. Raises `ValueError` for a board without cells.

    >>> answers = iter(["5", "1"])
    >>> play_game(1, 2, ask=lambda prompt: next(answers))
    R .
    0 1
    '5' is no column: type a number from 0 to 1.
    R Y
    0 1
    It is a draw.
    """
    if rows < 1 or columns < 1:
        raise ValueError("a board needs at least one row and one column")
    board: Board = [[EMPTY] * columns for _ in range(rows)]
    coin = AI_COIN
    while moves_exist(board):
        try:
            board = ai_move(board, coin) if coin == AI_COIN else _human_move(board, ask, show)
        except EOFError:
            show(f"\n{INPUT_ENDED}")
            return None
        print_board(board, show)
        if is_winner(board, coin):
            show(f"{coin} wins.")
            return coin
        coin = HUMAN_COIN if coin == AI_COIN else AI_COIN
    show("It is a draw.")
    return None


def _human_move(board: Board, ask: Ask, show: Show) -> Board:
    names = [str(column) for column in range(len(board[0]))]
    question = f"Your move, {HUMAN_COIN} (column 0 to {names[-1]}): "
    column = ask_column(question, names, _open_columns(board), ask, show)
    return add_coin(board, HUMAN_COIN, column)


def _squares(board: Board) -> Iterator[list[Coin | int]]:
    """The four cells of every overlapping 2 x 2 square."""
    for upper, lower in pairwise(board):
        for left in range(len(upper) - 1):
            yield upper[left : left + 2] + lower[left : left + 2]


def _open_columns(board: Board) -> list[int]:
    return [column for column, cell in enumerate(board[0]) if cell == EMPTY] if board else []


def main(arguments: Sequence[str]) -> int:
    """Play in the terminal, on ROWS x COLUMNS, or 6 x 7."""

    def work() -> int:
        parser = ArgumentParser(
            prog="python -m dropfour.classroom.connect_square",
            description="Connect Square against the AI, which has R and starts.",
        )
        add_board_sides(parser)
        options = parser.parse_args(arguments)
        play_game(options.rows, options.columns)
        return 0

    return run_program("connect_square", work)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
