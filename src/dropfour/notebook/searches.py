"""A search beside the kernel: in a thread of its own, one at a time, stopped at once."""

from __future__ import annotations

import atexit
from collections.abc import Callable
from threading import Thread
from weakref import WeakSet

from dropfour.agents import Control

_LAST_S = 5.0  # for a search to end when Python does


class Turn:
    """One search's: its `control` may end it with what it has found, `cancelled` for nothing."""

    def __init__(self) -> None:
        self.control = Control()
        self.cancelled = False

    def cancel(self) -> None:
        self.cancelled = True
        self.control.stop()


class Background:
    """The one search of its kind: a newer one cancels it."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._turn = Turn()
        self._thread: Thread | None = None
        _all.add(self)

    def start(self, search: Callable[[Turn], None]) -> None:
        """Runs a search, which begins when the one before has ended: they may share an agent."""
        self.cancel()
        turn, before = Turn(), self._thread

        def run() -> None:
            if before is not None:
                before.join()
            if not turn.cancelled:
                search(turn)

        self._turn = turn
        self._thread = Thread(target=run, name=self._name, daemon=True)
        self._thread.start()

    def cancel(self) -> None:
        """Ends it at once; what it has found is not wanted."""
        self._turn.cancel()

    def wait(self, seconds: float | None) -> None:
        """Until the search has ended, or the seconds are over."""
        if self._thread is not None:
            self._thread.join(seconds)


_all: WeakSet[Background] = WeakSet()


@atexit.register
def _end() -> None:
    """Native code that still runs when Python ends would crash it."""
    for each in _all:
        each.cancel()
    for each in _all:
        each.wait(_LAST_S)
