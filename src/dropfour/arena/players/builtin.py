"""Our own agents at the board: no processes, no copies, made once per game."""

from __future__ import annotations

import time
from typing import Any

from dropfour.agents import agent
from dropfour.arena.faults import Cause, PlayerFault
from dropfour.arena.models import PlayerTable
from dropfour.game import Position


class AgentSeat:
    """An agent with the seed of its game."""

    def __init__(self, table: PlayerTable, *, seed: int) -> None:
        assert table.agent is not None
        settings: dict[str, Any] = {**table.efforts, "seed": seed, **table.settings}
        self._agent = agent(table.agent, **settings)
        self._seconds = table.move_seconds

    def choose(self, position: Position) -> int:
        began = time.perf_counter()
        try:
            column = self._agent.choose(position)
        except Exception as error:  # a bug of ours must not end a long tournament
            raise PlayerFault(Cause.CRASH, f"{type(error).__name__}: {error}") from error
        elapsed = time.perf_counter() - began
        if self._seconds is not None and elapsed > self._seconds:
            raise PlayerFault(Cause.LATE, f"after {elapsed:.2f} s of {self._seconds:g} s")
        return column

    def close(self) -> None:
        """Nothing to end."""
