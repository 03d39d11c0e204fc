"""Statistics against other people's: scipy, choix, fastchess; and by simulation."""

from __future__ import annotations

import os

import choix
import numpy as np
import pytest
from scipy.optimize import minimize
from scipy.stats import binomtest

from dropfour._intervals import wilson
from dropfour.arena.stats import Sprt, rate
from dropfour.arena.stats.elo import ELO, GameResult
from dropfour.arena.stats.sprt import expected_score


@pytest.mark.parametrize(
    ("bounds", "counts", "llr"),
    [  # fastchess, app/tests/sprt_test.cpp, "logistic pentanomial"
        ((0.5, 2.5), [223, 9863, 20279 + 1000, 10037, 246], -3.07),
        ((0.0, 2.0), [871, 26175, 55003 + 980, 26678, 821], -4.98),
    ],
)
def test_sprt_agrees_with_fastchess(
    bounds: tuple[float, float], counts: list[int], llr: float
) -> None:
    assert Sprt(elo0=bounds[0], elo1=bounds[1]).llr(counts) == pytest.approx(llr, rel=0.01)


def test_sprt_is_a_ratio_of_likelihoods_maximised_under_each_hypothesis() -> None:
    counts = np.array([3.0, 20.0, 40.0, 25.0, 7.0])
    scores = np.arange(5) / 4

    def best(mean: float) -> float:
        fit = minimize(
            lambda p: -(counts * np.log(p)).sum(),
            np.full(5, 0.2),
            bounds=[(1e-9, 1)] * 5,
            constraints=[
                {"type": "eq", "fun": lambda p: p.sum() - 1},
                {"type": "eq", "fun": lambda p: p @ scores - mean},
            ],
            method="SLSQP",
            options={"ftol": 1e-12, "maxiter": 500},
        )
        return float(-fit.fun)

    expected = best(expected_score(30)) - best(expected_score(0))
    ours = Sprt(elo0=0, elo1=30).llr([int(c) for c in counts])
    assert ours == pytest.approx(expected, abs=1e-4)


def error_rate(*, elo: float, tests: int, seed: int) -> tuple[float, float]:
    """The shares of tests that accept H1 and that end, when players differ by `elo`."""
    sprt = Sprt(elo0=0, elo1=40, alpha=0.05, beta=0.05)
    rng = np.random.default_rng(seed)
    mean = expected_score(elo)
    # Two games of a pair with draws, first-move advantage and dependence through the opening.
    shape = np.array([0.10, 0.22, 0.36, 0.22, 0.10])
    tilt = np.linspace(0, 1, 5)
    low, high = -10.0, 10.0
    for _ in range(80):  # an exponential tilt brings the mean to where it should be
        factor = (low + high) / 2
        weights = shape * np.exp(factor * tilt)
        weights /= weights.sum()
        low, high = (factor, high) if weights @ tilt < mean else (low, factor)
    counts = np.zeros((tests, 5))
    decided = np.zeros(tests, dtype=int)
    running = np.arange(tests)
    for _ in range(3000):
        outcome = rng.choice(5, size=len(running), p=weights)
        counts[running, outcome] += 1
        llr = sprt.llr(counts[running])
        decided[running[llr >= sprt.upper]] = 1
        decided[running[llr <= sprt.lower]] = -1
        running = running[(llr < sprt.upper) & (llr > sprt.lower)]
        if not len(running):
            break
    return float((decided == 1).mean()), float((decided != 0).mean())


def test_sprt_keeps_its_error_rates() -> None:
    tests = int(os.environ.get("DROPFOUR_SPRT_TESTS", "1000"))  # of each kind; more by hand
    wrong, ended = error_rate(elo=0, tests=tests, seed=1)
    right, ended_too = error_rate(elo=40, tests=tests, seed=2)
    assert ended == ended_too == 1.0
    allowed = 0.05 + 3 * (0.05 * 0.95 / tests) ** 0.5  # three standard errors
    assert wrong <= allowed
    assert 1 - right <= allowed
    assert wrong > 0.01  # it does not simply play on for ever


