"""Clocks of games between people: plain values, so that they are kept and survive a restart.

Times are the server's, in seconds since 1970. Nobody's clock runs before both sides have moved
once: a friend who has yet to open the link loses no time by it.
"""

from __future__ import annotations

from typing_extensions import TypedDict  # pydantic reads no other before Python 3.12


class Clock(TypedDict):
    """What each side had left when the clock was last touched, and whose runs since then."""

    initial_s: float
    increment_s: float
    left_s: list[float]
    moved: list[bool]
    running: int | None
    since_s: float


class ClockShown(TypedDict):
    """What each side has left now, and whose clock runs."""

    initial_s: float
    increment_s: float
    left_s: list[float]
    running: int | None


def new_clock(initial_s: float, increment_s: float) -> Clock:
    """Both sides have all of their time, and it stands."""
    return {
        "initial_s": initial_s,
        "increment_s": increment_s,
        "left_s": [initial_s, initial_s],
        "moved": [False, False],
        "running": None,
        "since_s": 0.0,
    }


def left_s(clock: Clock, now_s: float) -> list[float]:
    """What each side has left now.

    >>> clock = turned(new_clock(60, 2), to=1, moved=0, now_s=100)
    >>> clock = turned(clock, to=0, moved=1, now_s=200)  # first moves cost nothing
    >>> left_s(clock, 215)
    [45, 60]
    """
    left = list(clock["left_s"])
    if (side := clock["running"]) is not None:
        left[side] = max(0, left[side] - max(0, now_s - clock["since_s"]))
    return left


def fallen(clock: Clock, now_s: float) -> int | None:
    """Whose time is up."""
    side = clock["running"]
    return side if side is not None and not left_s(clock, now_s)[side] else None


def turned(clock: Clock, *, to: int | None, now_s: float, moved: int | None = None) -> Clock:
    """The clock once `moved` has moved and side `to` is to think; `to` None stops it.

    Who is still to move after a move, with a ban to place, gets the increment after that.
    """
    left = left_s(clock, now_s)
    if moved is not None and moved == clock["running"] != to:
        left[moved] += clock["increment_s"]
    have_moved = [was or side == moved for side, was in enumerate(clock["moved"])]
    return {
        **clock,
        "left_s": left,
        "moved": have_moved,
        "running": to if all(have_moved) else None,
        "since_s": now_s,
    }


def shown(clock: Clock, now_s: float) -> ClockShown:
    """The clock as people see it."""
    return {
        "initial_s": clock["initial_s"],
        "increment_s": clock["increment_s"],
        "left_s": [round(each, 3) for each in left_s(clock, now_s)],
        "running": clock["running"],
    }
