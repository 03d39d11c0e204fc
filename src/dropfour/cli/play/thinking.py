"""The computer thinks: a progress bar with its current favourite, gone when it has moved."""

from __future__ import annotations

import time

from rich.console import Console, Group, RenderableType
from rich.constrain import Constrain
from rich.live import Live
from rich.progress_bar import ProgressBar
from rich.table import Table
from rich.text import Text

from dropfour.agents import Agent, Analysis, Limit
from dropfour.cli.play.words import verdict
from dropfour.game import Position

_BAR_WIDTH = 16
_INTERVAL_S = 0.04  # between two pictures: the eye wants no more


def think(
    agent: Agent,
    position: Position,
    *,
    console: Console,
    who: str,
    scene: RenderableType | None = None,
) -> Analysis:
    """The agent's analysis; on a terminal its progress is shown while it runs, under the scene."""
    if not console.is_terminal or console.is_dumb_terminal:
        return agent.analyse(position)
    with Ticker(console) as ticker:
        height = 0 if scene is None else len(console.render_lines(scene))
        above = [] if scene is None or height + 2 >= console.height else [scene]

        def show(analysis: Analysis) -> None:
            # The terminal shows Ctrl-C as ^C at the end of the line, and that must not wrap.
            bar = Constrain(_bar(analysis, agent.limit, who), console.width - len("^C "))
            ticker.show(Group(*above, bar))

        return agent.analyse(position, progress=show)


def share_done(analysis: Analysis, limit: Limit) -> float:
    """How much of a limit is used up, from 0 to 1; it ends at the first bound it meets.

    >>> share_done(Analysis(move=0, columns={}, playouts=50, seconds=0.9), Limit(playouts=200))
    0.25
    """
    shares = [getattr(analysis, name) / bound for name, bound in limit.given().items()]
    return min(max(shares, default=0.0), 1.0)


class Ticker:
    """Something at the foot of a terminal that changes in place, and is gone in the end.

    It appears when first shown something, so that what is quick does not flicker, and it has no
    thread of its own. Where there is no terminal it does nothing.
    """

    def __init__(self, console: Console) -> None:
        self._animated = console.is_terminal and not console.is_dumb_terminal
        self._live = Live(console=console, transient=True, auto_refresh=False)
        self._shown_s = time.monotonic()

    def __enter__(self) -> Ticker:
        return self

    def __exit__(self, *_: object) -> None:
        if self._live.is_started:
            self._live.stop()

    def show(self, what: RenderableType) -> None:
        """Show this instead, unless something was shown a moment ago."""
        now_s = time.monotonic()
        if not self._animated or now_s - self._shown_s < _INTERVAL_S:
            return
        self._shown_s = now_s
        if not self._live.is_started:
            self._live.start()
        self._live.update(what, refresh=True)


def _bar(analysis: Analysis, limit: Limit, who: str) -> Table:
    """One line: who thinks, how much of the limit is used up, and the favourite so far."""
    text = ""
    if (favourite := analysis.columns.get(analysis.move)) is not None:
        opinion = verdict(favourite).partition(",")[0]
        text = f"favourite {favourite.name}" + (f", {opinion}" if opinion else "")
    if limit.given():
        share = share_done(analysis, limit)
        bar = ProgressBar(total=1.0, completed=share, width=_BAR_WIDTH)
        text = f"{share:4.0%}  {text}"
    else:
        bar = ProgressBar(width=_BAR_WIDTH, pulse=True)
    row = Table.grid(padding=(0, 1))
    row.add_column(no_wrap=True, overflow="ellipsis")
    row.add_column(width=_BAR_WIDTH)
    row.add_column(no_wrap=True, overflow="ellipsis")
    row.add_row(Text(f"{who} thinks"), bar, Text(text))
    return row
