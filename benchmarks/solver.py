"""Claims: exact scores in at most a quarter of bitbully's time, on every set of positions.

The sets are those by which P. Pons measures solvers: so many discs on the board, so many plies to
the end. We draw positions at random, sort them by our own scores, and every solver must find the
same scores again. None has a book; tables are emptied before each position. Ours and bitbully are
called from Python, as users do. Times are of the processor: what else the machine does changes them
little. The clock's own time, a fifth of the shortest calls, is taken off.

bitbully runs in a process of its own (it is under the AGPL). More solvers can be named:

    python -m benchmarks.solver --peer pons=/path/to/c4solver

Each reads a line of columns, 1 to 7, and answers with a line: the columns, the score in a player's
own discs, nodes, microseconds. `--empty` adds bitbully's run of the empty board, about four
minutes. How late a stop is: benchmarks/limits.py. Threads, without Python: solver_threads.cpp.
"""

from __future__ import annotations

import argparse
import math
import random
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

import dropfour as d4
from benchmarks.games import is_quiet, random_moves
from benchmarks.measure import show, time_of_clock
from benchmarks.peers import bitbully_alone, bitbully_score


class Stage(NamedTuple):
    name: str
    discs: tuple[int, int]
    sets: dict[str, tuple[int, int]]  # plies to the end


# By discs up to 14, 28 and more; by plies below 14, 28 and more: those that there are. Of openings
# with fewer than eight discs bitbully needs seconds each.
STAGES = (
    Stage("end", (29, 41), {"easy": (1, 13)}),
    Stage("middle", (15, 28), {"easy": (1, 13), "medium": (14, 27)}),
    Stage("beginning", (8, 14), {"easy": (1, 13), "medium": (14, 27), "hard": (28, 42)}),
)
POSITIONS = 300  # of each set
REPEATS = {"easy": 5, "medium": 3, "hard": 1}  # in turn; the fastest of each solver counts
CLAIM = 0.25
CLAIM_OF_TWO = 0.55  # threads after DDDD, by the clock
EMPTY_TABLE_MB = 512

Run = tuple[list[int], int, float]  # scores, nodes, seconds


def sets_of(stage: Stage) -> dict[str, list[d4.Position]]:
    """Random positions in which nobody wins at once, by plies to the end."""
    rng, rules = random.Random(f"stage {stage.name}"), d4.load_rules("classic")
    found: dict[str, list[d4.Position]] = {name: [] for name in stage.sets}
    while any(len(positions) < POSITIONS for positions in found.values()):
        position = random_moves(rules, rng.randint(*stage.discs), rng)
        if not is_quiet(position):
            continue
        plies = d4.solve(position, details=False, book=False).plies or 0
        for name, (least, most) in stage.sets.items():
            if least <= plies <= most and len(found[name]) < POSITIONS:
                found[name].append(position)
    return found


def ours(positions: list[d4.Position], table_mb: int = 64) -> Run:
    solver = d4.Solver(positions[0].rules, table_mb=table_mb, book=False)
    scores, nodes, seconds = [], 0, -time_of_clock(time.process_time) * len(positions)
    for position in positions:
        solver.clear()
        began = time.process_time()
        solution = solver.solve(position, details=False)
        seconds += time.process_time() - began
        nodes += solution.nodes
        left = position.rules.playable - len(position.moves)
        scores.append(bitbully_score(solution.exact, left))
    return scores, nodes, seconds


def bitbully(positions: list[d4.Position]) -> Run:
    rows = bitbully_alone(positions)
    seconds = sum(r[2] for r in rows) - time_of_clock(time.process_time) * len(positions)
    return [r[0] for r in rows], sum(r[1] for r in rows), seconds


def program(path: str, positions: list[d4.Position]) -> Run:
    """A solver given by its path; it times itself."""
    asked = "".join("".join(str(c + 1) for c in p.moves) + "\n" for p in positions)
    run = subprocess.run([path], input=asked, capture_output=True, text=True, check=True)
    rows = [line.split() for line in run.stdout.splitlines()]
    seconds = sum(float(r[3]) for r in rows) / 1e6
    return [int(r[1]) for r in rows], sum(int(r[2]) for r in rows), seconds


Solver = Callable[[list[d4.Position]], Run]


def fastest(solvers: dict[str, Solver], positions: list[d4.Position], repeats: int) -> list[Run]:
    """The best run of each solver, in turn; all must find the same scores."""
    runs = [[solve(positions) for solve in solvers.values()] for _ in range(repeats)]
    assert len({tuple(scores) for row in runs for scores, *_ in row}) == 1, "solvers disagree"
    return [min(each, key=lambda run: run[2]) for each in zip(*runs, strict=True)]


