r"""Claim: at equal time `auto` with the learned evaluation beats `auto` without it, on all sorts of
rules, also on those that no training has seen.

    python -m benchmarks.evaluation --pairs 50 --processes 14

How much there is to gain at all on a board that the solver masters, a perfect player tells:

    python -m benchmarks.evaluation --boards forbidden --unseen 0 --pairs 40 --players \
        perfect:book=false,seconds=600,table_mb=1024 auto:book=false,evaluation=none

Against an earlier version, which is a program of its own with the engine protocol:

    python -m benchmarks.evaluation --program "EARLIER/.venv/bin/dropfour engine --agent auto"

(`auto:book=false` if it has books).
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack
from typing import NamedTuple

import dropfour as d4
from benchmarks.games import Choose, match, score_of
from benchmarks.measure import show
from benchmarks.peers import EngineProgram
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


class Task(NamedTuple):
    """Two games from one opening."""

    board: str
    rules: d4.Rules
    pair: int
    seconds: float
    players: tuple[str, str]
    program: str | None  # instead of the second player


def play(task: Task) -> float:
    """The share of the points that the first player gets, 0 to 1."""
    ours, theirs = (parse_agent(text).with_defaults(seconds=task.seconds) for text in task.players)
    with ExitStack() as programs:

        def opponent(side: int) -> Choose:
            if task.program is None:
                return theirs.make(seed=2 * task.pair + side).choose
            engine = EngineProgram(task.program, task.rules, seconds=task.seconds)
            return programs.enter_context(engine).choose

        return match(
            task.rules,
            lambda side: ours.make(seed=2 * task.pair + side).choose,
            opponent,
            pairs=1,
            seed=task.pair,
        ).mean


def main(arguments: Sequence[str] = ()) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pairs", type=int, default=PAIRS, help="of games on each board")
    parser.add_argument("--boards", nargs="+", default=list(BOARDS), choices=BOARDS)
    parser.add_argument("--unseen", type=int, default=UNSEEN, help="random rules, a pair on each")
    parser.add_argument("--seconds", type=float, default=SECONDS, help="a move")
    parser.add_argument("--processes", type=int, default=1, help="as many cores must be free")
    parser.add_argument("--players", nargs=2, default=(WITH, WITHOUT), metavar="AGENT")
    parser.add_argument("--program", help="an engine instead of the second player")
    options = parser.parse_args(arguments)
    told = options.seconds, tuple(options.players), options.program
    games = [(name, BOARDS[name], n) for name in options.boards for n in range(options.pairs)]
    games += [("unseen rules", unseen_rules(n), n) for n in range(options.unseen)]
    points: dict[str, list[float]] = {}
    with ProcessPoolExecutor(options.processes) as pool:
        tasks = [Task(*game, *told) for game in games]
        for task, share in zip(tasks, pool.map(play, tasks), strict=True):
            points.setdefault(task.board, []).append(share)
    ours, theirs = options.players
    show(
        f"{ours} against {options.program or theirs}, {options.seconds} s a move",
        ("board", "games", "points"),
        [(name, 2 * len(each), score_of(each)) for name, each in points.items()],
    )


if __name__ == "__main__":
    main(sys.argv[1:])
