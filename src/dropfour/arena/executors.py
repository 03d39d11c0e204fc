"""Who plays the games: this process, a pool of processes (loky), or a cluster (dask).

All are `concurrent.futures` executors, so the coordinator's code is the same for each.
"""

from __future__ import annotations

import logging
import os
import re
import shutil
import signal
import tempfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Protocol, TypeVar

import psutil

from dropfour._validation import parse_number
from dropfour.arena.players.family import (
    adopt_orphans,
    end_with_parent,
    kill_orphans,
    take_processor,
)
from dropfour.arena.players.protocol import close_idle
from dropfour.errors import DropfourError

Result = TypeVar("Result")
_FOLDER = "dropfour-run-"
_LOCAL = re.compile(r"local:(\d{1,3})")
_CONNECT_SECONDS = 15
_ANSWER_SECONDS = 5.0  # for a scheduler
_LOOK_SECONDS = 2.0  # until we ask again who is there
_WORKER_SECONDS = 60.0  # without any worker
_STOPPED_SECONDS = 2.0  # of a worker, until it counts as dead


class Pool(Protocol):
    """A number of workers, replaced when they die."""

    @property
    def workers(self) -> int:
        """How many work at the same time, now."""

    @property
    def folder(self) -> str:
        """Where workers write what is only needed while they work, if it can be seen from here."""

    def submit(self, task: Callable[..., Result], *arguments: Any) -> Future[Result]:
        """Runs a task on some worker."""

    def renew(self) -> None:
        """After a worker's death, or when one hangs: makes the pool usable again."""

    def check(self) -> None:
        """Ends workers that stand still; `DropfourError` if there is nobody left to play."""

    def close(self, *, now: bool) -> None:
        """Ends the workers; `now` without waiting for what they do."""


class ThisProcess:
    """Plays right here, when asked."""

    workers = 1
    folder = ""

    def submit(self, task: Callable[..., Result], *arguments: Any) -> Future[Result]:
        future: Future[Result] = Future()
        try:
            future.set_result(task(*arguments))
        except Exception as error:
            future.set_exception(error)
        return future

    def renew(self) -> None:
        """This process does not die."""

    def check(self) -> None:
        """Nor does it stand still."""

    def close(self, *, now: bool) -> None:
        """Nothing to end."""


class LocalPool:
    """Long-lived worker processes of this machine."""

    def __init__(self, workers: int, *, affinity: bool = False) -> None:
        self.workers = workers
        self._affinity = affinity
        self._stopped: dict[int, float] = {}  # workers, and since when
        self.folder = _new_folder()
        self._strangers: set[int] = {child.pid for child in psutil.Process().children()}
        adopt_orphans()
        self._executor = self._started()

    def _started(self) -> Any:
        from loky import ProcessPoolExecutor

        return ProcessPoolExecutor(
            self.workers,
            initializer=_begin_work,
            initargs=(os.getpid(), self.folder, self._affinity),
        )

    def submit(self, task: Callable[..., Result], *arguments: Any) -> Future[Result]:
        future: Future[Result] = self._executor.submit(task, *arguments)
        return future

    def renew(self) -> None:
        self._end(now=True)
        self._executor = self._started()

    def check(self) -> None:
        """A worker that somebody has stopped is as good as dead: then it is dead."""
        now, stopped = time.monotonic(), {}
        for pid in list(self._executor._processes or ()):
            with suppress(psutil.Error):
                if psutil.Process(pid).status() == psutil.STATUS_STOPPED:
                    stopped[pid] = self._stopped.get(pid, now)
        for pid, since in stopped.items():
            if now - since >= _STOPPED_SECONDS:
                with suppress(OSError):
                    os.kill(pid, signal.SIGKILL)
        self._stopped = stopped

    def close(self, *, now: bool) -> None:
        self._end(now=now)
        shutil.rmtree(self.folder, ignore_errors=True)

    def _end(self, *, now: bool) -> None:
        if now:
            for pid in list(self._executor._processes or ()):  # also those that hang
                with suppress(OSError):
                    os.kill(pid, signal.SIGKILL)
        self._executor.shutdown(wait=True, **({"kill_workers": True} if now else {}))
        kill_orphans(but=self._strangers)


def _new_folder() -> str:
    """A folder for all that is written while games are played.

    Those of coordinators that were killed are removed: their numbers are in the names.
    """
    for old in Path(tempfile.gettempdir()).glob(f"{_FOLDER}*-*"):
        number = parse_number(old.name.removeprefix(_FOLDER).partition("-")[0])
        if number is not None and not psutil.pid_exists(number):
            shutil.rmtree(old, ignore_errors=True)
    return tempfile.mkdtemp(prefix=f"{_FOLDER}{os.getpid()}-")


