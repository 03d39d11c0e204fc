"""Programs that are started once for each move."""

from __future__ import annotations

from collections.abc import Callable

from dropfour.arena.players.clock import MoveClock, Turn
from dropfour.arena.players.log import Log
from dropfour.arena.players.process import KILLS_FORGIVEN, Guarded, Killed
from dropfour.arena.players.seat import Choice
from dropfour.arena.tables import Allowances, Player
from dropfour.game import Position


class OnceSeat:
    """A player whose program lives as long as a move."""

    def __init__(
        self, player: Player, *, allowed: Allowances, folder: str, log: Log | None = None
    ) -> None:
        self._player, self._allowed, self._folder, self._log = player, allowed, folder, log
        self._kills = KILLS_FORGIVEN

    def choose(self, position: Position, turn: Turn) -> Choice:
        clock = MoveClock(turn.seconds, grace=self._allowed.grace_seconds)
        while True:
            try:
                return self._run(position, clock)
            except Killed:
                if not self._kills:
                    raise
                self._kills -= 1

    def _run(self, position: Position, clock: MoveClock) -> Choice:
        """Starts the program and takes its move."""
        raise NotImplementedError

    def close(self) -> None:
        """Nothing to end: every process has ended with its move."""


def answer_of(
    program: Guarded, data: bytes, take: Callable[[str], int], clock: MoveClock
) -> Choice:
    """The move that is taken from what a program has written, before it is ended: that is not on
    its clock.
    """
    judged = False
    try:
        program.write(data, clock=clock)
        program.end_input()
        choice = Choice(take(program.read_to_end(clock=clock)), clock.elapsed)
        judged = True
    finally:
        program.close(judge=judged)
    return choice
