"""Who plays the games: this process, a pool of processes (loky), or a cluster (dask).

All are `concurrent.futures` executors, so the coordinator's code is the same for each.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from contextlib import contextmanager
from typing import Any, Protocol, TypeVar

from dropfour.arena.players.family import end_with_parent
from dropfour.errors import DropfourError

Result = TypeVar("Result")
_LOCAL = re.compile(r"local:(\d{1,3})")
_CONNECT_SECONDS = 15


class Pool(Protocol):
    """A number of workers, replaced when they die."""

    @property
    def workers(self) -> int:
        """How many work at the same time, now."""

    def submit(self, task: Callable[..., Result], *arguments: Any) -> Future[Result]:
        """Runs a task on some worker."""

    def renew(self) -> None:
        """After a worker's death: makes the pool usable again."""

    def close(self, *, now: bool) -> None:
        """Ends the workers; `now` without waiting for what they do."""


class ThisProcess:
    """Plays right here, when asked."""

    workers = 1

    def submit(self, task: Callable[..., Result], *arguments: Any) -> Future[Result]:
        future: Future[Result] = Future()
        try:
            future.set_result(task(*arguments))
        except Exception as error:
            future.set_exception(error)
        return future

    def renew(self) -> None:
        """This process does not die."""

    def close(self, *, now: bool) -> None:
        """Nothing to end."""


class LocalPool:
    """Long-lived worker processes of this machine."""

    def __init__(self, workers: int) -> None:
        self.workers = workers
        self._executor = self._started()

    def _started(self) -> Executor:
        from loky import ProcessPoolExecutor

        executor: Executor = ProcessPoolExecutor(
            self.workers, initializer=end_with_parent, initargs=(os.getpid(),)
        )
        return executor

    def submit(self, task: Callable[..., Result], *arguments: Any) -> Future[Result]:
        return self._executor.submit(task, *arguments)

    def renew(self) -> None:
        self.close(now=True)
        self._executor = self._started()

    def close(self, *, now: bool) -> None:
        self._executor.shutdown(wait=True, **({"kill_workers": True} if now else {}))


class DaskPool:
    """The workers of a dask.distributed cluster, which replaces dead ones itself."""

    def __init__(self, address: str, *, seconds: float = _CONNECT_SECONDS) -> None:
        try:
            import distributed
        except ImportError:
            raise DropfourError("--dask needs: pip install 'dropfour[cluster]'") from None
        dask: Any = distributed  # it has no types
        local = _LOCAL.fullmatch(address)
        self._cluster: Any = None
        if local:
            if not int(local[1]):
                raise DropfourError("--dask local:N needs one worker at least")
            self._cluster = dask.LocalCluster(
                n_workers=int(local[1]), threads_per_worker=1, dashboard_address=None
            )
        try:
            self._client: Any = dask.Client(self._cluster or address, timeout=seconds)
        except (OSError, ValueError) as error:
            raise DropfourError(f"there is no dask scheduler at {address}: {error}") from None
        self._executor: Executor = self._client.get_executor(pure=False, retries=3)

    @property
    def workers(self) -> int:
        """They may come and go."""
        threads: int = sum(self._client.nthreads().values())
        return max(1, threads)

    def submit(self, task: Callable[..., Result], *arguments: Any) -> Future[Result]:
        return self._executor.submit(task, *arguments)

    def renew(self) -> None:
        """The cluster has replaced its workers already."""

    def close(self, *, now: bool) -> None:
        self._executor.shutdown(wait=not now)
        self._client.close()
        if self._cluster is not None:
            self._cluster.close()


@contextmanager
def open_pool(*, workers: int, dask: str | None = None) -> Iterator[Pool]:
    """A pool for as long as it is needed; after an error its workers end at once."""
    if workers < 1:
        raise DropfourError(f"workers must be 1 or more, not {workers}")
    pool: Pool
    if dask is not None:
        pool = DaskPool(dask)
    else:
        pool = LocalPool(workers) if workers > 1 else ThisProcess()
    failed = True
    try:
        yield pool
        failed = False
    finally:
        pool.close(now=failed)