def random_games(players: int, games: int, *, draws: float, seed: int) -> list[GameResult]:
    rng = np.random.default_rng(seed)
    strength = rng.normal(0, 0.8, players)
    results: list[GameResult] = []
    for _ in range(games):
        a, b = rng.choice(players, 2, replace=False)
        weights = np.exp(
            [(strength[a] - strength[b] + 0.3) / 2, 0, -(strength[a] - strength[b]) / 2]
        )
        weights[1] *= draws
        points = rng.choice([1.0, 0.5, 0.0], p=weights / weights.sum())
        results.append((int(a), int(b), float(points)))
    return results


def test_ratings_without_draws_are_those_of_choix() -> None:
    """Each game is counted from both sides, so that the first move has no advantage."""
    one_way = random_games(6, 400, draws=0, seed=3)
    results = one_way + [(b, a, 1 - points) for a, b, points in one_way]
    wins = [(a, b) if points == 1 else (b, a) for a, b, points in results]
    theirs = choix.opt_pairwise(6, wins)
    ours = rate(6, results)
    assert [r.elo for r in ours.players] == pytest.approx(ELO * (theirs - theirs.mean()), abs=0.05)
    assert ours.first_move.elo == pytest.approx(0, abs=1e-6)


def test_ratings_are_the_maximum_that_scipy_finds() -> None:
    results = random_games(4, 600, draws=0.8, seed=4)

    def loss(values: np.ndarray[tuple[int], np.dtype[np.float64]]) -> float:
        total = 0.0
        for a, b, points in results:
            d = values[a] - values[b] + values[4]
            weights = np.array([d / 2, values[5], -d / 2])
            total -= weights[round(2 - 2 * points)] - np.log(np.exp(weights).sum())
        return float(total + values[:4].mean() ** 2)

    best = minimize(loss, np.zeros(6), method="BFGS", options={"gtol": 1e-6}).x
    ours = rate(4, results)
    shown = ELO * (best[:4] - best[:4].mean())
    assert [r.elo for r in ours.players] == pytest.approx(shown, abs=0.1)
    assert ours.first_move.elo == pytest.approx(ELO * best[4], abs=0.1)
    assert ours.draw_rate == pytest.approx(np.exp(best[5]) / (np.exp(best[5]) + 2), abs=1e-4)


def test_intervals_cover_the_truth_about_95_times_of_100() -> None:
    rng = np.random.default_rng(5)
    covered = 0
    for _ in range(300):
        points = rng.choice([1.0, 0.5, 0.0], size=200, p=[0.4, 0.3, 0.3])
        ratings = rate(2, [(k % 2, 1 - k % 2, float(p)) for k, p in enumerate(points)])
        truth = ELO * np.log(0.4 / 0.3)  # all of it is the first move's advantage
        covered += ratings.first_move.low <= truth <= ratings.first_move.high
    assert 0.91 <= covered / 300 <= 0.985


def test_somebody_who_wins_everything_gets_a_finite_rating() -> None:
    ratings = rate(3, [(0, 1, 1.0), (1, 0, 0.0), (1, 2, 1.0), (2, 1, 0.0)] * 10)
    assert ratings.held
    best, middle, worst = (r.elo for r in ratings.players)
    assert 1000 > best > middle > worst > -1000
    assert ratings.superiority[0][2] > 0.99


def test_no_games_and_only_draws() -> None:
    assert rate(2, []).held
    drawn = rate(2, [(0, 1, 0.5), (1, 0, 0.5)] * 5)
    assert [r.elo for r in drawn.players] == pytest.approx([0, 0])


@pytest.mark.parametrize(("wins", "games"), [(0, 5), (3, 7), (50, 80), (9, 9)])
def test_wilsons_interval_is_scipys(wins: int, games: int) -> None:
    theirs = binomtest(wins, games).proportion_ci(method="wilson")
    assert wilson(wins / games, games) == pytest.approx((theirs.low, theirs.high), abs=1e-9)
