"""The Monte Carlo exercise: its five functions."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import partial
from random import Random

from dropfour.classroom import monte_carlo as ours
from dropfour.classroom.check.case import (
    Answer,
    Assignment,
    Case,
    Difference,
    Judge,
    described,
    equals,
    grid,
    one_of,
    random_stacks,
    rows_of,
    unchanged,
)

RANDOM_BOARDS = 40
TIMES = 400  # random games of one position
SIMULATIONS = 400
SURE = 6.0  # standard deviations: a right solution is accused once in 500 million cases
_show = partial(grid, empty=ours.EMPTY)

_DOCUMENT = ["       ", "       ", "       ", "   X   ", "  OXO  ", " XOXOX "]


def cases(rng: Random) -> Iterator[Case]:
    """Boards that tell the usual mistakes apart, then random ones of all sizes."""
    boards = [_random_board(rng) for _ in range(RANDOM_BOARDS)]
    for board in [rows_of(*_DOCUMENT), rows_of("X O ", "XXOO"), *boards]:
        yield _legal(board)
        for column in ours.get_legal_moves(board)[:2]:
            yield _move(board, column, rng.choice("XO"))
    yield from _winner_cases(boards)
    yield from _rollout_cases(rng)
    yield from _solve_cases(rng)


def _winner_cases(boards: list[ours.Board]) -> Iterator[Case]:
    line = "Four in a row win: horizontal, vertical, or diagonal."
    for rule, rows in (
        (line, ("    ", "OOOO")),
        (line, ("X  ", "X  ", "X  ", "X  ")),
        (line, ("   X", "  XO", " XOX", "XOXO")),
        (line, ("O   ", "XO  ", "XXO ", "OXXO")),
        ("More than four are a line, too.", ("      ", "XXXXXO")),
        ("Three are no line.", ("     ", "XXXOX")),
        ("A line does not go on in the next row.", ("X    ", "O XXX")),
        ("A line may lie at the right and upper edges.", ("   O", "   O", "   O", "XXXO", "XOXX")),
        ("The board may have any size.", (" " * 12, " " * 8 + "OOOO")),
        ("The board may have any size.", ("O", "X", "X", "X", "X", "O", "O", "X", "O")),
    ):
        yield _winner(rows_of(*rows), rule)
    for board in boards:
        winners = {side for side in "XO" if _has_won(board, side)}
        if len(winners) < 2:
            yield _winner(board, line)


def _rollout_cases(rng: Random) -> Iterator[Case]:
    over = "A random game ends when someone wins, and the winner is returned."
    yield _rollout(rows_of("    ", "XXXX"), "O", over)
    yield _rollout(rows_of("    ", "OOOO"), "X", over)
    yield _rollout(rows_of("XO", "OX"), "X", "A full board without a winner is a draw.")
    turns = "Both players move at random, in turn, until someone wins or the board is full."
    for board, player in _late_positions(rng, 12):
        yield _rollout(board, player, turns)


def _solve_cases(rng: Random) -> Iterator[Case]:
    centre = "Of moves with the same number of wins the one closest to the centre is played."
    yield _solve(rows_of(*_DOCUMENT), "X", [3], "A move that wins all its random games is played.")
    # Nobody can make four on these.
    for rows, columns in (
        (("   ", "   ", "   "), [1]),
        (("     ", "XOXOX"), [2]),
        (("  X ", "XOXO"), [1, 3]),
    ):
        yield _solve(rows_of(*rows), "O", columns, centre)
    best = "The move with the highest win percentage is played."
    found = 0
    for board, player in _late_positions(rng, 400):
        rates = {
            column: _chances(ours.make_move(board, column, player), ours.opponent(player))
            ["XO".index(player)]
            for column in ours.get_legal_moves(board)
        }  # fmt: skip
        first, second = sorted(rates.values(), reverse=True)[:2]
        if first - second > 0.25:  # far more than chance can hide
            yield _solve(board, player, [max(rates, key=lambda c: rates[c])], best)
            found += 1
        if found == 12:
            return


def _legal(board: ours.Board) -> Case:
    def judge(answer: Answer) -> Difference | None:
        columns = answer.value
        if isinstance(columns, list) and all(type(c) is int for c in columns):
            columns = sorted(columns)
        return equals(ours.get_legal_moves(board))(Answer(columns))

    rule = "The legal moves are the columns that are not full."
    arguments = ["get_legal_moves", board]
    return Case("get_legal_moves", "get_legal_moves(board)", _show(board), rule, "call", arguments,
                unchanged(board, _show, judge))  # fmt: skip


def _move(board: ours.Board, column: int, player: str) -> Case:
    return Case(
        "make_move",
        f"make_move(board, {column}, {player!r})",
        _show(board),
        "The piece falls to the lowest available position in the column.",
        "make_move",
        ["make_move", board, column, player],
        equals(ours.make_move(board, column, player), _show),
    )


def _winner(board: ours.Board, rule: str) -> Case:
    judge = unchanged(board, _show, equals(ours.check_winner(board)))
    return Case("check_winner", "check_winner(board)", _show(board), rule, "check_winner",
                ["check_winner", board, ["X", "O"]], judge)  # fmt: skip


def _rollout(board: ours.Board, player: str, rule: str) -> Case:
    call = f"rollout(board, {player!r}), {TIMES} times"
    arguments = ["rollout", TIMES, board, player]
    judge = _as_often_as(_chances(board, player))
    return Case("rollout", call, _show(board), rule, "tally", arguments, judge)


def _as_often_as(chances: tuple[float, float]) -> Judge:
    def judge(answer: Answer) -> Difference | None:
        wins = answer.value if isinstance(answer.value, list) else [-1, -1]
        for won, chance in zip(wins, chances, strict=True):
            if abs(won - TIMES * chance) > SURE * math.sqrt(TIMES * chance * (1 - chance)) + 1e-6:
                x, o = (round(TIMES * chance) for chance in chances)
                return Difference(
                    f"X wins about {x} and O about {o} of them",
                    described(wins, lambda w: f"X won {w[0]}, O won {w[1]}"),
                )
        return None

    return judge


def _solve(board: ours.Board, player: str, columns: list[int], rule: str) -> Case:
    return Case(
        "solve_monte_carlo",
        f"solve_monte_carlo(board, {player!r}, {SIMULATIONS})",
        _show(board),
        rule,
        "solve",
        ["solve_monte_carlo", SIMULATIONS, board, player],
        unchanged(board, _show, one_of(columns), at=2),
    )


def _late_positions(rng: Random, count: int) -> Iterator[tuple[ours.Board, str]]:
    """Unfinished positions of random games with few free cells, and who is to move."""
    while count:
        rows, columns = rng.randint(4, 5), rng.randint(4, 5)
        board: ours.Board = [[" "] * columns for _ in range(rows)]
        player = "X"
        for _ in range(rows * columns - rng.randint(3, 6)):
            if ours.check_winner(board) is None:
                board = ours.make_move(board, rng.choice(ours.get_legal_moves(board)), player)
                player = ours.opponent(player)
        free = sum(row.count(" ") for row in board)
        if ours.check_winner(board) is None and free <= 6 and len(ours.get_legal_moves(board)) > 1:
            count -= 1
            yield board, player


def _chances(board: ours.Board, player: str) -> tuple[float, float]:
    """How likely X and O win, when both play at random; exactly, so for few free cells only."""
    winner = ours.check_winner(board)
    if winner is not None:
        return (1.0, 0.0) if winner == "X" else (0.0, 1.0)
    columns = ours.get_legal_moves(board)
    if not columns:
        return 0.0, 0.0
    nexts = [
        _chances(ours.make_move(board, column, player), ours.opponent(player)) for column in columns
    ]
    return sum(x for x, _ in nexts) / len(nexts), sum(o for _, o in nexts) / len(nexts)


def _has_won(board: ours.Board, side: str) -> bool:
    return ours.check_winner([[c if c == side else " " for c in row] for row in board]) is not None


def _random_board(rng: Random) -> ours.Board:
    return random_stacks(rng, rng.randint(1, 8), rng.randint(1, 9), ["X", "O"], ours.EMPTY)


ASSIGNMENT = Assignment(
    "monte_carlo",
    "Monte Carlo Method for Connect Four",
    files=(("get_legal_moves", "make_move", "check_winner", "rollout", "solve_monte_carlo"),),
    cases=cases,
)
