"""The exact solver: proven values of positions, for any rules."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Literal, NamedTuple, TypeAlias

import dropfour._native as _native
from dropfour._arrays import RESULT, need_numpy, proven_fields
from dropfour._native import Exact
from dropfour._settings import BOOK, NODES, SECONDS, TABLE_MB, THREADS, Flag
from dropfour.book import native_book
from dropfour.errors import Unsolved
from dropfour.game import Position
from dropfour.rules import Rules


@dataclass(frozen=True, slots=True)
class Solution:
    """A solved position, seen by the player to move.

    The winner hurries and the loser delays. `best` has all best columns, `line` is best play to the
    end, the centre-most best column at every step. With `details=False` there is one best column
    and no line; with `weak=True` there are no plies and no line, and `best` keeps the value only.
    `columns` is what `every_column=True` asks for: the result of every legal column.

    `source` is "book" where a book knew the result of every column: then `line` goes as far as the
    book does, and there are no nodes. Else it is "search".
    """

    value: int  # +1 win, 0 draw, -1 loss
    plies: int | None  # until the end under best play
    margin: int | None  # points; ending "full" only
    best: tuple[int, ...]
    line: tuple[int, ...]
    nodes: int
    columns: dict[int, Exact] = field(default_factory=dict, compare=False)
    source: Literal["book", "search"] = "search"

    @property
    def exact(self) -> Exact:
        return Exact(self.value, self.plies, self.margin)

    def as_record(self) -> Any:
        """It as a numpy record, one of those that `label` makes.

        >>> solve(Position.from_moves("DDCCEE", Rules.grid(rows=6, columns=7))).as_record()["plies"]
        np.int16(1)
        """
        need_numpy()
        import numpy as np

        return np.array([(True, *proven_fields(self.exact), self.nodes)], list(RESULT))[0]


class SolverProgress(NamedTuple):
    """How far a running solver has come."""

    nodes: int
    columns: dict[int, Exact]  # those proven so far


OnProgress: TypeAlias = Callable[[SolverProgress], None]

_WEAK = Flag("Win, draw or loss only.", False, "weak")
_DETAILS = Flag("All best columns, and the line of best play.", True, "details")
_EVERY_COLUMN = Flag("The result of every column.", False, "every_column")


class Solver:
    """Solves positions under one set of rules and remembers what it has proven.

    A book of these rules answers where it can, unless `book` is false.

    >>> solver = Solver(Rules.grid(rows=4, columns=4))
    >>> solver.solve(Position(solver.rules)).value
    0
    >>> solver.score_columns(Position.from_moves("ADADA", solver.rules))[0]
    Exact(value=0, plies=11, margin=None)
    """

    def __init__(self, rules: Rules, table_mb: int = 64, *, book: bool = True) -> None:
        table_mb = TABLE_MB.check(table_mb)
        self.rules = rules
        self._native = _native.Solver(
            Position(rules), table_mb << 20, book=native_book(rules) if BOOK.check(book) else None
        )
        self._lock = threading.Lock()
        self._control = _native.Control()  # of the last call

    def solve(
        self,
        position: Position,
        *,
        nodes: int | None = None,
        seconds: float | None = None,
        threads: int = 1,
        weak: bool = False,
        details: bool = True,
        every_column: bool = False,
        progress: OnProgress | None = None,
        control: _native.Control | None = None,
    ) -> Solution:
        """The proven value; `Unsolved` if a limit, or `stop`, comes before the proof.

        A limit of nodes is kept by one thread, so that it always ends alike. `control.stop()` ends
        it from any thread, even before it has begun.
        """
        task = _task(nodes, seconds, threads, weak, details, every_column)
        if position.rules is not self.rules and position.rules != self.rules:
            raise ValueError("the position has other rules than the solver")
        with self._lock:
            self._control = control or _native.Control()
            found = self._native.solve(position, task, self._control, _relay(progress))
        return _solution(found, every_column=every_column)

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

    def stop(self) -> None:
        """Ends a running call at once: it raises `Unsolved`. Without one, does nothing."""
        self._control.stop()

    def clear(self) -> None:
        """Forgets everything."""
        with self._lock:
            self._native.clear()

    @property
    def table_mb(self) -> float:
        """What the table takes once it is full, at most what was asked for."""
        return self._native.table_bytes / (1 << 20)

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
    max_bytes = TABLE_MB.check(table_mb) << 20
    task = _task(nodes, seconds, threads, weak, details, every_column)
    opening = native_book(position.rules) if BOOK.check(book) else None
    control = _native.Control()
    found = _native.solve(position, task, control, _relay(progress), max_bytes, opening)
    return _solution(found, every_column=every_column)


def _task(*asked: Any) -> _native.Task:
    """What is asked, checked; the same again costs next to nothing."""
    try:
        return _remembered_task(*asked)
    except TypeError:  # one of them has no hash, and is wrong
        return _checked_task(*asked)


def _checked_task(
    nodes: int | None,
    seconds: float | None,
    threads: int,
    weak: bool,
    details: bool,
    every_column: bool,
) -> _native.Task:
    return _native.Task(
        nodes=NODES.check(nodes) or 0,
        seconds=SECONDS.check(seconds) or 0.0,
        threads=THREADS.check(threads),
        weak=_WEAK.check(weak),
        best=_DETAILS.check(details),
        every_column=_EVERY_COLUMN.check(every_column),
    )


_remembered_task = lru_cache(maxsize=64, typed=True)(_checked_task)


def _relay(progress: OnProgress | None) -> Callable[[_native.Report], None] | None:
    if progress is None:
        return None
    return lambda report: progress(SolverProgress(report.nodes, _proven(report)))


def _proven(report: _native.Report) -> dict[int, Exact]:
    return {c.column: c.exact for c in report.columns if c.exact is not None}


def _solution(found: _native.Solution, *, every_column: bool) -> Solution:
    facts = found.facts()
    if facts is None:
        lower, upper = found.values
        raise Unsolved(lower=lower, upper=upper, margins=found.margins, nodes=found.nodes)
    columns = _proven(found.report()) if every_column else {}
    return Solution(*facts, columns, "book" if found.from_book else "search")
