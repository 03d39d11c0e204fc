"""What a user who names nothing gets: exact play where it can be had in time, else UCT."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from dropfour._native import Control, Exact
from dropfour._settings import BOOK, EVALUATION, TABLE_MB, Flag, Limit, Whole
from dropfour.agents.analysis import Analysis, ColumnAnalysis, from_report
from dropfour.agents.base import Agent, Found, OnAnalysis, OnReport
from dropfour.agents.perfect import PerfectAgent, discs_and_bans
from dropfour.agents.uct import UctAgent
from dropfour.errors import WrongSetting
from dropfour.evaluation import NONE, find_evaluation
from dropfour.game import Position


@dataclass(frozen=True, slots=True)
class Level:
    """How hard a level thinks about a move: counts, so that it plays alike on every machine."""

    title: str  # as people are offered it
    playouts: int
    judged: int = 0  # so many judged by the learned evaluation instead, if there is one
    solver_nodes: int = 0


# Fewer than ten playouts are not weaker. benchmarks/levels.py plays neighbours against each other.
# The evaluation joins late: with it even ten playouts find nine of ten optimal moves in hard
# positions; and so does the exact solver, which would make a beginner's opponent perfect in the
# endgame.
LEVELS = (
    Level("Beginner", 10),
    Level("Novice", 25),
    Level("Casual", 60),
    Level("Improver", 150),
    Level("Steady", 400),
    Level("Club player", 1_200, judged=30),
    Level("Strong", 4_000, judged=120, solver_nodes=1_000),
    Level("Expert", 16_000, judged=600, solver_nodes=20_000),
    Level("Master", 70_000, judged=5_000, solver_nodes=200_000),
    Level("Best", 300_000, judged=60_000, solver_nodes=2_000_000),
)

BOOK_FROM_LEVEL = 9  # weaker ones do not know openings by heart


class AutoAgent(Agent):
    """The strongest play within the limit, on any rules; or a `level` from 1 (weak) to 10.

    A level is a count of work, so it plays alike everywhere; `seconds` beside it is only the most
    that it may take, which matters on huge boards.

    The exact solver has a first short look, UCT thinks, and with a limit of seconds the solver
    gets the rest: most of the time, where few cells are left. A proven win, or the proven result
    of every column, ends it; with `every_column` only the latter. Otherwise UCT's move is played,
    unless the solver has proven that it loses while another does not, or that another keeps the
    value.

    >>> from dropfour.rules import Rules
    >>> board = Position.from_moves("DDDDDCCCEEBGBGGA", Rules.grid(rows=6, columns=7))
    >>> AutoAgent(limit=Limit(playouts=100_000)).analyse(board).exact is not None
    True
    """

    name = "auto"
    title = "Best for this game"
    about = (
        "Proves the result where it can, and grows a tree by what it has learned where it cannot."
    )
    heeds = ("playouts", "nodes", "seconds", "seed", "threads")
    default_limit = Limit(seconds=1.0)
    threads_change_it = True

    level = Whole(
        "How strong it plays, alike on every machine.", None, high=len(LEVELS), is_limit=True
    )
    every_column = Flag("Go on until every column is proven, not only the best.", False)
    book = BOOK
    evaluation = EVALUATION
    memory_mb = Whole("Megabytes of memory for all it finds out.", 320, low=4, high=1 << 20)

    glance_share: ClassVar[float] = 0.02  # of the seconds: UCT's, for one who watches
    first_share: ClassVar[float] = 0.1  # the solver's first look
    tree_share: ClassVar[float] = 0.5  # UCT's; the rest is the solver's again
    # Where a proof is likely in a tenth of a second, 7 x 6 after ten plies: of 474 positions with
    # something to lose 71 take more than 100,000 nodes to hold it, 23 more than 300,000. Bans that
    # may come, and more columns, make it longer.
    likely_cells: ClassVar[int] = 32
    likely_columns: ClassVar[int] = 7
    likely_first_share: ClassVar[float] = 0.05
    likely_tree_share: ClassVar[float] = 0.1
    node_share: ClassVar[float] = 0.4  # of a limit of nodes: the solver's
    # They take about the same time.
    solver_nodes_per_playout: ClassVar[int] = 2
    solver_nodes_per_judgement: ClassVar[int] = 10
    solvable_cells: ClassVar[int] = 40  # with more free cells a proof in seconds is hopeless
    patient_cells: ClassVar[int] = 64  # and with more than so many in minutes
    first_turn_seconds: ClassVar[float] = 0.2  # of UCT and of the solver, without a limit
    patient_turn_seconds: ClassVar[float] = 3.0  # turns from which on it is in for minutes

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        self._tree_evaluation = self.evaluation if self._judged else NONE
        # Of 64 MB half holds what the highest level can prove, and the rest its tree.
        table_mb = min(TABLE_MB.default, self.memory_mb // 2)
        self._glance_mb = max(1, self.memory_mb // 20)
        self._exact = PerfectAgent(
            limit=self.limit,
            threads=self.threads,
            table_mb=table_mb,
            book=self.book and (self.level is None or self.level >= BOOK_FROM_LEVEL),
        )
        self._tree = UctAgent(
            seed=self.seed,
            threads=self.threads,
            memory_mb=self.memory_mb - table_mb - self._glance_mb,
            every_column=self.every_column,
            evaluation=self._tree_evaluation,
        )

    def forget(self) -> None:
        self._exact.forget()
        self._tree.forget()

    def go_on(
        self,
        position: Position,
        *,
        progress: OnAnalysis | None = None,
        control: Control | None = None,
    ) -> Analysis:
        """Without a limit UCT and the solver take turns, each twice as long as the last."""
        return self._run(self._go_on, position, progress, control)

    def _heeded(self, limit: Limit) -> Limit:
        self._judged = find_evaluation(self.evaluation) is not None
        if self.level is None:
            return super()._heeded(limit)
        if limit.given().keys() - {"seconds"}:
            raise WrongSetting("a level has its own count of work: only seconds may bound it")
        level = LEVELS[self.level - 1]
        self._judged = self._judged and level.judged > 0
        return Limit(
            playouts=level.judged if self._judged else level.playouts, seconds=limit.seconds
        )

    def _search(self, position: Position, control: Control, progress: OnReport | None) -> Analysis:
        began = time.perf_counter()
        solvable = self._solvable(position, self.solvable_cells)
        likely = self._likely(position)
        first = self._first_look(likely=likely)

        proven: Analysis | None = None
        if first is not None and solvable:
            glimpse = self._glance(position, control, progress)
            if glimpse is not None and control.stop_requested:
                return glimpse
            proven = self._prove(position, control, first)
            if self._decided(proven):
                return proven
            if glimpse is not None and control.stop_requested:
                return _with_proofs(glimpse, proven)

        self._tree.limit = self._tree_limit(began, alone=proven is None, likely=likely)
        guessed = from_report(self._tree._search(position, control, progress))
        if proven is None or control.stop_requested:
            return guessed if proven is None else _with_proofs(guessed, proven)

        if self.limit.seconds is not None and self.limit.playouts is None:
            until = began + self.limit.seconds
            column, held = guessed.move, None
            # In 0.05 s, 25 positions each, it tells a column that keeps the value in 7 of classic
            # after 7 plies, 16 of forbidden after 8 and 24 of bonus after 12; the results of all
            # columns, a win in 3, 9 and 17.
            if position.rules.ending == "first" and not self.every_column:
                order = _by_promise(guessed)
                column, held = self._exact.hold(position, control, _seconds_to(until), order)
            proven = self._prove(position, control, Limit(seconds=_seconds_to(until)))
            if self._decided(proven):
                return proven
            if held is not None:
                return _holding(_with_proofs(guessed, proven), column, held)
            guessed = _playing(guessed, column)
        return _with_proofs(guessed, proven)

    def _likely(self, position: Position) -> bool:
        """Whether the solver will probably prove a column that keeps the value."""
        rules = position.rules
        return (
            rules.ending == "first"
            and not set(rules.bonus) - _taken(position)  # no ban but the one due
            and len(position.legal) <= self.likely_columns
            and self._solvable(position, self.likely_cells)
        )

    def _go_on(self, position: Position, control: Control, progress: OnReport | None) -> Analysis:
        seconds = self.first_turn_seconds
        solvable = self._solvable(position, self.solvable_cells)
        patient = self._solvable(position, self.patient_cells)
        guessed: Analysis | None = None
        proven: Analysis | None = None

        def show_tree(found: Found) -> None:
            assert progress is not None
            progress(_with_proofs(_read(found), proven))

        def show_proofs(found: Found) -> None:
            assert progress is not None and guessed is not None
            progress(_with_proofs(guessed, _with_proofs(_read(found), proven)))

        def prove() -> Analysis:
            found = self._prove(position, control, Limit(seconds=seconds), progress and show_proofs)
            return _with_proofs(found, proven)

        if self._exact.knows(position):
            proven = self._prove(position, control, Limit(seconds=seconds))
            if self._decided(proven):
                return proven
        while True:
            playouts = guessed.playouts if guessed else -1
            grown = self._tree.resume(position, control, progress and show_tree, seconds=seconds)
            guessed = from_report(grown)
            known = _with_proofs(guessed, proven)
            over = guessed.playouts == playouts  # all that it can count, or has to
            # The tree's own proofs may lack when the game ends, or by how much: the solver goes on.
            enough = not self.every_column and self._decided(known)
            if control.stop_requested or enough or (over and not patient):
                return known
            if solvable or (patient and seconds >= self.patient_turn_seconds):
                proven = prove()
                if self._decided(proven):
                    return proven if proven.line else _in_full(_with_proofs(guessed, proven))
                if control.stop_requested:
                    return _with_proofs(guessed, proven)
            seconds *= 2

    def _solvable(self, position: Position, cells: int) -> bool:
        free = position.rules.playable - discs_and_bans(position)
        return free <= cells or self._exact.knows(position)

    def _glance(
        self,
        position: Position,
        control: Control,
        progress: OnReport | None,
    ) -> Analysis | None:
        """Something to show while the solver has its first look; None if nobody watches the time.

        What it finds does not count, and the tree kept from the last move stays as it is.
        """
        limit = self.limit
        if progress is None or limit.seconds is None or limit.playouts or limit.nodes:
            return None
        glance = UctAgent(
            limit=Limit(seconds=self.glance_share * limit.seconds),
            seed=self.seed,
            memory_mb=self._glance_mb,
            every_column=self.every_column,
            evaluation=self._tree_evaluation,
        )
        return from_report(glance._search(position, control, progress))

    def _prove(
        self,
        position: Position,
        control: Control,
        limit: Limit,
        progress: OnReport | None = None,
    ) -> Analysis:
        """The solver's answer; where it proves nothing, its numbers say little."""
        self._exact.limit = limit
        return from_report(self._exact._search(position, control, progress))

    def _first_look(self, *, likely: bool) -> Limit | None:
        """What the solver gets before UCT; None if nothing."""
        limit = self.limit
        if self.level is not None:
            nodes = LEVELS[self.level - 1].solver_nodes
            seconds = limit.seconds and self.tree_share * limit.seconds
            return Limit(nodes=nodes, seconds=seconds) if nodes else None
        each = self.solver_nodes_per_judgement if self._judged else self.solver_nodes_per_playout
        counts = [each * limit.playouts] if limit.playouts else []
        if limit.nodes:
            counts.append(max(1, int(self.node_share * limit.nodes)))
        share = self.likely_first_share if likely else self.first_share
        seconds = limit.seconds and share * limit.seconds
        return Limit(nodes=min(counts, default=None), seconds=seconds)

    def _tree_limit(self, began: float, *, alone: bool, likely: bool) -> Limit:
        """What UCT gets: its share, or all that is left if it is alone."""
        limit = self.limit
        if limit.nodes and not alone:
            limit = replace(limit, nodes=max(1, int((1 - self.node_share) * limit.nodes)))
        if limit.seconds is not None:
            left = limit.seconds - (time.perf_counter() - began)
            if not alone and limit.playouts is None:
                share = self.likely_tree_share if likely else self.tree_share
                left = min(left, share * limit.seconds)
            limit = replace(limit, seconds=max(left, 0.001))
        return limit

    def _decided(self, analysis: Analysis) -> bool:
        """Whether no more work is needed: the move wins, or every column is proven.

        Who asks for every column wants to know when the game ends, too.
        """
        exacts = [column.exact for column in analysis.columns.values()]
        if all(e is not None and not (self.every_column and e.plies is None) for e in exacts):
            return True
        exact = analysis.exact
        wins = exact is not None and exact.value == 1 and exact.margin is None
        return wins and not self.every_column


