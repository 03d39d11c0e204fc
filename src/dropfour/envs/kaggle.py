"""A player for Kaggle's ConnectX: a function of what the environment shows and its settings."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any, TypeAlias

from dropfour.agents.spec import parse_agent
from dropfour.cells import Cell
from dropfour.errors import FormatError
from dropfour.game import Position
from dropfour.goals import Line
from dropfour.notation.setup import Setup
from dropfour.rules import Rules

Player: TypeAlias = Callable[[Any, Any], int]

SHARE = 0.6  # of the time for a move: the machine may be slower than it looks
SPARE = 0.05  # seconds that nobody thinks
DEFAULT_SECONDS = 2.0  # ConnectX's own


def agent(text: str = "auto", *, seconds: float | None = None) -> Player:
    """A function (observation, configuration) → column, on any rows, columns and inarow.

    It thinks for `seconds`, or a good part of what a move may take, and never longer than that
    allows. Count limits, such as a level, hold besides.

    >>> player = agent("greedy")
    >>> board = {"board": [0] * 42, "mark": 1, "remainingOverageTime": 60}
    >>> player(board, {"rows": 6, "columns": 7, "inarow": 4, "actTimeout": 2})
    3
    """
    spec = parse_agent(text)

    def play(observation: Any, configuration: Any) -> int:
        position = _position(observation, configuration)
        timeout = _get(configuration, "actTimeout", DEFAULT_SECONDS)
        most = max(SPARE, timeout * SHARE - SPARE)
        settings = dict(spec.settings)
        if spec.heeds("seconds"):
            asked = settings.get("seconds", seconds)
            settings["seconds"] = most if asked is None else min(float(asked), most)
        seed = settings.pop("seed", len(position.setup.filled))
        return replace(spec, settings=settings).make(seed=seed).choose(position)

    return play


def _get(values: Any, name: str, default: Any = None) -> Any:
    """A value of a mapping, or of Kaggle's structs, which are both."""
    if isinstance(values, Mapping):
        return values.get(name, default)
    return getattr(values, name, default)


@lru_cache
def _rules(rows: int, columns: int, inarow: int) -> Rules:
    return Rules.grid(rows=rows, columns=columns, goal=Line(inarow))


def _position(observation: Any, configuration: Any) -> Position:
    """The board as it comes: one list, the top row first, with 1 and 2 for the players' discs."""
    rows, columns, inarow = (_get(configuration, name) for name in ("rows", "columns", "inarow"))
    board = _get(observation, "board")
    if len(board) != rows * columns:
        raise FormatError(f"a board of {len(board)} cells, must be {rows * columns}")
    first, second = (
        frozenset(
            Cell(i % columns, rows - 1 - i // columns)
            for i, found in enumerate(board)
            if found == mark
        )
        for mark in (1, 2)
    )
    setup = Setup(discs=(first, second), turn=_get(observation, "mark") - 1)
    return Position.from_setup(setup, _rules(rows, columns, inarow))
