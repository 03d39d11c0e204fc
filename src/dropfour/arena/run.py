"""The coordinator: hands out games, keeps each result, goes on after anything."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Container, Iterator
from concurrent.futures import FIRST_COMPLETED, CancelledError, Future, wait
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from itertools import islice
from math import inf
from typing import TYPE_CHECKING, TypeAlias

from dropfour.arena.deadline import longest_game_seconds
from dropfour.arena.machine import this_run
from dropfour.arena.match import killers_game, moves_so_far, play_batch, try_player, void_game
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
_DEATHS = 3  # of workers during one game, until its players are tried; and during a trial
_ATTEMPTS = 3  # at a game that something disturbs, until it is void
_PAUSE_SECONDS = 1.0  # before a disturbed game is played again
_PROGRESS_SECONDS = 0.5

Batch: TypeAlias = tuple[int, ...]
"""Numbers of games."""


@dataclass
class _Case:
    """A game whose worker died. It is played alone, and if its worker dies again and again, each of
    its programs is tried alone, against the moves of the other: so it is known who did it.
    """

    number: int
    on_trial: list[int] | None = None  # sides still to be tried, the first one now
    deaths: int = 0
    moves: tuple[int, ...] = ()  # of the game, until its worker died


@dataclass
class _Task:
    batch: Batch
    case: _Case | None = None
    deadline: float | None = None  # once it has begun


Running: TypeAlias = dict[Future[list[PlayedGame]], _Task]


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
    log: str | None = None,
) -> Results:
    """Plays every game that the storage does not have, and returns all of them.

    Interrupted at any moment it can be called again. The games do not depend on the pool. In the
    folder `log` there will be what was said to programs and by them.
    """
    coordinator = _Coordinator(experiment, storage, pool, progress, log)
    coordinator.work()
    return storage.results(experiment)


class _Coordinator:
    def __init__(
        self,
        experiment: Experiment,
        storage: Storage,
        pool: Pool,
        progress: Callable[[RunStatus], None] | None,
        log: str | None,
    ) -> None:
        self._experiment, self._storage, self._pool = experiment, storage, pool
        self._progress, self._log = progress, log
        self._key = storage.register(experiment)
        self._done = len(storage.played(experiment))
        self._new = 0
        self._began = time.monotonic()
        self._next_progress = self._began
        self._game_seconds = 0.0  # a moving average; 0 while unknown
        self._longest_seconds = longest_game_seconds(experiment)
        self._cases: list[_Case] = []
        self._killers: set[str] = set()  # players that were found to kill their workers
        self._back: list[int] = []  # handed out, and taken back
        self._disturbed: list[tuple[float, int]] = []  # when to play which game again
        self._attempts: Counter[int] = Counter()
        self._test = Sequential(experiment) if experiment.plan.sequential else None
        if self._test is not None:
            for game in storage.results(experiment).counted:
                self._test.add(game)
        self._numbers = self._upcoming()

    def work(self) -> None:
        """Hands out batches until nothing is left to play."""
        running: Running = {}
        while self._hand_out(running) or running or self._waiting:
            if not running:
                time.sleep(_PROGRESS_SECONDS / 10)  # for a disturbed game
            done, _ = wait(running, timeout=_PROGRESS_SECONDS, return_when=FIRST_COMPLETED)
            began = self._begin(running)
            for future in done:
                self._collect(future, running.pop(future), suspect=future in began)
            broken = any(isinstance(_error(future), BrokenProcessPool) for future in done)
            overdue = {f for f in running if (running[f].deadline or inf) < time.monotonic()}
            if broken or overdue:
                self._after_break(running, began if broken else overdue)
            self._pool.check()
            self._show()
        self._show(last=True)

    @property
    def _waiting(self) -> bool:
        return bool(self._disturbed) and not self._decided

    def _begin(self, running: Running) -> set[Future[list[PlayedGame]]]:
        """Those that workers have begun, as they take them in order; their time runs now."""
        began = list(running)[: self._pool.workers]
        for future in began:
            task = running[future]
            if task.deadline is None:
                task.deadline = time.monotonic() + self._longest_seconds * len(task.batch)
        return set(began)

    def _hand_out(self, running: Running) -> bool:
        """Keeps the workers busy; False if there was nothing to hand out.

        Games whose worker died are played again one at a time with nothing beside them: if a
        worker dies once more, it is known which game did it.
        """
        if self._decided:
            return False
        if self._cases:
            if not running:
                case = self._cases.pop()
                self._submit(_Task((case.number,), case), running)
            return True
        handed = False
        while len(running) < self._pool.workers * _AHEAD and not self._cases:
            batch = self._next_batch()
            if not batch and not running and not self._disturbed:
                # All is there: a tournament may have another round.
                self._numbers = self._upcoming()
                batch = self._next_batch()
            if not batch:
                break
            self._submit(_Task(batch), running)
            handed = True
        return handed

    def _upcoming(self) -> Iterator[int]:
        """The games to play, after those that are there and those that are given up for now."""
        there = self._storage.results(self._experiment)
        given_up = {n for n, attempts in self._attempts.items() if attempts >= _ATTEMPTS}
        played = [game for game in there if game.counts or game.number in given_up]
        return self._experiment.plan.upcoming(played)

    @property
    def _decided(self) -> bool:
        return self._test is not None and self._test.last_game is not None

    def _submit(self, task: _Task, running: Running) -> None:
        try:
            if task.case is not None and task.case.on_trial:
                number, side = task.case.number, task.case.on_trial[0]
                future = self._pool.submit(
                    try_player, self._experiment, number, side, task.case.moves
                )
            else:
                future = self._pool.submit(
                    play_batch, self._experiment, task.batch, self._log, self._pool.folder
                )
            running[future] = task
        except BrokenProcessPool:  # since we last looked
            self._take_back(task)
            self._after_break(running, self._begin(running))

    def _next_batch(self) -> Batch:
        """Games taken back, or new ones, as many as last about as long as a batch should.

        Those that something disturbed come alone.
        """
        if self._disturbed and self._disturbed[0][0] <= time.monotonic():
            return (self._disturbed.pop(0)[1],)
        size = 1
        if self._game_seconds > 0:
            largest = _LARGEST_BATCH if self._test is None else _LARGEST_TEST_BATCH
            size = max(1, min(largest, round(BATCH_SECONDS / self._game_seconds)))
        batch = tuple(self._back[:size])
        del self._back[:size]
        return batch or tuple(islice(self._numbers, size))

    def _collect(
        self, future: Future[list[PlayedGame]], task: _Task, *, suspect: bool = True
    ) -> None:
        error = _error(future)
        if isinstance(error, BrokenProcessPool) or type(error).__name__ == "KilledWorker":
            if suspect or not isinstance(error, BrokenProcessPool):  # dask knows which task it was
                self._died(task)
            else:
                self._take_back(task)
        elif isinstance(error, CancelledError) or type(error).__name__ == "FutureCancelledError":
            self._take_back(task)  # dask has lost it
            time.sleep(_PROGRESS_SECONDS / 10)
        elif error is not None:
            for number in task.batch:
                self._again(void_game(self._experiment, number, f"{type(error).__name__}: {error}"))
        elif task.case is not None and task.case.on_trial:
            del task.case.on_trial[0]  # it plays without killing anybody
            self._go_on(task.case)
        else:
            self._measure(future.result())
            for game in future.result():
                if game.counts:
                    self._keep(game)
                else:
                    self._again(game)

    def _take_back(self, task: _Task) -> None:
        if task.case is not None:
            self._cases.append(task.case)
        else:
            self._back += task.batch

    def _died(self, task: _Task) -> None:
        """A worker died, or hung, while it had these games: another one, if it was not alone."""
        if task.case is None:
            self._cases += map(_Case, task.batch)
            return
        case = task.case
        case.deaths += 1
        sides = self._programs(case.number)
        known = [side for side, name in sides.items() if name in self._killers]
        if case.on_trial and case.deaths >= _DEATHS:
            self._killers.add(sides[case.on_trial[0]])
            self._keep(killers_game(self._experiment, case.number, case.on_trial[0]))
        elif case.on_trial is None and len(known) == 1:
            self._keep(killers_game(self._experiment, case.number, known[0]))
        elif case.on_trial is None and case.deaths >= _DEATHS:
            moves = moves_so_far(self._pool.folder, case.number)
            self._go_on(_Case(case.number, on_trial=list(sides), moves=moves))
        else:
            self._cases.append(case)

    def _go_on(self, case: _Case) -> None:
        """With the trial of the next player; after the last one it is not known who did it."""
        if case.on_trial:
            self._cases.append(_Case(case.number, case.on_trial, moves=case.moves))
            return
        if not self._programs(case.number):  # a fault of ours, or of the machine
            self._attempts[case.number] = _ATTEMPTS
        reason = f"the worker died {_DEATHS} times while it was being played"
        self._again(void_game(self._experiment, case.number, reason))

    def _programs(self, number: int) -> dict[int, str]:
        """The names of those who play a game and are not ours, by side."""
        game = self._experiment.plan[number]
        players = (self._experiment.players[index] for index in (game.first, game.second))
        return {side: player.name for side, player in enumerate(players) if player.command}

    def _after_break(self, running: Running, guilty: Container[Future[list[PlayedGame]]]) -> None:
        """The pool is gone, or given up: what was running is played again in a new one."""
        for future, task in running.items():
            finished = future.done() and not future.cancelled() and _error(future) is None
            if finished:
                self._collect(future, task)
            elif future in guilty:
                self._died(task)
            else:
                self._take_back(task)
        running.clear()
        self._pool.renew()

    def _again(self, game: PlayedGame) -> None:
        """A void game: it is played again soon, or, if that does not help, by the next run."""
        self._attempts[game.number] += 1
        if self._attempts[game.number] < _ATTEMPTS:
            self._disturbed.append((time.monotonic() + _PAUSE_SECONDS, game.number))
        else:
            self._keep(game)

    def _measure(self, games: list[PlayedGame]) -> None:
        seconds = sum(g.first_ms + g.second_ms for g in games) / 1000 / len(games) + 2e-4
        old = self._game_seconds
        self._game_seconds = seconds if old == 0 else 0.8 * old + 0.2 * seconds

    def _keep(self, game: PlayedGame) -> None:
        if self._storage.add(self._key, game):
            if not self._new:
                self._storage.add_run(self._key, this_run(workers=self._pool.workers))
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


def _error(future: Future[list[PlayedGame]]) -> BaseException | None:
    """Why a finished future has no result, or None."""
    try:
        return future.exception()
    except CancelledError as error:
        return error
