"""Records of whole games: written, read back, and safe to read from strangers."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dropfour.errors import DropfourError, FormatError, IllegalMove, RulesError
from dropfour.game import Position
from dropfour.notation import Setup
from dropfour.replay import record_of, replay
from dropfour.rules import Rules
from dropfour.variants import load_rules, preset_names
from tests.strategies import rules as some_rules


def _played(position: Position, rng: Random) -> Position:
    for _ in range(rng.randrange(60)):
        if position.outcome is not None:
            break
        position = position.play(rng.choice(position.legal))
    return position


@given(some_rules(), st.randoms(use_true_random=False), st.integers(0, 1))
def test_every_game_reads_back_with_its_history(rules: Rules, rng: Random, turn: int) -> None:
    game = _played(Position.from_setup(Setup(turn=turn), rules), rng)
    again = replay(record_of(game))
    assert again == game
    assert again.rules == rules
    assert again.history == game.history


@pytest.mark.parametrize("name", preset_names())
def test_presets_are_named(name: str) -> None:
    game = Position(load_rules(name)).play(0)
    assert record_of(game) == f"{name}; A"


def test_other_rules_are_spelled_out_and_keep_their_name() -> None:
    game = Position(load_rules("forbidden", seed=1)).play_moves("AB")
    assert record_of(game) == (
        '{"name":"forbidden (seed 1)","rows":9,"columns":10,"blocked":["E4"]}; AB'
    )
    assert replay(record_of(game)).rules.name == "forbidden (seed 1)"


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("chess; E", RulesError),
        ('{"rows":4}; A', RulesError),
        ('{"extends":"../secret.toml"}; A', RulesError),
        ("classic; DDDDDDD", IllegalMove),
        ("classic; D!C", IllegalMove),
        ("classic; H", FormatError),
        ("classic; X/- O; A", FormatError),
    ],
)
def test_wrong_records_are_refused(text: str, error: type[DropfourError]) -> None:
    with pytest.raises(error):
        replay(text)
