"""How good a network is: on held-out positions, and where one ply has to find the best move."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from math import sqrt
from typing import NamedTuple

import numpy as np

import dropfour as d4
from benchmarks.games import is_quiet, random_moves
from dropfour import _native
from training.arrays import NUMPY, Array
from training.examples import Examples
from training.network import (
    OUTPUT_UNIT,
    OUTPUTS,
    POINTS_PER_OUTPUT,
    Parameters,
    integer_outputs,
    outputs,
)
from training.rules import KINDS

_BATCH = 8192


class Verdict(NamedTuple):
    """A network on some positions; NaN where there are none to judge it by."""

    positions: int
    proven: int
    value_loss: float  # mean cross-entropy of the value, where one pattern wins
    points_error: float  # mean distance to the points still to come, where they count
    right_signs: float  # who wins, or gets more of those points, where that is proven


class Hits(NamedTuple):
    """Moves chosen by one ply on hard questions."""

    questions: int
    keeps: float  # share that keep win or draw
    best: float  # share that win soonest and lose latest too

    def half_width(self, share: float) -> float:
        """Half of a share's 95 % interval."""
        return 1.96 * sqrt(share * (1 - share) / max(1, self.questions))


def integer_answers(examples: Examples, parameters: Parameters) -> Array:
    """Logit and points to come of every position, in units of the outputs, by integers."""
    return _answers(examples, lambda counts: integer_outputs(counts, parameters) / OUTPUT_UNIT)


def float_answers(examples: Examples, parameters: Parameters) -> Array:
    """The same by the network as it is trained."""
    return _answers(examples, lambda counts: outputs(counts.astype(np.float32), parameters))


def _answers(examples: Examples, answer: Callable[[Array], Array]) -> Array:
    found = np.empty((len(examples), OUTPUTS))
    for first in range(0, len(examples), _BATCH):
        rows = np.arange(first, min(first + _BATCH, len(examples)))
        found[rows] = answer(NUMPY.input_counts(examples.ids, examples.starts, rows))
    return found


def verdict(examples: Examples, answers: Array) -> Verdict:
    points = examples.for_points
    logit, rest = answers[:, 0], answers[:, 1] * POINTS_PER_OUTPUT
    loss = np.logaddexp(0, logit) - logit * (examples.value + 1) / 2
    found: Array = np.where(points, rest, logit)
    truth: Array = np.where(points, examples.rest, examples.value)
    decided = examples.exact & (truth != 0)
    return Verdict(
        len(examples),
        int(examples.exact.sum()),
        _mean(loss[~points]),
        _mean(np.abs(rest - examples.rest)[points]),
        _mean(np.sign(found)[decided] == np.sign(truth)[decided]),
    )


def _mean(numbers: Array) -> float:
    return float(numbers.mean()) if len(numbers) else float("nan")


def by_kind(examples: Examples, answers: Array) -> dict[str, Verdict]:
    """The verdict on all positions, and on those of each kind of rules."""
    found = {"all": verdict(examples, answers)}
    for number, kind in enumerate(KINDS):
        chosen = examples.kind == number
        if chosen.any():
            found[kind] = verdict(examples.where(chosen), answers[chosen])
    return found


class Question(NamedTuple):
    """A position in which at most half of the columns keep the result."""

    position: d4.Position
    keep: frozenset[int]
    best: frozenset[int]


def hard_questions(number: int, *, seed: int = 5) -> list[Question]:
    """Undecided positions of Connect Four after 12 to 30 random moves, answered by the solver."""
    rules = d4.load_rules("classic")
    solver, rng = d4.Solver(rules), random.Random(seed)
    found: list[Question] = []
    while len(found) < number:
        position = random_moves(rules, rng.randint(12, 30), rng)
        if not is_quiet(position):
            continue
        ranks = {
            column: (exact.value, -exact.value * (exact.plies or 0))
            for column, exact in solver.score_columns(position).items()
        }
        highest = max(ranks.values())
        keep = frozenset(column for column, rank in ranks.items() if rank[0] == highest[0])
        if 2 * len(keep) <= len(ranks):
            best = frozenset(column for column, rank in ranks.items() if rank == highest)
            found.append(Question(position, keep, best))
    return found


def one_ply_move(position: d4.Position, parameters: Parameters) -> int:
    """The column after which the network likes the opponent's position least.

    It does not know what wins at once: that any player sees.
    """
    scores = {column: _score(position.play(column), parameters) for column in position.legal}
    return max(scores, key=lambda column: scores[column])


def _score(position: d4.Position, parameters: Parameters) -> float:
    """How well the player stands who has just moved, in Connect Four."""
    if position.outcome is not None:
        return 0.0 if position.outcome.winner is None else float("inf")
    if not is_quiet(position):
        return float("-inf")
    active = _native.evaluation_inputs(position)
    counts = np.bincount(active, minlength=_native.EVALUATION_INPUTS)
    return -float(integer_outputs(counts, parameters)[0])


def one_ply_hits(questions: Sequence[Question], parameters: Parameters) -> Hits:
    moves = [one_ply_move(question.position, parameters) for question in questions]
    keeps = [move in question.keep for move, question in zip(moves, questions, strict=True)]
    best = [move in question.best for move, question in zip(moves, questions, strict=True)]
    return Hits(len(moves), sum(keeps) / len(moves), sum(best) / len(moves))
