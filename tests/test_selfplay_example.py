"""The self-play example: its miniature learns a game here, and its search is sound on any rules."""

from __future__ import annotations

import random
from functools import cache

import numpy as np
import pytest

import dropfour as d4
from examples.selfplay.exact import error, questions
from examples.selfplay.games import Memory, SelfPlay
from examples.selfplay.search import Array, search
from examples.selfplay.tiny import TinyNetwork, train
from tests.random_rules import random_rules

SMALL = d4.Rules.grid(rows=4, columns=4, goal=d4.Line(3))
SIMULATIONS = 16


@cache
def trained() -> TinyNetwork:
    return train(SMALL, lessons=30)


def test_the_miniature_hardly_ever_throws_a_proven_value_away() -> None:
    asked = questions(SMALL, 300)
    assert min(len(stage.positions) for stage in asked.values()) > 30
    before = {n: error(q, TinyNetwork(SMALL).evaluate, SIMULATIONS) for n, q in asked.items()}
    after = {n: error(q, trained().evaluate, SIMULATIONS) for n, q in asked.items()}
    assert before["openings"] > 0.3
    assert before["hard openings"] > 0.3
    assert max(after.values()) < 0.1
    assert after["openings"] < 0.05


def test_the_miniature_beats_random() -> None:
    """In 95 % of 200 games, each side half of the time; a win is the first player's by right."""
    evaluate = trained().evaluate
    games = d4.Batch(SMALL, 200, autoreset="off", seed=3)
    side = np.arange(200) % 2
    over = np.zeros(200, np.bool_)
    while not over.all():
        mine = ~over & (games.turn == side)
        columns = games.random_columns(mask=~over & ~mine)
        places = np.flatnonzero(mine)
        if len(places):
            positions = [games.position(int(place)) for place in places]
            columns[places] = search(positions, evaluate, SIMULATIONS).column
        games.step(columns)
        over |= games.ended
    points = (1 + games.result * (1 - 2 * side)) / 2
    assert points[side == 0].mean() > 0.98
    assert points.mean() > 0.95


def level(planes: Array) -> tuple[Array, Array]:
    """A network that knows nothing."""
    return np.zeros((len(planes), planes.shape[-1])), np.zeros(len(planes))


def test_who_moves_twice_is_known_to_the_search() -> None:
    """Bans are moves of the same player: values that change sides by depth would be wrong here."""
    rules = d4.Rules.grid(rows=4, columns=5, goal=d4.Line(3), bonus=["B1", "C2", "D2", "A3"])
    asked = questions(rules, 150)["late"]
    assert any(position.banning for position in asked.positions)
    assert error(asked, level, 300) < 0.05 < 0.4 < error(asked, level, 0)


@pytest.mark.parametrize("number", range(6))
def test_positions_are_searched_alike_alone_and_together(number: int) -> None:
    rules = random_rules(random.Random(number), max_columns=6, max_rows=5)
    games = d4.Batch(rules, 5, plies=(0, rules.playable // 3), seed=number)
    positions = [games.position(game) for game in range(5)]
    evaluate = TinyNetwork(rules, seed=number).evaluate
    together = search(positions, evaluate, 24)
    legal = games.legal
    assert legal[np.arange(5), together.column].all()
    assert np.allclose(together.policy.sum(1), 1)
    assert (together.policy[~legal] == 0).all()
    for game, position in enumerate(positions):
        alone = search([position], evaluate, 24)
        assert alone.column[0] == together.column[game]
        assert np.allclose(alone.policy[0], together.policy[game], atol=1e-4)


def test_every_position_of_a_finished_game_is_learned_from_once() -> None:
    play = SelfPlay(SMALL, 16, simulations=4, seed=5)
    parts = [play.play(level, 5) for _ in range(6)]
    waiting = sum(len(part[0]) for part in play._waiting)
    assert sum(len(part.value) for part in parts) + waiting == 16 * 30
    again = SelfPlay(SMALL, 16, simulations=4, seed=5)
    assert np.array_equal(again.play(level, 5).policy, parts[0].policy)
    for part in parts:
        assert np.allclose(part.policy.sum(1), 1, atol=1e-5)
        assert np.abs(part.value).max(initial=0) <= 1.001


def wins_at_once(planes: Array) -> bool:
    """Whether one more of the mover's discs makes a line of three, looked up cell by cell."""
    own, landing = planes[0].astype(bool), planes[3]
    for new in zip(*np.nonzero(landing), strict=True):
        discs = {*zip(*np.nonzero(own), strict=True), new}
        for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
            for row, column in discs:
                if {(row + down * i, column + right * i) for i in range(3)} <= discs:
                    return True
    return False


def test_a_won_game_is_good_for_the_winner() -> None:
    part = SelfPlay(SMALL, 64, simulations=16, seed=2).play(level, 12)
    winning = np.array([wins_at_once(planes) for planes in part.planes])
    assert 20 < winning.sum() < len(winning) / 2
    assert part.value[winning].min() > 0.9
    assert part.value[~winning].mean() < 0


def test_memory_mirrors_where_the_game_has_a_mirror() -> None:
    part = SelfPlay(SMALL, 32, simulations=2, seed=1).play(level, 12)
    seen = {planes.tobytes() for planes in part.planes}
    mirrored = {planes[..., ::-1].tobytes() for planes in part.planes}
    lopsided = d4.Rules(heights=[4, 4, 4, 3], goal=d4.Line(3))
    for rules, mirrors in ((SMALL, True), (lopsided, False)):
        memory = Memory(rules, least=10, most=40)
        memory.add(part)
        drawn = memory.sample(64)
        assert all(planes.tobytes() in seen | mirrored for planes in drawn.planes)
        assert mirrors is any(planes.tobytes() not in seen for planes in drawn.planes)
        landing = drawn.planes[:, 3].any(1)
        assert (drawn.policy[~landing] == 0).all()
