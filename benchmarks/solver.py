"""Claims: the solver needs at most half of bitbully's time, a quarter for the empty board.

Both solve the same positions, which we generate, without a book; tables are emptied before each.
bitbully runs in a process of its own (it is under the AGPL). Times are of the processor, for both:
what else the machine does changes them little. `python -m benchmarks.solver --empty` adds
bitbully's run of the empty board, about four minutes. How late a stop is: benchmarks/limits.py.
"""

from __future__ import annotations

import random
import sys
import time
from typing import NamedTuple

import dropfour as d4
from benchmarks.games import is_quiet, random_moves
from benchmarks.measure import show
from benchmarks.peers import bitbully_alone, bitbully_score


class Stage(NamedTuple):
    discs: tuple[int, int]
    positions: int
    table_mb: int  # no larger than it must be: to empty a table empties the processor's caches
    claim: float  # the highest ratio


STAGES = {
    "beginning": Stage((11, 15), positions=60, table_mb=16, claim=0.5),
    "middle": Stage((18, 26), positions=400, table_mb=1, claim=0.5),
    "end": Stage((28, 36), positions=1000, table_mb=1, claim=0.7),
}
EMPTY_TABLE_MB = 512
REPEATS = 3  # of each stage, in turn; the fastest of each counts

Run = tuple[list[int], int, float]  # scores, nodes, seconds


def positions_of(stage: str) -> list[d4.Position]:
    """Random positions in which nobody wins at once."""
    (low, high), number = STAGES[stage][:2]
    rng, rules = random.Random(f"stage {stage}"), d4.load_rules("classic")
    found: list[d4.Position] = []
    while len(found) < number:
        position = random_moves(rules, rng.randint(low, high), rng)
        if is_quiet(position) and low <= len(position.moves):
            found.append(position)
    return found


def ours(positions: list[d4.Position], table_mb: int) -> Run:
    solver = d4.Solver(positions[0].rules, table_mb=table_mb, book=False)
    scores, nodes, seconds = [], 0, 0.0
    for position in positions:
        solver.clear()
        began = time.process_time()
        solution = solver.solve(position, details=False)
        seconds += time.process_time() - began
        nodes += solution.nodes
        left = position.rules.playable - len(position.moves)
        scores.append(bitbully_score(solution.exact, left))
    return scores, nodes, seconds


def theirs(positions: list[d4.Position]) -> Run:
    rows = bitbully_alone(positions)
    return [r[0] for r in rows], sum(r[1] for r in rows), sum(r[2] for r in rows)


def row(name: str, mine: Run, their: Run | None, claim: float) -> tuple[str, ...]:
    text = (name, *work(mine))
    if their is None:
        return (*text, "-", "-", "-", "-", f"{claim}")
    assert mine[0] == their[0], "the two solvers disagree"
    return (*text, *work(their), f"{mine[2] / their[2]:.2f}", f"{claim}")


def work(run: Run) -> tuple[str, str, str]:
    _, nodes, seconds = run
    return f"{seconds:.3f}", f"{nodes:,}", f"{nodes / seconds / 1e6:.2f} M"


def columns(who: str) -> tuple[str, str, str]:
    return f"{who} s", "nodes", "nodes/s"


def against_bitbully(*, empty: bool) -> None:
    rows = []
    for name, stage in STAGES.items():
        positions = positions_of(name)
        runs = [(ours(positions, stage.table_mb), theirs(positions)) for _ in range(REPEATS)]
        mine, their = (min(each, key=lambda run: run[2]) for each in zip(*runs, strict=True))
        title = f"{name}, {stage.positions} positions"
        rows.append(row(title, mine, their, stage.claim))
    start = [d4.Position(d4.load_rules("classic"))]
    rows.append(
        row("empty board", ours(start, EMPTY_TABLE_MB), theirs(start) if empty else None, 0.25)
    )
    show(
        "Exact scores, 7 × 6, one core",
        ("what", *columns("dropfour"), *columns("bitbully"), "ratio", "claim"),
        rows,
    )


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


def threads() -> None:
    position = d4.Position.from_moves("DDDD", d4.load_rules("classic"))
    rows, alone = [], 0.0
    for number in (1, 2):
        began, cpu_began = time.perf_counter(), time.process_time()
        found = d4.solve(position, threads=number, details=False, book=False)
        seconds, cpu = time.perf_counter() - began, time.process_time() - cpu_began
        alone = alone or seconds
        rate = f"{found.nodes / seconds / 1e6:.2f} M"
        text = (f"{seconds:.2f}", f"{cpu / number:.2f}", f"{found.nodes:,}", rate)
        rows.append((number, *text, f"{seconds / alone:.2f}"))
    header = ("threads", "clock s", "CPU s of each", "nodes", "nodes/s", "ratio by the clock")
    show("Threads, 7 × 6 after DDDD", header, rows)


def main() -> None:
    against_bitbully(empty="--empty" in sys.argv)
    word_counts()
    threads()


if __name__ == "__main__":
    main()
