"""Depth-limited minimax with alpha-beta, for every variant."""

from __future__ import annotations

from typing import Any

from dropfour import _native
from dropfour._native import Control
from dropfour._settings import EVALUATION, TABLE_MB, Flag, Limit
from dropfour.agents.base import Agent, OnReport
from dropfour.evaluation import find_evaluation
from dropfour.game import Position


class AlphaBetaAgent(Agent):
    """Plays what plain minimax plays at the same depth, ties to the lowest column, only faster.

    At the horizon the learned evaluation judges, behind forced moves; with `evaluation="none"` the
    patterns still open are counted, as in the course's program.

    `Limit(depth=1)` evaluates the positions after its own move; a ban is a ply like a disc. Without
    `depth` it deepens until the time or the nodes are used up and answers with the last depth it
    completed, or until the result is proven. Nodes are the positions it visits; a limit of
    `playouts` is taken as one of nodes. `seed` and `threads` change nothing.

    A column's `score` is the logit of its value times 256, or the margin expected times 64 where
    points count. Without an evaluation it is 64 for every pattern completed, and 16, 4 or 1 for one
    that lacks 1, 2 or more discs and is still possible, less the opponent's. A win after n plies is
    10**9 - n. Columns that cannot be best have no score, and their value is a bound from above,
    unless `every_column=True` asks for all, which takes longer.

    >>> from dropfour.rules import Rules
    >>> board = Position.from_moves("AGAGA", Rules.grid(rows=6, columns=7))
    >>> found = AlphaBetaAgent(limit=Limit(depth=4), evaluation="none").analyse(board)
    >>> found.move, found.columns[0].score, found.depth
    (0, -10, 4)
    """

    name = "alphabeta"
    title = "Look-ahead (alpha-beta)"
    about = "Looks at every move some moves deep, and judges where that leads."
    heeds = ("depth", "nodes", "seconds")
    default_limit = Limit(seconds=1.0)

    evaluation = EVALUATION
    table_mb = TABLE_MB
    every_column = Flag("Value every column, also those that cannot be best.", False)

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        self._evaluation = find_evaluation(self.evaluation)

    def _search(
        self, position: Position, control: Control, progress: OnReport | None
    ) -> _native.Report:
        limit = self.limit
        return _native.alphabeta(
            position,
            control=control,
            progress=progress,
            nodes=limit.nodes or 0,
            depth=min(limit.depth or 0, 2**31 - 1),
            seconds=limit.seconds or 0.0,
            table_megabytes=self.table_mb,
            every_column=self.every_column,
            evaluation=self._evaluation,
        )
