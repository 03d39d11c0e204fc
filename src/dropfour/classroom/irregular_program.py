"""Irregular Connect Four as a program: the experimenter's questions, and a game."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from functools import partial
from typing import TypeVar

from dropfour._validation import parse_number, shown
from dropfour.cells import column_name
from dropfour.classroom.irregular import (
    TRIALS,
    Board,
    Player,
    computer_move,
    drop,
    legal_columns,
    new_board,
    opponent,
    winner,
)
from dropfour.classroom.terminal import INPUT_ENDED, Ask, Show, ask_column, new_seed, run_program
from dropfour.errors import DropfourError
from dropfour.notation import IRREGULAR_LIMITS, BoardLine, parse_board_line

T = TypeVar("T")

MOST_TRIALS = 1_000_000
EXAMPLE = "7 6 6 5 7 6 7 5 7 D3 G2"


def print_board(board: Board, show: Show = print) -> None:
    """Show the board as it is, with the columns' letters underneath.

    >>> print_board([list("# X"), list("xXO")])
    # X
    xXO
    ABC
    """
    for cells in board:
        show("".join(cells))
    show("".join(column_name(column) for column in range(len(board[0]))))


def play_game(
    board: Board,
    efforts: tuple[int | None, int | None],
    *,
    starts: Player = "X",
    ask: Ask = input,
    show: Show = print,
    seed: int = 0,
) -> Player | None:
    """Play a game: `efforts` are the trials a move of X and of O, None for a human.

    Returns the winner, or None for a draw. A wrong answer is explained and asked again.
    """
    names = [column_name(column) for column in range(len(board[0]))]
    player = starts
    moves = 0
    while True:
        effort = efforts["XO".index(player)]
        if effort is None:
            print_board(board, show)
            try:
                question = f"Your move, {player} (a column, A to {names[-1]}): "
                column = ask_column(question, names, legal_columns(board), ask, show)
            except EOFError:
                show(f"\n{INPUT_ENDED}")
                return None
        else:
            column = computer_move(board, player, effort, seed=seed + moves)
            show(f"{player} plays {column_name(column)}.")
        board = drop(board, column, player)
        moves += 1
        won = winner(board)
        if won is not None or not legal_columns(board):
            print_board(board, show)
            show(f"{won} wins." if won is not None else "It is a draw.")
            return won
        player = opponent(player)


def set_up(
    ask: Ask = input, show: Show = print
) -> tuple[Board, tuple[int | None, int | None], Player]:
    """The experimenter's questions: the board, who plays with what effort, who starts."""
    board = _ask_board(ask, show)
    efforts = [
        _ask_until(
            f"Who plays {player}: human, or the computer's trials for a move? [{usual}] ",
            partial(_effort, usual=usual),
            ask,
            show,
        )
        for player, usual in (("X", "human"), ("O", str(TRIALS)))
    ]
    starts = _ask_until("Who starts, X or O? [X] ", _starter, ask, show)
    return board, (efforts[0], efforts[1]), starts


def _ask_board(ask: Ask, show: Show) -> Board:
    """The number of columns, their heights and the cells; or all of it on one line."""
    first = _ask_until(
        f"How many columns, 6 to 11? (Or the whole board: {EXAMPLE}) ", _columns_or_line, ask, show
    )
    line = first
    if isinstance(first, int):
        heights = _ask_until(
            f"The heights of the {first} columns: ", partial(_heights, columns=first), ask, show
        )
        line = _ask_until(
            "The two cells that do not count, such as D3 G2: ",
            lambda text: parse_board_line(f"{heights} {text}", limits=IRREGULAR_LIMITS),
            ask,
            show,
        )
    assert isinstance(line, BoardLine)
    return new_board(line.heights, [str(cell) for cell in line.dead])


def _columns_or_line(text: str) -> int | BoardLine:
    if len(text.split()) > 1:
        return parse_board_line(text, limits=IRREGULAR_LIMITS)
    columns = parse_number(text) or 0
    if not IRREGULAR_LIMITS.fewest_columns <= columns <= IRREGULAR_LIMITS.most_columns:
        raise DropfourError(f"{shown(text)}: this game has 6 to 11 columns")
    return columns


def _heights(text: str, columns: int) -> str:
    line = parse_board_line(text)
    if len(line.heights) != columns or line.dead:
        raise DropfourError(f"{columns} heights are needed, one for each column, and nothing else")
    return text


def _effort(text: str, usual: str) -> int | None:
    text = text or usual
    if text.lower() == "human":
        return None
    number = parse_number(text)
    if not number or number > MOST_TRIALS:
        raise DropfourError(
            f"{shown(text)} is neither human nor a number of trials from 1 to {MOST_TRIALS}"
        )
    return number


def _starter(text: str) -> Player:
    if (text or "X").upper() not in ("X", "O"):
        raise DropfourError("type X or O")
    return (text or "X").upper()


def _ask_until(question: str, read: Callable[[str], T], ask: Ask, show: Show) -> T:
    while True:
        try:
            return read(ask(question).strip())
        except DropfourError as fault:
            show(f"{fault}.")


def main(arguments: Sequence[str]) -> int:
    """Ask for the board and the players, and play, in the terminal."""

    def work() -> int:
        if arguments:
            raise DropfourError("no arguments are needed: everything is asked for")
        try:
            board, efforts, starts = set_up()
        except EOFError:
            print(f"\n{INPUT_ENDED}")
            return 0
        play_game(board, efforts, starts=starts, seed=new_seed())
        return 0

    return run_program("irregular", work)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
