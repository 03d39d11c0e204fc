"""Claim: a search overshoots its time by at most 10 ms, and ends within 10 ms of a stop.

Every agent is new in every run, so what it does once (reserving a table) counts. A plain wait of
the same length, measured in between, shows what the machine itself is late.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from functools import partial

import dropfour as d4
from benchmarks.measure import show

RUNS = 20
SECONDS = 0.1
AGENTS = ("montecarlo", "uct", "alphabeta", "perfect", "auto")
BOARDS = {
    "7 × 6": d4.load_rules("classic"),
    "max": d4.load_rules("max"),
    "12 × 12": d4.Rules.grid(rows=12, columns=12),
    "32 × 32": d4.Rules.grid(rows=32, columns=32, goal=d4.Line(5)),
    "32 × 1": d4.Rules.grid(rows=1, columns=32),
    "odd heights": d4.Rules(heights=[3, 1, 5, 3, 1, 3] * 4),
    "squares on 32 × 3": d4.Rules.grid(rows=3, columns=32, goal=d4.Square(2)),
}


def searcher(name: str, seconds: float) -> d4.Agent:
    """Without a book, whose answer would need no time."""
    settings = {"book": False} if name in ("perfect", "auto") else {}
    return d4.agent(name, seconds=seconds, **settings)


def overshoot(name: str, position: d4.Position) -> float:
    agent = searcher(name, SECONDS)
    began = time.perf_counter()
    agent.analyse(position)
    return time.perf_counter() - began - SECONDS


def after_a_stop(name: str, position: d4.Position) -> float:
    agent, stopped = searcher(name, 60), 0.0

    def stop() -> None:
        nonlocal stopped
        stopped = time.perf_counter()
        agent.stop()

    threading.Timer(SECONDS, stop).start()
    agent.analyse(position)
    return time.perf_counter() - stopped


def wait() -> float:
    began = time.perf_counter()
    threading.Event().wait(SECONDS)
    return time.perf_counter() - began - SECONDS


def times(what: Callable[[], float], waits: list[float]) -> str:
    """The median and the worst of many, in milliseconds."""
    measured = []
    for _ in range(RUNS):
        measured.append(what())
        waits.append(wait())
    return summary(measured)


def summary(measured: list[float]) -> str:
    ordered = sorted(measured)
    return f"{1000 * ordered[len(ordered) // 2]:.1f} / {1000 * ordered[-1]:.1f}"


def main() -> None:
    waits: list[float] = []
    rows = []
    for name in AGENTS:
        for board, rules in BOARDS.items():
            position = d4.Position(rules)
            limit = times(partial(overshoot, name, position), waits)
            stop = times(partial(after_a_stop, name, position), waits)
            rows.append((name, board, limit, stop))
    rows.append(("a plain wait", "", summary(waits), ""))
    show(
        f"Late by, in ms: median / worst of {RUNS} with {1000 * SECONDS:.0f} ms",
        ("agent", "board", "a time limit", "a stop"),
        rows,
    )


if __name__ == "__main__":
    main()
