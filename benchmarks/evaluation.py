r"""Claim: at equal time `auto` with the learned evaluation beats `auto` without it, on all sorts of
rules, also on those that no training has seen.

    python -m benchmarks.evaluation --pairs 50 --processes 14

How much there is to gain at all on a board that the solver masters, a perfect player tells:

    python -m benchmarks.evaluation --boards forbidden --unseen 0 --pairs 40 --players \
        perfect:book=false,seconds=600,table_mb=1024 auto:book=false,evaluation=none
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor

import dropfour as d4
from benchmarks.games import match, score_of
from benchmarks.measure import show
from dropfour.agents import parse_agent
from training.rules import unseen_rules

SECONDS = 0.1
PAIRS = 10  # of games, on each board
UNSEEN = 50
WITH, WITHOUT = "auto:book=false", "auto:book=false,evaluation=none"
BOARDS = {
    **{name: d4.load_rules(name) for name in ("classic", "irregular", "forbidden", "bonus", "max")},
    "9 × 9, lines of 5": d4.Rules.grid(rows=9, columns=9, goal=d4.Line(5)),
    "12 × 12, lines of 4": d4.Rules.grid(rows=12, columns=12),
}


def play(rules: d4.Rules, pair: int, seconds: float, players: tuple[str, str]) -> float:
    """The points of the first player in two games from one opening, 0 to 1."""
    ours, theirs = (parse_agent(text).with_defaults(seconds=seconds) for text in players)
    return match(
        rules,
        lambda side: ours.make(seed=2 * pair + side).choose,
        lambda side: theirs.make(seed=2 * pair + side).choose,
        pairs=1,
        seed=pair,
    ).mean


def main(arguments: Sequence[str] = ()) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pairs", type=int, default=PAIRS, help="of games on each board")
    parser.add_argument("--boards", nargs="+", default=list(BOARDS), choices=BOARDS)
    parser.add_argument("--unseen", type=int, default=UNSEEN, help="random rules, a pair on each")
    parser.add_argument("--seconds", type=float, default=SECONDS, help="a move")
    parser.add_argument("--processes", type=int, default=1, help="as many cores must be free")
    parser.add_argument("--players", nargs=2, default=(WITH, WITHOUT), metavar="AGENT")
    options = parser.parse_args(arguments)
    tasks = [(name, BOARDS[name], n) for name in options.boards for n in range(options.pairs)]
    tasks += [("unseen rules", unseen_rules(n), n) for n in range(options.unseen)]
    points: dict[str, list[float]] = {}
    with ProcessPoolExecutor(options.processes) as pool:
        waiting = [
            (name, pool.submit(play, rules, pair, options.seconds, tuple(options.players)))
            for name, rules, pair in tasks
        ]
        for name, future in waiting:
            points.setdefault(name, []).append(future.result())
    ours, theirs = options.players
    show(
        f"{ours} against {theirs}, {options.seconds} s a move",
        ("board", "games", "points"),
        [(name, 2 * len(each), score_of(each)) for name, each in points.items()],
    )


if __name__ == "__main__":
    main(sys.argv[1:])
