"""Exact values of many positions at once: labels for those who train on them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from dropfour._arrays import RESULT, UNKNOWN, need_numpy, proven_fields
from dropfour._settings import NODES, THREADS
from dropfour.batch import Batch, as_positions
from dropfour.errors import Unsolved
from dropfour.game import Position
from dropfour.solver import solve

if TYPE_CHECKING:
    import numpy.typing as npt

_TABLE_MB = 16  # of each search: labels are many small ones


def label(
    games: Batch | Iterable[Position],
    *,
    nodes: int = 100_000,
    threads: int = 1,
    every_column: bool = False,
    book: bool = True,
) -> npt.NDArray[Any]:
    """What is proven of every position, as records, for its player to move.

    A record has `solved`, `value` (+1, 0, -1), `plies` to the end under best play (-1 if unknown),
    `margin` in points, and the `nodes` it took. Where `nodes` are not enough, `solved` is false and
    `value` 0. A game that is over has its result and no plies to go.

    `every_column` adds `columns`, the value of every column; -128 where it is unknown or illegal.
    Threads share out the positions and change no answer.

    >>> from dropfour.rules import Rules
    >>> rules = Rules.grid(rows=4, columns=4)
    >>> label([Position(rules), Position.from_moves("ADADAD", rules)])["value"].tolist()
    [0, 1]
    """
    need_numpy()
    from concurrent.futures import ThreadPoolExecutor  # slow to import, as numpy is

    import numpy as np

    limit = NODES.check(nodes)
    if isinstance(games, Batch):
        games = [games.position(i) for i in range(len(games))]
    positions = as_positions(games, "label")
    width = max((p.rules.columns for p in positions), default=0)
    kind = [*RESULT, *([("columns", "i1", (width,))] if every_column else [])]

    rows: list[Any] = [None] * len(positions)

    def work(first: int) -> None:
        for i in range(first, len(rows), share):
            rows[i] = _record(positions[i], limit, book, width if every_column else None)

    share = THREADS.check(threads)
    with ThreadPoolExecutor(share) as pool:
        list(pool.map(work, range(share)))
    return np.array(rows, kind)


def _record(
    position: Position, nodes: int | None, book: bool, width: int | None
) -> tuple[Any, ...]:
    """Solved with a table of its own: what came before must not make a difference."""
    columns = [UNKNOWN] * (width or 0)
    try:
        found = solve(
            position,
            nodes=nodes,
            table_mb=_TABLE_MB,
            details=False,
            every_column=width is not None,
            book=book,
        )
        for column, exact in found.columns.items():
            columns[column] = exact.value
        fields = (True, *proven_fields(found.exact), found.nodes)
    except Unsolved as error:
        fields = (False, 0, -1, 0, error.nodes)
    return fields if width is None else (*fields, columns)
