"""What the benchmarks share: timing with repeats, and a table on standard output."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence


def seconds(work: Callable[[], object], *, repeats: int = 5) -> float:
    """The shortest of several runs: the one that was disturbed least."""
    best = float("inf")
    for _ in range(repeats):
        began = time.perf_counter()
        work()
        best = min(best, time.perf_counter() - began)
    return best


def time_of_clock(clock: Callable[[], float], readings: int = 1000) -> float:
    """What a clock shows of its own time, between two readings."""
    return min(-clock() + clock() for _ in range(readings))


def show(title: str, header: Sequence[str], rows: Sequence[Sequence[object]]) -> None:
    """Prints a Markdown table under a heading."""
    cells = [[str(cell) for cell in row] for row in (header, *rows)]
    widths = [max(len(row[i]) for row in cells) for i in range(len(header))]
    print(f"\n### {title}\n")
    for number, row in enumerate(cells):
        print("| " + " | ".join(f"{c:<{w}}" for c, w in zip(row, widths, strict=True)) + " |")
        if number == 0:
            print("|" + "|".join("-" * (w + 2) for w in widths) + "|")
    print(flush=True)
