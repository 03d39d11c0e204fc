"""UCT: a tree grown by simulations towards the moves that do well."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, TypeAlias, get_args

import dropfour._native as _native
from dropfour._settings import flag, non_negative, one_of, whole
from dropfour.agents.base import Agent
from dropfour.agents.limit import Limit
from dropfour.game import Position

UctPolicy: TypeAlias = Literal["uniform", "wins", "blocks"]
Final: TypeAlias = Literal["visits", "value"]
MAX_MEMORY_MB = 1 << 20


class Uct(Agent):
    """Monte Carlo tree search; `plain=True` is the textbook's, exactly as in `classroom.uct`.

    Beyond the textbook it proves wins, draws and losses where it can and stops when it has proven
    the result (with `every_column` that of every move), prunes moves that lose at once, and keeps
    its tree: if the next position follows from the last one, what is known of it is used. So the
    same calls in the same order on a new agent give the same numbers (on one thread), while asking
    again about the same position starts afresh and gives the same answer. Without a limit it
    thinks for three seconds.

    - `exploration`: c of UCB1, Q/n + c * sqrt(2 ln N / n) with the parent's visits N; tuned by
      default, 1 if plain. Unless plain, the first two plies have N / 50 for 2 ln N if larger.
    - `policy`: how random games are played: "uniform", "wins" (win at once) or "blocks" (and
      take the cell on which the opponent would). Plain games are uniform.
    - `final`: the move with the most "visits" or with the best "value".
    - `memory_mb`: for all nodes; when it is full the search goes on without new ones.
    - `threads`: each grows its own tree, and their counts are added up.

    >>> from dropfour.rules import Rules
    >>> position = Position.from_moves("DCDCD", Rules.grid(rows=6, columns=7))
    >>> Uct(limit=Limit(playouts=1000)).analyse(position).move  # the only move that does not lose
    3
    """

    name = "uct"
    default_limit = Limit(seconds=3.0)

    def __init__(
        self,
        *,
        limit: Limit | None = None,
        seed: int = 0,
        threads: int = 1,
        plain: bool = False,
        exploration: float | None = None,
        policy: UctPolicy | None = None,
        final: Final = "visits",
        memory_mb: int = 256,
        keep_tree: bool = True,
        visits_to_expand: int | None = None,
        every_column: bool = False,
    ) -> None:
        super().__init__(limit=limit, seed=seed, threads=threads)
        if exploration is not None:
            exploration = non_negative("exploration", exploration)
        if policy is not None:
            one_of("policy", policy, get_args(UctPolicy))
        if visits_to_expand is not None:
            visits_to_expand = whole("visits_to_expand", visits_to_expand, 1, 2**31 - 1)
        if flag("plain", plain) and (threads, policy, visits_to_expand) != (1, None, None):
            raise ValueError("plain uct has one thread, uniform playouts, and expands at once")
        if not {"playouts", "nodes", "seconds"} & self.limit.given().keys():
            self.limit = self.default_limit  # a depth does not bound this search
        self._uct = _native.Uct(
            plain=plain,
            exploration=exploration,
            visits_to_expand=visits_to_expand,
            policy=policy,
            final=one_of("final", final, get_args(Final)),
            memory_mb=whole("memory_mb", memory_mb, 1, MAX_MEMORY_MB),
            keep_tree=flag("keep_tree", keep_tree),
            every_column=flag("every_column", every_column),
            threads=self.threads,
            seed=self.seed,
        )

    def forget(self) -> None:
        """Drops the tree kept from the last search."""
        self._uct.forget()

    def table(self, depth: int) -> dict[tuple[int, ...], tuple[int, int]]:
        """The last search's visited nodes down to a depth, by the columns that lead to them.

        The values are visits, and simulations won less lost by the player who moved there.
        """
        return {tuple(r.path): (r.visits, r.total_for_chooser) for r in self._uct.table(depth)}

    @property
    def nodes_held(self) -> int:
        """The nodes of its tree, or of its trees."""
        return self._uct.nodes_held

    @property
    def bytes_held(self) -> int:
        """The memory these nodes take."""
        return self._uct.bytes_held

    def _search(
        self,
        position: Position,
        control: _native.Control,
        progress: Callable[[_native.Report], None] | None,
    ) -> _native.Report:
        return self._uct.search(
            position,
            playouts=self.limit.playouts or 0,
            nodes=self.limit.nodes or 0,
            seconds=self.limit.seconds or 0.0,
            control=control,
            progress=progress,
        )


AGENT = Uct
