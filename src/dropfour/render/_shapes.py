"""The shapes of the SVG picture: sizes, colours, and one function for each thing to see.

They look as those of the page do (`web/static/shapes.js`, `board.css`), at four fifths of the size.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import hypot, sqrt

CELL = 48.0
DISC = 19.6
PADDING = 6.0
MARGIN = 6.0
TOP = 6.0
FOOT = 30.0
LETTERS_BELOW = 26.0
CORNER = 11.0

BOARD, BOARD_EDGE, HOLE = "#2c4fb0", "#213d8f", "#17275c"
RED, RED_EDGE, RED_DARK = "#f0675c", "#e2483d", "#8e1f18"
YELLOW, YELLOW_EDGE, YELLOW_DARK = "#ffd567", "#f5bf36", "#8a5a00"
STEEL, STEEL_EDGE, STEEL_DARK = "#afb7c4", "#929bab", "#333b49"
CROSS, HATCH, BONUS, WHITE, GREY = "#e5262b", "#a3adc6", "#e4c6ff", "#ffffff", "#7d8590"
VOID = 0.72  # of a disc that does not count


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


def _hatching(x: float, y: float, *, inner: float) -> str:
    """Rising lines across a hole, without those parts that lie in an inner circle."""
    apart, radius = 6.8, DISC - 2
    parts: list[str] = []
    for line in range(-2, 3):
        off = line * apart
        end, gap = (sqrt(max(0.0, r * r - off * off)) for r in (radius, inner))
        for start, stop in ((-end, -gap), (gap, end)) if gap else ((-end, end),):
            ends = (start, stop)
            parts.append(path([(x + (a + off) / sqrt(2), y + (off - a) / sqrt(2)) for a in ends]))
    return "".join(parts)


def _plus(x: float, y: float, reach: float) -> str:
    return path([(x - reach, y), (x + reach, y)]) + path([(x, y - reach), (x, y + reach)])


def hole(x: float, y: float) -> str:
    """A cell that takes a disc."""
    return _circle(x, y, DISC)


def blocked(x: float, y: float) -> str:
    """A cell that never takes a disc: no hole, and a red X from corner to corner cased in white."""
    side, cross = 41.6, _cross(x, y, 13.6)
    plate = (
        f'<rect x="{number(x - side / 2)}" y="{number(y - side / 2)}" width="{number(side)}" '
        f'height="{number(side)}" rx="5.6" fill="{BOARD_EDGE}" stroke="none"/>'
    )
    casing = f'<path d="{cross}" stroke="{WHITE}" stroke-width="11.2"/>'
    return f'{plate}{casing}<path d="{cross}"/>'


def dead(x: float, y: float) -> str:
    """An empty cell where discs do not count: hatched."""
    return f'<path d="{_hatching(x, y, inner=0)}"/>'


def dead_around(x: float, y: float) -> str:
    """The hatching around a disc on a dead cell."""
    return f'<path d="{_hatching(x, y, inner=DISC * VOID + 1.2)}"/>'


def bonus(x: float, y: float) -> str:
    """An empty cell that earns a ban: a bright diamond with a plus."""
    plus = f'<path d="{_plus(x, y, 6.4)}" stroke-width="4"/>'
    return f'<path d="{_diamond(x, y, 15.2)}"/>{plus}'


def bonus_badge(x: float, y: float) -> str:
    """The diamond in the corner of a disc on a bonus cell."""
    return f'<path d="{_diamond(x + 13.6, y - 13.6, 8.8)}"/>'


def _diamond(x: float, y: float, reach: float) -> str:
    corners = [(x, y - reach), (x + reach, y), (x, y + reach), (x - reach, y)]
    return path(corners, closed=True)


def first_disc(x: float, y: float, size: float = 1.0) -> str:
    """A disc of the first player, with a cross."""
    emblem = f'd="{_cross(x, y, 6.6 * size)}" stroke="{RED_DARK}" stroke-width="3.7"'
    return f"{_disc(x, y, size)}<path {emblem}/>"


def second_disc(x: float, y: float, size: float = 1.0) -> str:
    """A disc of the second player, with a ring."""
    emblem = f' fill="none" stroke="{YELLOW_DARK}" stroke-width="3.7"'
    return _disc(x, y, size) + _circle(x, y, 7.4 * size, emblem)


def ban(x: float, y: float, size: float = 1.0) -> str:
    """A ban: a grey disc with a bar across."""
    bar = path([(x - 8.8 * size, y), (x + 8.8 * size, y)])
    emblem = f'd="{bar}" stroke="{STEEL_DARK}" stroke-width="{number(6.4 * size)}"'
    return f"{_disc(x, y, size)}<path {emblem}/>"


def _disc(x: float, y: float, size: float) -> str:
    return _circle(x, y, (DISC - 1.8) * size)


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


def void(disc: Callable[[float, float, float], str]) -> Callable[[float, float], str]:
    """The same disc where it does not count: it leaves the rim of its cell free."""
    return lambda x, y: disc(x, y, VOID)


_ROUND = 'stroke-linecap="round" stroke-linejoin="round"'
_FIRST = f'fill="{RED}" stroke="{RED_EDGE}" stroke-width="3.6" {_ROUND}'
_SECOND = f'fill="{YELLOW}" stroke="{YELLOW_EDGE}" stroke-width="3.6"'
_BAN = f'fill="{STEEL}" stroke="{STEEL_EDGE}" stroke-width="3.6" {_ROUND}'
_DEAD = f'fill="none" stroke="{HATCH}" stroke-width="2.7" {_ROUND}'
_BONUS = f'fill="{BONUS}" stroke="{HOLE}" stroke-width="2" {_ROUND}'

LOOKS: dict[str, tuple[str, Callable[[float, float], str]]] = {
    "hole": (f'fill="{HOLE}" stroke="{BOARD_EDGE}" stroke-width="2"', hole),
    "blocked": (f'fill="none" stroke="{CROSS}" stroke-width="6.4" {_ROUND}', blocked),
    "dead": (_DEAD, dead),
    "around": (_DEAD, dead_around),
    "bonus": (_BONUS, bonus),
    "first": (_FIRST, first_disc),
    "second": (_SECOND, second_disc),
    "ban": (_BAN, ban),
    "first void": (_FIRST, void(first_disc)),
    "second void": (_SECOND, void(second_disc)),
    "ban void": (_BAN, void(ban)),
    "badge": (_BONUS, bonus_badge),
    "highlight": (f'fill="none" stroke="{WHITE}" stroke-width="4"', highlight),
    "last": (f'fill="none" stroke="{WHITE}" stroke-width="3" {_ROUND}', last_move),
}
"""What can be seen in a cell, in the order it is painted.

Each has the attributes of the group around its shapes, and what draws one of them.
"""

LABELS = (
    f'fill="{GREY}" font-family="system-ui,sans-serif" font-size="15" '
    'font-weight="600" text-anchor="middle"'
)
"""The attributes of the group around the columns' letters."""
