"""The move that looks best right away: Connect Square's heuristic, for every goal."""

from __future__ import annotations

from dropfour import _native
from dropfour._native import Control
from dropfour._settings import Flag
from dropfour.agents.base import Agent, OnReport
from dropfour.game import Position


class GreedyAgent(Agent):
    """Looks one ply ahead; ties go to the lowest column.

    Every placed pattern without opposing discs and bans counts 0, 1, 10, 100, 1000, … for 0, 1, 2,
    3, 4, … own discs (10**13 from 14 discs on). With `opponent=True` what the opponent's patterns
    count is subtracted, so that it also stands in the way. A move that wins at once comes first.

    >>> from dropfour.rules import Rules, Square
    >>> board = Position.from_moves("ACBC", Rules.grid(rows=4, columns=4, goal=Square(2)))
    >>> {name: c.score for name, c in GreedyAgent().analyse(board).columns.items()}
    {0: 101, 1: 101, 2: 12, 3: 10}
    """

    name = "greedy"
    title = "One move ahead (greedy)"
    about = "Takes what looks best at once."

    opponent = Flag("Also stand in the way of the opponent's patterns.", False)

    def _search(
        self, position: Position, control: Control, progress: OnReport | None
    ) -> _native.Report:
        return _native.greedy(position, opponent=self.opponent)
