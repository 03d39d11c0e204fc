"""Plays an experiment under random faults, again and again, and compares it with one left in peace.

    python -m tests.arena.under_fire --seconds 600

Coordinators, workers, programs, their guards and dask's scheduler are killed or stopped at random
moments, and the disk is full now and then (for the superuser, who can make a small one). Whatever
ends a run, the same command goes on. At the end there must be the same games as without all that,
no process and no file left behind. (A dask worker that is killed in the moment in which it makes a
folder leaves an empty one.) By hand: it takes as long as it is told.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections import Counter
from contextlib import ExitStack, suppress
from pathlib import Path

import psutil

from dropfour.arena import Experiment, Results
from dropfour.arena.players.family import GUARD, adopt_orphans
from dropfour.arena.storage import Storage
from tests.arena.test_attacks import command

_DISK_MB = 8
_LONGEST_RUN = 300.0  # of one command: after that something hangs


def write_experiment(file: Path) -> None:
    """Agents and sound programs of every kind, all of which play alike each time."""
    engine = [sys.executable, "-m", "dropfour", "engine", "--agent", "alphabeta:depth=3"]
    sound = command("protocol", "time.sleep(0.02)")
    players: list[dict[str, object]] = [
        {"agent": "greedy"},
        {"agent": "montecarlo:playouts=300,seed=1"},
        {"name": "engine", "command": engine, "depth": 3, "restart": False},
        {"name": "protocol", "command": sound},
        {"name": "one move", "talk": "one-move", "command": command("one-move", "pass")},
        {"name": "input", "talk": "standard-input", "command": command("standard-input", "pass")},
    ]
    lines = ["rules = [{game = 'classic'}]", "[plan]", "games = 4"]
    lines += ["[openings]", "kind = 'random'", "plies = 2"]
    lines += ["[limits]", "move_seconds = 60", "start_seconds = 60"]
    for player in players:  # JSON's texts, lists and words are TOML's too
        lines += ["[[players]]", *(f"{key} = {json.dumps(v)}" for key, v in player.items())]
    file.write_text("\n".join(lines) + "\n")


class Cluster:
    """A dask scheduler and two workers, replaced when they are gone."""

    def __init__(self) -> None:
        with socket.socket() as place:
            place.bind(("127.0.0.1", 0))
            self.address = f"tcp://127.0.0.1:{place.getsockname()[1]}"
        self._processes: list[subprocess.Popen[bytes] | None] = [None, None, None]
        self.tend()

    def tend(self) -> None:
        """Starts what is not there."""
        port = self.address.rpartition(":")[2]
        for index, process in enumerate(self._processes):
            if process is None or process.poll() is not None:
                words = ["distributed.cli.dask_worker", self.address, "--nthreads", "1"]
                words += ["--no-nanny", "--death-timeout", "10"]
                if index == 0:
                    words = ["distributed.cli.dask_scheduler", "--port", port]
                    words += ["--host", "127.0.0.1"]
                self._processes[index] = subprocess.Popen(
                    [sys.executable, "-m", *words, "--no-dashboard"],
                    stdout=subprocess.DEVNULL,
                    stderr=subprocess.DEVNULL,
                )

    def strike(self, rng: random.Random) -> str:
        """Kills one of them."""
        index = rng.randrange(3)
        process = self._processes[index]
        assert process is not None
        process.kill()
        process.wait()
        return "killed dask's scheduler" if index == 0 else "killed a dask worker"

    def close(self) -> None:
        for process in self._processes:
            if process is not None:
                process.kill()
                process.wait()


class Disk:
    """A small file system of its own, where the system lets us have one, that can be full."""

    def __init__(self, place: Path) -> None:
        self.place = place
        place.mkdir()
        options = ["-t", "tmpfs", "-o", f"size={_DISK_MB}m", "tmpfs", str(place)]
        mounted = subprocess.run(["mount", *options], capture_output=True, check=False)
        self.small = mounted.returncode == 0
        self._filler = place / "filler"

    def fill(self) -> None:
        with suppress(OSError), self._filler.open("wb") as file:
            while True:
                file.write(bytes(4096))
                file.flush()

    def free(self) -> None:
        self._filler.unlink(missing_ok=True)

    def close(self) -> None:
        if self.small:
            subprocess.run(["umount", "-l", str(self.place)], check=False)


class Fire:
    """Strikes at one running command."""

    def __init__(self, rng: random.Random, disk: Disk, cluster: Cluster | None) -> None:
        self._rng, self._disk, self._cluster = rng, disk, cluster
        self.struck: Counter[str] = Counter()

    def strike(self, coordinator: psutil.Process) -> None:
        """Does one thing or another."""
        kind = self._rng.randrange(12)
        if kind == 0:
            self._send(coordinator, signal.SIGKILL, "a coordinator")
        elif kind == 1 and self._disk.small:
            self._disk.fill()
            self.struck["filled the disk"] += 1
            time.sleep(self._rng.uniform(0.1, 1.5))
            self._disk.free()
        elif kind == 2 and self._cluster is not None:
            self.struck[self._cluster.strike(self._rng)] += 1
        else:
            self._one_of_the_family(coordinator)

    def _one_of_the_family(self, coordinator: psutil.Process) -> None:
        family = coordinator.children(recursive=True)
        if self._cluster is not None:
            family = [p for p in psutil.Process().children(recursive=True) if p != coordinator]
        groups: dict[str, list[psutil.Process]] = {}
        for process in family:
            with suppress(psutil.Error):
                groups.setdefault(self._name(process), []).append(process)
        groups.pop("other", None)
        if groups:
            name = self._rng.choice(sorted(groups))
            number = self._rng.choice((signal.SIGKILL, signal.SIGSTOP))
            self._send(self._rng.choice(groups[name]), number, name)

    def _name(self, process: psutil.Process) -> str:
        if Path(process.exe()) == GUARD:
            return "a guard"
        parent = process.parent()
        if parent is not None and Path(parent.exe()) == GUARD:
            return "a program"
        words = " ".join(process.cmdline())
        return "a worker" if "loky" in words and "tracker" not in words else "other"

    def _send(self, process: psutil.Process, number: signal.Signals, name: str) -> None:
        with suppress(psutil.Error):
            process.send_signal(number)
            done = f"{'killed' if number == signal.SIGKILL else 'stopped'} {name}"
            self.struck[done] += 1


def under_fire(
    file: Path, database: Path, fire: Fire, cluster: Cluster | None, rng: random.Random
) -> None:
    """Runs the command until all games are there."""
    words = [sys.executable, "-m", "dropfour", "arena", "run", str(file), "--db", str(database)]
    words += ["--quiet", "--no-report"]
    words += ["--dask", cluster.address] if cluster is not None else ["--workers", "2"]
    while True:
        if cluster is not None:
            cluster.tend()
        said = file.with_suffix(".said")  # no pipe: what is stopped for ever would keep it open
        with said.open("w") as errors:
            run = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=errors)
        coordinator, began = psutil.Process(run.pid), time.monotonic()
        while run.poll() is None:
            time.sleep(rng.uniform(0.2, 2.0))
            if cluster is not None:
                cluster.tend()
            if time.monotonic() - began > _LONGEST_RUN:
                raise SystemExit("a run does not end")
            if run.poll() is None:
                fire.strike(coordinator)
        complaint = said.read_text().strip()
        if "Traceback" in complaint:
            raise SystemExit(f"more than one line:\n{complaint}")
        fire.struck[f"ended with {run.returncode}"] += 1
        if run.returncode == 0:
            return
        if run.returncode > 0:
            print(f"    {complaint.splitlines()[-1]}", flush=True)


def games(results: Results) -> list[tuple[object, ...]]:
    """What must be the same."""
    return [(g.number, g.first, g.second, g.opening, g.moves, g.winner, g.cause) for g in results]


def left_behind(ours: list[psutil.Process]) -> list[psutil.Process]:
    """Processes of the runs that do not end by themselves."""
    for process in psutil.Process().children(recursive=True):
        with suppress(psutil.Error):  # a stopped one cannot see that its coordinator is gone
            process.send_signal(signal.SIGCONT)
    time.sleep(5)
    family = psutil.Process().children(recursive=True)
    return [p for p in family if p not in ours and p.status() != psutil.STATUS_ZOMBIE]


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--seconds", type=float, default=600.0)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    rng = random.Random(options.seed)
    adopt_orphans()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("ended"))
    with ExitStack() as ending:
        folder = Path(ending.enter_context(tempfile.TemporaryDirectory(prefix="under-fire-")))
        disk = Disk(folder / "disk")
        ending.callback(disk.close)
        os.environ["TMPDIR"] = str(folder / "temporary")
        (folder / "temporary").mkdir()
        file = folder / "fire.toml"
        write_experiment(file)
        experiment = Experiment.load(file)
        began = time.monotonic()
        expected = games(experiment.run(workers=2))
        print(f"{len(expected)} games in peace, {time.monotonic() - began:.0f} s", flush=True)
        ours = psutil.Process().children()
        struck: Counter[str] = Counter()
        began, rounds, differences = time.monotonic(), 0, 0
        while time.monotonic() - began < options.seconds:
            cluster = Cluster() if rounds % 3 == 2 else None
            fire = Fire(rng, disk, cluster)
            database = disk.place / f"{rounds}.db"
            under_fire(file, database, fire, cluster, rng)
            with Storage.open(database) as storage:
                found = games(storage.results(experiment))
            if cluster is not None:
                cluster.close()
            wrong = [pair for pair in zip(expected, found, strict=False) if pair[0] != pair[1]]
            differences += len(wrong) + abs(len(expected) - len(found))
            for pair in wrong[:5]:
                print(f"  expected {pair[0]}\n  found    {pair[1]}")
            struck += fire.struck
            rounds += 1
            print(f"round {rounds}: {len(wrong)} games differ, {dict(fire.struck)}", flush=True)
            for path in disk.place.glob("*.db*"):
                path.unlink()
        left = left_behind(ours)
        litter = [path for path in (folder / "temporary").glob("dropfour-*") if any(path.iterdir())]
        print(f"{rounds} rounds, {differences} games differ, {len(left)} processes and "
              f"{len(litter)} folders left; {dict(struck)}")  # fmt: skip
    raise SystemExit(1 if differences or left or litter else 0)


if __name__ == "__main__":
    main()
