"""Any legal column, each as likely as the next."""

from __future__ import annotations

from dropfour import _native
from dropfour._native import Control
from dropfour.agents.analysis import Analysis, ColumnAnalysis
from dropfour.agents.base import Agent, OnReport
from dropfour.game import Position


class RandomAgent(Agent):
    """Plays at random: a pure function of its seed, the number of discs and bans, and the columns.

    It draws from the random stream (seed, discs and bans on the board), as `classroom.streams`
    defines it, so every move of a game has its own draw.
    """

    name = "random"
    title = "Random"
    about = "Drops anywhere: a first opponent for small children."
    heeds = ("seed",)

    def _search(self, position: Position, control: Control, progress: OnReport | None) -> Analysis:
        ply = sum(len(cells) for cells in position._content)
        legal = position.legal
        move = legal[_native.random_below(self.seed, ply, len(legal))]
        columns = {column: ColumnAnalysis(column=column, value=0.0) for column in legal}
        return Analysis(move=move, columns=columns, line=(move,))
