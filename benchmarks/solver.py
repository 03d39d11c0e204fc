"""Claims: the solver needs at most half of bitbully's time, a quarter for the empty board.

Both solve the same positions, which we generate, without a book; tables are emptied before each.
bitbully runs in a process of its own (it is under the AGPL). Times are of the processor, for both:
what else the machine does changes them little. `python -m benchmarks.solver --empty` adds
bitbully's run of the empty board, about four minutes.
"""

from __future__ import annotations

import json
import random
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

import dropfour as d4
from benchmarks.measure import show

STAGES = {  # name: discs on the board, positions, highest ratio claimed
    "beginning": ((11, 15), 60, 0.5),
    "middle": ((18, 26), 400, 0.5),
    "end": ((28, 36), 2000, 0.7),
}
TABLE_MB = 16  # emptied 2,460 times
EMPTY_TABLE_MB = 512

THEIR_PROGRAM = """
import json, sys, time
from bitbully import bitbully_core
solver = bitbully_core.BitBullyCore()
for line in sys.stdin:
    board = bitbully_core.BoardCore()
    for column in json.loads(line):
        assert board.play(column)
    solver.resetTranspositionTable()
    solver.resetNodeCounter()
    began = time.process_time()
    score = solver.mtdf(board, 0)
    seconds = time.process_time() - began
    print(json.dumps([int(score), solver.getNodeCounter(), seconds]), flush=True)
"""

Run = tuple[list[int], int, float]  # scores, nodes, seconds


def positions_of(stage: str) -> list[d4.Position]:
    """Random positions in which nobody wins at once."""
    (low, high), number, _ = STAGES[stage]
    rng, rules = random.Random(f"stage {stage}"), d4.load_rules("classic")
    found: list[d4.Position] = []
    while len(found) < number:
        position = d4.Position(rules)
        for _ in range(rng.randint(low, high)):
            if position.outcome is None:
                position = position.play(rng.choice(position.legal))
        if position.outcome is None and low <= len(position.moves):
            wins = {cell.column for cell in position.winning_cells(position.turn)}
            if not any(position.play(c).outcome for c in wins if c in position.legal):
                found.append(position)
    return found


def score_of(solution: d4.Solution, left: int) -> int:
    """Our result in bitbully's count."""
    assert solution.plies is not None
    return solution.value * ((left - solution.plies) // 2 + 1)


def ours(positions: list[d4.Position], table_mb: int) -> Run:
    solver = d4.Solver(positions[0].rules, table_mb=table_mb)
    scores, nodes, seconds = [], 0, 0.0
    for position in positions:
        solver.clear()
        began = time.process_time()
        solution = solver.solve(position, details=False)
        seconds += time.process_time() - began
        nodes += solution.nodes
        scores.append(score_of(solution, position.rules.playable - len(position.moves)))
    return scores, nodes, seconds


def theirs(positions: list[d4.Position]) -> Run:
    asked = "".join(json.dumps(p.moves) + "\n" for p in positions)
    command = [sys.executable, "-c", THEIR_PROGRAM]
    answer = subprocess.run(command, input=asked, capture_output=True, text=True, check=True)
    rows = [json.loads(line) for line in answer.stdout.splitlines()]
    return [r[0] for r in rows], sum(r[1] for r in rows), sum(r[2] for r in rows)


def row(name: str, mine: Run, their: Run | None, claim: float) -> tuple[str, ...]:
    text = [name, f"{mine[2]:.3f}", f"{mine[1]:,}", f"{mine[1] / mine[2] / 1e6:.2f} M"]
    if their is None:
        return (*text, "-", "-", "-", f"{claim}")
    assert mine[0] == their[0], "the two solvers disagree"
    return (*text, f"{their[2]:.3f}", f"{their[1]:,}", f"{mine[2] / their[2]:.2f}", f"{claim}")


def against_bitbully(*, empty: bool) -> None:
    rows = []
    for stage, (_, number, claim) in STAGES.items():
        positions = positions_of(stage)
        rows.append(
            row(f"{stage}, {number} positions", ours(positions, TABLE_MB), theirs(positions), claim)
        )
    start = [d4.Position(d4.load_rules("classic"))]
    rows.append(
        row("empty board", ours(start, EMPTY_TABLE_MB), theirs(start) if empty else None, 0.25)
    )
    show(
        "Exact scores, 7 × 6, one core",
        ("what", "dropfour s", "nodes", "nodes/s", "bitbully s", "nodes", "ratio", "claim"),
        rows,
    )


def time_per_node(rules: d4.Rules, nodes: int = 1_500_000) -> float:
    """Nanoseconds a node from the start."""
    solver, start = d4.Solver(rules), d4.Position(rules)
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


def threads_and_stops() -> None:
    position = d4.Position.from_moves("DDDDDD", d4.load_rules("classic"))
    rows = []
    for threads in (1, 2):
        began = time.perf_counter()
        value = d4.solve(position, threads=threads, details=False).value
        seconds = time.perf_counter() - began
        rows.append((f"{threads} threads", f"{seconds:.2f} s by the clock, value {value}"))
    rules = d4.Rules.grid(rows=12, columns=12)
    solver, late = d4.Solver(rules), []
    for _ in range(10):
        stopped: list[float] = []

        def stop(at: list[float] = stopped) -> None:
            at.append(time.perf_counter())
            solver.stop()

        threading.Timer(0.05, stop).start()
        try:
            solver.solve(d4.Position(rules))
        except d4.Unsolved:
            late.append(time.perf_counter() - stopped[0])
    rows.append(("stop, slowest of 10", f"{1000 * max(late):.1f} ms (claim: 10 ms)"))
    show("Threads and stops", ("what", "result"), rows)


def fixed_rules() -> None:
    """The price of being generic: the same search with 7 × 6 fixed at compile time."""
    root = Path(__file__).parent.parent
    positions = "".join("".join(map(str, p.moves)) + "\n" for p in positions_of("beginning"))
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder) / "fixed_rules"
        sources = [
            root / "benchmarks" / "fixed_rules.cpp",
            root / "native" / "core" / "geometry.cpp",
        ]
        flags = ["-std=c++20", "-O3", "-march=native", f"-I{root / 'native' / 'core'}", "-pthread"]
        subprocess.run(["g++", *flags, *sources, "-o", program], check=True)
        run = subprocess.run([program], input=positions, capture_output=True, text=True, check=True)
    nodes, generic, fixed = map(float, run.stdout.split())
    show(
        f"Rules at run time and at compile time, the beginning stage ({nodes:,.0f} nodes)",
        ("rules", "CPU seconds", "ratio", "claim"),
        [
            ("run time", f"{generic:.3f}", "1", ""),
            ("compile time", f"{fixed:.3f}", f"{fixed / generic:.2f}", "0.85 or more"),
        ],
    )


def main() -> None:
    against_bitbully(empty="--empty" in sys.argv)
    word_counts()
    threads_and_stops()
    fixed_rules()


if __name__ == "__main__":
    main()
