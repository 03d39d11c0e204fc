"""The exact solver: proven values of positions, for any rules."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple

import dropfour._native as _native
from dropfour._native import Exact
from dropfour._settings import NODES, SECONDS, TABLE_MB, THREADS, Flag
from dropfour.errors import Unsolved
from dropfour.game import Position
from dropfour.rules import Rules

_SMALLEST_TABLE = 1 << 16  # bytes
_BYTES_A_NODE = 16  # of a table that forgets little
_NODES_A_SECOND = 4_000_000


@dataclass(frozen=True, slots=True)
class Solution:
    """A solved position, seen by the player to move.

    The winner hurries and the loser delays. `best` has all best columns, `line` is best play to the
    end, the centre-most best column at every step. With `details=False` there is one best column
    and no line; with `weak=True` there are no plies and no line, and `best` keeps the value only.
    `columns` is what `every_column=True` asks for: the result of every legal column.
    """

    value: int  # +1 win, 0 draw, -1 loss
    plies: int | None  # until the end under best play
    margin: int | None  # points; ending "full" only
    best: tuple[int, ...]
    line: tuple[int, ...]
    nodes: int
    columns: dict[int, Exact] = field(default_factory=dict, compare=False)

    @property
    def exact(self) -> Exact:
        return Exact(self.value, self.plies, self.margin)


class SolverProgress(NamedTuple):
    """How far a running solver has come."""

    nodes: int
    columns: dict[int, Exact]  # those proven so far


Progress = Callable[[SolverProgress], None]


@dataclass(slots=True)
class _Task:
    """What is asked, and how much work it may take."""

    nodes: int | None
    seconds: float | None
    threads: int
    weak: bool
    details: bool = False
    every_column: bool = False

    def __post_init__(self) -> None:
        self.nodes = NODES.check(self.nodes)
        self.seconds = SECONDS.check(self.seconds)
        self.threads = THREADS.check(self.threads)
        for name in ("weak", "details", "every_column"):
            Flag("", False, name).check(getattr(self, name))

    def run(
        self,
        solver: _native.Solver,
        position: Position,
        control: _native.Control,
        progress: Progress | None,
    ) -> _native.Solution:
        return solver.solve(
            position,
            control=control,
            progress=_relay(progress) if progress else None,
            nodes=self.nodes or 0,
            seconds=self.seconds or 0.0,
            threads=self.threads,
            weak=self.weak,
            best=self.details,
            every_column=self.every_column,
        )


class Solver:
    """Solves positions under one set of rules and remembers what it has proven.

    >>> solver = Solver(Rules.grid(rows=4, columns=4))
    >>> solver.solve(Position(solver.rules)).value
    0
    >>> solver.score_columns(Position.from_moves("ADADA", solver.rules))[0]
    Exact(value=0, plies=11, margin=None)
    """

    def __init__(self, rules: Rules, table_mb: int = 64) -> None:
        table_mb = TABLE_MB.check(table_mb)
        self.rules = rules
        self._native = _native.Solver(Position(rules), table_bytes=table_mb << 20)
        self._lock = threading.Lock()
        self._control: _native.Control | None = None

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
        progress: Progress | None = None,
    ) -> Solution:
        """The proven value; `Unsolved` if a limit, or `stop`, comes before the proof.

        A limit of nodes is kept by one thread, so that it always ends alike.
        """
        task = _Task(nodes, seconds, threads, weak, details, every_column)
        return _solution(self._ask(position, task, progress), every_column=every_column)

    def score_columns(
        self,
        position: Position,
        *,
        nodes: int | None = None,
        seconds: float | None = None,
        threads: int = 1,
        weak: bool = False,
        progress: Progress | None = None,
    ) -> dict[int, Exact]:
        """The proven result of every legal column, for the player to move."""
        task = _Task(nodes, seconds, threads, weak, every_column=True)
        found = self._ask(position, task, progress)
        if not found.solved:
            raise _unsolved(found)
        return _proven(found.report())

    def stop(self) -> None:
        """Ends a running call at once: it raises `Unsolved`. Without one, does nothing."""
        if (control := self._control) is not None:
            control.stop()

    def clear(self) -> None:
        """Forgets everything."""
        with self._lock:
            self._native.clear()

    @property
    def table_mb(self) -> float:
        """What the table takes, at most what was asked for."""
        return self._native.table_bytes / (1 << 20)

    def _ask(self, position: Position, task: _Task, progress: Progress | None) -> _native.Solution:
        if position.rules != self.rules:
            raise ValueError("the position has other rules than the solver")
        with self._lock:
            self._control = control = _native.Control()
            try:
                return task.run(self._native, position, control, progress)
            finally:
                self._control = None

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
    progress: Progress | None = None,
) -> Solution:
    """The proven value of a position, with a table of its own.

    `weak` asks for win, draw or loss only, `details=False` for the value and one best column; both
    are faster. `every_column` asks for the result of every column too. The table takes what such a
    position can fill, `table_mb` at most. `Unsolved` if a limit comes before the proof.

    >>> from dropfour.rules import Rules
    >>> s = solve(Position.from_moves("DDCCEE", Rules.grid(rows=6, columns=7)))
    >>> s.value, s.plies, s.best, s.line
    (1, 1, (1, 5), (1,))
    """
    table_mb = TABLE_MB.check(table_mb)
    task = _Task(nodes, seconds, threads, weak, details, every_column)
    size = useful_table_bytes(position, table_mb, task.nodes, task.seconds, task.threads)
    solver = _native.Solver(position, table_bytes=size)
    found = task.run(solver, position, _native.Control(), progress)
    return _solution(found, every_column=every_column)


def useful_table_bytes(
    position: Position | None,
    table_mb: int,
    nodes: int | None,
    seconds: float | None,
    threads: int = 1,
) -> int:
    """What one search can fill of a table: fresh memory costs time, and ends a search late.

    A free cell more makes a search about 1.6 times as long: on 7 × 6 95,000 nodes with 29, and as
    many with 21 or so where patterns are points; every column beyond seven counts like a cell,
    and bonus cells like three: with bans an entry takes four times the room.
    Without a position, what any of a game may take.
    """
    useful = table_mb << 20
    if position is not None:
        free = position.rules.playable - sum(len(cells) for cells in position._content)
        easy = 14 if position.rules.ending == "full" else 22
        easy -= max(0, len(position.legal) - 7) + (3 if position.rules.bonus else 0)
        useful = min(useful, _SMALLEST_TABLE << min(max(free - easy, 0) * 2 // 3, 40))
    if nodes is not None:
        useful = min(useful, _BYTES_A_NODE * nodes)
    if seconds is not None:
        useful = min(useful, int(_BYTES_A_NODE * _NODES_A_SECOND * threads * seconds))
    return max(useful, _SMALLEST_TABLE)


def _relay(progress: Progress) -> Callable[[_native.Report], None]:
    return lambda report: progress(SolverProgress(report.nodes, _proven(report)))


def _proven(report: _native.Report) -> dict[int, Exact]:
    return {c.column: c.exact for c in report.columns if c.exact is not None}


def _solution(found: _native.Solution, *, every_column: bool) -> Solution:
    if not found.solved or (exact := found.exact) is None:
        raise _unsolved(found)
    return Solution(
        value=exact.value,
        plies=exact.plies,
        margin=exact.margin,
        best=tuple(found.best),
        line=tuple(found.line),
        nodes=found.nodes,
        columns=_proven(found.report()) if every_column else {},
    )


def _unsolved(found: _native.Solution) -> Unsolved:
    lower, upper = found.values
    return Unsolved(lower=lower, upper=upper, margins=found.margins, nodes=found.nodes)
