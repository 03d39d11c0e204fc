"""Claim: every level of `auto` is stronger than the one below it.

python -m benchmarks.levels PAIRS FIRST LAST
"""

from __future__ import annotations

import sys
from collections.abc import Callable

import dropfour as d4
from benchmarks.games import Choose, match
from benchmarks.measure import show
from dropfour.agents.auto import LEVELS

GAMES = ("classic", "irregular", "square", "bonus", "max")


def level(number: int) -> Callable[[int], Choose]:
    def make(seed: int) -> Choose:
        return d4.agent("auto", level=number, seed=seed).choose

    return make


def main(pairs: int = 10, first: int = 2, last: int = len(LEVELS)) -> None:
    rows = []
    for number in range(first, last + 1):
        scores = [
            match(d4.load_rules(game), level(number), level(number - 1), pairs=pairs)
            for game in GAMES
        ]
        mean = sum(s.mean for s in scores) / len(scores)
        half = sum(s.half_width**2 for s in scores) ** 0.5 / len(scores)
        rows.append((f"{number} v {number - 1}", f"{mean:.1%} ± {half:.1%}", *map(str, scores)))
    show(
        f"Levels of auto against the one below, {2 * pairs} games on each board",
        ("levels", "all", *GAMES),
        rows,
    )


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
