"""A proven result."""

from __future__ import annotations

from dataclasses import dataclass

import dropfour._native as _native


@dataclass(frozen=True, slots=True)
class Exact:
    """A proven result, for the player to move at the root."""

    value: int  # +1 win, 0 draw, -1 loss
    plies: int | None = None  # to the end under best play
    margin: int | None = None  # points; ending "full" only


def from_native(exact: _native.Exact, *, points: bool) -> Exact:
    """The core's proof; `points` if the rules count them (ending "full")."""
    return Exact(
        exact.value_for_mover,
        plies=exact.plies if exact.plies >= 0 else None,
        margin=exact.margin if points else None,  # None also if it is not proven
    )
