"""Claims: playouts on the 7 × 6 board on one core, against a plain bitboard loop in C++.

At least 2 × (uniform) and 3 × (wins) the playouts per second of plain_playouts.cpp, compiled with
-O3 -march=native; two threads nearly twice as many; on 12 × 12 at least a quarter of the moves per
second; `dropfour move`'s job (10,000 playouts for each of 7 moves) in at most 20 ms, its slow one
(100,000) in at most 200 ms.

Ours and the plain loop take turns, so that a busy machine slows both. Times are CPU times of the
process, except those of several threads and of the agent.
"""

from __future__ import annotations

import subprocess
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import dropfour as d4
from benchmarks.measure import seconds, show
from dropfour import _native
from dropfour._settings import Policy
from dropfour.classroom.streams import Stream

SOURCE = Path(__file__).with_name("plain_playouts.cpp")
PLAYOUTS = 2_000_000
ROUNDS = 7
POLICIES: tuple[Policy, ...] = ("uniform", "wins")


def cpu_seconds(work: Callable[[], object]) -> float:
    began = time.process_time()
    work()
    return time.process_time() - began


def plain(program: Path, policy: str) -> tuple[float, float]:
    """Seconds and moves of the plain loop; it times itself, in CPU time."""
    run = [str(program), policy, str(PLAYOUTS)]
    out = subprocess.run(run, check=True, capture_output=True, text=True).stdout.split()
    return float(out[4]), float(out[3])


def against_the_plain_loop(program: Path) -> None:
    position = d4.Position(d4.load_rules("classic"))
    rows = []
    for policy in POLICIES:
        best: dict[str, float] = {}
        for _ in range(ROUNDS):
            theirs, _moves = plain(program, policy)
            best["plain loop"] = min(best.get("plain loop", theirs), theirs)
            for kernel in _native.kernels():
                ours = cpu_seconds(
                    partial(
                        _native.playouts, position, count=PLAYOUTS, policy=policy, kernel=kernel
                    )
                )
                best[kernel] = min(best.get(kernel, ours), ours)
        for name, took in best.items():
            speed = f"{PLAYOUTS / took / 1e6:.1f} M/s"
            rows.append((policy, name, speed, f"{best['plain loop'] / took:.1f} ×"))
    show("Playouts, 7 × 6, one core", ("policy", "code", "playouts", "ratio"), rows)


def moves_per_playout(position: d4.Position, policy: str) -> float:
    """The mean number of moves, from games played one by one in Python."""
    columns, games, moves = position.rules.columns, 300, 0
    for number in range(games):
        stream, p = Stream(0, number), position
        while p.outcome is None:
            outcomes = [p.play(column).outcome for column in p.legal]
            if policy == "wins" and any(o and o.winner == p.turn for o in outcomes):
                break
            column = stream.below(columns)
            if column in p.legal:
                p, moves = p.play(column), moves + 1
    return moves / games


def large_boards() -> None:
    rows = []
    for policy in POLICIES:
        speeds: list[float] = []
        for columns, height in ((7, 6), (9, 8), (12, 12), (15, 15)):
            position = d4.Position(d4.Rules.grid(rows=height, columns=columns))
            took = min(
                cpu_seconds(partial(d4.playouts, position, PLAYOUTS // 4, policy=policy))
                for _ in range(ROUNDS)
            )
            speeds.append(PLAYOUTS / 4 * moves_per_playout(position, policy) / took)
            share = f"{speeds[-1] / speeds[0]:.2f}"
            rows.append((policy, f"{columns} × {height}", f"{speeds[-1] / 1e6:.0f} M/s", share))
    show("Moves of playouts by board", ("policy", "board", "moves", "of 7 × 6"), rows)


def threads() -> None:
    """Wall-clock speed, which needs two idle cores; and CPU time, which shows what is lost."""
    position = d4.Position(d4.load_rules("classic"))
    rows = []
    for policy in POLICIES:
        wall, cpu = {1: float("inf"), 2: float("inf")}, {1: float("inf"), 2: float("inf")}
        for _ in range(2 * ROUNDS):
            for n in (1, 2):
                began, began_cpu = time.perf_counter(), time.process_time()
                d4.playouts(position, PLAYOUTS, policy=policy, threads=n)
                wall[n] = min(wall[n], time.perf_counter() - began)
                cpu[n] = min(cpu[n], time.process_time() - began_cpu)
        rows.append((policy, f"{wall[1] / wall[2]:.2f} ×", f"{cpu[2] / cpu[1]:.2f} ×"))
    show("Two threads against one", ("policy", "speed", "CPU time"), rows)


def move_job() -> None:
    position = d4.Position(d4.load_rules("classic"))
    rows = []
    for each in (10_000, 100_000):
        agent = d4.agent("montecarlo", per_candidate=each, policy="uniform")
        took = seconds(partial(agent.choose, position), repeats=15)
        rows.append((f"{each:,} × 7", f"{1000 * took:.1f} ms"))
    show("Flat Monte Carlo, uniform, one thread", ("playouts", "time"), rows)


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder) / "plain_playouts"
        flags = ["-std=c++20", "-O3", "-march=native"]
        subprocess.run(["c++", *flags, str(SOURCE), "-o", str(program)], check=True)
        against_the_plain_loop(program)
    large_boards()
    threads()
    move_job()


if __name__ == "__main__":
    main()
