"""Statistics against other people's: scipy, choix, fastchess; and by simulation.

Simulated players draw often, crash often (whole pairs are lost, whoever is stronger), or repeat
themselves (a pair goes one of two ways, both games alike): their pairs of games are what the
statistics see.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from itertools import combinations
from math import inf, isfinite, isnan

import choix
import numpy as np
import numpy.typing as npt
import pytest
from scipy.optimize import brentq, minimize
from scipy.stats import binomtest, norm
from scipy.stats import t as student

from dropfour._intervals import as_normal, student95, wilson
from dropfour.arena.stats import Sprt, count_outcomes, normalized_elo, rate, score_interval
from dropfour.arena.stats.elo import ELO
from dropfour.arena.stats.pairs import (
    POINTS,
    Outcomes,
    against,
    critical,
    elo_of,
    expected_score,
    superiority,
)
from dropfour.arena.stats.sprt import NORMALIZED_ELO

Floats = npt.NDArray[np.float64]

SCORES = POINTS[:5] / 2
PLAYERS = {
    "ordinary": [0.10, 0.22, 0.36, 0.22, 0.10],
    "draw often": [0.005, 0.04, 0.91, 0.04, 0.005],
    "crash often": [0.30, 0.02, 0.36, 0.02, 0.30],
    "repeat themselves": [0.15, 0.0, 0.70, 0.0, 0.15],
    "repeat whole pairs": [0.5, 0.0, 0.0, 0.0, 0.5],
}


def tilted(shape: list[float], excess: Callable[[Floats], float]) -> Floats:
    """The distribution of the five outcomes with an exponential tilt that brings this to zero."""

    def weights(factor: float) -> Floats:
        tilt = np.array(shape) * np.exp(factor * SCORES)
        sound: Floats = tilt / tilt.sum()
        return sound

    return weights(brentq(lambda factor: excess(weights(factor)), -60, 60))


def with_score(shape: list[float], score: float) -> Floats:
    return tilted(shape, lambda weights: float(weights @ SCORES) - score)


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


def test_the_normalized_sprt_agrees_with_fastchess() -> None:
    counts = [365, 16618, 36029 + 200, 16974, 390]
    test = Sprt(elo0=0, elo1=2, model="normalized")
    assert float(test.llr(counts)) == pytest.approx(2.25, abs=0.005)
    assert float(Sprt(elo0=0, elo1=2).llr(counts)) != pytest.approx(2.25, abs=0.1)


def test_normalized_elo_counts_deviations_of_a_game() -> None:
    """Two games of a pair that do not depend on each other: the deviation is a single game's."""
    one_game = np.array([0.2, 0.3, 0.5])
    pairs = np.convolve(one_game, one_game) * 10**6
    value, (low, high) = normalized_elo((*map(round, pairs), 0, 0, 0))
    mean = one_game @ [0, 0.5, 1]
    deviation = np.sqrt(one_game @ (np.array([0, 0.5, 1]) - mean) ** 2)
    assert value == pytest.approx(NORMALIZED_ELO * (mean - 0.5) / deviation, rel=1e-5)
    assert low < value < high
    assert isnan(normalized_elo((0, 0, 9, 0, 0, 0, 0, 0))[0])


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
    ours = Sprt(elo0=0, elo1=30).llr(counts)
    assert ours == pytest.approx(expected, abs=1e-4)


@pytest.mark.parametrize("kind", PLAYERS)
@pytest.mark.parametrize("pairs", [100, 400])
def test_95_of_100_intervals_of_a_score_hold_it(kind: str, pairs: int) -> None:
    rng = np.random.default_rng(7)
    for score in (0.5, 0.35):
        seen = np.zeros((20_000, len(POINTS)))
        seen[:, :5] = rng.multinomial(pairs, with_score(PLAYERS[kind], score), size=len(seen))
        held = float((against(seen, score) <= critical(pairs)).mean())
        assert 0.94 <= held <= 0.96


@pytest.mark.parametrize("kind", PLAYERS)
@pytest.mark.parametrize("pairs", [3, 10, 30])
def test_intervals_of_few_pairs_hold_the_score_often_enough(kind: str, pairs: int) -> None:
    rng = np.random.default_rng(8)
    seen = np.zeros((20_000, len(POINTS)))
    seen[:, :5] = rng.multinomial(pairs, with_score(PLAYERS[kind], 0.6), size=len(seen))
    assert float((against(seen, 0.6) <= critical(pairs)).mean()) >= 0.935


