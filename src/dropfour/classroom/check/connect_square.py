"""Connect Square: the four tasks."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from random import Random
from typing import Any

from dropfour._words import counted
from dropfour.classroom import connect_square as ours
from dropfour.classroom.check.case import (
    Assignment,
    Case,
    equals,
    grid,
    random_stacks,
    unchanged,
)

RANDOM_BOARDS = 40
_show = partial(grid, empty=ours.EMPTY)

_EMPTY: ours.Board = [[0, 0, 0], [0, 0, 0], [0, 0, 0]]
_A: ours.Board = [[0] * 5, [0] * 5, ["R", 0, 0, 0, 0], ["Y", "R", 0, "R", "Y"]]
_B: ours.Board = [["Y", 0, 0, 0], ["Y", 0, 0, 0], ["Y", 0, "R", "R"], ["Y", 0, "R", "R"]]
_DOCUMENT: ours.Board = [[0] * 4, list("RYYR"), list("YYYR"), list("RRYR")]


def cases(rng: Random) -> Iterator[Case]:
    """Boards that tell the usual mistakes apart, then random ones of all sizes."""
    boards = [_random_board(rng) for _ in range(RANDOM_BOARDS)]
    yield from _add_coin(boards, rng)
    yield from _is_winner(boards)
    yield from _heuristic(boards)
    yield from _ai_move(boards)


def _add_coin(boards: list[ours.Board], rng: Random) -> Iterator[Case]:
    falls = "The coin slides down to the lowest unoccupied space in the column."
    for column in range(3):
        yield _case("add_coin", _EMPTY, "R", column, rule=falls)
    yield _case("add_coin", [[0, 0], [0, 0], ["R", 0]], "Y", 0, rule="A coin lands on a coin.")
    yield _case("add_coin", [[0, "R"], ["Y", "R"]], "R", 0, rule="The topmost row can be filled.")
    for board in boards:
        columns = [c for c, cell in enumerate(board[0]) if cell == ours.EMPTY]
        if columns:
            yield _case("add_coin", board, rng.choice("RY"), rng.choice(columns), rule=falls)


def _is_winner(boards: list[ours.Board]) -> Iterator[Case]:
    rule = "A player has won with a 2 x 2 square of four own coins."
    three = "Three coins are no square."
    mixed = "Four coins of two colours are no square."
    row = "Four in a row are no square."
    yield _case("is_winner", _EMPTY, "R", rule="Empty spaces are nobody's square.")
    yield _case("is_winner", [["R", 0], ["R", "R"]], "R", rule=three)
    yield _case("is_winner", [["R", "Y"], ["R", "R"]], "R", rule=mixed)
    yield _case("is_winner", [[0] * 4, ["R"] * 4], "R", rule=row)
    for board in (_A, _B, _DOCUMENT):
        yield _case("is_winner", board, "R", rule=rule)
        yield _case("is_winner", board, "Y", rule=rule)
    for top, left in ((0, 0), (0, 3), (2, 0), (2, 3), (1, 2)):
        square: ours.Board = [[0] * 5 for _ in range(4)]
        for r in range(top, 4):
            for c in (left, left + 1):
                square[r][c] = "Y" if r < top + 2 else "RY"[(r + c) % 2]
        yield _case("is_winner", square, "Y", rule="A square counts wherever it is on the board.")
    yield _case("is_winner", [["R", "R", "R"]], "R", rule="On one row there is no square.")
    for board in boards:
        yield _case("is_winner", board, "R", rule=rule)


def _heuristic(boards: list[ours.Board]) -> Iterator[Case]:
    for own, value in enumerate(ours.SQUARE_VALUES):
        board: ours.Board = [[0, 0], [0, 0]]
        for row, column in [(1, 0), (1, 1), (0, 0), (0, 1)][:own]:
            board[row][column] = "R"
        rule = f"A square with {counted(own, 'own coin')} and the rest empty is worth {value}."
        yield _case("heuristic", board, "R", rule=rule)
    opponents = "A square with an opponent's coin in it is worth 0."
    yield _case("heuristic", [[0, 0], ["R", "Y"]], "R", rule=opponents)
    yield _case("heuristic", [["R", "R"], ["R", "Y"]], "R", rule=opponents)
    yield _case("heuristic", [["R", "R"], ["R", "Y"]], "Y", rule=opponents)
    total = "The heuristic is the sum over every overlapping 2 x 2 square."
    for board in (_A, _B, _DOCUMENT):
        for coin in "RY":
            yield _case("heuristic", board, coin, rule=total)
    yield _case("heuristic", [["R", 0, "Y"]], "R", rule="On one row there is no square.")
    for board in boards:
        for coin in "RY":
            yield _case("heuristic", board, coin, rule=total)


def _ai_move(boards: list[ours.Board]) -> Iterator[Case]:
    tie = "Of moves with the same heuristic value the numerically lowest column is played."
    best = "The move is played that results in the state with the highest heuristic value."
    yield _case("ai_move", [[0, 0], [0, 0]], "R", rule=tie)
    yield _case("ai_move", [[0, 0, 0, 0], [0, 0, 0, 0]], "Y", rule=tie)
    yield _case("ai_move", _EMPTY, "R", rule=best)
    yield _case("ai_move", [[0, 0, 0, 0], [0, "Y", 0, 0]], "Y", rule=best)
    yield _case("ai_move", [["R", 0, 0], ["Y", 0, 0]], "R", rule="A full column is no move.")
    for board in (_A, _B, _DOCUMENT):
        for coin in "RY":
            yield _case("ai_move", board, coin, rule=best)
    for board in boards:
        if ours.moves_exist(board):
            for coin in "RY":
                yield _case("ai_move", board, coin, rule=best)


def _case(function: str, board: ours.Board, *rest: Any, rule: str) -> Case:
    expected = getattr(ours, function)(board, *rest)
    show = _show if isinstance(expected, list) else repr
    words = ", ".join(["board", *map(repr, rest)])
    return Case(
        function,
        f"{function}({words})",
        _show(board),
        rule,
        "call",
        [function, board, *rest],
        unchanged(board, _show, equals(expected, show)),
    )


def _random_board(rng: Random) -> ours.Board:
    return random_stacks(rng, rng.randint(1, 7), rng.randint(1, 8), ["R", "Y"], ours.EMPTY)


ASSIGNMENT = Assignment(
    "connect_square",
    "Connect Square",
    files=(("add_coin", "is_winner", "heuristic", "ai_move"),),
    cases=cases,
)
