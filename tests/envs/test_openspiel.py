"""OpenSpiel: its own tests of a game, and some of its algorithms on ours."""

from __future__ import annotations

import pickle
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import mcts, minimax
from open_spiel.python.algorithms.get_all_states import get_all_states
from open_spiel.python.observation import make_observation

import dropfour as d4
import dropfour.envs

assert dropfour.envs


@pytest.mark.parametrize(
    "name",
    ["dropfour", "dropfour(rules=square)", "dropfour(rules=bonus,seed=3)",
     "dropfour(rules=max,points=true)"],
)  # fmt: skip
def test_openspiel_finds_nothing_wrong(name: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=2, serialize=True, verbose=False)


def test_it_plays_their_own_connect_four() -> None:
    ours, theirs = (
        pyspiel.load_game(name).new_initial_state() for name in ("dropfour", "connect_four")
    )
    rng = np.random.default_rng(1)
    while not theirs.is_terminal():
        assert ours.legal_actions() == theirs.legal_actions()
        assert ours.current_player() == theirs.current_player()
        column = rng.choice(theirs.legal_actions())
        ours.apply_action(column)
        theirs.apply_action(column)
    assert ours.is_terminal()
    assert ours.returns() == theirs.returns()


def test_their_algorithms_run_on_it(tmp_path: Any) -> None:
    file = tmp_path / "small.toml"
    file.write_text('rows = 3\ncolumns = 3\nbonus = ["B2"]\n\n[goal]\nline = 3\n')
    game = pyspiel.load_game(f"dropfour(rules={file})")
    value, best = minimax.alpha_beta_search(game)
    solution = d4.solve(d4.Position(d4.load_rules(file)))
    assert value == solution.value
    assert best in solution.best
    bot = mcts.MCTSBot(game, 2.0, 30, mcts.RandomRolloutEvaluator(1, np.random.RandomState(1)))
    state = game.new_initial_state()
    assert bot.step(state) in state.legal_actions()
    short = get_all_states(game, depth_limit=2, include_terminals=True)
    assert len(short) >= 1 + 3 + 9


def test_states_are_copied_serialised_and_observed() -> None:
    game = pyspiel.load_game("dropfour(rules=bonus)")
    state = game.new_initial_state()
    for _ in range(5):
        state.apply_action(state.legal_actions()[0])
    copy, again = state.clone(), pickle.loads(pickle.dumps(state))
    read = game.deserialize_state(state.serialize())
    for other in (copy, again, read):
        assert str(other) == str(state)
        assert other.history() == state.history()
    copy.apply_action(copy.legal_actions()[0])
    assert str(copy) != str(state)
    seen = make_observation(game)
    seen.set_from(state, state.current_player())
    assert (seen.dict["observation"] == state.position.planes()).all()
    seen.set_from(state, 1 - state.current_player())
    assert (seen.dict["observation"][0] == state.position.planes()[1]).all()


def test_what_makes_no_sense_is_refused() -> None:
    with pytest.raises(Exception, match="clasic"):
        pyspiel.load_game("dropfour(rules=clasic)")
    with pytest.raises(Exception, match="points"):
        pyspiel.load_game("dropfour(points=true)")
