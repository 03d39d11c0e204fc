"""UCT: a tree grown by playouts towards the moves that do well."""

from __future__ import annotations

from typing import Any

from dropfour import _native
from dropfour._native import Control
from dropfour._settings import EVALUATION, Flag, Limit, Number, Whole, Word
from dropfour.agents.analysis import Analysis
from dropfour.agents.base import Agent, OnAnalysis, OnReport
from dropfour.errors import WrongSetting
from dropfour.evaluation import NONE, find_evaluation
from dropfour.game import Position


class UctAgent(Agent):
    """Monte Carlo tree search; `plain=True` is the textbook's, exactly as in `classroom.uct`.

    Beyond the textbook it proves wins, draws and losses where it can and stops when it has proven
    the result (with `every_column` that of every move), prunes moves that lose at once, and keeps
    its tree: if the next position follows from the last one, what is known of it is used. So the
    same calls in the same order on a new agent give the same numbers (on one thread), while asking
    again about the same position starts afresh and gives the same answer. Without a limit it
    thinks for three seconds.

    Leaves are judged by the learned evaluation, a little noise from the seed upon it; `wins` and
    `losses` of a column then are what that expects. A policy, `visits_to_expand`, or
    `evaluation="none"` has them played out at random instead.

    `exploration` is c of UCB1, Q/n + c * sqrt(2 ln N / n) with the parent's visits N. Unless plain,
    the first two plies have N / 50 for 2 ln N if larger. The policy is "uniform", "wins" (win at
    once) or "blocks" (and take the cell on which the opponent would); plain playouts are uniform,
    others block. When the memory is full the search goes on without new nodes. Each thread grows
    its own tree, and their counts are added up.

    >>> from dropfour.rules import Rules
    >>> position = Position.from_moves("DCDCD", Rules.grid(rows=6, columns=7))
    >>> UctAgent(playouts=1000).analyse(position).move  # the only one that does not lose
    3
    """

    name = "uct"
    title = "Tree search (UCT)"
    about = "Looks ever deeper where what it has learned, or random games, go well."
    heeds = ("playouts", "nodes", "seconds", "seed", "threads")
    default_limit = Limit(seconds=3.0)
    threads_change_it = True

    evaluation = EVALUATION
    plain = Flag("The textbook's search, without anything beyond it.", False)
    exploration = Number("How much it tries what does worse; tuned, and 1 if plain.", None)
    policy = Word("How playouts choose their moves.", None, words=("uniform", "wins", "blocks"))
    final = Word(
        "Play the move with the most visits or the best value.", "visits", words=("visits", "value")
    )
    memory_mb = Whole("Megabytes of memory for its tree.", 256, high=1 << 20)
    keep_tree = Flag("Use what it knows from its last move.", True)
    visits_to_expand = Whole("A node gets children at so many visits.", None, high=2**31 - 1)
    every_column = Flag("Go on until every column is proven, not only the best.", False)

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        if self.plain and (self.threads, self.policy, self.visits_to_expand) != (1, None, None):
            raise WrongSetting("plain uct has one thread, uniform playouts, and expands at once")
        by_playouts = bool(self.plain or self.policy or self.visits_to_expand)
        if by_playouts and self.evaluation not in (None, NONE):
            raise WrongSetting("plain, policy and visits_to_expand are of playouts: no evaluation")
        self._evaluation = find_evaluation(NONE if by_playouts else self.evaluation)
        self.forget()

    def forget(self) -> None:
        self._uct = _native.Uct(
            plain=self.plain,
            exploration=self.exploration,
            visits_to_expand=self.visits_to_expand,
            policy=self.policy,
            final=self.final,
            memory_mb=self.memory_mb,
            keep_tree=self.keep_tree,
            every_column=self.every_column,
            threads=self.threads,
            seed=self.seed,
            evaluation=self._evaluation,
        )

    @property
    def nodes_held(self) -> int:
        """The nodes of its tree, or of its trees."""
        return self._uct.nodes_held

    @property
    def bytes_held(self) -> int:
        """The memory these nodes take."""
        return self._uct.bytes_held

    def _search(
        self, position: Position, control: Control, progress: OnReport | None
    ) -> _native.Report:
        return self._uct.search(
            position,
            playouts=self.limit.playouts or 0,
            nodes=self.limit.nodes or 0,
            seconds=self.limit.seconds or 0.0,
            control=control,
            progress=progress,
        )

    def go_on(
        self,
        position: Position,
        *,
        progress: OnAnalysis | None = None,
        control: Control | None = None,
    ) -> Analysis:
        return self._run(self.resume, position, progress, control)

    def resume(
        self,
        position: Position,
        control: Control,
        progress: OnReport | None,
        *,
        seconds: float = 0.0,
    ) -> _native.Report:
        """Goes on with the tree of the same position; without seconds, without a limit."""
        return self._uct.search(
            position,
            playouts=0,
            nodes=0,
            seconds=seconds,
            control=control,
            progress=progress,
            resume=True,
        )
