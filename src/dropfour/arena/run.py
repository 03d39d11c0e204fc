"""The coordinator: hands out games, keeps each result, goes on after anything."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, wait
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, TypeAlias

from dropfour.arena.match import play_batch, void_game
from dropfour.arena.results import PlayedGame, Results
from dropfour.arena.sequential import Sequential

if TYPE_CHECKING:
    from dropfour.arena.executors import Pool
    from dropfour.arena.experiment import Experiment
    from dropfour.arena.storage import Storage

BATCH_SECONDS = 0.25  # a batch should last this long: well over the 100 ms that dask asks for
_LARGEST_BATCH = 256
_LARGEST_TEST_BATCH = 16  # of a sequential test: it may be over by then
_AHEAD = 2  # batches per worker, so that none waits for the coordinator
_DEATHS = 3  # of workers during one game, until that game is given up
_PROGRESS_SECONDS = 0.5

Batch: TypeAlias = tuple[int, ...]
"""Numbers of games."""

Running: TypeAlias = dict[Future[list[PlayedGame]], Batch]


@dataclass(frozen=True, slots=True)
class RunStatus:
    """Where a run stands. `results` makes the standings of what has been played so far."""

    done: int
    total: int
    new: int  # games of this run
    seconds: float
    results: Callable[[], Results]

    @property
    def rate(self) -> float:
        """Games per second of this run."""
        return self.new / self.seconds if self.seconds > 0 else 0.0

    @property
    def seconds_left(self) -> float | None:
        """At this rate; None while there is none."""
        return (self.total - self.done) / self.rate if self.new else None


def run(
    experiment: Experiment,
    storage: Storage,
    pool: Pool,
    *,
    progress: Callable[[RunStatus], None] | None = None,
) -> Results:
    """Plays every game that the storage does not have, and returns all of them.

    Interrupted at any moment it can be called again. The games do not depend on the pool.
    """
    coordinator = _Coordinator(experiment, storage, pool, progress)
    coordinator.work()
    return storage.results(experiment)


class _Coordinator:
    def __init__(
        self,
        experiment: Experiment,
        storage: Storage,
        pool: Pool,
        progress: Callable[[RunStatus], None] | None,
    ) -> None:
        self._experiment, self._storage, self._pool = experiment, storage, pool
        self._progress = progress
        self._key = storage.register(experiment)
        self._done = len(storage.played(experiment))
        self._new = 0
        self._began = time.monotonic()
        self._next_progress = self._began
        self._game_seconds = 0.0  # a moving average; 0 while unknown
        self._deaths: Counter[int] = Counter()
        self._suspects: list[int] = []
        self._test = Sequential(experiment) if experiment.plan.sequential else None
        if self._test is not None:
            for game in storage.results(experiment):
                self._test.add(game)
        self._numbers = self._upcoming()

    def work(self) -> None:
        """Hands out batches until nothing is left to play."""
        running: Running = {}
        while self._hand_out(running) or running:
            done, _ = wait(running, timeout=_PROGRESS_SECONDS, return_when=FIRST_COMPLETED)
            alone = len(running) == 1
            for future in done:
                self._collect(future, running.pop(future), alone=alone)
            if any(isinstance(future.exception(), BrokenProcessPool) for future in done):
                self._after_break(running)
            self._show()
        self._show(last=True)

    def _hand_out(self, running: Running) -> bool:
        """Keeps the workers busy; False if there was nothing to hand out.

        Games whose worker died are played again one at a time with nothing beside them: if a
        worker dies once more, it is known which game did it.
        """
        if self._decided:
            return False
        if self._suspects:
            if not running:
                self._submit((self._suspects.pop(),), running)
            return True
        handed = False
        while len(running) < self._pool.workers * _AHEAD and not self._suspects:
            batch = self._next_batch()
            if not batch and not running:  # all is there: a tournament may have another round
                self._numbers = self._upcoming()
                batch = self._next_batch()
            if not batch:
                break
            self._submit(batch, running)
            handed = True
        return handed

    def _upcoming(self) -> Iterator[int]:
        """The games to play, after those that are there."""
        return self._experiment.plan.upcoming(self._storage.results(self._experiment))

    @property
    def _decided(self) -> bool:
        return self._test is not None and self._test.last_game is not None

    def _submit(self, batch: Batch, running: Running) -> None:
        try:
            running[self._pool.submit(play_batch, self._experiment, batch)] = batch
        except BrokenProcessPool:  # since we last looked
            self._suspects += batch
            self._after_break(running)

    def _next_batch(self) -> Batch:
        """New games, as many as last about as long as a batch should."""
        size = 1
        if self._game_seconds > 0:
            largest = _LARGEST_BATCH if self._test is None else _LARGEST_TEST_BATCH
            size = max(1, min(largest, round(BATCH_SECONDS / self._game_seconds)))
        return tuple(islice(self._numbers, size))

    def _collect(self, future: Future[list[PlayedGame]], batch: Batch, *, alone: bool) -> None:
        error = future.exception()
        if error is None:
            games = future.result()
            self._measure(games)
            for game in games:
                self._keep(game)
        elif type(error).__name__ == "KilledWorker":  # dask knows which task it was
            self._died(batch, alone=True)
        elif isinstance(error, BrokenProcessPool):
            self._died(batch, alone=alone)
        else:
            raise error

    def _died(self, batch: Batch, *, alone: bool) -> None:
        """A worker died while these games were with it, or with another worker."""
        for number in batch:
            self._deaths[number] += alone and len(batch) == 1
            if self._deaths[number] >= _DEATHS:
                reason = f"the worker died {_DEATHS} times while it was being played"
                self._keep(void_game(self._experiment, number, reason))
            else:
                self._suspects.append(number)

    def _after_break(self, running: Running) -> None:
        """The pool is gone: everything that was running is played again in a new one."""
        for future, batch in running.items():
            finished = future.done() and not future.cancelled() and future.exception() is None
            if finished:
                self._collect(future, batch, alone=False)
            else:
                self._suspects += batch
        running.clear()
        self._pool.renew()

    def _measure(self, games: list[PlayedGame]) -> None:
        seconds = sum(g.first_ms + g.second_ms for g in games) / 1000 / len(games) + 2e-4
        old = self._game_seconds
        self._game_seconds = seconds if old == 0 else 0.8 * old + 0.2 * seconds

    def _keep(self, game: PlayedGame) -> None:
        if self._storage.add(self._key, game):
            self._done += 1
            self._new += 1
        if self._test is not None:
            self._test.add(game)

    def _show(self, *, last: bool = False) -> None:
        now = time.monotonic()
        if self._progress is None or (now < self._next_progress and not last):
            return
        self._next_progress = now + _PROGRESS_SECONDS
        self._progress(
            RunStatus(
                done=self._done,
                total=len(self._experiment.plan),
                new=self._new,
                seconds=now - self._began,
                results=lambda: self._storage.results(self._experiment),
            )
        )
