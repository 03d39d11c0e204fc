"""The sequential test of an experiment: pairs of games in their order, until it has decided."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from dropfour.arena.results import PlayedGame
from dropfour.arena.stats import Sprt
from dropfour.arena.stats.pairs import POINTS, count_outcomes

if TYPE_CHECKING:
    from dropfour.arena.experiment import Experiment


@dataclass(frozen=True, slots=True)
class SequentialState:
    """Where a test stands, and between which differences it decides."""

    model: str
    elo0: float
    elo1: float
    counts: tuple[int, ...]  # pairs by the points of the first player, 0 to 2 in halves
    alone: tuple[int, ...]  # games without a partner by these points, 0 to 1 in halves
    llr: float
    lower: float
    upper: float
    decision: str  # "H0", "H1", or "" while it goes on


class Sequential:
    """Takes games in any order, looks at complete pairs in the order of the plan.

    So the decision, and the last game that it rests on, do not depend on who finished first.
    """

    def __init__(self, experiment: Experiment) -> None:
        table = experiment.plan_table
        self._hero = experiment.players[0].name
        self._sprt = Sprt(
            elo0=table.elo0, elo1=table.elo1, alpha=table.alpha, beta=table.beta, model=table.model
        )
        self._waiting: dict[int, list[PlayedGame]] = {}
        self._order = experiment.plan.pairs()
        self._next_pair = next(self._order, None)
        self._outcomes = np.zeros(len(POINTS), dtype=int)
        self._llr = 0.0
        self._decision = ""
        self.last_game: int | None = None

    def add(self, game: PlayedGame) -> None:
        """A finished game."""
        games = self._waiting.setdefault(game.pair, [])
        if all(known.number != game.number for known in games):
            games.append(game)
        while (
            self._next_pair is not None
            and not self._decision
            and len(pair := self._waiting.get(self._next_pair, [])) == 2
        ):
            self._look(sorted(pair, key=lambda game: game.number))
            self._next_pair = next(self._order, None)

    def _look(self, games: list[PlayedGame]) -> None:
        """At a pair; a game that could not be played says nothing, and the other one counts."""
        points = [game.points_of(self._hero) for game in games if game.counts]
        if not points:
            return
        self._outcomes += count_outcomes([points])
        self._llr = float(self._sprt.llr(self._outcomes))
        self._decision = self._sprt.decision(self._llr)
        if self._decision:
            self.last_game = games[-1].number

    @property
    def state(self) -> SequentialState:
        """What is known now."""
        counts = tuple(map(int, self._outcomes))
        return SequentialState(
            model=self._sprt.model,
            elo0=self._sprt.elo0,
            elo1=self._sprt.elo1,
            counts=counts[:5],
            alone=counts[5:],
            llr=self._llr,
            lower=self._sprt.lower,
            upper=self._sprt.upper,
            decision=self._decision,
        )
