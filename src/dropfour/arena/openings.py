"""Where games start: from the empty board, or after a few moves that nobody chose."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import TYPE_CHECKING

from dropfour._words import counted
from dropfour.arena.boards import Board
from dropfour.arena.tables import OpeningsTable
from dropfour.errors import DropfourError
from dropfour.game import Position
from dropfour.random_board import SplitMix64
from dropfour.rules import Rules

if TYPE_CHECKING:
    from dropfour.arena.experiment import Experiment

_TRIES = 1000
_MOST = 200_000


def opening(experiment: Experiment, board: int, turn: int) -> tuple[int, ...]:
    """The columns of the opening of a board's round `turn`; rounds beyond the last start over."""
    table = experiment.openings
    rules = experiment.rules[board][1]
    if table.kind == "random":
        return random_opening(rules, table.plies, (table.seed << 32) + (board << 24) + turn)
    if table.kind == "all":
        every = all_openings(rules, table.plies)
        return every[turn % len(every)]
    if table.kind == "file":
        lines = table.lines
        return Position.from_moves(lines[turn % len(lines)], rules).moves
    return ()


def opening_count(table: OpeningsTable, rules: Rules) -> int | None:
    """How many openings there are on a board; None where they are drawn at random."""
    if table.kind == "random":
        return None
    if table.kind == "all":
        return len(all_openings(rules, table.plies))
    return len(table.lines) if table.kind == "file" else 1


def opening_faults(table: OpeningsTable, boards: Iterable[Board]) -> list[str]:
    """What makes the openings impossible on some boards."""
    faults: list[str] = []
    length = counted(table.plies, "ply", "plies")
    for name, rules in boards:
        if table.kind in ("all", "random") and table.plies >= rules.playable:
            faults.append(f"openings: {length} would fill the board {name!r}")
        elif table.kind == "all" and not _few(rules, table.plies):
            faults.append(f"openings: there may be over {_MOST:,} of {length} on {name!r}")
        elif table.kind == "all" and not all_openings(rules, table.plies):
            faults.append(f"openings: no game on {name!r} goes on after {length}")
        elif table.kind == "random":
            try:
                random_opening(rules, table.plies, 0)
            except DropfourError as error:
                faults.append(f"openings: {error} on {name!r}")
        for line in table.lines:
            try:
                if Position.from_moves(line, rules).outcome is not None:
                    faults.append(f"openings: {line!r} ends the game on {name!r}")
            except DropfourError as error:
                faults.append(f"openings: {line!r} on {name!r}: {error}")
    return faults


def _few(rules: Rules, plies: int) -> bool:
    return bool(rules.columns**plies <= _MOST)


@lru_cache(maxsize=64)
def all_openings(rules: Rules, plies: int) -> tuple[tuple[int, ...], ...]:
    """All move sequences of this length after which the game goes on, one for each position.

    >>> len(all_openings(Rules.grid(rows=4, columns=4), 2))
    16
    """
    line: dict[Position, tuple[int, ...]] = {Position(rules): ()}
    for _ in range(plies):
        after: dict[Position, tuple[int, ...]] = {}
        for position, moves in line.items():
            for column in position.legal:
                following = position.play(column)
                if following.outcome is None:
                    after.setdefault(following, (*moves, column))
        line = after
    return tuple(line.values())


@lru_cache(maxsize=4096)
def random_opening(rules: Rules, plies: int, seed: int) -> tuple[int, ...]:
    """Random moves after which the game goes on; `DropfourError` where that hardly happens."""
    generator = SplitMix64(seed)
    for _ in range(_TRIES):
        position = Position(rules)
        while position.outcome is None and len(position.moves) < plies:
            position = position.play(position.legal[generator.between(0, len(position.legal) - 1)])
        if position.outcome is None:
            return position.moves
    raise DropfourError(f"games hardly ever go on after {counted(plies, 'ply', 'plies')}")
