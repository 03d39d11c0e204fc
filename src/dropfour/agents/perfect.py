"""Perfect play, by the exact solver."""

from __future__ import annotations

from typing import Any

from dropfour import _native
from dropfour._native import Control
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
        nodes, max_bytes = self.limit.nodes or 0, self.table_mb << 20
        task = _native.Task(
            nodes=nodes,
            seconds=self.limit.seconds or 0.0,
            threads=self.threads,
            every_column=True,
        )
        rules = position.rules
        book = native_book(rules) if self.book else None
        if nodes:
            return _native.solve(position, task, control, progress, max_bytes, book).report()
        if self._kept is None or self._kept[0] != rules:
            self._kept = rules, _native.Solver(position, max_bytes, book)
        return self._kept[1].solve(position, task, control, progress).report()

    def forget(self) -> None:
        self._kept = None

    def knows(self, position: Position) -> bool:
        """Whether a book has the results of all columns, if it has any of this position."""
        book = find_book(position.rules) if self.book else None
        return book is not None and discs_and_bans(position) < book.plies
