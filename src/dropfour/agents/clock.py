"""How much of a clock to spend on one move."""

from __future__ import annotations

from dropfour.game import Position

_FEWEST_MOVES = 6  # as if so many were to come, at least: most games end before the board is full
_INCREMENT_SHARE = 0.8
_MOST = 0.4  # of the clock, for one move


def think_seconds(position: Position, *, clock: float, increment: float = 0.0) -> float:
    """The seconds to think here, with so many on the clock and an increment for each move.

    >>> from dropfour.rules import Rules
    >>> position = Position(Rules.grid(rows=6, columns=7))
    >>> round(think_seconds(position, clock=42.0), 3)
    2.0
    >>> round(think_seconds(position, clock=0.1, increment=5.0), 3)
    0.04
    """
    moves = max(_FEWEST_MOVES, (position.rules.playable - len(position.moves)) / 2)
    wanted = clock / moves + _INCREMENT_SHARE * increment
    return max(0.001, min(wanted, _MOST * clock))
