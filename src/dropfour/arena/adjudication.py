"""Ends games whose result is proven, so that nobody has to wait for the last discs."""

from __future__ import annotations

from dropfour.agents import agent
from dropfour.game import Position

_NODES = 20_000  # a few milliseconds: no proof within them, and the game goes on


class Adjudicator:
    """Asks the exact solver, within a fixed number of nodes so that games stay reproducible."""

    def __init__(self) -> None:
        self._agent = agent("perfect", nodes=_NODES)

    def verdict(self, position: Position) -> tuple[int | None] | None:
        """The proven winner (None: a draw) in a tuple, or None if nothing is proven yet."""
        exact = self._agent.analyse(position).exact
        if exact is None:
            return None
        if exact.value == 0:
            return (None,)
        return (position.turn if exact.value > 0 else 1 - position.turn,)
