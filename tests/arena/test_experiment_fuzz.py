"""Whatever an experiment holds, it is read, or refused with all its faults in words."""

from __future__ import annotations

import copy
import random
from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest

from dropfour.arena import Experiment, ExperimentError

SOUND: dict[str, Any] = {
    "title": "sound",
    "seed": 1,
    "adjudicate": False,
    "rules": [
        {"game": "square"},
        {"game": "bonus", "seeds": [1, 2]},
        {"heights": [4, 3, 4, 4], "dead": ["A1"], "name": "own"},
        {"rows": 4, "columns": 4, "goal": {"line": 3}},
    ],
    "players": [
        {"agent": "uct", "playouts": 10, "settings": {"exploration": 0.5, "policy": "wins"}},
        {"agent": "alphabeta", "depth": 2},
        {"name": "it", "command": ["prog", "x"], "talk": "protocol", "memory_mb": 5},
    ],
    "plan": {"kind": "gauntlet", "games": 2, "heroes": ["it"]},
    "openings": {"kind": "file", "lines": ["A", "B"]},
    "limits": {"sandbox": "none", "move_seconds": 1.0},
}
SEQUENTIAL = SOUND | {
    "players": SOUND["players"][:2],
    "plan": {"kind": "sequential", "max_games": 20, "elo0": 0.0, "elo1": 5.0},
}
NUMBERS: list[Any] = [0, -1, 1, 2, 3.5, 10**30, 2**63, float("nan"), float("-inf")]
TEXTS: list[Any] = [
    "",
    "x",
    "all",
    "random",
    "sequential",
    "uct",
    "one-move",
    "\0",
    "a" * 1000,
    "none.toml",
]
OTHERS: list[Any] = [None, True, [], {}, [1], ["x"], [[]], [{}], {"a": 1}, b"x"]
KEYS = ["kind", "games", "max_games", "seed", "plies", "agent", "command", "settings", "name"]
KEYS += ["elo0", "limit"]


def places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Every container of a value, with every key or index in it."""
    if not isinstance(value, dict | list):
        return
    for key in value if isinstance(value, dict) else range(len(value)):
        yield value, key
        yield from places(value[key])


def spoilt(sound: dict[str, Any], chance: random.Random) -> dict[str, Any]:
    content = copy.deepcopy(sound)
    for _ in range(chance.randint(1, 4)):
        container, key = chance.choice(list(places(content)))
        if isinstance(container, dict) and chance.random() < 0.2:
            key = chance.choice(KEYS)
        container[key] = copy.deepcopy(chance.choice(NUMBERS + TEXTS + OTHERS))
    return content


def refused(content: dict[str, Any]) -> bool:
    """Whether an experiment is refused, and in words; if not, it has a game."""
    try:
        experiment = Experiment.from_mapping(content)
    except ExperimentError as error:
        assert error.faults
        assert all("Input" not in fault and "Errno" not in fault for fault in error.faults)
        return True
    assert experiment.plan[0].number == 0
    return False


both = pytest.mark.parametrize("sound", [SOUND, SEQUENTIAL], ids=["gauntlet", "sequential"])


@both
@pytest.mark.parametrize("number", range(10))
def test_spoilt_experiments_are_refused_in_words(number: int, sound: dict[str, Any]) -> None:
    assert len(Experiment.from_mapping(sound).plan) == 20
    chance = random.Random(number)
    assert sum(refused(spoilt(sound, chance)) for _ in range(100)) > 50


@both
def test_each_value_spoilt_alone(sound: dict[str, Any]) -> None:
    count = len(list(places(sound)))
    for place, value in product(range(count), NUMBERS + TEXTS + OTHERS):
        content = copy.deepcopy(sound)
        container, key = list(places(content))[place]
        container[key] = copy.deepcopy(value)
        refused(content)
