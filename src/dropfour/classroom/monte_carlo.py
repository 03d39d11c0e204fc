"""Connect Four by the Monte Carlo method: play each move, then many random games, and count.

A board is a list of rows, top row first; a cell is `'X'`, `'O'` or `' '`. Columns count from 0 at
the left. No function here changes the board it is given. Nothing checks whose turn it is by
counting discs.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple, TypeAlias

from dropfour.classroom.streams import AnyRandom, Stream, source_of

Player: TypeAlias = str  # 'X' or 'O'
Board: TypeAlias = list[list[str]]

EMPTY = " "
LINE = 4  # discs in a row that win
SIMULATIONS = 10_000  # per candidate move, as the assignment sets it
DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))  # row and column steps


class Evaluation(NamedTuple):
    """What the playouts after one candidate move came to, for the player who makes it."""

    column: int
    simulations: int
    wins: int

    @property
    def win_rate(self) -> float:
        """Wins per simulation: a draw is no win."""
        return self.wins / self.simulations


def opponent(player: Player) -> Player:
    """The other player.

    >>> opponent('X')
    'O'
    """
    return "O" if player == "X" else "X"


def get_legal_moves(board: Sequence[Sequence[str]]) -> list[int]:
    """The columns that are not full, ascending; a win on the board does not matter here.

    >>> get_legal_moves([['X', ' '], ['O', 'X']])
    [1]
    """
    return [column for column, cell in enumerate(board[0]) if cell == EMPTY]


def make_move(board: Sequence[Sequence[str]], column: int, player: Player) -> Board:
    """A new board with a disc of `player` dropped into `column`; the old one stays as it was.

    Raises `ValueError` if the column is full or does not exist.

    >>> make_move([[' ', ' '], ['O', ' ']], 0, 'X')
    [['X', ' '], ['O', ' ']]
    """
    if not 0 <= column < len(board[0]):
        raise ValueError(f"there is no column {column}")
    if board[0][column] != EMPTY:
        raise ValueError(f"column {column} is full")
    new_board = [list(row) for row in board]
    _drop(new_board, column, player)
    return new_board


def check_winner(board: Sequence[Sequence[str]]) -> Player | None:
    """The player with four or more in a row, or None.

    >>> check_winner([list("   X"), list("  XO"), list(" XOX"), list("XOXO")])
    'X'
    """
    for row, cells in enumerate(board):
        for column, cell in enumerate(cells):
            if cell != EMPTY and _in_a_line(board, row, column):
                return cell
    return None


def rollout(
    board: Sequence[Sequence[str]],
    player: Player,
    rng: AnyRandom | None = None,
    *,
    take_wins: bool = False,
) -> Player | None:
    """Play at random to the end, `player` first; returns the winner, or None for a draw.

    Each move draws a column until one is free, from a `Stream`, any `random.Random`, or, without
    one, a new `random.Random`. With `take_wins` each side plays a move that wins at once whenever
    it has one.

    >>> rollout([list("    "), list("OO  "), list("XXX ")], 'X', Stream(0, 0), take_wins=True)
    'X'
    """
    winner = check_winner(board)
    if winner is not None:
        return winner
    below = source_of(rng).below
    trial = [list(row) for row in board]
    columns = len(trial[0])
    while get_legal_moves(trial):
        if take_wins and _winning_moves(trial, player):
            return player
        column = below(columns)
        while trial[0][column] != EMPTY:
            column = below(columns)
        row = _drop(trial, column, player)
        if _in_a_line(trial, row, column):
            return player
        player = opponent(player)
    return None


def evaluate_moves(
    board: Sequence[Sequence[str]],
    player: Player,
    simulations: int = SIMULATIONS,
    *,
    seed: int = 0,
    take_wins: bool = False,
    rng_for: Callable[[int], AnyRandom] | None = None,
) -> list[Evaluation]:
    """Try every legal move of `player` with the same number of random games.

    Game k of candidate i draws from stream number `i * simulations + k` of the seed, or from
    `rng_for` that number. Raises `ValueError` if the game is over.

    >>> board = [list("    "), list("    "), list("OO  "), list("XXX ")]
    >>> [(e.column, e.win_rate) for e in evaluate_moves(board, 'X', 50) if e.win_rate == 1]
    [(3, 1.0)]
    """
    if simulations < 1:
        raise ValueError("at least one simulation per move is needed")
    candidates = get_legal_moves(board)
    if not candidates or check_winner(board) is not None:
        raise ValueError("the game is over")
    draws: Callable[[int], AnyRandom] = rng_for or partial(Stream, seed)
    evaluations = []
    for i, column in enumerate(candidates):
        after = make_move(board, column, player)
        wins = 0
        for k in range(simulations):
            rng = draws(i * simulations + k)
            wins += rollout(after, opponent(player), rng, take_wins=take_wins) == player
        evaluations.append(Evaluation(column, simulations, wins))
    return evaluations


def solve_monte_carlo(
    board: Sequence[Sequence[str]],
    player: Player,
    simulations: int = SIMULATIONS,
    *,
    seed: int = 0,
    take_wins: bool = False,
    rng_for: Callable[[int], AnyRandom] | None = None,
) -> int:
    """The column with the best win rate; ties to the centre, then to the lower column.

    With `take_wins` the player also plays a move that wins at once, without trying others.
    Raises `ValueError` if the game is over. Arguments as for `evaluate_moves`.

    >>> solve_monte_carlo([list("    "), list("    "), list("OO  "), list("XXX ")], 'X', 50)
    3
    """
    if take_wins and check_winner(board) is None:
        winning = _winning_moves([list(row) for row in board], player)
        if winning:
            return max(winning, key=lambda column: _closeness(column, len(board[0])))
    evaluations = evaluate_moves(
        board, player, simulations, seed=seed, take_wins=take_wins, rng_for=rng_for
    )
    return best_evaluation(evaluations, len(board[0])).column


def best_evaluation(evaluations: Sequence[Evaluation], columns: int) -> Evaluation:
    """The best win rate on a board of that width; ties to the centre, then to the lower column.

    >>> best_evaluation([Evaluation(0, 9, 5), Evaluation(1, 9, 5), Evaluation(2, 9, 4)], 3).column
    1
    """
    return max(evaluations, key=lambda e: (e.win_rate, _closeness(e.column, columns)))


# The names that the assignment's pseudocode has for the same three.

get_legal_columns = get_legal_moves


def monte_carlo_move(
    board: Sequence[Sequence[str]], player: Player, num_simulations: int = SIMULATIONS
) -> int:
    """The column with the best win rate, as `solve_monte_carlo` finds it."""
    return solve_monte_carlo(board, player, num_simulations)


def random_playout(board: Sequence[Sequence[str]], current_player: Player) -> Player | None:
    """The winner of one random game, as `rollout` plays it."""
    return rollout(board, current_player)


def _closeness(column: int, columns: int) -> tuple[int, int]:
    """Larger is better: near the centre, and the lower column of two equally near."""
    return (-abs(column - columns // 2), -column)


def _drop(board: Board, column: int, player: Player) -> int:
    """Drop a disc on this very board; returns its row. The column must not be full."""
    row = max(r for r in range(len(board)) if board[r][column] == EMPTY)
    board[row][column] = player
    return row


def _in_a_line(board: Sequence[Sequence[str]], row: int, column: int) -> bool:
    """Whether the disc in this cell stands in a line of four or more of its kind."""
    rows, columns = len(board), len(board[0])
    disc = board[row][column]
    for row_step, column_step in DIRECTIONS:
        length = 1
        for sign in (1, -1):
            r, c = row + sign * row_step, column + sign * column_step
            while 0 <= r < rows and 0 <= c < columns and board[r][c] == disc:
                length += 1
                r, c = r + sign * row_step, c + sign * column_step
        if length >= LINE:
            return True
    return False


def _winning_moves(board: Board, player: Player) -> list[int]:
    """The columns that win at once; the board is the same afterwards."""
    winning = []
    for column in get_legal_moves(board):
        row = _drop(board, column, player)
        if _in_a_line(board, row, column):
            winning.append(column)
        board[row][column] = EMPTY
    return winning


if __name__ == "__main__":
    from dropfour.classroom.monte_carlo_program import play

    sys.exit(play(sys.argv[1:]))