def row(name: str, positions: int, runs: list[Run]) -> tuple[str, ...]:
    cells = [name]
    for _, nodes, seconds in runs:
        cells += [f"{1e3 * seconds / positions:.4g}", f"{nodes / positions:,.0f}"]
    ratios = [runs[0][2] / seconds for *_, seconds in runs[1:]]
    return (*cells, *(f"{ratio:.2f}" for ratio in ratios))


def by_sets(peers: dict[str, Solver]) -> None:
    solvers = {"dropfour": ours, **peers}
    rows = []
    for stage in STAGES:
        for name, positions in sets_of(stage).items():
            runs = fastest(solvers, positions, REPEATS[name])
            rows.append(row(f"{stage.name}, {name}", len(positions), runs))
    header = [title for name in solvers for title in (f"{name} ms", "nodes")]
    claims = [f"of {name} (≤ {CLAIM})" if name == "bitbully" else f"of {name}" for name in peers]
    show(
        f"Exact scores, 7 × 6, {POSITIONS} positions each, one core",
        ["set", *header, *claims],
        rows,
    )


def empty_board(*, with_bitbully: bool) -> None:
    start = [d4.Position(d4.load_rules("classic"))]
    solvers: dict[str, Solver] = {"dropfour": partial(ours, table_mb=EMPTY_TABLE_MB)}
    if with_bitbully:
        solvers["bitbully"] = bitbully
    rows = [
        (name, f"{seconds:.2f}", f"{nodes:,}", f"{nodes / seconds / 1e6:.2f} M")
        for name, (_, nodes, seconds) in zip(solvers, fastest(solvers, start, 1), strict=True)
    ]
    show("The empty board, 7 × 6, one core", ("solver", "s", "nodes", "nodes/s"), rows)


def time_per_node(rules: d4.Rules, nodes: int = 1_500_000) -> float:
    """Nanoseconds a node from the start."""
    solver, start = d4.Solver(rules, book=False), d4.Position(rules)
    best = float("inf")
    for _ in range(3):
        solver.clear()
        began = time.process_time()
        try:
            nodes = solver.solve(start, nodes=nodes, details=False).nodes
        except d4.Unsolved as error:
            nodes = error.nodes
        best = min(best, time.process_time() - began)
    return 1e9 * best / nodes


def word_counts() -> None:
    one = time_per_node(d4.Rules.grid(rows=6, columns=7))
    two = time_per_node(d4.Rules.grid(rows=8, columns=8))
    show(
        "Time a node by words",
        ("board", "words", "ns a node", "ratio", "claim"),
        [("7 × 6", 1, f"{one:.0f}", "1", ""), ("8 × 8", 2, f"{two:.0f}", f"{two / one:.2f}", 2.2)],
    )


def threads(repeats: int = 5) -> None:
    """By the clock; the fastest of each, in turn."""
    rows = []
    for moves in ("DDDD", "DDD", "DDDDD", "CDDC"):
        position = d4.Position.from_moves(moves, d4.load_rules("classic"))
        best = {1: (math.inf, 0), 2: (math.inf, 0)}  # seconds and nodes by threads
        for _ in range(repeats):
            for number in best:
                began = time.perf_counter()
                found = d4.solve(position, threads=number, details=False, book=False)
                best[number] = min(best[number], (time.perf_counter() - began, found.nodes))
        cells = [text for s, nodes in best.values() for text in (f"{s:.2f}", f"{nodes:,}")]
        rows.append((moves, *cells, f"{best[2][0] / best[1][0]:.2f}"))
    header = ("after", "one thread s", "nodes", "two s", "nodes", f"ratio (≤ {CLAIM_OF_TWO})")
    show("Two threads, 7 × 6", header, rows)


def main(arguments: Sequence[str] = ()) -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.solver")
    parser.add_argument("--empty", action="store_true", help="bitbully solves the empty board too")
    parser.add_argument("--peer", action="append", default=[], metavar="NAME=PATH")
    options = parser.parse_args(arguments)
    peers: dict[str, Solver] = {"bitbully": bitbully}
    for peer in options.peer:
        name, _, path = peer.partition("=")
        peers[name] = partial(program, path)
    by_sets(peers)
    empty_board(with_bitbully=options.empty)
    word_counts()
    threads()


if __name__ == "__main__":
    main(sys.argv[1:])
