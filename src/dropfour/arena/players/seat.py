"""What a player in one game is asked, and what it answers."""

from __future__ import annotations

from typing import NamedTuple, Protocol

from dropfour.arena.players.clock import Turn
from dropfour.arena.results import Thought
from dropfour.game import Position


class Choice(NamedTuple):
    """A move that a player has chosen; whether it is legal is for others to see."""

    column: int  # 0-based
    seconds: float  # it took
    thought: Thought = Thought()


class Seat(Protocol):
    """A player in one game; what it does wrong is raised as `PlayerFault`."""

    def choose(self, position: Position, turn: Turn) -> Choice:
        """The move it plays."""

    def close(self) -> None:
        """Ends it, and everything it has started."""
