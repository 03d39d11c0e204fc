"""The Monte Carlo exercise as programs: a board from standard input, or a game against you."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from dropfour._settings import PLAYOUTS
from dropfour._words import aligned
from dropfour.classroom.monte_carlo import (
    EMPTY,
    SIMULATIONS,
    Board,
    Evaluation,
    Player,
    best_evaluation,
    check_winner,
    evaluate_moves,
    get_legal_moves,
    make_move,
    opponent,
    solve_monte_carlo,
)
from dropfour.classroom.terminal import (
    INPUT_ENDED,
    Ask,
    Show,
    add_board_sides,
    ask_column,
    new_seed,
    run_program,
)
from dropfour.cli.options import reader
from dropfour.files import STANDARD_INPUT, faults_in, read_standard_input
from dropfour.game import Position
from dropfour.notation import PLAYERS, Grid, format_grid_board, parse_grid
from dropfour.rules import Rules

HUMAN = "X"
GAME_SIMULATIONS = 1000  # of a game in the terminal: seconds in Python, not tens of them


class Input(NamedTuple):
    r"""What stands on standard input: the board, and who is to move; `grid` is how it came.

    >>> Input.read("1 4\n XO \nX\n").board
    [[' ', 'X', 'O', ' ']]
    """

    board: Board
    player: Player
    grid: Grid

    @classmethod
    def read(cls, text: str) -> Input:
        """Read a board of standard input; `DropfourError` says what is wrong with it, and where."""
        grid = parse_grid(text)
        position = Position.from_setup(grid.setup, Rules.grid(rows=grid.rows, columns=grid.columns))
        rows = format_grid_board(_plain(grid)).splitlines()
        return cls([list(row) for row in rows], PLAYERS[position.turn], grid)

    def written(self, after: Board) -> str:
        """Another board of that size in the form in which this one came."""
        header = f"{len(after)} {len(after[0])}\n"
        text = header + "".join("".join(row) + "\n" for row in after) + self.player
        return format_grid_board(replace(self.grid, setup=parse_grid(text).setup))


def answer(given: Input, evaluations: Sequence[Evaluation]) -> str:
    """The board after the best of the moves tried, and a line that names the move."""
    column = best_evaluation(evaluations, len(given.board[0])).column
    after = make_move(given.board, column, given.player)
    return f"{given.written(after)}{given.player} plays column {column}"


def answer_finished(given: Input) -> str | None:
    """The board and how the game has ended; None while it goes on."""
    winner = check_winner(given.board)
    if winner is None and get_legal_moves(given.board):
        return None
    return given.written(given.board) + ("Draw" if winner is None else f"{winner} has won")


def table(evaluations: Sequence[Evaluation], columns: int) -> str:
    """The evaluation as the assignment's table shows it.

    >>> print(table([Evaluation(0, 100, 40), Evaluation(1, 100, 75)], columns=2))
    Column  Simulations  Wins  Win Rate  Selected
    0               100    40    40.00%
    1               100    75    75.00%         *
    """
    best = best_evaluation(evaluations, columns)
    rows = [["Column", "Simulations", "Wins", "Win Rate", "Selected"]]
    for e in evaluations:
        counts = [f"{e.simulations:,}", f"{e.wins:,}", f"{e.win_rate:.2%}"]
        rows.append([str(e.column), *counts, "*" * (e is best)])
    return aligned(rows)


def print_board(board: Board, show: Show = print) -> None:
    """Show the board between bars, with the columns' last digits underneath.

    >>> print_board([list("  "), list("XO")])
    |  |
    |XO|
     01
    """
    for row in board:
        show(f"|{''.join(row)}|")
    show(" " + "".join(str(column % 10) for column in range(len(board[0]))))


def play_game(
    rows: int,
    columns: int,
    simulations: int = GAME_SIMULATIONS,
    *,
    seed: int = 0,
    ask: Ask = input,
    show: Show = print,
) -> Player | None:
    """Play against the Monte Carlo player; you are X and start. Returns the winner, or None."""
    board: Board = [[EMPTY] * columns for _ in range(rows)]
    names = [str(column) for column in range(columns)]
    player = HUMAN
    while get_legal_moves(board):
        if player == HUMAN:
            print_board(board, show)
            try:
                question = f"Your move, {HUMAN} (column 0 to {columns - 1}): "
                column = ask_column(question, names, get_legal_moves(board), ask, show)
            except EOFError:
                show(f"\n{INPUT_ENDED}")
                return None
        else:
            column = solve_monte_carlo(board, player, simulations, seed=seed)
            show(f"{player} plays column {column}")
        board = make_move(board, column, player)
        if check_winner(board) == player:
            print_board(board, show)
            show(f"{player} wins.")
            return player
        player = opponent(player)
    print_board(board, show)
    show("It is a draw.")
    return None


def main(arguments: Sequence[str]) -> int:
    """The assignment's Main.py: a board on standard input, the board after the best move."""

    def work() -> int:
        parser = ArgumentParser(
            prog="Main.py",
            description="Read a board and the player to move from standard input, print the board "
            "after the best move.",
        )
        parser.add_argument("--simulations", type=reader(PLAYOUTS), default=SIMULATIONS,
                            help=f"for each move (default: {SIMULATIONS})")  # fmt: skip
        parser.add_argument(
            "--table", action="store_true", help="the evaluation, on standard error"
        )
        options = parser.parse_args(arguments)
        text = read_standard_input()
        with faults_in(STANDARD_INPUT):
            given = Input.read(text)
        finished = answer_finished(given)
        if finished is not None:
            print(finished)
            return 0
        evaluations = evaluate_moves(given.board, given.player, options.simulations)
        if options.table:
            print(table(evaluations, len(given.board[0])), file=sys.stderr)
        print(answer(given, evaluations))
        return 0

    return run_program("Main.py", work)


def play(arguments: Sequence[str]) -> int:
    """A game in the terminal, on ROWS x COLUMNS, or 6 x 7."""

    def work() -> int:
        parser = ArgumentParser(
            prog="python -m dropfour.classroom.monte_carlo",
            description="Connect Four against the Monte Carlo player; you are X and start.",
        )
        add_board_sides(parser)
        parser.add_argument("--simulations", type=reader(PLAYOUTS), default=GAME_SIMULATIONS,
                            help=f"for each move (default: {GAME_SIMULATIONS})")  # fmt: skip
        options = parser.parse_args(arguments)
        play_game(options.rows, options.columns, options.simulations, seed=new_seed())
        return 0

    return run_program("monte_carlo", work)


def _plain(grid: Grid) -> Grid:
    return replace(grid, form=replace(grid.form, framed=False, index=None))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
