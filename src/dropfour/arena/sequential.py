"""The sequential test of an experiment: pairs of games in their order, until it has decided."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from dropfour.arena.results import PlayedGame
from dropfour.arena.stats.sprt import Sprt

if TYPE_CHECKING:
    from dropfour.arena.experiment import Experiment


@dataclass(frozen=True, slots=True)
class SequentialState:
    """Where a test stands: pairs by the points of the first player, 0 to 2 in halves."""

    counts: tuple[int, int, int, int, int]
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
        self._sprt = Sprt(elo0=table.elo0, elo1=table.elo1, alpha=table.alpha, beta=table.beta)
        self._waiting: dict[int, list[PlayedGame]] = {}
        self._next_pair = 0
        self._counts = [0, 0, 0, 0, 0]
        self._seen: set[tuple[tuple[str, ...], ...]] = set()
        self._llr = 0.0
        self._decision = ""
        self.last_game: int | None = None

    def add(self, game: PlayedGame) -> None:
        """A finished game."""
        games = self._waiting.setdefault(game.pair, [])
        if all(known.number != game.number for known in games):
            games.append(game)
        while not self._decision and len(self._waiting.get(self._next_pair, ())) == 2:
            self._look(sorted(self._waiting[self._next_pair], key=lambda g: g.number))
            self._next_pair += 1

    def _look(self, games: list[PlayedGame]) -> None:
        if not all(game.counts for game in games):
            return
        content = tuple(game.same_game() for game in games)
        if content in self._seen:  # tells nothing new
            return
        self._seen.add(content)
        points = sum(g.points if g.first == self._hero else 1 - g.points for g in games)
        self._counts[round(2 * points)] += 1
        self._llr = float(self._sprt.llr(self._counts))
        self._decision = self._sprt.decision(self._llr)
        if self._decision:
            self.last_game = games[-1].number

    @property
    def state(self) -> SequentialState:
        """What is known now."""
        a, b, c, d, e = self._counts
        return SequentialState(
            counts=(a, b, c, d, e),
            llr=self._llr,
            lower=self._sprt.lower,
            upper=self._sprt.upper,
            decision=self._decision,
        )
