"""Connect Four on random boards, with a forbidden or a bonus cell, against UCT.

A board is a list of rows, top row first. A cell is one of

    ' '   empty                      'X'   forbidden: takes no piece
    'A'   a piece of A (white)       '*'   empty, with the bonus: who lands there drops a ban
    'B'   a piece of B (black)       '#'   a ban: it belongs to nobody and counts for no line

Columns count from 0 at the left (people are asked for 1, 2, ...). No function here changes the
board it is given.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from typing import Literal, NamedTuple, TypeAlias, get_args

from dropfour._settings import SECONDS as SECONDS_SETTING
from dropfour.classroom.terminal import INPUT_ENDED, Ask, Show, ask_column, new_seed, run_program
from dropfour.classroom.uct import SECONDS, uct_search
from dropfour.cli.options import reader, seed_number
from dropfour.variants import load_rules

Board: TypeAlias = list[list[str]]
Mode: TypeAlias = Literal["plain", "forbidden", "bonus"]

EMPTY, FORBIDDEN, BONUS, BAN = " ", "X", "*", "#"
PIECES = ("A", "B")  # of players 0 and 1
LINE = 4  # pieces in a row that win, or more
DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))  # row and column steps


def random_board(mode: Mode, seed: int) -> Board:
    """The empty board of a seed, the same as `dropfour` draws: rows and columns from 4 to 12.

    >>> board = random_board("forbidden", seed=3)
    >>> len(board), len(board[0]), sum(row.count("X") for row in board)
    (5, 10, 1)
    """
    rules = load_rules(mode, seed=seed)
    rows = rules.heights[0]
    board = [[EMPTY] * rules.columns for _ in range(rows)]
    for cells, kind in ((rules.blocked, FORBIDDEN), (rules.bonus, BONUS)):
        for cell in cells:
            board[rows - 1 - cell.row][cell.column] = kind
    return board


def landing_row(board: Board, column: int) -> int | None:
    """The row where a piece comes to rest; None if the column is full or does not exist.

    It falls past a forbidden cell while there is room below, and lands above it afterwards.

    >>> landing_row([[" "], ["X"], [" "]], 0), landing_row([[" "], ["X"], ["A"]], 0)
    (2, 0)
    """
    if not 0 <= column < len(board[0]):
        return None
    free = [row for row in range(len(board)) if board[row][column] in (EMPTY, BONUS)]
    return max(free, default=None)


def check_winner(board: Board) -> int | None:
    """The player (0 or 1) with four or more pieces in a row, or None.

    >>> check_winner([list("    "), list("BBBB")])
    1
    """
    for row, cells in enumerate(board):
        for column, cell in enumerate(cells):
            if cell in PIECES and _in_a_line(board, row, column):
                return PIECES.index(cell)
    return None


class Outcome(NamedTuple):
    """How a game ended: won by player 0 or 1, or by nobody."""

    winner: int | None


class Sides(NamedTuple):
    """The size of the board."""

    rows: int
    columns: int


class RandomBoardGame:
    """A position, with all that `uct` asks of one; playing returns a new position.

    `turn` is 0 (A) or 1 (B). While `banning` the player to move drops a ban.

    >>> game = RandomBoardGame([list("    "), list("  * ")])
    >>> game = game.play(2)
    >>> game.turn, game.banning, game.play(2).turn
    (0, True, 1)
    """

    def __init__(self, board: Board, turn: int = 0, banning: bool = False) -> None:
        self.board = [list(row) for row in board]
        self.turn = turn
        self.banning = banning
        self.rules = Sides(len(board), len(board[0]))
        winner = check_winner(self.board)
        free = tuple(c for c in range(self.rules.columns) if landing_row(self.board, c) is not None)
        self.outcome = None if winner is None and free else Outcome(winner)
        self.legal = free if self.outcome is None else ()

    def play(self, column: int) -> RandomBoardGame:
        """The position after a piece, or a ban, has dropped; `ValueError` if it cannot."""
        row = landing_row(self.board, column)
        if self.outcome is not None or row is None:
            raise ValueError("the game is over" if self.outcome else f"column {column} is full")
        earns_ban = self.board[row][column] == BONUS and not self.banning
        board = [list(cells) for cells in self.board]
        board[row][column] = BAN if self.banning else PIECES[self.turn]
        passed = RandomBoardGame(board, 1 - self.turn)
        if earns_ban and passed.outcome is None:
            return RandomBoardGame(board, self.turn, banning=True)
        return passed

    def __str__(self) -> str:
        """The board with the numbers of its columns underneath; an empty cell is a dot."""
        width = len(str(self.rules.columns))
        numbers = map(str, range(1, self.rules.columns + 1))
        rows = [[cell.replace(EMPTY, ".") for cell in row] for row in self.board]
        return "\n".join(" ".join(cell.rjust(width) for cell in row) for row in [*rows, numbers])


def play_game(
    board: Board,
    *,
    human: int = 0,
    seconds: float = SECONDS,
    ask: Ask = input,
    show: Show = print,
) -> int | None:
    """Play against UCT; A, player 0, goes first. Returns the winner, or None for a draw.

    A wrong answer is explained and asked again.
    """
    game = RandomBoardGame(board)
    names = [str(column + 1) for column in range(game.rules.columns)]
    while game.outcome is None:
        show(f"{game}\n")
        player, what = PIECES[game.turn], "ban" if game.banning else "piece"
        if game.turn == human:
            try:
                question = f"{player}, a {what} into column (1 to {names[-1]}): "
                column = ask_column(question, names, game.legal, ask, show)
            except EOFError:
                show(f"\n{INPUT_ENDED}")
                return None
        else:
            column = uct_search(game, seconds=seconds)
            show(f"{player} drops a {what} into column {column + 1}.")
        game = game.play(column)
    show(f"{game}\n")
    winner = game.outcome.winner
    show("It is a draw." if winner is None else f"{PIECES[winner]} wins.")
    return winner


def _in_a_line(board: Board, row: int, column: int) -> bool:
    """Whether a line of four of one player's pieces starts in this cell."""
    piece = board[row][column]
    for row_step, column_step in DIRECTIONS:
        last_row, last_column = row + (LINE - 1) * row_step, column + (LINE - 1) * column_step
        if last_row < len(board) and 0 <= last_column < len(board[0]):
            steps = range(1, LINE)
            if all(board[row + i * row_step][column + i * column_step] == piece for i in steps):
                return True
    return False


def main(arguments: Sequence[str]) -> int:
    """Play on a random board in the terminal."""

    def work() -> int:
        parser = argparse.ArgumentParser(
            prog="python -m dropfour.classroom.random_boards",
            description="Connect Four on a random board against UCT. A plays first.",
        )
        parser.add_argument("mode", nargs="?", choices=get_args(Mode), default="forbidden")
        parser.add_argument("--seed", type=seed_number, help="which board (default: any)")
        parser.add_argument(
            "--seconds", type=reader(SECONDS_SETTING), default=SECONDS,
            help=f"the computer's time for a move (default: {SECONDS:g})",
        )  # fmt: skip
        parser.add_argument("--human", choices=PIECES, default=PIECES[0], help="who you are")
        options = parser.parse_args(arguments)
        seed = new_seed() if options.seed is None else options.seed
        print(f"{options.mode.capitalize()} board, seed {seed}\n")
        board = random_board(options.mode, seed)
        play_game(board, human=PIECES.index(options.human), seconds=options.seconds)
        return 0

    return run_program("random_boards", work)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
