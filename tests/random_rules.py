"""Random rules by number, for plain loops of many games (hypothesis is for shrinking)."""

from __future__ import annotations

import random

from dropfour.cells import Cell
from dropfour.rules import Ending, Goal, Line, Rules, Shapes, Square

L_SHAPE = [(0, 0), (0, 1), (0, 2), (1, 0)]
PLUS = [(1, 0), (0, 1), (1, 1), (2, 1), (1, 2)]
GAPPED = [(0, 0), (0, 2), (1, 1)]


def random_goal(rng: random.Random) -> Goal:
    """Any goal that games on small boards reach."""
    if rng.random() < 0.5:
        return Line(rng.randint(2, 5))
    if rng.random() < 0.5:
        return Square(2)
    return Shapes([rng.choice([L_SHAPE, PLUS, GAPPED])], rotate=rng.random() < 0.5)


def random_rules(
    rng: random.Random,
    *,
    max_columns: int = 8,
    max_rows: int = 8,
    max_cells: int | None = None,
    ending: Ending | None = None,
) -> Rules:
    """Rules of every sort: even or irregular, with about one cell in eight special."""
    while True:
        columns, rows = rng.randint(1, max_columns), rng.randint(1, max_rows)
        irregular = rng.random() < 0.5
        heights = [rng.randint(1, rows) if irregular else rows for _ in range(columns)]
        if max_cells is None or sum(heights) <= max_cells:
            break
    endings: tuple[Ending, ...] = ("first", "first", "full")
    special: dict[str, list[Cell]] = {"dead": [], "blocked": [], "bonus": []}
    cells = [Cell(c, r) for c, height in enumerate(heights) for r in range(height)]
    rng.shuffle(cells)
    for cell in cells[1:]:  # the first stays ordinary: a board needs a cell to play
        if rng.random() < 0.12:
            special[rng.choice(list(special))].append(cell)
    return Rules(
        heights=heights,
        goal=random_goal(rng),
        ending=ending or endings[rng.randrange(3)],
        dead=special["dead"],
        blocked=special["blocked"],
        bonus=special["bonus"],
    )
