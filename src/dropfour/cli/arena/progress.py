"""Live progress of a run: games done, rate, time left, standings with error bars."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from dropfour._words import counted
from dropfour.arena.report import summarise
from dropfour.cli.arena.explain import words_for
from dropfour.cli.arena.text import format_sequential, format_standings

if TYPE_CHECKING:
    from dropfour.arena.run import RunStatus

_STANDINGS_SECONDS = 3.0
_LINE_SECONDS = 30.0


@contextmanager
def live_progress(*, quiet: bool) -> Iterator[Callable[[RunStatus], None] | None]:
    """On a terminal a picture that renews itself, else a line now and then on standard error."""
    if quiet:
        yield None
    elif sys.stderr.isatty():
        with _live() as show:
            yield show
    else:
        yield _lines()


def format_status(status: RunStatus) -> str:
    """One line."""
    left = status.seconds_left
    rest = f", {words_for(left)} left" if left is not None and status.done < status.total else ""
    done = f"{status.done:,} of {counted(status.total, 'game')}"
    return f"{done}, {status.rate:.1f} a second{rest}"


def _lines() -> Callable[[RunStatus], None]:
    following = time.monotonic() + _LINE_SECONDS

    def show(status: RunStatus) -> None:
        nonlocal following
        if time.monotonic() >= following:
            following = time.monotonic() + _LINE_SECONDS
            print(format_status(status), file=sys.stderr, flush=True)

    return show


@contextmanager
def _live() -> Iterator[Callable[[RunStatus], None]]:
    from rich.console import Console
    from rich.live import Live
    from rich.text import Text

    standings, following = "", 0.0

    console = Console(stderr=True)
    with Live(console=console, transient=True, auto_refresh=False) as live:

        def show(status: RunStatus) -> None:
            nonlocal standings, following
            if status.done and time.monotonic() >= following:
                began = time.monotonic()
                summary = summarise(status.results())
                standings = format_standings(summary, width=console.width)
                if summary.sequential is not None:
                    standings += "\n" + format_sequential(summary)
                # Never more than a small share of the time, however many games there are.
                following = time.monotonic() + max(
                    _STANDINGS_SECONDS, 20 * (time.monotonic() - began)
                )
            live.update(Text(f"{format_status(status)}\n{standings}"), refresh=True)

        yield show
