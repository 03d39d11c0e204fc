"""The sequential probability ratio test on pairs of games (pentanomial GSPRT).

- A. Wald, "Sequential tests of statistical hypotheses", Ann. Math. Stat. 16 (1945): the bounds
  log(beta / (1 - alpha)) and log((1 - beta) / alpha), eq. (3:11) to (3:13).
- M. Van den Bergh, "A practical introduction to the GSPRT" (2020), and "The generalized maximum
  likelihood ratio for the expectation value of a distribution" (2021), Prop. 1.1: among the
  distributions with mean s the likelihood of the frequencies p is largest for
  q_i = p_i / (1 + x (a_i - s)), where x solves sum p_i (a_i - s) / (1 + x (a_i - s)) = 0.
  This is what fishtest and fastchess compute.

Two games of a pair have the same opening, so they are not independent; their sum is taken as one
observation with five outcomes, which keeps the test honest.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import log

import numpy as np
import numpy.typing as npt

_SCORES = np.array([0.0, 0.25, 0.5, 0.75, 1.0])
_UNSEEN = 1e-3  # what fishtest puts for an outcome that did not occur, so that no log is of 0
_STEPS = 60  # halvings: the root is exact to the last bits of a double
_INSIDE = 1e-12

Floats = npt.NDArray[np.float64]


def expected_score(elo: float) -> float:
    """The mean points of a game for a player who is better by so many Elo points.

    >>> expected_score(0.0), round(expected_score(400.0), 4)
    (0.5, 0.9091)
    """
    return float(1 / (1 + 10 ** (-elo / 400)))


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

    @property
    def lower(self) -> float:
        """At or below this log-likelihood ratio: elo0."""
        return log(self.beta / (1 - self.alpha))

    @property
    def upper(self) -> float:
        """At or above it: elo1."""
        return log((1 - self.beta) / self.alpha)

    def llr(self, pairs: npt.ArrayLike) -> Floats:
        """The log-likelihood ratio for the numbers of pairs that brought 0, 1/2, ... 2 points.

        These five numbers are the last axis: of several tests at once each has its own ratio.
        """
        counts = np.asarray(pairs, dtype=float)
        total = counts.sum(axis=-1)
        filled = np.where(counts == 0, _UNSEEN, counts)
        shares = filled / filled.sum(axis=-1, keepdims=True)
        likely0 = _likeliest(shares, expected_score(self.elo0))
        likely1 = _likeliest(shares, expected_score(self.elo1))
        ratio: Floats = total * (shares * np.log(likely1 / likely0)).sum(axis=-1)
        return ratio

    def decision(self, llr: float) -> str:
        """Which hypothesis is accepted, "H0" or "H1"; "" while more pairs are needed."""
        if llr >= self.upper:
            return "H1"
        return "H0" if llr <= self.lower else ""


def _likeliest(shares: Floats, mean: float) -> Floats:
    """The likeliest distribution with this mean, given observed frequencies of all outcomes."""
    distance = _SCORES - mean
    low = np.full(shares.shape[:-1], -1 / distance[-1] + _INSIDE)
    high = np.full(shares.shape[:-1], -1 / distance[0] - _INSIDE)
    for _ in range(_STEPS):  # the sum falls from +inf to -inf between the poles
        middle = (low + high) / 2
        excess = (shares * distance / (1 + middle[..., None] * distance)).sum(axis=-1)
        low, high = np.where(excess > 0, middle, low), np.where(excess > 0, high, middle)
    likeliest: Floats = shares / (1 + ((low + high) / 2)[..., None] * distance)
    return likeliest
