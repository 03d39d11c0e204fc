"""The time of one move."""

from __future__ import annotations

import time
from dataclasses import dataclass

from dropfour.arena.faults import Cause, Disturbed, PlayerFault

_STALL_SECONDS = 0.1  # we wait for less: a longer wait was not ours


@dataclass(frozen=True, slots=True)
class Turn:
    """How long a player may take for a move.

    With an increment, `seconds` is all that is left on its clock, and the increment comes back
    after the move.
    """

    seconds: float
    increment: float | None = None


class MoveClock:
    """Runs from the moment it is made.

    It notices when this process itself stood still, stopped or starved: then nobody can say when
    an answer came, and no player is charged with that.
    """

    def __init__(self, seconds: float, *, grace: float = 0.0) -> None:
        self.seconds = seconds
        self._grace = grace
        self._began = self._looked = time.monotonic()
        self._stalled = 0.0

    @property
    def elapsed(self) -> float:
        """Seconds since it began."""
        return time.monotonic() - self._began

    @property
    def deadline(self) -> float:
        """When there is no use in waiting any longer, by `time.monotonic`."""
        return self._began + self.seconds + self._grace + self._stalled

    def looked(self, waited: float) -> None:
        """We look at the program again after a wait that was meant to take so long at most."""
        now = time.monotonic()
        gap = now - self._looked - waited
        self._looked = now
        if gap > _STALL_SECONDS:
            self._stalled += gap

    def check(self) -> None:
        """A fault if the time is over."""
        elapsed = self.elapsed
        if elapsed <= self.seconds:
            return
        if elapsed - self._stalled <= self.seconds:
            raise Disturbed(f"the worker stood still for {self._stalled:.2f} s")
        raise PlayerFault(Cause.LATE, f"after {elapsed:.2f} s of {self.seconds:g} s")
