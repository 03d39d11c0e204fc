"""The same plan on a dask cluster, with workers killed in mid-run."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest

import dropfour as d4
import dropfour.arena.executors as executors
from dropfour.arena import Experiment
from dropfour.arena.executors import DaskPool
from dropfour.arena.run import run
from dropfour.arena.storage import Storage
from dropfour.book.build import build_book
from dropfour.errors import DropfourError

distributed = pytest.importorskip(
    "distributed", reason="for want of distributed (pip install distributed)"
)

CONTENT: dict[str, Any] = {
    "rules": [{"game": "classic"}],
    "players": [{"agent": "random"}, {"name": "slow", "agent": "alphabeta", "depth": 6}],
    "plan": {"games": 60},
    "openings": {"kind": "random", "plies": 2},
}


def test_workers_killed_in_mid_run_cost_nothing() -> None:
    experiment = Experiment.from_mapping(CONTENT)
    expected = [(game.number, game.moves) for game in experiment.run()]
    pool = DaskPool("local:2")
    killed: list[int] = []
    calls: list[tuple[int, ...]] = []

    def kill() -> None:
        while len(killed) < 2:
            time.sleep(0.4)
            pids = pool._client.run(os.getpid, on_error="ignore")  # one may be starting still
            if pids:
                killed.append(pids[min(pids)])
                os.kill(killed[-1], signal.SIGKILL)

    try:
        killer = threading.Thread(target=kill)
        with Storage.open("sqlite://") as storage:
            submit = pool.submit

            def counted(task: Any, *arguments: Any) -> Any:
                calls.append(arguments[1])
                return submit(task, *arguments)

            pool.submit = counted  # type: ignore[method-assign]
            killer.start()
            results = run(experiment, storage, pool)
            killer.join()
    finally:
        pool.close(now=True)
    assert len(killed) == 2
    assert results.complete
    assert [(game.number, game.moves) for game in results] == expected
    handed = [number for batch in calls for number in batch]
    assert len(handed) == len(set(handed)) == 60  # dask itself plays lost batches again


def test_a_cluster_builds_the_same_book(tmp_path: Path) -> None:
    rules = d4.Rules.grid(rows=4, columns=5)
    assert build_book(rules, 6, tmp_path / "here.book")
    pool = DaskPool("local:2")
    try:
        assert build_book(rules, 6, tmp_path / "there.book", pool=pool)
    finally:
        pool.close(now=True)
    there, here = (tmp_path / f"{place}.book" for place in ("there", "here"))
    assert there.read_bytes() == here.read_bytes()


def free_port() -> int:
    with socket.socket() as place:
        place.bind(("127.0.0.1", 0))
        port: int = place.getsockname()[1]
        return port


def test_nobody_there_is_one_line(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(executors, "_WORKER_SECONDS", 1.0)
    monkeypatch.setattr(executors, "_LOOK_SECONDS", 0.1)
    port = str(free_port())
    command = [sys.executable, "-m", "distributed.cli.dask_scheduler", "--host", "127.0.0.1"]
    scheduler = subprocess.Popen(
        [*command, "--port", port, "--no-dashboard"], stderr=subprocess.DEVNULL
    )
    experiment = Experiment.from_mapping(CONTENT)
    pool = DaskPool(f"tcp://127.0.0.1:{port}", seconds=60)
    try:
        with Storage.open("sqlite://") as storage:
            with pytest.raises(DropfourError, match="there has been no dask worker"):
                run(experiment, storage, pool)
            scheduler.kill()
            with pytest.raises(DropfourError, match=r"the dask scheduler at .* is gone"):
                run(experiment, storage, pool)
    finally:
        scheduler.kill()
        scheduler.wait()
        pool.close(now=True)
    assert capfd.readouterr().err == ""


def test_no_scheduler() -> None:
    with pytest.raises(DropfourError, match="no dask scheduler"):
        DaskPool("tcp://127.0.0.1:9", seconds=1)