def _begin_work(coordinator: int, folder: str, affinity: bool) -> None:
    """In a new worker: it ends with the coordinator, and may have a processor of its own."""
    end_with_parent(coordinator)
    tempfile.tempdir = folder
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the coordinator ends us
    if affinity:
        take_processor(coordinator)


class DaskPool:
    """The workers of a dask.distributed cluster, which replaces dead ones itself."""

    def __init__(self, address: str, *, seconds: float = _CONNECT_SECONDS) -> None:
        try:
            import dask as dask_itself
            import distributed
        except ImportError:
            raise DropfourError("--dask needs: pip install 'dropfour[cluster]'") from None
        dask: Any = distributed  # it has no types
        for name in ("distributed", *logging.root.manager.loggerDict):
            if name.startswith(("distributed", "tornado")):  # we say in one line what is lost
                logging.getLogger(name).setLevel(logging.CRITICAL + 1)
        dask_itself.config.set({"distributed.scheduler.worker-ttl": f"{_WORKER_SECONDS} s"})
        local = _LOCAL.fullmatch(address)
        self._cluster: Any = None
        if local:
            if not int(local[1]):
                raise DropfourError("--dask local:N needs one worker at least")
            self._cluster = dask.LocalCluster(
                n_workers=int(local[1]), threads_per_worker=1, dashboard_address=None,
                silence_logs=logging.CRITICAL + 1,
            )  # fmt: skip
        try:
            self._client: Any = dask.Client(self._cluster or address, timeout=seconds)
        except (OSError, ValueError) as error:
            raise DropfourError(f"there is no dask scheduler at {address}: {error}") from None
        self._address = address
        self.folder = ""
        self._executor: Executor = self._client.get_executor(pure=False, retries=3)
        self.workers = 1
        self._looked = self._seen = time.monotonic()  # when we looked, and saw a worker
        self._answers = True
        self._look()

    def _look(self) -> None:
        """Who is there. They may come and go; the scheduler may be gone, or stand still."""
        self._looked = time.monotonic()
        try:
            threads: dict[str, int] = self._client.sync(
                self._client.scheduler.ncores, workers=None, callback_timeout=_ANSWER_SECONDS
            )
            self._answers = True
        except Exception:  # whatever it is, it has not answered
            threads, self._answers = {}, False
        self.workers = max(1, sum(threads.values()))
        if threads:
            self._seen = time.monotonic()

    def submit(self, task: Callable[..., Result], *arguments: Any) -> Future[Result]:
        try:
            return self._executor.submit(task, *arguments)
        except Exception as error:
            raise self._gone() from error

    def renew(self) -> None:
        """Workers that hang are restarted with all others."""
        try:
            self._client.restart(timeout=_WORKER_SECONDS, wait_for_workers=False)
        except Exception as error:
            raise self._gone() from error

    def check(self) -> None:
        if self._client.status not in ("running", "connecting"):
            raise self._gone()
        if time.monotonic() - self._looked < _LOOK_SECONDS:
            return
        self._look()
        if time.monotonic() - self._seen < _WORKER_SECONDS:
            return
        raise (
            self._gone()
            if not self._answers
            else DropfourError(
                f"there has been no dask worker at {self._address} for {_WORKER_SECONDS:g} s; "
                "what is finished is safe, and the same command goes on"
            )
        )

    def _gone(self) -> DropfourError:
        return DropfourError(
            f"the dask scheduler at {self._address} is gone; "
            "what is finished is safe, and the same command goes on"
        )

    def close(self, *, now: bool) -> None:
        with suppress(Exception):  # what is gone need not be closed
            self._executor.shutdown(wait=not now)
            self._client.sync(self._client._run, close_idle, callback_timeout=_ANSWER_SECONDS)
        with suppress(Exception):
            self._client.close(timeout=_ANSWER_SECONDS)
        if self._cluster is not None:
            with suppress(Exception):
                self._cluster.close(timeout=_CONNECT_SECONDS)


@contextmanager
def open_pool(
    *, workers: int, dask: str | None = None, here: bool = False, affinity: bool = False
) -> Iterator[Pool]:
    """A pool for as long as it is needed; after an error its workers end at once.

    `here` says that a single worker may be this process: nobody's program can harm it then.
    """
    if workers < 1:
        raise DropfourError(f"workers must be 1 or more, not {workers}")
    pool: Pool
    if dask is not None:
        pool = DaskPool(dask)
    else:
        alone = workers == 1 and here and not affinity
        pool = ThisProcess() if alone else LocalPool(workers, affinity=affinity)
    failed = True
    try:
        yield pool
        failed = False
    finally:
        pool.close(now=failed)