def test_halves_of_pairs_that_are_missing_leave_intervals_as_sure() -> None:
    """Of three pairs in ten one game could not be played; both games of a pair go alike often."""
    rng = np.random.default_rng(11)
    games, pairs, score = 20_000, 150, 0.6
    opening = rng.random((games, pairs)) < 0.4  # decides both games of a pair, for either player
    chance = rng.random((games, pairs, 2)) < score
    both = (rng.random((games, pairs)) < score)[..., None]
    won = np.where(opening[..., None], both, chance).astype(int)
    missing = rng.random((games, pairs)) < 0.3
    outcome = np.where(missing, 5 + 2 * won[..., 0], 2 * won.sum(axis=-1))
    seen = np.stack([(outcome == i).sum(axis=-1) for i in range(len(POINTS))], axis=-1)
    assert 0.94 <= float((against(seen, score) <= critical(pairs)).mean()) <= 0.96


@pytest.mark.parametrize("kind", PLAYERS)
def test_95_of_100_intervals_of_normalized_elo_hold_it(kind: str) -> None:
    rng = np.random.default_rng(12)
    weights = with_score(PLAYERS[kind], 0.53)
    mean = weights @ SCORES
    truth = (mean - 0.5) / np.sqrt(2 * weights @ (SCORES - mean) ** 2) * NORMALIZED_ELO
    held, tests = 0, 4000
    for seen in rng.multinomial(1000, weights, size=tests):
        low, high = normalized_elo((*map(int, seen), 0, 0, 0))[1]
        held += bool(low <= truth <= high)
    error = (0.95 * 0.05 / tests) ** 0.5
    assert 0.94 - error <= held / tests <= 0.96 + error


@pytest.mark.parametrize("kind", PLAYERS)
def test_the_normalized_ratio_is_finite_wherever_it_may_be_asked(kind: str) -> None:
    rng = np.random.default_rng(13)
    test = Sprt(elo0=-200, elo1=200, model="normalized")
    for score in (0.5, 0.7, 0.95):
        for pairs in (1, 3, 30, 1000):
            seen = rng.multinomial(pairs, with_score(PLAYERS[kind], score), size=200)
            assert np.isfinite(test.llr(seen)).all()


def test_an_interval_ends_where_the_ratio_is_critical() -> None:
    outcomes = (3, 20, 40, 25, 7, 2, 0, 3)
    low, high = score_interval(outcomes)
    for end in (low, high):
        assert float(against(outcomes, end)) == pytest.approx(critical(100), rel=1e-4)


def test_many_pairs_have_the_normal_interval() -> None:
    weights = with_score(PLAYERS["draw often"], 0.52)
    seen = tuple(map(round, weights * 10**6))
    low, high = score_interval((*seen, 0, 0, 0))
    error = np.sqrt(weights @ (SCORES - 0.52) ** 2 / 10**6)
    assert (low, high) == pytest.approx((0.52 - 1.96 * error, 0.52 + 1.96 * error), abs=1e-6)


@pytest.mark.parametrize(
    "outcomes",
    [
        (0, 0, 0, 0, 9, 0, 0, 0),  # all won
        (0, 0, 9, 0, 0, 0, 0, 0),  # every pair one win each, or drawn
        (0, 0, 0, 0, 1, 0, 0, 0),  # one pair
        (0, 0, 0, 0, 0, 0, 0, 1),  # one game
        (0, 0, 0, 0, 0, 5, 0, 0),  # games alone, all lost
        (0, 0, 0, 4, 0, 0, 1, 0),  # half a pair is missing
        (0, 0, 5000, 0, 0, 0, 0, 0),
    ],
)
def test_no_interval_is_of_no_width(outcomes: Outcomes) -> None:
    share = np.array(outcomes) @ POINTS / (2 * sum(outcomes[:5]) + sum(outcomes[5:]))
    low, high = score_interval(outcomes)
    assert 0 <= low <= share <= high <= 1
    assert high - low > 0.9 / sum(outcomes) ** 0.999
    for rating in rate(2, {(0, 1): outcomes}).players:
        assert rating.low <= rating.elo <= rating.high
        assert rating.high - rating.low > 1 / 10
        assert isfinite(rating.elo)


