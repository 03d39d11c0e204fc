"""What every agent is: settings in, an `Analysis` of a position out."""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import replace
from typing import ClassVar

import dropfour._native as _native
from dropfour._settings import MAX_THREADS, seed_number, whole
from dropfour.agents.analysis import Analysis, from_report
from dropfour.agents.limit import Limit
from dropfour.errors import IllegalMove
from dropfour.game import Position

Progress = Callable[[Analysis], None]


class Agent(ABC):
    """A player: `analyse` says what it thinks of a position, `choose` only its move.

    The same settings, seed and count limits give the same answer on every machine. `stop` may
    be called from another thread: a running analysis then returns what it has.
    """

    name: ClassVar[str]
    default_limit: ClassVar[Limit] = Limit()

    def __init__(self, *, limit: Limit | None = None, seed: int = 0, threads: int = 1) -> None:
        self.limit = limit if limit is not None and limit.given() else self.default_limit
        self.seed = seed_number(seed)
        self.threads = whole("threads", threads, 1, MAX_THREADS)
        self._control: _native.Control | None = None

    def analyse(self, position: Position, *, progress: Progress | None = None) -> Analysis:
        """Thinks within the limit; `progress` is called with what is known, now and then."""
        if position.outcome is not None:
            raise IllegalMove("the game is over")
        began = time.perf_counter()
        points = position.rules.ending == "full"

        def on_report(report: _native.Report) -> None:
            assert progress is not None
            progress(from_report(report, points=points, seconds=time.perf_counter() - began))

        self._control = control = _native.Control()
        try:
            found = self._search(position, control, on_report if progress else None)
        finally:
            self._control = None
        seconds = time.perf_counter() - began
        if isinstance(found, Analysis):
            return replace(found, seconds=seconds)
        return from_report(found, points=points, seconds=seconds)

    def choose(self, position: Position) -> int:
        """The 0-based column it plays."""
        return self.analyse(position).move

    def stop(self) -> None:
        """Ends a running analysis at once; without one, does nothing."""
        if (control := self._control) is not None:
            control.stop()

    @abstractmethod
    def _search(
        self,
        position: Position,
        control: _native.Control,
        progress: Callable[[_native.Report], None] | None,
    ) -> _native.Report | Analysis:
        """Runs the search, a native one as a rule; it polls `control` and honours `self.limit`."""

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.limit} seed={self.seed} threads={self.threads}>"
