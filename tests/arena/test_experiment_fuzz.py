"""Whatever an experiment holds, it is read, or refused with all its faults in words."""

from __future__ import annotations

import copy
import random
from collections.abc import Iterator
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
KEYS = ["kind", "games", "seed", "plies", "agent", "command", "settings", "name", "elo0", "limit"]


def places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Every container of a value, with every key or index in it."""
    if not isinstance(value, dict | list):
        return
    for key in value if isinstance(value, dict) else range(len(value)):
        yield value, key
        yield from places(value[key])


def spoilt(chance: random.Random) -> dict[str, Any]:
    content = copy.deepcopy(SOUND)
    for _ in range(chance.randint(1, 4)):
        container, key = chance.choice(list(places(content)))
        if isinstance(container, dict) and chance.random() < 0.2:
            key = chance.choice(KEYS)
        container[key] = copy.deepcopy(chance.choice(NUMBERS + TEXTS + OTHERS))
    return content


@pytest.mark.parametrize("number", range(10))
def test_spoilt_experiments_are_refused_in_words(number: int) -> None:
    assert len(Experiment.from_mapping(SOUND).plan) == 20
    chance = random.Random(number)
    refused = 0
    for _ in range(100):
        try:
            experiment = Experiment.from_mapping(spoilt(chance))
        except ExperimentError as error:
            refused += 1
            assert error.faults
            assert all("Input" not in fault and "Errno" not in fault for fault in error.faults)
        else:
            assert experiment.plan[0].number == 0
    assert refused > 50
