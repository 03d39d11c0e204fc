"""Gymnasium: its own checks, and the many games at once against the games one by one."""

from __future__ import annotations

import warnings
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode, SyncVectorEnv

import dropfour as d4
import dropfour.envs
from dropfour.envs.gym import DropEnv, DropVectorEnv
from dropfour.envs.table import RENDER_MODES

SETTINGS: list[dict[str, Any]] = [
    {},
    {"rules": "bonus", "opponent": "greedy", "side": "both", "boards": 3},
    {"rules": "max", "opponent": None, "reward": "margin"},
    {"rules": {"rows": 4, "columns": 5}, "opponent": "uct:playouts=20", "side": 1, "plies": (1, 4)},
]


@pytest.mark.parametrize("settings", SETTINGS, ids=str)
def test_gymnasium_finds_nothing_wrong(settings: dict[str, Any]) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(gymnasium.make(dropfour.envs.gym.ID, **settings).unwrapped)
    for mode in RENDER_MODES:
        env = gymnasium.make(dropfour.envs.gym.ID, render_mode=mode, **settings)
        env.reset(seed=1)
        assert (env.render() is None) == (mode == "human")
        assert env.unwrapped.action_masks().any()  # type: ignore[attr-defined]  # DropEnv's own


def masked(rng: np.random.Generator, masks: Any) -> Any:
    return np.array([rng.choice(np.flatnonzero(m)) if m.any() else 0 for m in masks])


@pytest.mark.parametrize("mode", AutoresetMode)
@pytest.mark.parametrize(
    "settings", [{"opponent": None}, {"opponent": "greedy", "side": 1}], ids=str
)
def test_many_games_at_once_are_as_one_by_one(
    mode: AutoresetMode, settings: dict[str, Any]
) -> None:
    settings = {"rules": {"extends": "bonus", "rows": 4, "columns": 5, "bonus": ["C2"]}, **settings}
    ours = DropVectorEnv(6, autoreset_mode=mode, **settings)
    theirs: Any = SyncVectorEnv([lambda: DropEnv(**settings)] * 6, autoreset_mode=mode)
    rng = np.random.default_rng(1)
    (seen, infos), (expected, their_infos) = ours.reset(seed=5), theirs.reset(seed=5)
    ends = 0
    for _ in range(120):
        assert ours.observation_space.contains(seen)
        for name in seen:
            assert (seen[name] == expected[name]).all()
        assert infos.keys() == their_infos.keys()
        assert (infos["banning"] == their_infos["banning"]).all()
        columns = masked(rng, seen["action_mask"])
        seen, rewards, ended, cut, infos = ours.step(columns)
        expected, *their_rest, their_infos = theirs.step(columns)
        for mine, other in zip((rewards, ended, cut), their_rest, strict=True):
            assert (mine == other).all()
            assert mine.dtype == other.dtype
        ends += int(ended.sum())
        if mode == AutoresetMode.SAME_STEP and ended.any():
            for game in np.flatnonzero(ended):
                for name, array in infos["final_obs"][game].items():
                    assert (array == their_infos["final_obs"][game][name]).all()
        if mode == AutoresetMode.DISABLED and ended.any():
            options = {"reset_mask": ended.copy()}
            seen, infos = ours.reset(options=dict(options))
            expected, _ = theirs.reset(options=dict(options))
            their_infos = infos
    assert ends > 10


def test_a_game_against_random_does_not_depend_on_the_others() -> None:
    games = [DropVectorEnv(n, opponent="random", side="both", plies=(0, 3)) for n in (2, 9)]
    seen = [envs.reset(seed=8)[0]["observation"] for envs in games]
    for _ in range(60):
        assert (seen[0] == seen[1][:2]).all()
        mask = games[1]._games.table.observation()["action_mask"]
        columns = masked(np.random.default_rng(1), mask)
        seen = [envs.step(columns[: envs.num_envs])[0]["observation"] for envs in games]


def test_gymnasium_makes_many_by_name() -> None:
    envs = gymnasium.make_vec(dropfour.envs.gym.ID, num_envs=3, rules="square", illegal="lose")
    assert isinstance(envs.unwrapped, DropVectorEnv)
    envs.reset(seed=1)
    _, rewards, ended, _, _ = envs.step(np.array([0, 1, 6]))
    assert not ended.any()
    assert not rewards.any()


