"""Flat Monte Carlo: play each move, then many random games, and count the wins."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from dropfour import _native
from dropfour._native import Control
from dropfour._settings import POLICY, WEIGHTS, Flag, Whole, Word, check_weights
from dropfour.agents.base import Agent, OnReport
from dropfour.errors import WrongSetting
from dropfour.game import Position

PER_CANDIDATE = 10_000  # playouts, as `dropfour move` has them


class MonteCarloAgent(Agent):
    """Plays a move that wins at once, else the one with the best win rate in random games.

    A draw is no win: where nothing wins, a sure draw is played no sooner than a sure loss. Ties go
    to the column closest to the middle (columns // 2), then to the lower one. A column's value is
    (wins - losses) / visits.

    The effort is `playouts=`, shared over the candidate moves, or `per_candidate=` for each of
    them, or `seconds=`; without any of these 10,000 for each. Every candidate gets one at least.
    A limit of `nodes` is one of playouts; a `depth` bounds nothing here.

    `allocation` says who gets the playouts:

    - "even": all the same; what cannot be shared evenly goes to the first columns.
    - "ucb1": the next few to the move whose win rate has the highest upper confidence bound.
    - "halving": rounds of equal effort, each shared by the moves still in; after a round the worse
      half drops out, and the answer is the one that is left.

    With `win_at_once=False` a winning move is played too, but every column gets its playouts.

    `policy` and `weights` are those of `dropfour.playouts`. The number of threads never changes an
    answer that is limited by playouts.

    >>> from dropfour.rules import Rules
    >>> p = Position.from_moves("ABABAB", Rules.grid(rows=6, columns=7))
    >>> MonteCarloAgent().choose(p)
    0
    """

    name = "montecarlo"
    title = "Random games (Monte Carlo)"
    about = "Plays out the same number of random games for each move; most wins is best."
    heeds = ("playouts", "seconds", "seed", "threads")

    per_candidate = Whole(
        f"Random games for each move; {PER_CANDIDATE:,} without any limit.", None, is_limit=True
    )
    allocation = Word(
        "Who gets the playouts: all the same, the most promising, or the better half.",
        "even",
        words=("even", "ucb1", "halving"),
    )
    policy = replace(POLICY, default="wins")
    weights = WEIGHTS
    win_at_once = Flag("Play a winning move without any playouts.", True)

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        if self.per_candidate is not None and self.limit.playouts is not None:
            raise WrongSetting("give playouts= or per_candidate=, not both")
        check_weights(self.policy, self.weights, columns=None)
        if self.per_candidate is None and not self.limit.given():
            self.per_candidate = PER_CANDIDATE
        self.independent = self.allocation == "even"

    def _search(
        self, position: Position, control: Control, progress: OnReport | None
    ) -> _native.Report:
        check_weights(self.policy, self.weights, columns=position.rules.columns)
        return _native.monte_carlo(
            position,
            allocation=self.allocation,
            total=self.limit.playouts or 0,
            per_candidate=self.per_candidate or 0,
            seconds=self.limit.seconds or 0.0,
            policy=self.policy,
            weights=self.weights,
            seed=self.seed,
            threads=self.threads,
            win_at_once=self.win_at_once,
            control=control,
            progress=progress,
        )
