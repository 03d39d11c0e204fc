"""PettingZoo: its own tests, and whose turn it is."""

from __future__ import annotations

import contextlib
import io
import pickle
import warnings
from typing import Any

import numpy as np
import pettingzoo
import pytest
from pettingzoo.test import api_test, render_test, seed_test

import dropfour as d4
import dropfour.envs
from dropfour.envs.aec import ID, DropAEC, env

SETTINGS: list[dict[str, Any]] = [
    {},
    {"rules": "bonus", "boards": 4},
    {"rules": "max", "reward": "margin", "plies": 5},
    {"rules": d4.Rules(heights=[3, 1, 4, 2], dead=["A1"], goal=d4.Square(2))},
]


@pytest.mark.parametrize("settings", SETTINGS, ids=str)
def test_pettingzoo_finds_nothing_wrong(settings: dict[str, Any]) -> None:
    with warnings.catch_warnings(), contextlib.redirect_stdout(io.StringIO()):
        warnings.simplefilter("error")
        warnings.filterwarnings("ignore", "Observation is not a NumPy array")  # a table, as theirs
        warnings.filterwarnings("ignore", "Observation space for each agent")  # the same
        api_test(env(**settings), num_cycles=200)
        seed_test(lambda: env(**settings), num_cycles=20)


def test_it_is_in_the_registry_and_can_be_pickled() -> None:
    made: Any = pettingzoo.make("aec", ID, rules="square")
    made.reset(seed=1)
    assert made.last()[0]["observation"].shape == (8, 6, 7)
    copy = pickle.loads(pickle.dumps(DropAEC("bonus", plies=3)))
    copy.reset(seed=2)
    assert copy.agents == ["player_0", "player_1"]


def test_who_gets_a_bonus_moves_again_and_the_winner_is_paid() -> None:
    rules = d4.Rules.grid(rows=2, columns=4, bonus=["A1"], goal=d4.Line(2))
    game = DropAEC(rules, render_mode="ansi")
    game.reset(seed=1)
    movers, banning = [], []
    for column in (0, 3, 1, 2, 1):  # player_0 lands on the bonus cell, bans D, and so on
        movers.append(game.agent_selection)
        banning.append(game.infos[game.agent_selection]["banning"])
        game.step(column)
        if any(game.terminations.values()):
            break
    assert movers[:3] == ["player_0", "player_0", "player_1"]
    assert banning[:3] == [False, True, False]
    assert game.terminations == {"player_0": True, "player_1": True}
    assert sorted(game.rewards.values()) == [-1.0, 1.0]
    last = movers[-1]
    assert game._cumulative_rewards[last] == 1.0
    assert "X" in game.render()


def test_both_players_see_their_own_discs_first() -> None:
    game = DropAEC()
    game.reset(seed=1)
    game.step(3)
    mover, other = game.observe("player_1"), game.observe("player_0")
    assert mover["observation"][1].sum() == other["observation"][0].sum() == 1
    assert mover["action_mask"].all()
    assert not other["action_mask"].any()


def test_an_illegal_column_raises_or_loses() -> None:
    for illegal in ("raise", "lose"):
        game = DropAEC({"rows": 1, "columns": 3}, illegal=illegal)
        game.reset(seed=1)
        game.step(0)
        if illegal == "raise":
            for action in (0, -1, None):
                with pytest.raises(d4.IllegalMove):
                    game.step(action)
        else:
            game.step(-1)
            assert game.rewards == {"player_0": 1.0, "player_1": -1.0}


def test_pictures_have_pixels() -> None:
    made = env(render_mode="rgb_array")
    with contextlib.redirect_stdout(io.StringIO()):
        render_test(lambda **more: env(**more))
    made.reset(seed=1)
    made.step(3)
    pixels = np.asarray(made.render())
    assert pixels.shape == (192, 224, 3)
    assert pixels.dtype == np.uint8
    assert (pixels[-16, 3 * 32 + 16] != pixels[-16, 16]).any()
