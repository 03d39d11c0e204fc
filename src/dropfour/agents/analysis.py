"""What a search found out: the answer of every agent."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

import dropfour._native as _native
from dropfour._arrays import COLUMN, need_numpy, proven_fields
from dropfour._intervals import wilson
from dropfour._native import Exact
from dropfour.cells import column_name

if TYPE_CHECKING:
    import numpy.typing as npt


@dataclass(frozen=True, slots=True)
class ColumnAnalysis:
    """One candidate move, seen by the player who would make it."""

    column: int
    value: float  # the estimate for the mover: -1 lost, 0 even, +1 won
    visits: int = 0
    wins: int = 0
    draws: int = 0
    losses: int = 0
    score: int | None = None  # the evaluation of searches that have one
    exact: Exact | None = None
    line: tuple[int, ...] = ()  # the best play expected after this column, it first; () if unknown
    independent: bool = False  # the playouts are of this column alone, none chosen by another

    @property
    def name(self) -> str:
        return column_name(self.column)

    @property
    def known(self) -> bool:
        """Whether `value` says anything: without any work behind it, its 0 is no estimate."""
        found = self.visits or self.value or self.exact is not None or self.score is not None
        return bool(found)

    @property
    def win_rate(self) -> float:
        """Wins per visit; 0 without visits."""
        return self.wins / self.visits if self.visits else 0.0

    @property
    def interval(self) -> tuple[float, float] | None:
        """A 95 % interval for `value` where it is a mean of independent playouts, else None.

        The playouts of a tree search are not: it chooses each by those before, and its mean moves
        as it finds better replies. How far it is from the truth, no count of playouts says.
        """
        if self.exact is not None or not self.visits or not self.independent:
            return None
        low, high = wilson(min(max((self.value + 1) / 2, 0.0), 1.0), self.visits)
        return 2 * low - 1, 2 * high - 1

    def as_mapping(self) -> dict[str, Any]:
        """All of it as plain data, for other programs."""
        return {
            "column": self.column,
            "value": self.value if self.known else None,
            "interval": self.interval,
            "visits": self.visits,
            "wins": self.wins,
            "draws": self.draws,
            "losses": self.losses,
            "score": self.score,
            "exact": self.exact and exact_mapping(self.exact),
            "line": list(self.line),
        }


@dataclass(frozen=True, slots=True)
class Analysis:
    """What an agent thinks of a position: its move, every column, and the work it took."""

    move: int  # 0-based column
    columns: dict[int, ColumnAnalysis]  # the legal ones, by column
    line: tuple[int, ...] = ()  # the best play it expects, from `move` on
    playouts: int = 0
    nodes: int = 0
    depth: int = 0
    seconds: float = 0.0
    source: Literal["book", "search"] = "search"
    evaluation: str | None = None  # the name of the network that judged positions, if one did

    @property
    def best(self) -> ColumnAnalysis:
        return self.columns[self.move]

    @property
    def value(self) -> float:
        """The estimate for the player to move."""
        return self.best.value

    @property
    def exact(self) -> Exact | None:
        """The proven result for the player to move, or None.

        >>> win = ColumnAnalysis(column=3, value=1.0, exact=Exact(1, plies=1))
        >>> Analysis(move=3, columns={3: win}).exact
        Exact(value=1, plies=1, margin=None)
        """
        return self.best.exact

    def as_records(self) -> npt.NDArray[Any]:
        """The columns as numpy records.

        They have column, value, visits, wins, draws, losses, and what is proven: `exact` (-128 if
        nothing is), `plies` (-1 if unknown) and `margin`.

        >>> tried = ColumnAnalysis(column=2, value=0.5, visits=4, wins=3, losses=1)
        >>> records = Analysis(move=2, columns={2: tried}).as_records()
        >>> records["visits"].tolist(), records["exact"].tolist()
        ([4], [-128])
        """
        need_numpy()
        import numpy as np

        rows = [
            (c.column, c.value, c.visits, c.wins, c.draws, c.losses, *proven_fields(c.exact))
            for c in self.columns.values()
        ]
        return np.array(rows, list(COLUMN))

    def as_table(self) -> str:
        """The table of `dropfour move`: column, simulations, wins, win rate, selected.

        Where not every column has playouts there is a value instead, the score of searches that
        have one, and what is proven.

        >>> tried = ColumnAnalysis(column=0, value=0.5, visits=4, wins=3, losses=1)
        >>> print(Analysis(move=0, columns={0: tried}).as_table())
        | Column | Simulations | Wins | Win rate | Selected |
        |--------|-------------|------|----------|----------|
        | 0      | 4           | 3    | 75.00%   | ✓        |
        >>> won = ColumnAnalysis(column=1, value=1.0, exact=Exact(1, plies=3))
        >>> print(Analysis(move=1, columns={1: won}).as_table())
        | Column | Value  | Proven   | Selected |
        |--------|--------|----------|----------|
        | 1      | +1.000 | win in 3 | ✓        |
        """
        columns = self.columns.values()
        parts: dict[str, list[str]] = {"Column": [str(c.column) for c in columns]}
        if all(c.visits for c in columns):
            parts["Simulations"] = [f"{c.visits:,}" for c in columns]
            parts["Wins"] = [f"{c.wins:,}" for c in columns]
            parts["Win rate"] = [f"{c.win_rate:.2%}" for c in columns]
        else:
            parts["Value"] = [f"{c.value + 0.0:+.3f}" if c.known else "-" for c in columns]
            if any(c.visits for c in columns):
                parts["Simulations"] = [f"{c.visits:,}" for c in columns]
            if any(c.score is not None for c in columns):
                parts["Score"] = [
                    "-" if c.score is None or c.exact else f"{c.score:+,}" for c in columns
                ]
            if any(c.exact for c in columns):
                parts["Proven"] = [exact_words(c.exact) if c.exact else "-" for c in columns]
        parts["Selected"] = ["✓" if c.column == self.move else "" for c in columns]
        rows = [tuple(parts), *zip(*parts.values(), strict=True)]
        widths = [max(len(row[i]) for row in rows) for i in range(len(parts))]
        lines = [
            "| " + " | ".join(f"{text:<{w}}" for text, w in zip(row, widths, strict=True)) + " |"
            for row in rows
        ]
        lines.insert(1, "|" + "|".join("-" * (w + 2) for w in widths) + "|")
        return "\n".join(lines)


def exact_words(exact: Exact) -> str:
    """A proven result in words, for the player to move.

    >>> exact_words(Exact(-1, plies=8)), exact_words(Exact(1, margin=3)), exact_words(Exact(0))
    ('loss in 8', 'win by 3', 'draw')
    """
    words = {1: "win", 0: "draw", -1: "loss"}[exact.value]
    if exact.plies is not None:
        words += f" in {exact.plies}"
    if exact.margin:
        words += f" by {abs(exact.margin)}"
    return words


def exact_mapping(exact: Exact) -> dict[str, Any]:
    """A proven result as plain data."""
    return {"value": exact.value, "plies": exact.plies, "margin": exact.margin}


def from_report(
    report: _native.Report, *, seconds: float = 0.0, independent: bool = False
) -> Analysis:
    """The core's report as an `Analysis`."""
    columns = {
        c.column: ColumnAnalysis(
            column=c.column,
            value=c.value_for_mover,
            visits=c.visits,
            wins=c.wins,
            draws=c.draws,
            losses=c.losses,
            score=c.score,
            exact=c.exact,
            line=tuple(c.line),
            independent=independent,
        )
        for c in report.columns
    }
    return Analysis(
        move=report.best,
        columns=columns,
        line=tuple(report.line),
        playouts=report.playouts,
        nodes=report.nodes,
        depth=report.depth,
        seconds=seconds,
        source="book" if report.from_book else "search",
        evaluation=report.evaluation or None,
    )
