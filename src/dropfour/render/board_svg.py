"""The SVG picture of a board: plain shapes, no style sheet, no script, no reference to anything.

Nothing in it has an id or a class, so any number of pictures can stand in one page without
touching it or each other. Colours carry no meaning alone: X discs bear a cross, O discs a ring.
The board brings its own background and the letters around it are of a middle grey, so the picture
reads on white and on black paper.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from dropfour.cells import Cell, column_name
from dropfour.notation.position_text import format_position
from dropfour.notation.setup import BAN, PLAYERS, Setup
from dropfour.render import _shapes as shapes

if TYPE_CHECKING:
    from dropfour.rules import Rules


@dataclass(frozen=True, slots=True)
class _Frame:
    """Where cells lie: y grows downwards, row 0 is at the bottom."""

    rows: int

    def x(self, column: float) -> float:
        """The left edge of a column."""
        return shapes.MARGIN + shapes.PADDING + column * shapes.CELL

    def y(self, row: float) -> float:
        """The upper edge of a row."""
        return shapes.TOP + shapes.PADDING + (self.rows - 1 - row) * shapes.CELL

    def centre(self, cell: Cell) -> tuple[float, float]:
        """The middle of a cell."""
        return self.x(cell.column + 0.5), self.y(cell.row - 0.5)


def svg(
    rules: Rules, setup: Setup, *, last: Cell | None = None, highlight: Iterable[Cell] = ()
) -> str:
    """The picture of a valid set-up as one SVG element.

    `last` is the cell of the last move, `highlight` cells to ring (a winner's).

    >>> from dropfour.rules import Rules
    >>> picture = svg(Rules.grid(rows=4, columns=4), Setup())
    >>> picture.startswith("<svg "), "<title>Board with 0 X and 0 O</title>" in picture
    (True, True)
    """
    frame = _Frame(rules.rows)
    width = shapes.number(frame.x(rules.columns) + shapes.PADDING + shapes.MARGIN)
    height = shapes.number(frame.y(-1) + shapes.PADDING + shapes.FOOT)
    looks = _cells_by_look(rules, setup)
    looks["highlight"] = list(dict.fromkeys(highlight))
    looks["last"] = [last] if last is not None else []
    return "".join(
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="0 0 {width} {height}" '
            f'width="{width}" height="{height}" style="max-width:100%;height:auto">',
            f"<title>{_title(setup)}</title>",
            f"<desc>{format_position(setup, rules)}</desc>",
            shapes.silhouette(_skyline(rules.heights, frame)),
            *_painted(looks, frame),
            f"<g {shapes.LABELS}>{''.join(_labels(rules, frame))}</g>",
            "</svg>",
        )
    )


def _title(setup: Setup) -> str:
    counts = (f"{len(discs)} {name}" for discs, name in zip(setup.discs, PLAYERS, strict=True))
    return f"Board with {' and '.join(counts)}"


def _skyline(heights: tuple[int, ...], frame: _Frame) -> list[tuple[float, float]]:
    """The corners of the board's outline, clockwise from the lower left."""
    pad = shapes.PADDING
    bottom = frame.y(-1) + pad
    corners = [(frame.x(0) - pad, bottom)]
    before = 0
    for column, height in enumerate((*heights, 0)):
        if height != before:
            # The taller of two neighbours keeps its padding; the outline steps outside of it.
            x = frame.x(column) + (pad if height < before else -pad)
            corners += [(x, frame.y(top - 1) - pad) for top in (before, height) if top]
            before = height
    corners.append((frame.x(len(heights)) + pad, bottom))
    return corners


def _cells_by_look(rules: Rules, setup: Setup) -> defaultdict[str, list[Cell]]:
    looks: defaultdict[str, list[Cell]] = defaultdict(list)
    for cell in rules.cells():
        for look in _looks(setup.letter(cell), rules.kind(cell)):
            looks[look].append(cell)
    return looks


def _looks(letter: str, kind: str) -> tuple[str, ...]:
    """What is drawn for a cell; its kind stays visible beside the disc that lies on it."""
    if kind == "blocked":
        return (kind,)
    if not letter:
        return ("hole",) if kind == "ordinary" else ("hole", kind)
    disc = {PLAYERS[0]: "first", PLAYERS[1]: "second", BAN: "ban"}[letter]
    if kind == "dead":
        return ("hole", "around", f"{disc} void")
    return ("hole", disc) if kind == "ordinary" else ("hole", disc, "badge")


def _painted(cells: Mapping[str, Sequence[Cell]], frame: _Frame) -> Iterator[str]:
    """One group for each look, so that its colours are written once."""
    for look, (paint, draw) in shapes.LOOKS.items():
        if cells[look]:
            yield f"<g {paint}>{''.join(draw(*frame.centre(cell)) for cell in cells[look])}</g>"


def _labels(rules: Rules, frame: _Frame) -> Iterator[str]:
    y = frame.y(-1) + shapes.LETTERS_BELOW
    for column in range(rules.columns):
        yield shapes.label(frame.x(column + 0.5), y, column_name(column))
