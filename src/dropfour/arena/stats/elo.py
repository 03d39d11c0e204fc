"""Elo ratings by maximum likelihood, with draws and the advantage of the first move.

The model is Davidson's for draws with a factor for the order:
- R. R. Davidson, "On extending the Bradley-Terry model to accommodate ties in paired comparison
  experiments", J. Am. Stat. Assoc. 65 (1970), eq. (2.7);
- R. R. Davidson and R. J. Beaver, "On extending the Bradley-Terry model to incorporate
  within-pair order effects", Biometrics 33 (1977), eq. (2.3).

With ratings r in natural units, advantage h and draw parameter v, and d = r_first - r_second + h:

    P(first wins) : P(draw) : P(second wins)  =  exp(d / 2) : exp(v) : exp(-d / 2)

Without draws this is the Bradley-Terry model. The log-likelihood is concave, so Newton's method
finds its one maximum; the inverse of the information there gives the errors. An Elo difference of
x is a d of x * log(10) / 400.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import erfc, log, sqrt

import numpy as np
import numpy.typing as npt

from dropfour._intervals import Z95

ELO = 400 / log(10)
"""Elo points in one natural unit."""

_FARTHEST = 3000 / ELO  # a maximum beyond this many Elo is none: somebody won or lost everything
_PRIOR = 1 / (400 / ELO) ** 2  # then each rating is held by a normal prior of 400 Elo
_STEPS = 100
_CLOSE = 1e-10
_SINGULAR = 1e12

Floats = npt.NDArray[np.float64]
GameResult = tuple[int, int, float]
"""The first player, the second, and the points of the first: 1, 1/2 or 0."""


@dataclass(frozen=True, slots=True)
class Rating:
    """Elo points relative to the mean of all players, with a 95 % interval."""

    elo: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Ratings:
    """A fitted model. `held` says that a prior was needed: some score was 0 % or 100 %."""

    players: tuple[Rating, ...]
    first_move: Rating  # the advantage of moving first
    draw_rate: float  # of games between equals when the advantage is left out
    superiority: tuple[tuple[float, ...], ...]  # [i][j]: the likelihood that i is better than j
    held: bool


def rate(players: int, results: Iterable[GameResult]) -> Ratings:
    """Rates `players` players by their games.

    >>> ratings = rate(2, [(0, 1, 1.0)] * 3 + [(0, 1, 0.0)] + [(1, 0, 0.0)] * 3 + [(1, 0, 1.0)])
    >>> round(ratings.players[0].elo - ratings.players[1].elo, 1)  # 400 * log10(3)
    190.8
    """
    tally = _tally(players, results)
    if not tally.any():
        nothing = Rating(0.0, -np.inf, np.inf)
        even = tuple(tuple(0.5 for _ in range(players)) for _ in range(players))
        return Ratings((nothing,) * players, nothing, 0.0, even, held=True)
    model = _Model(players, tally)
    solution = model.maximum(prior=0.0)
    held = solution is None
    if solution is None:
        solution = model.maximum(prior=_PRIOR)
        assert solution is not None  # a concave function with a quadratic bound
    values, covariance = solution
    return _ratings(players, values, covariance, draws=model.draws, held=held)


def _tally(players: int, results: Iterable[GameResult]) -> Floats:
    """[first][second]: wins, draws and losses of the first player."""
    tally = np.zeros((players, players, 3))
    for first, second, points in results:
        tally[first, second, round(2 - 2 * points)] += 1
    return tally


class _Model:
    """The likelihood of a tally. Parameters: the ratings, the advantage, the draw parameter."""

    def __init__(self, players: int, tally: Floats) -> None:
        first, second = np.nonzero(tally.sum(axis=-1))
        self._counts = tally[first, second]
        self._totals = self._counts.sum(axis=-1)
        self.draws = bool(self._counts[:, 1].sum())
        self._size = players + 2
        self._players = players
        self._design = np.zeros((len(first), self._size))  # d as a function of the parameters
        rows = np.arange(len(first))
        self._design[rows, first] += 1
        self._design[rows, second] -= 1
        self._design[:, players] = 1

    def maximum(self, *, prior: float) -> tuple[Floats, Floats] | None:
        """The parameters and their covariance; None if the likelihood has no maximum."""
        values = np.zeros(self._size)
        for _ in range(_STEPS):
            gradient, information = self._slopes(values, prior)
            if np.linalg.cond(information) > _SINGULAR:
                return None  # some difference does not show in the games at all
            step = np.linalg.solve(information, gradient)
            largest = float(np.abs(step).max())
            values += step / max(1.0, largest)  # no further than one unit at a time
            if np.abs(values).max() > _FARTHEST:
                return None
            if largest < _CLOSE:
                break
        else:
            return None
        _, information = self._slopes(values, prior)
        covariance: Floats = np.linalg.inv(information).astype(float)
        if not prior and float(np.diag(covariance).max()) > (_FARTHEST / Z95) ** 2:
            return None
        return values, covariance

    def _slopes(self, values: Floats, prior: float) -> tuple[Floats, Floats]:
        """The gradient of the log-likelihood, and its negative second derivative."""
        wins, draws, losses = self._chances(values)
        seen_wins, seen_draws, seen_losses = self._counts.T
        by_distance = (seen_wins - seen_losses - self._totals * (wins - losses)) / 2
        gradient = self._design.T @ by_distance
        spread = self._totals * (wins + losses - (wins - losses) ** 2) / 4
        information = self._design.T @ (spread[:, None] * self._design)
        ratings = slice(0, self._players)
        # Only differences matter: the mean rating is tied to 0, which changes no difference.
        information[ratings, ratings] += 1 / self._players
        gradient[ratings] -= values[ratings].mean()
        information[ratings, ratings] += np.eye(self._players) * prior
        gradient[ratings] -= prior * values[ratings]
        information[self._players, self._players] += prior
        gradient[self._players] -= prior * values[self._players]
        last = self._size - 1
        if self.draws:
            gradient[last] = (seen_draws - self._totals * draws).sum() - prior * values[last]
            cross = self._design.T @ (-self._totals * draws * (wins - losses) / 2)
            information[:, last] += cross
            information[last, :] += cross
            information[last, last] = (self._totals * draws * (1 - draws)).sum() + prior
        else:
            information[last, last] = 1.0
        return gradient, information

    def _chances(self, values: Floats) -> tuple[Floats, Floats, Floats]:
        distance = self._design @ values
        draw_weight = np.exp(values[-1]) if self.draws else 0.0
        wins, losses = np.exp(distance / 2), np.exp(-distance / 2)
        total = wins + losses + draw_weight
        return wins / total, draw_weight / total, losses / total


def _ratings(
    players: int, values: Floats, covariance: Floats, *, draws: bool, held: bool
) -> Ratings:
    # Errors of ratings relative to the mean of all, which is what they are shown relative to.
    centre = np.eye(players) - 1 / players
    of_ratings = centre @ covariance[:players, :players] @ centre.T
    shown = centre @ values[:players]
    rated = tuple(_rating(float(shown[i]), float(of_ratings[i, i])) for i in range(players))
    advantage = _rating(float(values[players]), float(covariance[players, players]))
    weight = float(np.exp(values[-1])) if draws else 0.0
    superiority = tuple(
        tuple(_superiority(shown, of_ratings, i, j) for j in range(players)) for i in range(players)
    )
    return Ratings(rated, advantage, weight / (weight + 2), superiority, held=held)


def _rating(value: float, variance: float) -> Rating:
    half = Z95 * sqrt(max(0.0, variance))
    return Rating(value * ELO, (value - half) * ELO, (value + half) * ELO)


def _superiority(shown: Floats, covariance: Floats, i: int, j: int) -> float:
    """The likelihood of superiority, in the normal approximation of the posterior."""
    variance = covariance[i, i] + covariance[j, j] - 2 * covariance[i, j]
    if i == j or variance <= 0:
        return 0.5
    return erfc(float(shown[j] - shown[i]) / sqrt(2 * variance)) / 2