def _taken(position: Position) -> set[tuple[int, int]]:
    return {cell for cells in position._content for cell in cells}


def _seconds_to(moment: float) -> float:
    return max(moment - time.perf_counter(), 0.001)


def _by_promise(analysis: Analysis) -> list[int]:
    """All columns, its own first, then by visits."""
    ranks = {c.column: (c.column == analysis.move, c.visits) for c in analysis.columns.values()}
    return sorted(ranks, key=ranks.__getitem__, reverse=True)


def _playing(analysis: Analysis, column: int) -> Analysis:
    if column == analysis.move:
        return analysis
    return replace(analysis, move=column, line=analysis.columns[column].line or (column,))


def _holding(analysis: Analysis, column: int, exact: Exact) -> Analysis:
    """The same with a column that keeps the value, unless its own does, or nothing is left."""
    if exact.value < 0 or (analysis.exact and analysis.exact.value >= exact.value):
        return analysis
    columns = {**analysis.columns, column: _with_proof(analysis.columns[column], exact)}
    return _playing(replace(analysis, columns=columns), column)


def _in_full(analysis: Analysis) -> Analysis:
    """The same with the best of its columns, once their results are known: the winner hurries."""

    def rank(column: ColumnAnalysis) -> tuple[int, int, int]:
        exact = column.exact
        if exact is None:
            return -2, 0, 0
        return exact.value, exact.margin or 0, -exact.value * (exact.plies or 0)

    best = max((analysis.best, *analysis.columns.values()), key=rank)
    return replace(analysis, move=best.column, line=best.line or (best.column,))


def _read(found: Found) -> Analysis:
    return found if isinstance(found, Analysis) else from_report(found)


def _with_proof(column: ColumnAnalysis, exact: Exact | None) -> ColumnAnalysis:
    known = column.exact
    if exact is None or (known and known.plies is not None and known.margin == exact.margin):
        return column
    return replace(column, exact=exact, value=float(exact.value))


def _with_proofs(guessed: Analysis, proven: Analysis | None) -> Analysis:
    """UCT's analysis with the solver's proofs in it, and a better move if its move loses."""
    if proven is None:
        return guessed
    columns = {
        number: _with_proof(column, proven.columns[number].exact)
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
    return replace(analysis, move=other.column, line=other.line or (other.column,))
