"""Words that messages share."""

from __future__ import annotations


def counted(number: int, noun: str, plural: str = "") -> str:
    """A number of things.

    >>> counted(1, "game"), counted(4000, "game"), counted(2, "ply", "plies")
    ('1 game', '4,000 games', '2 plies')
    """
    return f"{number:,} {noun if number == 1 else plural or noun + 's'}"
