"""Players by name: `agent("uct", seconds=1.0)`."""

from __future__ import annotations

import re
from functools import cache
from importlib import import_module
from typing import Any

from dropfour.agents.analysis import Analysis, ColumnAnalysis, Exact
from dropfour.agents.base import Agent
from dropfour.agents.limit import Limit
from dropfour.agents.playouts import playouts
from dropfour.errors import DropfourError, UnknownSetting

__all__ = [
    "Agent",
    "Analysis",
    "ColumnAnalysis",
    "Exact",
    "Limit",
    "agent",
    "agent_names",
    "agent_settings",
    "playouts",
]

# One module each, imported when first asked for; its `AGENT` is the class.
_MODULES = {
    "random": "dropfour.agents.random",
    "greedy": "dropfour.agents.greedy",
    "montecarlo": "dropfour.agents.montecarlo",
    "uct": "dropfour.agents.uct",
    "alphabeta": "dropfour.agents.alphabeta",
    "perfect": "dropfour.agents.perfect",
    "auto": "dropfour.agents.auto",
}

_UNKNOWN = re.compile(r"unexpected keyword argument '(\w+)'")


def agent_names() -> tuple[str, ...]:
    """The names that `agent` knows."""
    return tuple(_MODULES)


@cache
def agent_settings(name: str) -> frozenset[str]:
    """What the agent of this name can be told, by name.

    >>> "exploration" in agent_settings("uct"), "exploration" in agent_settings("random")
    (True, False)
    """
    from inspect import signature  # slow to import, and not always needed

    return frozenset(signature(type(agent(name)).__init__).parameters)


def agent(
    name: str,
    *,
    playouts: int | None = None,
    nodes: int | None = None,
    depth: int | None = None,
    seconds: float | None = None,
    seed: int = 0,
    threads: int = 1,
    **settings: Any,
) -> Agent:
    """The agent of this name; `settings` are its own, such as `exploration=` for uct.

    >>> from dropfour.game import Position
    >>> from dropfour.rules import Rules
    >>> agent("random", seed=7).choose(Position(Rules.grid(rows=6, columns=1)))
    0
    """
    if name not in _MODULES:
        raise DropfourError(f"there is no agent {name!r}, only {', '.join(_MODULES)}")
    cls: type[Agent] = import_module(_MODULES[name]).AGENT
    limit = Limit(playouts=playouts, nodes=nodes, depth=depth, seconds=seconds)
    try:
        return cls(limit=limit, seed=seed, threads=threads, **settings)
    except TypeError as error:
        if unknown := _UNKNOWN.search(str(error)):
            raise UnknownSetting(f"{name} has no setting {unknown[1]!r}") from None
        raise