def test_who_has_won_everything_may_still_lose() -> None:
    """The exact bound for n pairs that are all won is the n-th root of 5 %, or 2.5 %."""
    for pairs in (10, 50, 200):
        low, high = score_interval((0, 0, 0, 0, pairs, 0, 0, 0))
        assert high == 1
        assert 0.01 ** (1 / pairs) < low < 0.15 ** (1 / pairs)


def test_a_repeated_game_is_one_more_observation() -> None:
    """A player who crashes in every second pair: what it scores is what is said of it."""
    pairs = [[0.0, 0.0], [1.0, 0.5]] * 50
    low, high = score_interval(count_outcomes(pairs))
    assert low < 0.375 < high
    assert high - low < 0.2
    assert superiority(count_outcomes(pairs)) < 0.01


def sequential_errors(test: Sprt, weights: Floats, *, tests: int, seed: int) -> tuple[float, float]:
    """The shares of tests that accept H1 and that end."""
    rng = np.random.default_rng(seed)
    counts = np.zeros((tests, 5))
    decided = np.zeros(tests, dtype=int)
    running = np.arange(tests)
    for _ in range(3000):
        outcome = rng.choice(5, size=len(running), p=weights)
        counts[running, outcome] += 1
        llr = test.llr(counts[running])
        decided[running[llr >= test.upper]] = 1
        decided[running[llr <= test.lower]] = -1
        running = running[(llr < test.upper) & (llr > test.lower)]
        if not len(running):
            break
    return float((decided == 1).mean()), float((decided != 0).mean())


@pytest.mark.parametrize("model", ["logistic", "normalized"])
@pytest.mark.parametrize("kind", PLAYERS)
def test_sprt_keeps_its_error_rates(kind: str, model: str) -> None:
    tests = int(os.environ.get("DROPFOUR_SPRT_TESTS", "300"))  # of each kind; more by hand
    if model == "normalized":
        tests //= 2  # it takes much longer
    test = Sprt(elo0=0, elo1=100, model=model)  # type: ignore[arg-type] # one of two words

    def truth(elo: float) -> Floats:
        if model == "logistic":
            return with_score(PLAYERS[kind], expected_score(elo))
        t = np.sqrt(2) * elo / NORMALIZED_ELO
        return tilted(
            PLAYERS[kind],
            lambda w: float((w @ SCORES - 0.5) / np.sqrt(w @ (SCORES - w @ SCORES) ** 2) - t),
        )

    wrong, ended = sequential_errors(test, truth(0), tests=tests, seed=1)
    right, ended_too = sequential_errors(test, truth(100), tests=tests, seed=2)
    assert ended == ended_too == 1.0
    allowed = 0.05 + 3 * (0.05 * 0.95 / tests) ** 0.5  # three standard errors
    assert wrong <= allowed
    assert 1 - right <= allowed


def test_a_game_without_its_partner_counts_in_a_test() -> None:
    test = Sprt(elo0=0, elo1=50)
    pairs = [2, 5, 20, 9, 4]
    assert test.llr([*pairs, 0, 0, 0]) == pytest.approx(float(test.llr(pairs)))
    assert test.llr([*pairs, 0, 0, 3]) > test.llr(pairs) > test.llr([*pairs, 3, 0, 0])


def games_of(players: int, games: int, *, seed: int) -> list[tuple[int, int, float]]:
    """Games without draws: the winner has one point."""
    rng = np.random.default_rng(seed)
    strength = rng.normal(0, 0.8, players)
    found = []
    for _ in range(games):
        a, b = (int(i) for i in rng.choice(players, 2, replace=False))
        a_wins = rng.random() < 1 / (1 + np.exp(strength[b] - strength[a]))
        found.append((a, b, float(a_wins)))
    return found


def test_ratings_are_those_of_choix() -> None:
    games = games_of(6, 400, seed=3)
    wins = [(a, b) if points else (b, a) for a, b, points in games]
    theirs = choix.opt_pairwise(6, wins)
    pairings = {
        (a, b): count_outcomes([[p] for x, y, p in games if (x, y) == (a, b)])
        for a in range(6)
        for b in range(6)
    }
    ours = rate(6, pairings)
    assert [r.elo for r in ours.players] == pytest.approx(ELO * (theirs - theirs.mean()), abs=0.05)
    assert not ours.held


def test_who_scores_70_of_100_is_147_elo_better_whatever_the_draws() -> None:
    for outcomes in ((30, 0, 0, 0, 70, 0, 0, 0), (0, 0, 60, 0, 40, 0, 0, 0)):
        one, other = rate(2, {(0, 1): outcomes}).players
        assert one.elo - other.elo == pytest.approx(147.19, abs=0.01)
        low, high = score_interval(outcomes)
        assert 2 * one.low == pytest.approx(elo_of(low))
        assert 2 * one.high == pytest.approx(elo_of(high))


