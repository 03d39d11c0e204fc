"""Agents that do just what a test needs, and the server with them in place of the real ones.

`python -m tests.web.stand_ins ARGUMENTS` is `dropfour web ARGUMENTS` with these agents.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from typing import Any

from dropfour import Exact
from dropfour._settings import Whole
from dropfour.agents import Agent, Analysis, ColumnAnalysis, Control, spec
from dropfour.agents.base import OnAnalysis
from dropfour.cli.web import main
from dropfour.game import Position


class StandIn(Agent):
    """Plays the middle one of the legal columns at once."""

    name = "first"
    title = "Stand-in"
    about = "Does what a test needs."

    def analyse(
        self,
        position: Position,
        *,
        progress: OnAnalysis | None = None,
        control: Control | None = None,
    ) -> Analysis:
        legal = position.legal
        columns = {
            c: ColumnAnalysis(column=c, value=0.0, visits=10, draws=10, independent=True)
            for c in legal
        }
        move = legal[len(legal) // 2]
        return Analysis(move=move, columns=columns, line=(move,), playouts=10, seconds=0.01)

    def _search(
        self, position: Position, control: Any, progress: Callable[[Any], None] | None
    ) -> Any:
        raise NotImplementedError


class Levelled(StandIn):
    """The same for every level."""

    name = "auto"
    level = Whole("Nothing.", None, high=10)


class Endless(StandIn):
    """Thinks until it is stopped, and reports all the time."""

    name = "endless"
    heeds = ("seconds",)
    running: set[Endless] = set()  # noqa: RUF012

    def analyse(
        self,
        position: Position,
        *,
        progress: OnAnalysis | None = None,
        control: Control | None = None,
    ) -> Analysis:
        assert control is not None
        Endless.running.add(self)
        try:
            began = time.monotonic()
            while not control.stop_requested and time.monotonic() - began < 30:
                time.sleep(0.01)
                if progress:
                    progress(super().analyse(position))
        finally:
            Endless.running.discard(self)
        return super().analyse(position)


class Growing(Endless):
    """Goes on where it was stopped, unless it was told to forget."""

    name = "growing"

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        self.turns = 0

    def go_on(
        self,
        position: Position,
        *,
        progress: OnAnalysis | None = None,
        control: Control | None = None,
    ) -> Analysis:
        self.turns += 1
        return self.analyse(position, progress=progress, control=control)

    def forget(self) -> None:
        self.turns = 0


class Idle(StandIn):
    """Knows of one column, and looks into no other."""

    name = "idle"

    def analyse(
        self,
        position: Position,
        *,
        progress: OnAnalysis | None = None,
        control: Control | None = None,
    ) -> Analysis:
        found = super().analyse(position)
        columns = {c: ColumnAnalysis(column=c, value=0.0) for c in found.columns}
        columns[found.move] = ColumnAnalysis(column=found.move, value=1.0, exact=Exact(1, plies=1))
        return Analysis(move=found.move, columns=columns)


class Broken(StandIn):
    """Fails."""

    name = "broken"

    def analyse(
        self,
        position: Position,
        *,
        progress: OnAnalysis | None = None,
        control: Control | None = None,
    ) -> Analysis:
        raise RuntimeError("secret detail")


CLASSES = {
    cls.name: f"tests.web.stand_ins:{cls.__name__}"
    for cls in (Levelled, StandIn, Endless, Idle, Broken)
}
"""Entries of the registry, in place of the real ones."""


if __name__ == "__main__":
    spec._CLASSES.clear()
    spec._CLASSES.update(CLASSES)
    sys.exit(main(sys.argv[1:]))
