"""Wrong settings are refused at once, by a sentence that names the setting."""

from __future__ import annotations

from typing import Any

import pytest

import dropfour as d4
from tests.cli.programs import run

NO_COUNT: tuple[object, ...] = (0, -1, 1.5, True, "x", 2**70)
NO_FLAG: tuple[object, ...] = (0, 1, "x", 0.5)
WRONG: dict[str, dict[str, tuple[object, ...]]] = {
    "random": {"threads": (*NO_COUNT, 1025), "seed": (1.5, True, "x")},
    "greedy": {"opponent": NO_FLAG, "seconds": (0, -1, True, "x", 1e10)},
    "montecarlo": {
        "per_candidate": (*NO_COUNT, 2**41),
        "playouts": (*NO_COUNT, 2**41),
        "allocation": (1, "odd", True),
        "policy": (1, "blocks", True),
        "win_at_once": NO_FLAG,
    },
    "uct": {
        "plain": NO_FLAG,
        "exploration": (-1, "x", True, float("nan"), float("inf"), 10**400),
        "policy": (5, "weighted", True, ""),
        "final": (1, "best", True),
        "memory_mb": (*NO_COUNT, 2**21),
        "keep_tree": NO_FLAG,
        "visits_to_expand": (*NO_COUNT, 2**31),
        "every_column": NO_FLAG,
    },
    "alphabeta": {"table_mb": NO_COUNT, "every_column": NO_FLAG, "depth": NO_COUNT},
    "perfect": {"table_mb": NO_COUNT, "nodes": NO_COUNT},
    "auto": {"level": (*NO_COUNT, 11, 2.0), "every_column": NO_FLAG},
}
CASES = [
    pytest.param(agent, setting, value, id=f"{agent} {setting} {str(value)[:20]}")
    for agent, settings in WRONG.items()
    for setting, values in settings.items()
    for value in values
]


@pytest.mark.parametrize(("agent", "setting", "value"), CASES)
def test_wrong_settings_are_named(agent: str, setting: str, value: Any) -> None:
    with pytest.raises(ValueError, match=f"^{setting} must be.{{1,90}}$"):
        d4.agent(agent, **{setting: value})


@pytest.mark.parametrize("weights", [5, True, "x", [True], [1.5], [0]])
def test_wrong_weights(weights: Any) -> None:
    with pytest.raises(ValueError, match="weights must be whole numbers"):
        d4.agent("montecarlo", policy="weighted", weights=weights)


@pytest.mark.parametrize(
    ("player", "words"),
    [
        (
            "perfect:table_mb=1.5,nodes=50",
            "table_mb must be a whole number from 1 to 65536, not 1.5",
        ),
        ("alphabeta:table_mb=1.5,depth=2", "table_mb must be a whole number"),
        ("alphabeta:every_column=x,depth=2", "every_column must be true or false, not 'x'"),
        ("montecarlo:per_candidate=1.5", "per_candidate must be a whole number"),
        ("montecarlo:win_at_once=x,playouts=9", "win_at_once must be true or false"),
        ("montecarlo:weights=5,policy=weighted", "weights must be whole numbers"),
        ("uct:policy=5", "policy must be 'uniform', 'wins' or 'blocks', not 5"),
        ("uct:exploration=x", "exploration must be a number from 0 to 1000000000, not 'x'"),
        ("greedy:opponent=1", "opponent must be true or false, not 1"),
    ],
)
def test_the_terminal_says_so_in_one_line(player: str, words: str) -> None:
    status, out, err = run("dropfour", "play", "--x", player, "--o", "random", "classic")
    assert (status, out) == (2, "")
    assert err.startswith(f"dropfour: {player}: {words}")
    assert err.count("\n") == 1


def test_numbers_of_other_types_are_taken_as_plain_ones() -> None:
    numpy = pytest.importorskip("numpy")
    agent = d4.agent("alphabeta", depth=numpy.int64(2), threads=numpy.int8(1))
    assert agent.analyse(d4.Position(d4.load_rules("classic"))).depth == 2
    assert type(agent.limit.depth) is int
