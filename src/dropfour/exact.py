"""A proven result."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Exact:
    """A proven result, for the player to move at the root."""

    value: int  # +1 win, 0 draw, -1 loss
    plies: int | None = None  # to the end under best play
    margin: int | None = None  # points; ending "full" only
