"""What pairs of games say about a score: the one likelihood behind intervals, Elo and tests.

Two games of a pair have the same opening with sides swapped, so they are not independent; what a
player got in both together is one observation, of five outcomes (pentanomial). A game without its
partner is an observation of its own, of three. An interval holds every score that the outcomes do
not speak against, by the generalised likelihood ratio:

- A. B. Owen, "Empirical likelihood ratio confidence regions", Ann. Stat. 18 (1990), eq. (2.3) for
  the weights and section 5 for Fisher's F in place of the chi square with few observations;
- M. Van den Bergh, "The generalized maximum likelihood ratio for the expectation value of a
  distribution" (2021), Prop. 1.1: the same ratio, as fishtest and fastchess test by.

Outcomes that did not occur may have any likelihood: somebody who has won everything may lose.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from math import erfc, inf, log10, sqrt
from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from dropfour._intervals import as_normal, student95

POINTS = np.array([0.0, 0.5, 1.0, 1.5, 2.0, 0.0, 0.5, 1.0])
"""Of each outcome: of two games together, then of one alone."""

GAMES = np.array([2.0] * 5 + [1.0] * 3)

_STEPS = 60  # halvings: a root is exact to the last bits of a double
_CLOSE = 1e-7
_INSIDE = 1e-9  # scores closer to 0 and 1 are these

Floats: TypeAlias = npt.NDArray[np.float64]
Outcomes: TypeAlias = tuple[int, ...]
"""How often each of the eight outcomes occurred."""


class Interval(NamedTuple):
    """What lies between is 95 % sure."""

    low: float
    high: float


def count_outcomes(observed: Iterable[Sequence[float]]) -> Outcomes:
    """The outcomes of pairs and of games alone, each the points that somebody got in its games.

    >>> count_outcomes([[1.0, 0.5], [0.0, 1.0], [1.0]])
    (0, 0, 1, 1, 0, 0, 0, 1)
    """
    counts = [0] * len(POINTS)
    for points in observed:
        counts[round(2 * sum(points)) + (5 if len(points) == 1 else 0)] += 1
    return tuple(counts)


def score_of(outcomes: npt.ArrayLike) -> Floats:
    """Points per game; the outcomes are the last axis."""
    counts = np.asarray(outcomes, dtype=float)
    share: Floats = (counts @ POINTS) / (counts @ GAMES)
    return share


def against(outcomes: npt.ArrayLike, score: npt.ArrayLike) -> Floats:
    """How much speaks against a score: the logarithm of the likelihood ratio, 0 for the seen one.

    With weights q_i = n_i / (n (1 + x z_i)) for outcomes that differ from the score by z_i, it is
    the largest sum of n_i log(1 + x z_i) for any x that leaves no outcome a negative weight.
    """
    counts = np.asarray(outcomes, dtype=float)
    means = np.clip(np.asarray(score, dtype=float), _INSIDE, 1 - _INSIDE)[..., None]
    distance = np.where(counts > 0, POINTS - means * GAMES, 0.0)
    games = np.where(counts[..., :5].any(axis=-1), 2, 1)  # of the outcomes farthest from the mean
    low = np.broadcast_to(-1 / (1 - means[..., 0]), games.shape) / games
    high = np.broadcast_to(1 / means[..., 0], games.shape) / games
    middle = np.zeros(games.shape)
    for _ in range(_STEPS):  # Newton's, and a halving wherever that would lead outside
        weight = 1 + middle[..., None] * distance
        share = distance / weight
        slope = (counts * share).sum(axis=-1)  # falls from one end to the other
        low, high = np.where(slope > 0, middle, low), np.where(slope > 0, high, middle)
        following = middle + slope / np.maximum((counts * share**2).sum(axis=-1), _INSIDE)
        outside = (following <= low) | (following >= high)
        following = np.where(outside, (low + high) / 2, following)
        done = np.abs(following - middle) <= _INSIDE * np.abs(following)
        middle = following
        if done.all():
            break
    ratio: Floats = (counts * np.log1p(middle[..., None] * distance)).sum(axis=-1)
    return ratio


def critical(observations: float) -> float:
    """The largest logarithm of the ratio within a 95 % interval."""
    return student95(round(observations) - 1) ** 2 / 2


@lru_cache(maxsize=4096)
def score_interval(outcomes: Outcomes) -> Interval:
    """The 95 % interval of a score.

    >>> [round(end, 3) for end in score_interval((3, 20, 40, 25, 7, 0, 0, 0))]
    [0.486, 0.582]
    >>> [round(end, 3) for end in score_interval((0, 0, 0, 0, 30, 0, 0, 0))]
    [0.933, 1.0]
    """
    observations = sum(outcomes)
    if observations < 2:  # of one alone nobody knows how they vary
        return Interval(0.0, 1.0)
    share, most = float(score_of(outcomes)), critical(observations)

    def ratio(score: float) -> float:
        return float(against(outcomes, score))

    return Interval(*(interval_end(ratio, share, outside, most) for outside in (0.0, 1.0)))


def interval_end(
    ratio: Callable[[float], float], inside: float, outside: float, most: float
) -> float:
    """Where on the way outside the ratio is so large; the outside if it is not even there.

    By false position (Illinois): the root of the ratio is nearly a straight line.
    """

    def excess(value: float) -> float:
        return sqrt(max(0.0, ratio(value))) - sqrt(most)

    close = _CLOSE * abs(outside - inside)
    below, above = -sqrt(most), excess(outside)
    if above <= 0:
        return outside
    while abs(outside - inside) > close:
        middle = (inside * above - outside * below) / (above - below)
        found = excess(middle)
        if abs(found) < _CLOSE:
            return middle
        if found > 0:
            outside, above, below = middle, found, below / 2
        else:
            inside, below, above = middle, found, above / 2
    return (inside + outside) / 2


def superiority(outcomes: Outcomes, score: float = 0.5) -> float:
    """The likelihood that the true score is over this one, by the signed root of the ratio.

    >>> round(superiority((3, 20, 40, 25, 7, 0, 0, 0)), 3)
    0.921
    """
    if not any(outcomes):
        return 0.5
    root = sqrt(2 * max(0.0, float(against(outcomes, score))))
    student = root if score_of(outcomes) > score else -root
    return erfc(-as_normal(student, sum(outcomes) - 1) / sqrt(2)) / 2


def elo_of(score: float) -> float:
    """The difference in Elo points that this score means.

    >>> round(elo_of(0.75), 1), elo_of(1.0)
    (190.8, inf)
    """
    if score <= 0 or score >= 1:
        return inf if score >= 1 else -inf
    return -400 * log10(1 / score - 1)


def expected_score(elo: float) -> float:
    """The mean points of a game for a player who is better by so many Elo points.

    >>> expected_score(0.0), round(expected_score(400.0), 4)
    (0.5, 0.9091)
    """
    return float(1 / (1 + 10 ** (-elo / 400)))
