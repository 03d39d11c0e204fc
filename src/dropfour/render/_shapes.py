"""The shapes of the SVG picture: sizes, colours, and one function for each thing to see."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import cos, hypot, pi, sin

CELL = 48.0
DISC = 20.0
PADDING = 6.0
MARGIN = 6.0
TOP = 6.0
FOOT = 30.0
LETTERS_BELOW = 26.0
CORNER = 11.0

BOARD, BOARD_EDGE, HOLE, HOLE_EDGE = "#2f62c9", "#244fa8", "#14295a", "#0f2049"
RED, RED_DARK, YELLOW, YELLOW_DARK = "#e5484d", "#8f1d22", "#ffc53d", "#9a6400"
STEEL, STEEL_DARK, GREEN, VIOLET, WHITE, GREY = (
    "#b4bcc9", "#4f5868", "#46d39a", "#d6a9ff", "#ffffff", "#7d8590",
)  # fmt: skip


def number(value: float) -> str:
    """A coordinate with at most two decimals.

    >>> number(12.0), number(1 / 3)
    ('12', '0.33')
    """
    return f"{value:.2f}".rstrip("0").rstrip(".")


def path(points: Sequence[tuple[float, float]], *, closed: bool = False) -> str:
    """The data of a path through points.

    >>> path([(0, 0), (1, 2)])
    'M0 0L1 2'
    """
    return "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points) + "Z" * closed


def silhouette(corners: Sequence[tuple[float, float]]) -> str:
    """The board itself, its outline with every corner rounded."""
    steps: list[str] = []
    for index, (x, y) in enumerate(corners):
        ends: list[str] = []
        for other in (corners[index - 1], corners[(index + 1) % len(corners)]):
            length = hypot(other[0] - x, other[1] - y)
            share = min(CORNER / length, 0.5)
            ends.append(
                f"{number(x + (other[0] - x) * share)} {number(y + (other[1] - y) * share)}"
            )
        steps.append(f"{'L' if steps else 'M'}{ends[0]}Q{number(x)} {number(y)} {ends[1]}")
    return f'<path d="{"".join(steps)}Z" fill="{BOARD}" stroke="{BOARD_EDGE}" stroke-width="2"/>'


def _circle(x: float, y: float, radius: float, more: str = "") -> str:
    return f'<circle cx="{number(x)}" cy="{number(y)}" r="{number(radius)}"{more}/>'


def _cross(x: float, y: float, reach: float) -> str:
    return (
        path([(x - reach, y - reach), (x + reach, y + reach)])
        + path([(x - reach, y + reach), (x + reach, y - reach)])
    )  # fmt: skip


def _star(x: float, y: float, radius: float) -> str:
    points = [
        (x + reach * sin(pi * tip / 5), y - reach * cos(pi * tip / 5))
        for tip in range(10)
        for reach in (radius if tip % 2 == 0 else radius * 0.48,)
    ]
    return path(points, closed=True)


def _plus(x: float, y: float, reach: float) -> str:
    return path([(x - reach, y), (x + reach, y)]) + path([(x, y - reach), (x, y + reach)])


def hole(x: float, y: float) -> str:
    """A cell that takes a disc."""
    return _circle(x, y, DISC)


def blocked(x: float, y: float) -> str:
    """A cell that never takes a disc: a square plate instead of a hole, with a red X."""
    side = 2 * DISC - 2
    plate = (
        f'<rect x="{number(x - side / 2)}" y="{number(y - side / 2)}" width="{number(side)}" '
        f'height="{number(side)}" rx="7" fill="{HOLE}" stroke="none"/>'
    )
    return f'{plate}<path d="{_cross(x, y, 9)}"/>'


def dead(x: float, y: float) -> str:
    """An empty cell where discs do not count: a dashed rim and a star."""
    star = f'<path d="{_star(x, y, 9)}" fill="{GREEN}"/>'
    return _circle(x, y, DISC - 3.5, ' stroke-dasharray="3 4"') + star


def bonus(x: float, y: float) -> str:
    """An empty cell that earns a ban: a plus in a diamond."""
    corners = [(x, y - 14), (x + 14, y), (x, y + 14), (x - 14, y)]
    return f'<path d="{path(corners, closed=True)}{_plus(x, y, 5)}"/>'


def first_disc(x: float, y: float) -> str:
    """A disc of the first player, with a cross."""
    return f'{_circle(x, y, DISC - 1)}<path d="{_cross(x, y, 6.5)}" stroke-width="4.5"/>'


def second_disc(x: float, y: float) -> str:
    """A disc of the second player, with a ring."""
    return _circle(x, y, DISC - 1) + _circle(x, y, 8, ' fill="none" stroke-width="4"')


def ban(x: float, y: float) -> str:
    """A ban: a grey disc with a bar across."""
    return f'{_circle(x, y, DISC - 1)}<path d="{path([(x - 9, y), (x + 9, y)])}" stroke-width="6"/>'


def dead_badge(x: float, y: float) -> str:
    """The star in the corner of a disc on a dead cell."""
    return f'<path d="{_star(x + 15, y - 14, 9)}"/>'


def bonus_badge(x: float, y: float) -> str:
    """The diamond in the corner of a disc on a bonus cell."""
    x, y, reach = x + 15, y - 14, 8
    corners = [(x, y - reach), (x + reach, y), (x, y + reach), (x - reach, y)]
    return f'<path d="{path(corners, closed=True)}"/>'


def highlight(x: float, y: float) -> str:
    """A ring around a winning disc."""
    return _circle(x, y, DISC + 0.5)


def last_move(x: float, y: float) -> str:
    """Four corners around the cell of the last move."""
    far, near = CELL / 2 - 2, CELL / 2 - 10
    corners = (
        path([(x + a * near, y + b * far), (x + a * far, y + b * far), (x + a * far, y + b * near)])
        for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1))
    )
    return f'<path d="{"".join(corners)}"/>'


def label(x: float, y: float, text: str) -> str:
    """A column's letters."""
    return f'<text x="{number(x)}" y="{number(y)}">{text}</text>'


