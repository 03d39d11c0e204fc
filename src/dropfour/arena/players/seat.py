"""What a player in one game is asked, and what it answers."""

from __future__ import annotations

from typing import NamedTuple, Protocol

from dropfour.agents import agent
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


class ScriptSeat:
    """Makes the moves of a game that is known, as long as they fit; then random ones."""

    def __init__(self, moves: tuple[int, ...]) -> None:
        self._moves = moves
        self._random = agent("random")

    def choose(self, position: Position, turn: Turn) -> Choice:
        made = len(position.moves)
        if position.moves == self._moves[:made] and self._moves[made:]:
            return Choice(self._moves[made], 0.0)
        return Choice(self._random.choose(position), 0.0)

    def close(self) -> None:
        """Nothing to end."""
