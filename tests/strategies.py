"""Hypothesis strategies that every part of the tests may use."""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import strategies as st

from dropfour.cells import Cell
from dropfour.rules import Ending, Goal, Line, Rules, Shapes, Square


def shapes(*, max_shapes: int = 3, max_shape_cells: int = 5) -> st.SearchStrategy[Shapes]:
    """Goals of a few small shapes, connected or not, in some or all orientations."""
    offsets = st.tuples(st.integers(0, 3), st.integers(0, 3))
    shape = st.lists(offsets, min_size=2, max_size=max_shape_cells, unique=True)
    return st.builds(
        Shapes,
        st.lists(shape, min_size=1, max_size=max_shapes),
        rotate=st.booleans(),
        mirror=st.booleans(),
    )


def goals() -> st.SearchStrategy[Goal]:
    """Goals of every type, small enough to be reached on small boards."""
    return st.one_of(
        st.builds(Line, st.integers(2, 5)), st.builds(Square, st.integers(2, 3)), shapes()
    )


@st.composite
def rules(
    draw: st.DrawFn,
    *,
    max_columns: int = 12,
    max_rows: int = 12,
    max_cells: int | None = None,
    max_special: int = 5,
    dead: bool = True,
    blocked: bool = True,
    bonus: bool = True,
    goal: st.SearchStrategy[Goal] | None = None,
    endings: Sequence[Ending] = ("first", "full"),
) -> Rules:
    """Valid rules of every sort, from the board of one cell up.

    `max_cells` bounds the cells of the board, so that a game on it can be searched to the end, and
    `max_special` the dead, blocked and bonus cells together.
    """
    limit = max_columns * max_rows if max_cells is None else max_cells
    columns = draw(st.integers(1, min(max_columns, limit)))
    tallest = min(max_rows, limit // columns)
    column_heights = st.integers(1, tallest)
    heights = draw(
        st.one_of(
            column_heights.map(lambda height: [height] * columns),
            st.lists(column_heights, min_size=columns, max_size=columns),
        )
    )
    cells = [Cell(column, row) for column, height in enumerate(heights) for row in range(height)]
    flags = {"dead": dead, "blocked": blocked, "bonus": bonus}
    kinds = [kind for kind, wanted in flags.items() if wanted]
    special: dict[str, list[Cell]] = {kind: [] for kind in flags}
    most = min(max_special, len(cells) - 1) if kinds else 0  # one cell at least stays ordinary
    for cell in draw(st.lists(st.sampled_from(cells), max_size=most, unique=True)):
        special[draw(st.sampled_from(kinds))].append(cell)
    return Rules(
        heights=heights,
        goal=draw(goals() if goal is None else goal),
        ending=draw(st.sampled_from(list(endings))),
        dead=special["dead"],
        blocked=special["blocked"],
        bonus=special["bonus"],
    )
