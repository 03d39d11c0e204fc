"""Words and tables that messages share."""

from __future__ import annotations

from collections.abc import Sequence


def counted(number: int, noun: str, plural: str = "") -> str:
    """A number of things.

    >>> counted(1, "game"), counted(4000, "game"), counted(2, "ply", "plies")
    ('1 game', '4,000 games', '2 plies')
    """
    return f"{number:,} {noun if number == 1 else plural or noun + 's'}"


def aligned(rows: Sequence[Sequence[str]]) -> str:
    """Rows as a table: the first column to the left, the others to the right.

    >>> print(aligned([["player", "Elo"], ["a", "+12"]]))
    player  Elo
    a       +12
    """
    first_width, *widths = (max(map(len, column)) for column in zip(*rows, strict=True))
    lines = []
    for first, *rest in rows:
        cells = [f"{cell:>{width}}" for cell, width in zip(rest, widths, strict=True)]
        lines.append("  ".join([f"{first:<{first_width}}", *cells]).rstrip())
    return "\n".join(lines)


def printable(text: str) -> str:
    r"""The text with a mark for every character that a terminal or a picture cannot show.

    >>> printable("a\x1b[31mb")
    'a�[31mb'
    """
    return "".join(letter if letter.isprintable() else "�" for letter in text)
