"""Games between two agents from random openings, each played twice with sides swapped."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from math import sqrt
from typing import NamedTuple

import dropfour as d4

Choose = Callable[[d4.Position], int]


class Score(NamedTuple):
    """Points per game of the first player of a match, with half of a 95 % interval."""

    mean: float
    half_width: float
    games: int

    def __str__(self) -> str:
        return f"{self.mean:.1%} ± {self.half_width:.1%}"


def score_of(pairs: Sequence[float]) -> Score:
    """The score of a match by the shares, 0 to 1, of the points of its pairs of games."""
    mean = sum(pairs) / len(pairs)
    variance = sum((p - mean) ** 2 for p in pairs) / max(len(pairs) - 1, 1)
    return Score(mean, 1.96 * sqrt(variance / len(pairs)), 2 * len(pairs))


def random_moves(rules: d4.Rules, plies: int, rng: random.Random) -> d4.Position:
    """The position after so many random moves, or fewer if they have ended the game."""
    position = d4.Position(rules)
    for _ in range(plies):
        if position.outcome is None:
            position = position.play(rng.choice(position.legal))
    return position


def is_quiet(position: d4.Position) -> bool:
    """Whether the game goes on and the player to move does not win at once."""
    wins = position.winning_cells(position.turn)
    return position.outcome is None and not any(
        position.play(column).last_cell in wins for column in position.legal
    )


def opening(rules: d4.Rules, plies: int, rng: random.Random) -> d4.Position:
    """A position after random moves that have not ended the game."""
    while (position := random_moves(rules, plies, rng)).outcome is not None:
        pass
    return position


def play(position: d4.Position, choosers: tuple[Choose, Choose]) -> int | None:
    """The winner of the game from here; `choosers` by player."""
    while position.outcome is None:
        position = position.play(choosers[position.turn](position))
    return position.outcome.winner


def match(
    rules: d4.Rules,
    make_a: Callable[[int], Choose],
    make_b: Callable[[int], Choose],
    *,
    pairs: int,
    plies: int = 4,
    seed: int = 1,
) -> Score:
    """A against B; the error is that of pairs, whose two games share an opening."""
    scores = []
    for number in range(pairs):
        start = opening(rules, plies, random.Random(f"{seed} {number}"))
        points = 0.0
        for side in (0, 1):
            a, b = make_a(2 * number + side), make_b(2 * number + side)
            winner = play(start, (a, b) if side == 0 else (b, a))
            points += 0.5 if winner is None else float(winner == side)
        scores.append(points / 2)
    return score_of(scores)