_ROUND = 'stroke-linecap="round" stroke-linejoin="round"'
_FIRST = f'fill="{RED}" stroke="{RED_DARK}" stroke-width="2" {_ROUND}'
_SECOND = f'fill="{YELLOW}" stroke="{YELLOW_DARK}" stroke-width="2"'

LOOKS: dict[str, tuple[str, Callable[[float, float], str]]] = {
    "hole": (f'fill="{HOLE}" stroke="{HOLE_EDGE}" stroke-width="1.5"', hole),
    "blocked": (f'fill="none" stroke="#ff4d4f" stroke-width="6" {_ROUND}', blocked),
    "dead": (f'fill="none" stroke="{GREEN}" stroke-width="1.5" {_ROUND}', dead),
    "bonus": (f'fill="none" stroke="{VIOLET}" stroke-width="2.5" {_ROUND}', bonus),
    "first": (_FIRST, first_disc),
    "second": (_SECOND, second_disc),
    "first faded": (f'{_FIRST} opacity="0.6"', first_disc),
    "second faded": (f'{_SECOND} opacity="0.6"', second_disc),
    "ban": (f'fill="{STEEL}" stroke="{STEEL_DARK}" stroke-width="2" {_ROUND}', ban),
    "highlight": (f'fill="none" stroke="{WHITE}" stroke-width="4"', highlight),
    "last": (f'fill="none" stroke="{WHITE}" stroke-width="3" {_ROUND}', last_move),
    "dead badge": (f'fill="{GREEN}" stroke="{HOLE}" stroke-width="2" {_ROUND}', dead_badge),
    "bonus badge": (f'fill="{VIOLET}" stroke="{HOLE}" stroke-width="2" {_ROUND}', bonus_badge),
}
"""What can be seen in a cell, in the order it is painted.

Each has the attributes of the group around its shapes, and what draws one of them.
"""

LABELS = (
    f'fill="{GREY}" font-family="system-ui,sans-serif" font-size="15" '
    'font-weight="600" text-anchor="middle"'
)
"""The attributes of the group around the columns' letters."""
