"""The picture of a board as an array of pixels, in the colours of the SVG."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dropfour._arrays import need_numpy
from dropfour.render import _shapes as shapes

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from dropfour.notation.setup import Setup
    from dropfour.rules import Rules

_EMPTY = {
    "ordinary": shapes.HOLE,
    "dead": shapes.HATCH,
    "blocked": shapes.CROSS,
    "bonus": shapes.BONUS,
}


def rgb(rules: Rules, setup: Setup, *, cell: int = 32) -> npt.NDArray[np.uint8]:
    """A valid set-up as [y, x, colour], `cell` pixels to a cell; it needs numpy.

    A disc that does not count is smaller, as in the SVG.

    >>> from dropfour.notation.setup import Setup
    >>> from dropfour.rules import Rules
    >>> rgb(Rules.grid(rows=6, columns=7), Setup()).shape
    (192, 224, 3)
    """
    need_numpy()
    import numpy as np

    away = np.hypot(*np.ogrid[0.5 - cell / 2 : cell / 2, 0.5 - cell / 2 : cell / 2])
    picture = np.full((rules.rows * cell, rules.columns * cell, 3), 255, np.uint8)
    content = (*setup.discs, setup.bans)
    colours = (shapes.RED, shapes.YELLOW, shapes.STEEL)
    discs = {c: colour for cells, colour in zip(content, colours, strict=True) for c in cells}
    for place in rules.cells():
        top, left = (rules.rows - 1 - place.row) * cell, place.column * cell
        square = picture[top : top + cell, left : left + cell]
        square[:] = _colour(shapes.BOARD)
        kind = rules.kind(place)
        radius = cell * shapes.DISC / shapes.CELL
        square[away < radius] = _colour(_EMPTY[kind])
        if place in discs:
            size = radius * (shapes.VOID if kind == "dead" else 1)
            square[away < size] = _colour(discs[place])
    return picture


def _colour(text: str) -> tuple[int, ...]:
    """The three numbers of a colour.

    >>> _colour("#2c4fb0")
    (44, 79, 176)
    """
    return tuple(bytes.fromhex(text[1:]))
