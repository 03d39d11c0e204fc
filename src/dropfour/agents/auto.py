"""What a user who names nothing gets: exact play where it can be had in time, else UCT."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import ClassVar

import dropfour._native as _native
from dropfour.agents.analysis import Analysis, from_report
from dropfour.agents.base import Agent
from dropfour.agents.limit import Limit
from dropfour.agents.perfect import PerfectAgent
from dropfour.agents.uct import Uct
from dropfour.game import Position


@dataclass(frozen=True, slots=True)
class Level:
    """How hard a level thinks about a move: counts, so that it plays alike on every machine."""

    playouts: int
    solver_nodes: int = 0


# Each about two and a half times the last; benchmarks/levels.py plays neighbours against each
# other. The exact solver joins late: it would make a beginner's opponent perfect in the endgame.
LEVELS = (
    Level(4),
    Level(10),
    Level(25),
    Level(60),
    Level(150),
    Level(500),
    Level(2_000, solver_nodes=500),
    Level(8_000, solver_nodes=10_000),
    Level(40_000, solver_nodes=200_000),
    Level(200_000, solver_nodes=2_000_000),
)


class AutoAgent(Agent):
    """The strongest play within the limit, on any rules; or a `level` from 1 (weak) to 10.

    First the exact solver gets a share of the limit; if it proves a win, or the result of every
    column, that is played. Otherwise UCT thinks with the rest, and what the solver did prove is
    kept: a column known to lose is not played while another is not.

    >>> from dropfour.rules import Rules
    >>> board = Position.from_moves("DDDDDCCCEEBGBGGA", Rules.grid(rows=6, columns=7))
    >>> AutoAgent(limit=Limit(playouts=100_000)).analyse(board).exact is not None
    True
    """

    name = "auto"
    default_limit = Limit(seconds=1.0)
    solver_share: ClassVar[float] = 0.4  # of the seconds; the rest is UCT's
    solver_nodes_per_playout: ClassVar[int] = 2  # they take about the same time
    solvable_cells: ClassVar[int] = 40  # with more free cells a proof in seconds is hopeless

    def __init__(
        self,
        *,
        limit: Limit | None = None,
        seed: int = 0,
        threads: int = 1,
        level: int | None = None,
    ) -> None:
        super().__init__(limit=limit, seed=seed, threads=threads)
        self.level = level
        if not {"playouts", "nodes", "seconds"} & self.limit.given().keys():
            self.limit = self.default_limit  # a depth bounds neither of the two searches
        exact: Limit | None
        if level is None:
            exact, tree = _shares(self.limit, self.solver_share, self.solver_nodes_per_playout)
        else:
            if limit is not None and limit.given():
                raise ValueError("a level has its own limit: give one or the other")
            if isinstance(level, bool) or level not in range(1, len(LEVELS) + 1):
                raise ValueError(f"level must be 1 to {len(LEVELS)}, not {level!r}")
            effort = LEVELS[level - 1]
            tree = self.limit = Limit(playouts=effort.playouts)
            exact = Limit(nodes=effort.solver_nodes) if effort.solver_nodes else None
        self._exact = PerfectAgent(limit=exact, threads=threads) if exact else None
        self._tree = Uct(limit=tree, seed=seed, threads=threads)
        self._tree_limit = tree

    def _search(
        self,
        position: Position,
        control: _native.Control,
        progress: Callable[[_native.Report], None] | None,
    ) -> Analysis:
        began = time.perf_counter()
        points = position.rules.ending == "full"
        proven: Analysis | None = None
        if self._exact is not None and _free_cells(position) <= self.solvable_cells:
            report = self._exact._search(position, control, progress)
            proven = from_report(report, points=points)
            if _decided(proven):
                return proven
        self._tree.limit = self._tree_limit
        if (seconds := self.limit.seconds) is not None:  # all that the solver has left
            left = max(seconds - (time.perf_counter() - began), 0.001)
            self._tree.limit = replace(self._tree_limit, seconds=left)
        guessed = from_report(self._tree._search(position, control, progress), points=points)
        return guessed if proven is None else _with_proofs(guessed, proven)


def _shares(limit: Limit, share: float, nodes_per_playout: int) -> tuple[Limit, Limit]:
    """What the solver and UCT get of a limit: of nodes and seconds each its share."""
    nodes = [nodes_per_playout * limit.playouts] if limit.playouts else []
    tree = replace(limit, depth=None)
    if limit.nodes is not None:
        nodes.append(max(1, int(share * limit.nodes)))
        tree = replace(tree, nodes=max(1, limit.nodes - nodes[-1]))
    seconds = None if limit.seconds is None else share * limit.seconds
    return Limit(nodes=min(nodes, default=None), seconds=seconds), tree


def _free_cells(position: Position) -> int:
    return position.rules.playable - sum(len(cells) for cells in position._content)


def _decided(analysis: Analysis) -> bool:
    """Whether the move is proven best: it wins, or every column is proven."""
    exact = analysis.exact
    if exact is None:
        return False
    wins = exact.value == 1 and exact.margin is None
    return wins or all(c.exact is not None for c in analysis.columns.values())


def _with_proofs(guessed: Analysis, proven: Analysis) -> Analysis:
    """UCT's analysis with the solver's proofs in it, and a better move if its move loses."""
    columns = {
        number: column
        if column.exact is not None or (exact := proven.columns[number].exact) is None
        else replace(column, exact=exact, value=float(exact.value))
        for number, column in guessed.columns.items()
    }
    analysis = replace(guessed, columns=columns, nodes=guessed.nodes + proven.nodes)
    best = proven.exact
    if best is not None and best.value > 0 and (analysis.exact is None or analysis.exact.value < 1):
        return replace(analysis, move=proven.move, line=proven.line or (proven.move,))
    if analysis.exact is None or analysis.exact.value >= 0:
        return analysis
    open_columns = [c for c in columns.values() if c.exact is None or c.exact.value >= 0]
    if not open_columns:
        return analysis
    other = max(open_columns, key=lambda c: (c.visits, c.value))
    return replace(analysis, move=other.column, line=(other.column,))


AGENT = AutoAgent
