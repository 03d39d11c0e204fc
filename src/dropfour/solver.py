"""The exact solver: proven values of positions, for any rules."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, NoReturn, TypeAlias

import dropfour._native as _native
from dropfour._native import Exact
from dropfour._native import Solution as Solution  # which `solve` returns
from dropfour._settings import BOOK, NODES, SECONDS, TABLE_MB, THREADS, Flag
from dropfour.book import native_book
from dropfour.errors import Unsolved
from dropfour.game import Position
from dropfour.rules import Rules


class SolverProgress(NamedTuple):
    """How far a running solver has come."""

    nodes: int
    columns: dict[int, Exact]  # those proven so far


OnProgress: TypeAlias = Callable[[SolverProgress], None]

_WEAK = Flag("Win, draw or loss only.", False, "weak")
_DETAILS = Flag("All best columns, and the line of best play.", True, "details")
_EVERY_COLUMN = Flag("The result of every column.", False, "every_column")


class Solver(_native.Solver):
    """Solves positions under one set of rules and remembers what it has proven.

    A book of these rules answers where it can, unless `book` is false.

    >>> solver = Solver(Rules.grid(rows=4, columns=4))
    >>> solver.solve(Position(solver.rules)).value
    0
    >>> solver.score_columns(Position.from_moves("ADADA", solver.rules))[0]
    Exact(value=0, plies=11, margin=None)
    """

    def __init__(self, rules: Rules, table_mb: int = 64, *, book: bool = True) -> None:
        max_bytes = TABLE_MB.check(table_mb) << 20
        super().__init__(
            Position(rules), max_bytes, native_book(rules) if BOOK.check(book) else None
        )

    def score_columns(
        self,
        position: Position,
        *,
        nodes: int | None = None,
        seconds: float | None = None,
        threads: int = 1,
        weak: bool = False,
        progress: OnProgress | None = None,
        control: _native.Control | None = None,
    ) -> dict[int, Exact]:
        """The proven result of every legal column, for the player to move."""
        return self.solve(
            position,
            nodes=nodes,
            seconds=seconds,
            threads=threads,
            weak=weak,
            details=False,
            every_column=True,
            progress=progress,
            control=control,
        ).columns

    @staticmethod
    def _task(
        nodes: object,
        seconds: object,
        threads: object,
        weak: object,
        details: object,
        every_column: object,
    ) -> _native.Task:
        """What is asked, checked; not called where nothing need be."""
        return _native.Task(
            nodes=NODES.check(nodes) or 0,
            seconds=SECONDS.check(seconds) or 0.0,
            threads=THREADS.check(threads),
            weak=_WEAK.check(weak),
            best=_DETAILS.check(details),
            every_column=_EVERY_COLUMN.check(every_column),
        )

    @staticmethod
    def _relay(progress: OnProgress) -> Callable[[_native.Report], None]:
        return lambda report: progress(
            SolverProgress(
                report.nodes, {c.column: c.exact for c in report.columns if c.exact is not None}
            )
        )

    @staticmethod
    def _give_up(found: _native.Attempt) -> NoReturn:
        lower, upper = found.values
        raise Unsolved(lower=lower, upper=upper, margins=found.margins, nodes=found.nodes)

    @property
    def table_mb(self) -> float:
        """What the table takes once it is full, at most what was asked for."""
        return self.table_bytes / (1 << 20)

    def __repr__(self) -> str:
        return f"<Solver {self.table_mb:g} MB>"


def solve(
    position: Position,
    *,
    nodes: int | None = None,
    seconds: float | None = None,
    threads: int = 1,
    table_mb: int = 64,
    weak: bool = False,
    details: bool = True,
    every_column: bool = False,
    book: bool = True,
    progress: OnProgress | None = None,
) -> Solution:
    """The proven value of a position, from a book of its rules or by search.

    `weak` asks for win, draw or loss only, `details=False` for the value and one best column; both
    are faster. `every_column` asks for the result of every column too. `book=False` leaves books
    out. The table takes what it needs, `table_mb` at most. `Unsolved` if a limit comes before the
    proof.

    >>> from dropfour.rules import Rules
    >>> s = solve(Position.from_moves("DDCCEE", Rules.grid(rows=6, columns=7)))
    >>> s.value, s.plies, s.best, s.line
    (1, 1, (1, 5), (1,))
    """
    return Solver(position.rules, table_mb, book=book).solve(
        position,
        nodes=nodes,
        seconds=seconds,
        threads=threads,
        weak=weak,
        details=details,
        every_column=every_column,
        progress=progress,
    )
