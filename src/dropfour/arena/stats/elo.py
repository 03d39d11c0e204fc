"""Elo ratings from pairs of games: what a score means in strength, for any number of players.

The model is the logistic one: a player who is better by x Elo scores 1 / (1 + 10^(-x / 400)) of
the points on average, draws included. Each pair of games is played from both sides, so the first
move's advantage cancels. The ratings are those by which everybody's expected points are the points
that he got (E. Zermelo, Math. Zeitschrift 29 (1929), eq. (9); R. A. Bradley and M. E. Terry,
Biometrika 39 (1952)).

Two players have a difference that is a function of the score, and so is its interval. For more of
them the errors are those of the equations' solution whatever the distribution of a pair's points
(the sandwich of P. J. Huber, "The behavior of maximum likelihood estimates under nonstandard
conditions", Proc. 5th Berkeley Symp. 1 (1967); K.-Y. Liang and S. L. Zeger, Biometrika 73 (1986),
eq. (7), with pairs of games as the clusters). To what varies each pairing adds one more pair that
either player may win, so that few pairs alike do not look sure.

Who got all points or none has a rating with one end only, by his score against the others.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import erfc, inf, log, sqrt
from typing import TypeAlias

import numpy as np

from dropfour._intervals import student95
from dropfour.arena.stats.pairs import (
    GAMES,
    POINTS,
    Floats,
    Outcomes,
    elo_of,
    score_interval,
    superiority,
)

ELO = 400 / log(10)
"""Elo points in one natural unit."""

_FARTHEST = 3000 / ELO  # a solution beyond this many Elo is none
_PRIOR = 1 / (400 / ELO) ** 2  # where there is none, ratings are held by a normal prior of 400 Elo
_STEPS = 100
_CLOSE = 1e-10
_SINGULAR = 1e12

Pairings: TypeAlias = Mapping[tuple[int, int], Outcomes]
"""The outcomes of each pairing of players, seen from the first of the two."""


@dataclass(frozen=True, slots=True)
class Rating:
    """Elo points with a 95 % interval; an end of it may be infinite."""

    elo: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Ratings:
    """Ratings relative to the mean of those players who neither won nor lost everything.

    `held` says that a normal prior of 400 Elo had to hold them: somebody's points, or a group's,
    were all or none.
    """

    players: tuple[Rating, ...]
    superiority: tuple[tuple[float, ...], ...]  # [i][j]: the likelihood that i is better than j
    held: bool


def rate(players: int, pairings: Pairings) -> Ratings:
    """Rates `players` players by the games they played.

    >>> ratings = rate(2, {(0, 1): (5, 0, 20, 0, 25, 0, 0, 0)})
    >>> round(ratings.players[0].elo - ratings.players[1].elo, 1)  # 70 % of the points
    147.2
    """
    pairings = {pairing: seen for pairing, seen in pairings.items() if any(seen)}
    everybody = range(players)
    if not pairings:
        even = tuple(tuple(0.5 for _ in everybody) for _ in everybody)
        return Ratings((Rating(0.0, -inf, inf),) * players, even, held=True)
    if players == 2:
        return _of_two(pairings)
    *waves, core = _waves(everybody, pairings)
    solution = _Model(core, pairings).solution() if len(core) > 1 else None
    if solution is not None:
        extremes = _extremes(waves, core, solution, pairings)
        if all(any(extreme.outcomes) for extreme in extremes.values()):
            return _of_many(core, solution, extremes, pairings)
    solution = _Model(everybody, pairings, prior=_PRIOR).solution()
    assert solution is not None  # a concave function with a quadratic bound
    return _of_many(everybody, solution, {}, pairings, held=True)


def _waves(everybody: Sequence[int], pairings: Pairings) -> list[list[int]]:
    """Those who got all points or none, then those who did without them, and so on; the others."""
    waves: list[list[int]] = []
    rest = list(everybody)
    while True:
        scores = {i: _against(i, rest, pairings) for i in rest}
        inside = [i for i, seen in scores.items() if 0 < seen @ POINTS < seen @ GAMES]
        if len(inside) == len(rest):
            return [*waves, rest]
        waves.append([i for i in rest if i not in inside])
        rest = inside


def _extremes(
    waves: list[list[int]], core: list[int], solution: _Solution, pairings: Pairings
) -> dict[int, _Performance]:
    """Those of the waves, the last first: by what they did against all who are rated by then."""
    known = dict(zip(core, map(float, solution.values), strict=True))
    found: dict[int, _Performance] = {}
    for wave in reversed(waves):
        new = {
            i: _Performance([_seen(i, j, pairings) for j in known], list(known.values()))
            for i in wave
        }
        if not all(any(extreme.outcomes) for extreme in new.values()):
            return found | new
        known |= {i: extreme.rating.elo / ELO for i, extreme in new.items()}
        found |= new
    return found


def _against(player: int, others: Iterable[int], pairings: Pairings) -> Floats:
    """The outcomes of all games of a player against some others."""
    seen = np.zeros(len(POINTS))
    for other in others:
        seen += _seen(player, other, pairings)
    return seen


def _seen(player: int, other: int, pairings: Pairings) -> Floats:
    """The outcomes of one player against another."""
    one = np.array(pairings.get((player, other), (0,) * len(POINTS)), dtype=float)
    two = np.array(pairings.get((other, player), (0,) * len(POINTS)), dtype=float)
    seen: Floats = one + np.concatenate((two[4::-1], two[:4:-1]))
    return seen


@dataclass(frozen=True, slots=True)
class _Solution:
    """Ratings relative to their mean, in natural units, and how they vary together."""

    values: Floats
    covariance: Floats
    freedom: int

    def rating(self, i: int) -> Rating:
        value = float(self.values[i])
        half = student95(self.freedom) * sqrt(max(0.0, float(self.covariance[i, i])))
        return Rating(value * ELO, (value - half) * ELO, (value + half) * ELO)

    def superiority(self, i: int, j: int) -> float:
        """The likelihood of superiority, in the normal approximation of the posterior."""
        variance = self.covariance[i, i] + self.covariance[j, j] - 2 * self.covariance[i, j]
        if i == j or variance <= 0:
            return 0.5
        return erfc(float(self.values[j] - self.values[i]) / sqrt(2 * variance)) / 2


class _Model:
    """The equations for some players: expected points are points got."""

    def __init__(self, players: Sequence[int], pairings: Pairings, *, prior: float = 0.0) -> None:
        self._size, self._prior = len(players), prior
        index = {player: i for i, player in enumerate(players)}
        inside = {(a, b): seen for (a, b), seen in pairings.items() if a in index and b in index}
        self._counts = np.array(list(inside.values()), dtype=float)
        self._points = self._counts @ POINTS
        self._games = self._counts @ GAMES
        self._design = np.zeros((len(inside), self._size))  # the difference of two ratings
        for row, (one, other) in enumerate(inside):
            self._design[row, index[one]], self._design[row, index[other]] = 1, -1

    def solution(self) -> _Solution | None:
        """The ratings and their covariance; None if the equations have no solution."""
        values = np.zeros(self._size)
        for _ in range(_STEPS):
            expected, information = self._slopes(values)
            if np.linalg.cond(information) > _SINGULAR:
                return None  # some difference does not show in the games at all
            excess = self._design.T @ (self._points - self._games * expected)
            step = np.linalg.solve(information, excess - self._prior * values - values.mean())
            largest = float(np.abs(step).max())
            values += step / max(1.0, largest)  # no further than one unit at a time
            if np.abs(values).max() > _FARTHEST:
                return None
            if largest < _CLOSE:
                return self._with_errors(values)
        return None

    def _slopes(self, values: Floats) -> tuple[Floats, Floats]:
        """The expected score of each pairing, and how the excess falls with the ratings."""
        expected = 1 / (1 + np.exp(-self._design @ values))
        spread = self._games * expected * (1 - expected)
        information = self._design.T @ (spread[:, None] * self._design)
        # Only differences matter: the mean rating is tied to 0, which changes no difference.
        return expected, information + 1 / self._size + np.eye(self._size) * self._prior

    def _with_errors(self, values: Floats) -> _Solution:
        expected, information = self._slopes(values)
        off = POINTS - np.outer(expected, GAMES)  # of each outcome, from what was expected
        one_more = 4 * expected * (1 - expected)
        varied = (self._counts * off**2).sum(axis=-1) + one_more
        variation = self._design.T @ (varied[:, None] * self._design)
        inverse = np.linalg.inv(information)
        covariance = inverse @ (variation + np.eye(self._size) * self._prior) @ inverse
        # Ratings are shown relative to their mean, and so are their errors.
        centre = np.eye(self._size) - 1 / self._size
        freedom = max(1, round(float(self._counts.sum())) - self._size + 1)
        return _Solution(centre @ values, centre @ covariance @ centre.T, freedom)


class _Performance:
    """The games of somebody who got all points or none, against players whose ratings are known."""

    def __init__(self, seen: Sequence[Floats], ratings: Sequence[float]) -> None:
        counts = np.array(seen)
        self.outcomes: Outcomes = tuple(map(round, counts.sum(axis=0)))
        self._points, self._games = float((counts @ POINTS).sum()), counts @ GAMES
        self._ratings = np.array(ratings)
        self.won = self._points > 0

    def expected(self, rating: float) -> float:
        """The score of one with this rating."""
        scores = 1 / (1 + np.exp(self._ratings - rating))
        return float(self._games @ scores / self._games.sum())

    @property
    def rating(self) -> Rating:
        """Held by the prior, and with the one end that the score has."""
        total = float(self._games.sum())
        held = _falling(lambda r: self._points - total * self.expected(r) - _PRIOR * r) * ELO
        low, high = score_interval(self.outcomes)
        if self.won:
            end = _falling(lambda r: low - self.expected(r)) * ELO if low > 0 else -inf
            return Rating(max(held, end), end, inf)
        end = _falling(lambda r: high - self.expected(r)) * ELO if high < 1 else inf
        return Rating(min(held, end), -inf, end)

    def superiority(self, rating: float) -> float:
        """The likelihood to be better than one with this rating."""
        return superiority(self.outcomes, self.expected(rating))


def _falling(function: Callable[[float], float]) -> float:
    """The zero of a falling function of a rating."""
    low, high = -_FARTHEST, _FARTHEST
    for _ in range(_STEPS):
        middle = (low + high) / 2
        low, high = (middle, high) if function(middle) > 0 else (low, middle)
    return (low + high) / 2


def _of_two(pairings: Pairings) -> Ratings:
    """Half of the difference above the mean, and half below."""
    seen = _seen(0, 1, pairings)
    outcomes = tuple(map(round, seen))
    points, games = float(seen @ POINTS), float(seen @ GAMES)
    held = points in (0, games)
    if held:
        difference = _Performance([seen], [0.0]).rating
    else:
        low, high = map(elo_of, score_interval(outcomes))
        difference = Rating(elo_of(points / games), low, high)
    elo, low, high = (x / 2 for x in (difference.elo, difference.low, difference.high))
    sure = superiority(outcomes)
    return Ratings(
        (Rating(elo, low, high), Rating(-elo, -high, -low)),
        ((0.5, sure), (1 - sure, 0.5)),
        held=held,
    )


def _of_many(
    core: Sequence[int],
    solution: _Solution,
    extremes: Mapping[int, _Performance],
    pairings: Pairings,
    *,
    held: bool = False,
) -> Ratings:
    """The core by the solution, the others by their scores against those who are rated."""
    index = {player: i for i, player in enumerate(core)}
    everybody = range(len(core) + len(extremes))

    def better(i: int, j: int) -> float:
        if i in index and j in index:
            return solution.superiority(index[i], index[j])
        if i in index:
            return 1 - better(j, i)
        if j in index:
            return extremes[i].superiority(float(solution.values[index[j]]))
        return superiority(tuple(map(round, _seen(i, j, pairings))))

    return Ratings(
        tuple(solution.rating(index[i]) if i in index else extremes[i].rating for i in everybody),
        tuple(tuple(0.5 if i == j else better(i, j) for j in everybody) for i in everybody),
        held=held or bool(extremes),
    )
