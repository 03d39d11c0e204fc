"""The sequential probability ratio test on pairs of games (pentanomial GSPRT).

- A. Wald, "Sequential tests of statistical hypotheses", Ann. Math. Stat. 16 (1945): the bounds
  log(beta / (1 - alpha)) and log((1 - beta) / alpha), eq. (3:11) to (3:13).
- M. Van den Bergh, "A practical introduction to the GSPRT" (2020), "The generalized maximum
  likelihood ratio for the expectation value of a distribution" (2021) and "Normalized Elo" (2021):
  what fishtest and fastchess compute.

A hypothesis is an Elo difference. In the logistic model that is a score; in the normalized model
it is how many standard deviations of a game the score is from one half, which takes the same
number of games to show whether there are many draws or few.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import log, nan, sqrt
from typing import Literal, TypeAlias

import numpy as np
import numpy.typing as npt

from dropfour._intervals import student95
from dropfour.arena.stats.pairs import (
    POINTS,
    Floats,
    Interval,
    Outcomes,
    against,
    expected_score,
)

Model: TypeAlias = Literal["logistic", "normalized"]

NORMALIZED_ELO = 800 / log(10)
"""Normalized Elo points for one standard deviation of a game."""

_SCORES = POINTS[:5] / 2
_UNSEEN = 1e-3  # what fishtest puts for an outcome that did not occur, so that no log is of 0
_STEPS = 60  # halvings: a root is exact to the last bits of a double
_INSIDE = 1e-12
_ROUNDS = 50  # of the search for the likeliest distribution: it gains a digit in each
_CLOSE = 1e-9


@dataclass(frozen=True, slots=True)
class Sprt:
    """Which of two differences in strength fits, decided as soon as the error rates allow.

    >>> test = Sprt(elo0=0.5, elo1=2.5)
    >>> round(float(test.llr([223, 9863, 21279, 10037, 246])), 2), round(test.upper, 2)
    (-3.07, 2.94)
    >>> test.decision(-3.07)
    'H0'
    """

    elo0: float
    elo1: float
    alpha: float = 0.05  # the chance to decide for elo1 when elo0 is true
    beta: float = 0.05  # the chance to decide for elo0 when elo1 is true
    model: Model = "logistic"

    @property
    def lower(self) -> float:
        """At or below this log-likelihood ratio: elo0."""
        return log(self.beta / (1 - self.alpha))

    @property
    def upper(self) -> float:
        """At or above it: elo1."""
        return log((1 - self.beta) / self.alpha)

    def llr(self, outcomes: npt.ArrayLike) -> Floats:
        """The log-likelihood ratio for the numbers of pairs that brought 0, 1/2, ... 2 points.

        Games without a partner may follow: those that brought 0, 1/2 and 1. The outcomes are the
        last axis: of several tests at once each has its own ratio.
        """
        counts = np.asarray(outcomes, dtype=float)
        if counts.shape[-1] < len(POINTS):
            alone = np.zeros((*counts.shape[:-1], len(POINTS) - 5))
            counts = np.concatenate((counts, alone), axis=-1)
        if self.model == "logistic":
            zero, one = (against(counts, expected_score(elo)) for elo in (self.elo0, self.elo1))
        else:
            zero, one = (against_normalized(counts, elo) for elo in (self.elo0, self.elo1))
        return zero - one

    def decision(self, llr: float) -> str:
        """Which hypothesis is accepted, "H0" or "H1"; "" while more pairs are needed."""
        if llr >= self.upper:
            return "H1"
        return "H0" if llr <= self.lower else ""


def normalized_elo(outcomes: Outcomes) -> tuple[float, Interval]:
    """The normalized Elo and its 95 % interval; not a number where all outcomes are alike.

    The variance of a mean divided by its standard deviation is the delta method's: E. Lehmann,
    "Elements of Large-Sample Theory" (1999), section 5.4, on the first four moments.

    >>> value, (low, high) = normalized_elo((365, 16618, 36229, 16974, 390, 0, 0, 0))
    >>> round(value, 2), round(low, 2), round(high, 2)
    (1.96, 0.15, 3.77)
    """
    seen = sum(outcomes)
    shares = _folded(np.array(outcomes, dtype=float)) / max(1, seen)
    mean = float(shares @ _SCORES)
    deviation = sqrt(float(shares @ (_SCORES - mean) ** 2))
    if seen < 2 or deviation < _CLOSE:
        return nan, Interval(nan, nan)
    standard = (_SCORES - mean) / deviation
    t = (mean - 0.5) / deviation
    spread = 1 - t * float(shares @ standard**3) + t**2 / 4 * float(shares @ standard**4 - 1)
    half = student95(seen - 1) * sqrt(max(0.0, spread) / (seen - 1))
    scale = NORMALIZED_ELO / sqrt(2)  # of a game: a pair of them has half the variance
    return t * scale, Interval((t - half) * scale, (t + half) * scale)


def against_normalized(outcomes: npt.ArrayLike, normalized_elo: float) -> Floats:
    """How much speaks against a normalized Elo, as `against` says it of a score."""
    counts = np.asarray(outcomes, dtype=float)
    shares = _shares(counts)
    likeliest = _likeliest(shares, normalized_elo)
    ratio: Floats = counts.sum(axis=-1) * (shares * np.log(shares / likeliest)).sum(axis=-1)
    return ratio


def _folded(counts: Floats) -> Floats:
    """The five outcomes of pairs; a game alone is as a pair of two like it."""
    five = counts[..., :5].copy()
    five[..., ::2] += counts[..., 5:]
    return five


def _shares(counts: Floats) -> Floats:
    five = _folded(counts)
    filled = np.where(five == 0, _UNSEEN, five)
    shares: Floats = filled / filled.sum(axis=-1, keepdims=True)
    return shares


def _likeliest(shares: Floats, normalized_elo: float) -> Floats:
    """The likeliest distribution that is so many deviations from one half.

    The condition mean - 1/2 = t * deviation is replaced by its tangent at the distribution found
    so far ("Normalized Elo", section 4), which makes it one on a mean, until nothing changes.
    """
    t = sqrt(2) * normalized_elo / NORMALIZED_ELO
    found = np.full_like(shares, 1 / shares.shape[-1])
    for _ in range(_ROUNDS):
        mean = found @ _SCORES
        centred = _SCORES - mean[..., None]
        deviation = np.sqrt((found * centred**2).sum(axis=-1))[..., None]
        tangent = _SCORES - 0.5 - t * deviation * (1 + (centred / deviation) ** 2) / 2
        before, found = found, _with_mean_zero(shares, tangent)
        if np.abs(found - before).max() < _CLOSE:
            break
    return found


def _with_mean_zero(shares: Floats, values: Floats) -> Floats:
    """The likeliest distribution over values of which the mean is zero."""
    low, high = -1 / values.max(axis=-1) + _INSIDE, -1 / values.min(axis=-1) - _INSIDE
    for _ in range(_STEPS):  # the sum falls from +inf to -inf between the poles
        middle = (low + high) / 2
        excess = (shares * values / (1 + middle[..., None] * values)).sum(axis=-1)
        low, high = np.where(excess > 0, middle, low), np.where(excess > 0, high, middle)
    likeliest: Floats = shares / (1 + ((low + high) / 2)[..., None] * values)
    return likeliest
