"""Perfect play, by the exact solver."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

from dropfour import _native
from dropfour._native import Control, Exact
from dropfour._settings import BOOK, TABLE_MB, Limit
from dropfour.agents.base import Agent, OnReport
from dropfour.book import find_book, native_book
from dropfour.game import Position
from dropfour.rules import Rules


def discs_and_bans(position: Position) -> int:
    """How many lie on the board, however they came there."""
    return sum(len(cells) for cells in position._content)


class PerfectAgent(Agent):
    """Plays a best column, the centre-most of them, and proves the result of every column.

    When the limit comes before the proof it plays the column of which it has proven or, by the
    patterns still open, expects most. A limit of `playouts` is taken as one of nodes; `depth` and
    `seed` change nothing. With a limit of nodes every analysis starts afresh, so that it always
    ends alike; without, what is proven is remembered from move to move.

    >>> board = Position.from_moves("AGAGA", Rules.grid(rows=4, columns=7))
    >>> PerfectAgent(limit=Limit(seconds=60)).analyse(board).move
    0
    """

    name = "perfect"
    title = "Exact solver"
    about = "Reads the game to its end: perfect on small boards and in endgames."
    heeds = ("nodes", "seconds", "threads")
    default_limit = Limit(seconds=10.0)

    table_mb = TABLE_MB
    book = BOOK

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        self._kept: tuple[Rules, _native.Solver] | None = None

    def _search(
        self, position: Position, control: Control, progress: OnReport | None
    ) -> _native.Report:
        task = _native.Task(
            nodes=self.limit.nodes or 0,
            seconds=self.limit.seconds or 0.0,
            threads=self.threads,
            every_column=True,
        )
        # What a limit of nodes lets prove depends on what is remembered.
        solver = self._new_solver(position) if self.limit.nodes else self._solver(position)
        return solver._attempt(position, task, control, progress).report()

    def hold(
        self, position: Position, control: Control, seconds: float, order: Sequence[int]
    ) -> tuple[int, Exact | None]:
        """A column that keeps the value, and that value, win, draw or loss.

        It is proven several times sooner than the result of every column, and sooner still where
        a book promises a value and the likely columns are tried first. Without a value time is
        over, and it is the first column of the order that may keep what was promised.
        """
        until = time.perf_counter() + seconds
        column, promised = order[0], self._promised(position)
        if promised is not None and promised >= 0:
            task = self._weak_task(seconds, keep=promised, order=list(order))
            found = self._solver(position)._attempt(position, task, control)
            column = found.best[0]
            if not found.solved or found.exact:
                return column, found.exact if found.solved else None
        task = self._weak_task(max(until - time.perf_counter(), 0.001))
        found = self._solver(position)._attempt(position, task, control)
        return (found.best[0], found.exact) if found.solved else (column, None)

    def _weak_task(self, seconds: float, **more: Any) -> _native.Task:
        return _native.Task(seconds=seconds, threads=self.threads, weak=True, best=False, **more)

    def _promised(self, position: Position) -> int | None:
        """The value that a book promises at least: its own, or what the move before has left."""
        book = find_book(position.rules) if self.book else None
        if book is None:
            return None
        if exact := book.exact(position):
            return exact.value
        before = position._parent
        if before is None or (exact := book.exact(before)) is None:
            return None
        return exact.value if before.turn == position.turn else -exact.value

    def _solver(self, position: Position) -> _native.Solver:
        """One that remembers what it has proven under the same rules."""
        kept = self._kept  # which another thread may replace
        if kept is None or kept[0] != position.rules:
            kept = self._kept = position.rules, self._new_solver(position)
        return kept[1]

    def _new_solver(self, position: Position) -> _native.Solver:
        book = native_book(position.rules) if self.book else None
        return _native.Solver(position, self.table_mb << 20, book)

    def forget(self) -> None:
        self._kept = None

    def knows(self, position: Position) -> bool:
        """Whether a book has the results of all columns, if it has any of this position."""
        book = find_book(position.rules) if self.book else None
        return book is not None and discs_and_bans(position) < book.plies