@pytest.mark.parametrize("kind", PLAYERS)
@pytest.mark.parametrize(
    ("truth", "pairs"), [((100, 0, 0, -100), 100), ((400, 100, -100, -400), 100)]
)
def test_95_of_100_intervals_of_ratings_hold_them(
    kind: str, truth: tuple[int, ...], pairs: int
) -> None:
    rng = np.random.default_rng(9)
    everybody = range(len(truth))
    weights = {
        (i, j): with_score(PLAYERS[kind], expected_score(truth[i] - truth[j]))
        for i, j in combinations(everybody, 2)
    }
    repeats, held = 250, 0
    for _ in range(repeats):
        seen = {k: (*map(int, rng.multinomial(pairs, w)), 0, 0, 0) for k, w in weights.items()}
        found = rate(len(truth), seen).players
        held += sum(r.low <= t <= r.high for r, t in zip(found, truth, strict=True))
    error = (0.95 * 0.05 / (repeats * len(truth))) ** 0.5
    assert 0.94 - 2 * error <= held / (repeats * len(truth)) <= 0.96 + 2 * error


def test_who_got_all_points_or_none_has_a_rating_with_one_end() -> None:
    won = (0, 0, 0, 0, 10, 0, 0, 0)
    even = (3, 0, 4, 0, 3, 0, 0, 0)
    best, one, other, worst = rate(
        4, {(0, 1): won, (0, 2): won, (0, 3): won, (1, 2): even, (1, 3): won, (2, 3): won}
    ).players
    assert (best.high, worst.low) == (inf, -inf)
    assert best.elo > best.low > one.elo == pytest.approx(0) == other.elo
    assert worst.elo < worst.high < 0
    assert one.low < 0 < one.high


def test_who_loses_to_the_last_is_last() -> None:
    """One who gets points only from somebody who gets none is still the better of the two."""
    won = (0, 0, 0, 0, 10, 0, 0, 0)
    even = (3, 0, 4, 0, 3, 0, 0, 0)
    pairings = {(0, 1): even, (0, 2): won, (1, 2): won, (0, 3): won, (1, 3): won, (2, 3): won}
    ratings = rate(4, pairings)
    one, other, last_but_one, last = ratings.players
    assert one.elo == pytest.approx(other.elo)
    assert one.elo > last_but_one.elo > last.elo
    assert ratings.superiority[2][3] > 0.99


def test_a_chain_of_winners_is_held_by_a_prior() -> None:
    won = (0, 0, 0, 0, 20, 0, 0, 0)
    ratings = rate(4, {(0, 1): won, (1, 2): won, (2, 3): won})
    assert ratings.held
    elos = [r.elo for r in ratings.players]
    assert elos == sorted(elos, reverse=True)
    assert 1500 > elos[0] > 100
    assert ratings.superiority[0][2] > 0.99


def test_no_games_and_only_draws() -> None:
    nothing = rate(2, {})
    assert nothing.held
    assert (nothing.players[0].low, nothing.players[0].high) == (-inf, inf)
    drawn = rate(3, {(0, 1): (0, 0, 5, 0, 0, 0, 0, 0), (1, 2): (0, 0, 5, 0, 0, 0, 0, 0)})
    assert [r.elo for r in drawn.players] == pytest.approx([0, 0, 0])
    assert all(r.high > 20 for r in drawn.players)


@pytest.mark.parametrize("freedom", [1, 2, 3, 4, 10, 100, 10_000])
def test_students_distribution_is_scipys(freedom: int) -> None:
    assert student95(freedom) == pytest.approx(student.ppf(0.975, freedom), rel=0.01)
    for point in (0.5, 1.5, -3.0):
        assert as_normal(point, freedom) == pytest.approx(
            norm.ppf(student.cdf(point, freedom)), abs=0.03
        )


@pytest.mark.parametrize(("wins", "games"), [(0, 5), (3, 7), (50, 80), (9, 9)])
def test_wilsons_interval_is_scipys(wins: int, games: int) -> None:
    theirs = binomtest(wins, games).proportion_ci(method="wilson")
    assert wilson(wins / games, games) == pytest.approx((theirs.low, theirs.high), abs=1e-9)
