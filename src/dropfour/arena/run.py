"""The coordinator: hands out games, keeps each result, goes on after anything."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, wait
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from typing import TYPE_CHECKING

from dropfour.arena.match import void_game
from dropfour.arena.results import GameRecord, Results
from dropfour.arena.sequential import Sequential
from dropfour.arena.worker import Batch, play_batch

if TYPE_CHECKING:
    from dropfour.arena.executors import Pool
    from dropfour.arena.experiment import Experiment
    from dropfour.arena.storage import Storage

BATCH_SECONDS = 0.25  # a batch should last this long: well over the 100 ms that dask asks for
_LARGEST_BATCH = 256
_AHEAD = 2  # batches per worker, so that none waits for the coordinator
_DEATHS = 3  # of workers during one game, until that game is given up
_PROGRESS_SECONDS = 0.5


@dataclass(frozen=True, slots=True)
class Progress:
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
    progress: Callable[[Progress], None] | None = None,
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
        progress: Callable[[Progress], None] | None,
    ) -> None:
        self._experiment, self._storage, self._pool = experiment, storage, pool
        self._progress = progress
        key = storage.experiment_id(experiment)
        assert key is not None
        self._key = key
        played = storage.played(experiment)
        self._done = len(played)
        self._new = 0
        self._began = time.monotonic()
        self._next_progress = self._began
        self._game_seconds = 0.0  # a moving average; 0 while unknown
        self._deaths: Counter[int] = Counter()
        self._again: list[Batch] = []
        self._test = Sequential(experiment) if experiment.plan.sequential else None
        if self._test is not None:
            for game in storage.results(experiment):
                self._test.add(game)
        self._numbers = iter(n for n in range(len(experiment.plan)) if n not in played)

    def work(self) -> None:
        running: dict[Future[list[GameRecord]], Batch] = {}
        batches = self._batches()
        more = True
        while more or running:
            while more and len(running) < self._pool.workers * _AHEAD and not self._decided:
                batch = next(batches, None)
                if batch is None:
                    break
                self._submit(batch, running)
            if not running:
                more = False
                continue
            done, _ = wait(running, timeout=_PROGRESS_SECONDS, return_when=FIRST_COMPLETED)
            for future in done:
                self._collect(future, running.pop(future, ()))
            if self._broken(done, running):
                self._again_after_death(running)
            self._show()
        if self._test is not None and self._test.last_game is not None:
            self._storage.drop_after(self._experiment, self._test.last_game)
        self._show(last=True)

    @property
    def _decided(self) -> bool:
        return self._test is not None and self._test.last_game is not None

    def _submit(self, batch: Batch, running: dict[Future[list[GameRecord]], Batch]) -> None:
        try:
            running[self._pool.submit(play_batch, self._experiment, batch)] = batch
        except (BrokenProcessPool, RuntimeError):  # it broke since we last looked
            self._again.append(batch)
            self._again_after_death(running)

    def _batches(self) -> Iterator[Batch]:
        """Games to play: those to repeat, then new ones, as many as last about as long as asked."""
        while True:
            if self._again:
                yield self._again.pop()
                continue
            size = 1
            if self._game_seconds > 0:
                size = max(1, min(_LARGEST_BATCH, round(BATCH_SECONDS / self._game_seconds)))
            batch = tuple(n for _, n in zip(range(size), self._numbers, strict=False))
            if not batch:
                if not self._again:
                    return
                continue
            yield batch

    def _collect(self, future: Future[list[GameRecord]], batch: Batch) -> None:
        error = future.exception()
        if error is None:
            games = future.result()
            self._measure(games)
            for game in games:
                self._keep(game)
        elif _is_death(error):
            self._repeat(batch)
        else:
            raise error

    def _measure(self, games: list[GameRecord]) -> None:
        seconds = sum(g.first_ms + g.second_ms for g in games) / 1000 / len(games) + 2e-4
        old = self._game_seconds
        self._game_seconds = seconds if old == 0 else 0.8 * old + 0.2 * seconds

    def _keep(self, game: GameRecord) -> None:
        if self._storage.add(self._key, game):
            self._done += 1
            self._new += 1
        if self._test is not None:
            self._test.add(game)

    def _broken(
        self, done: set[Future[list[GameRecord]]], running: dict[Future[list[GameRecord]], Batch]
    ) -> bool:
        return any(isinstance(future.exception(), BrokenProcessPool) for future in done)

    def _again_after_death(self, running: dict[Future[list[GameRecord]], Batch]) -> None:
        """A worker died and took the pool along: everything that was running is played again."""
        for future, batch in list(running.items()):
            if future.done() and not future.cancelled() and future.exception() is None:
                self._collect(future, batch)
            else:
                self._repeat(batch)
        running.clear()
        self._pool.renew()

    def _repeat(self, batch: Batch) -> None:
        """One by one, so that a game that kills its worker is found; given up after a while."""
        for number in batch:
            self._deaths[number] += 1
            if self._deaths[number] >= _DEATHS:
                reason = f"the worker died {_DEATHS} times while it was being played"
                self._keep(void_game(self._experiment, number, reason))
            else:
                self._again.append((number,))

    def _show(self, *, last: bool = False) -> None:
        now = time.monotonic()
        if self._progress is None or (now < self._next_progress and not last):
            return
        self._next_progress = now + _PROGRESS_SECONDS
        self._progress(
            Progress(
                done=self._done,
                total=len(self._experiment.plan),
                new=self._new,
                seconds=now - self._began,
                results=lambda: self._storage.results(self._experiment),
            )
        )


def _is_death(error: BaseException) -> bool:
    """Whether a worker has died: loky's pool breaks, dask gives up after some workers."""
    return isinstance(error, BrokenProcessPool) or type(error).__name__ == "KilledWorker"