def test_an_illegal_column_raises_or_loses() -> None:
    rules = d4.Rules.grid(rows=1, columns=3)
    env = DropEnv(rules, opponent=None)
    env.reset(seed=1)
    env.step(0)
    for wrong in (0, 3, -2):
        with pytest.raises(d4.IllegalMove):
            env.step(wrong)
    env = DropEnv(rules, opponent=None, illegal="lose")
    env.reset(seed=1)
    env.step(0)
    seen, reward, ended, _, _ = env.step(0)
    assert (reward, ended) == (-1.0, True)
    assert not seen["action_mask"].any()
    with pytest.raises(d4.IllegalMove, match="over"):
        env.step(1)


def test_points_are_the_reward_if_asked_for() -> None:
    env = DropEnv(d4.Rules.grid(rows=1, columns=4, goal=d4.Line(1), ending="full"), opponent=None)
    with pytest.raises(d4.DropfourError):
        DropEnv("classic", reward="margin")
    margin = DropEnv(
        {"rows": 1, "columns": 3, "goal": {"line": 1}, "ending": "full"},
        opponent=None,
        reward="margin",
    )
    for game, worth in ((env, 0.0), (margin, 1.0)):
        game.reset(seed=0)
        for column in range(9):
            _, reward, ended, _, _ = game.step(column)
            if ended:
                break
        assert reward == worth


def test_a_learner_that_looks_one_move_ahead_beats_random() -> None:
    envs = DropVectorEnv(40, opponent="random", side="both", autoreset_mode="NextStep")
    agent = d4.agent("greedy")
    envs.reset(seed=3)
    total = games = 0.0
    while games < 40:
        columns = [
            agent.choose(envs._games.table.position(i)) if not envs._games.table.ended[i] else 0
            for i in range(40)
        ]
        _, rewards, ended, _, _ = envs.step(np.array(columns))
        total, games = total + rewards.sum(), games + ended.sum()
    assert total / games > 0.6


@pytest.mark.parametrize(
    "wrong",
    [{"opponent": "chess"}, {"opponent": 5}, {"side": 2}, {"illegal": "ask"}, {"reward": "money"},
     {"render_mode": "window"}, {"rules": "clasic"}],
    ids=str,
)  # fmt: skip
def test_what_makes_no_sense_is_refused_in_words(wrong: dict[str, Any]) -> None:
    for kind in (DropEnv, DropVectorEnv):
        with pytest.raises(d4.DropfourError):
            kind(**wrong)


def test_a_learner_may_not_pass_nor_play_halves_of_columns() -> None:
    env = DropEnv()
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.step(3)
    env.reset(seed=1)
    with pytest.raises(d4.IllegalMove, match="no column number -1"):
        env.step(-1)
    wrong: list[Any] = [1.5, None, "A", True, np.array([3])]
    for action in wrong:
        with pytest.raises(d4.DropfourError, match="columns must be"):
            env.step(action)
    loser = DropEnv(illegal="lose")
    loser.reset(seed=1)
    assert loser.step(-1)[1:3] == (-1.0, True)
    with pytest.raises(d4.IllegalMove, match="the game is over"):
        loser.step(0)
    many = DropVectorEnv(2)
    many.reset(seed=1)
    wrong = [[0], [0, 1, 2], [0.5, 1.0], None]
    for actions in wrong:
        with pytest.raises(d4.DropfourError, match="columns must be"):
            many.step(actions)
    with pytest.raises(d4.IllegalMove, match="game 1: there is no column number -1"):
        many.step(np.array([0, -1]))


def test_an_illegal_column_is_refused_before_the_next_game_begins() -> None:
    envs = DropVectorEnv(2, {"rows": 1, "columns": 3}, opponent=None, plies=(0, 1))
    envs.reset(seed=0)
    while True:
        mask = envs._games.table.observation()["action_mask"]
        _, _, ended, _, _ = envs.step(masked(np.random.default_rng(1), mask))
        if ended.any() and not ended.all():
            break
    going = int(np.flatnonzero(~ended)[0])
    before = envs._observation()["observation"]
    with pytest.raises(d4.IllegalMove, match=f"game {going}"):
        envs.step(np.full(2, 3))
    assert (envs._observation()["observation"] == before).all()
    assert envs._games.table.ended.any()
