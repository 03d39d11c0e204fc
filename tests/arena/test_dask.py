"""The same plan on a dask cluster, with workers killed in mid-run."""

from __future__ import annotations

import os
import signal
import threading
import time
from typing import Any

import pytest

from dropfour.arena import Experiment
from dropfour.arena.executors import DaskPool
from dropfour.arena.run import run
from dropfour.arena.storage import Storage
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


def test_no_scheduler() -> None:
    with pytest.raises(DropfourError, match="no dask scheduler"):
        DaskPool("tcp://127.0.0.1:9", seconds=1)
