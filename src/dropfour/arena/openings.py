"""Where games start: from the empty board, or after a few moves that nobody chose."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from dropfour._words import counted
from dropfour.arena.boards import NamedRules
from dropfour.arena.tables import OpeningsTable, read_table
from dropfour.errors import DropfourError
from dropfour.files import read_text
from dropfour.game import Position
from dropfour.rules import Rules
from dropfour.variants.random_board import SplitMix64

if TYPE_CHECKING:
    from dropfour.arena.experiment import Experiment

_KINDS_WITH = {
    "plies": ("all", "random"),
    "file": ("file",),
    "lines": ("file",),
    "order": ("all", "file"),
}
_TRIES = 1000
MOST_OPENINGS = 200_000


class Opening(NamedTuple):
    """Moves that nobody chose, from the empty board or from a position."""

    moves: tuple[int, ...] = ()  # columns
    start: str = ""  # the position as text; "" for the empty board

    def position(self, rules: Rules) -> Position:
        """Where the players take over."""
        begun = Position.from_text(self.start, rules) if self.start else Position(rules)
        return begun.play_columns(self.moves)


def opening(experiment: Experiment, board: int, round_number: int) -> Opening:
    """The opening of a round on a board; rounds beyond the last start over."""
    table = experiment.openings
    rules = experiment.rules[board][1]
    every = every_opening(table, rules)
    if every is None:
        seed = (table.seed << 32) + (board << 24) + round_number
        return Opening(random_opening(rules, table.plies, seed))
    return every[round_number % len(every)]


def every_opening(table: OpeningsTable, rules: Rules) -> tuple[Opening, ...] | None:
    """The openings on a board in their order; None where they are drawn at random."""
    if table.kind == "random":
        return None
    if table.kind == "none":
        return (Opening(),)
    seed = table.seed if table.order == "random" else None
    return _in_order(rules, table.plies if table.kind == "all" else None, tuple(table.lines), seed)


@lru_cache(maxsize=64)
def _in_order(
    rules: Rules, plies: int | None, lines: tuple[str, ...], seed: int | None
) -> tuple[Opening, ...]:
    """All openings of so many plies, or those that are written; with a seed in a random order."""
    if plies is not None:
        openings = [Opening(moves) for moves in all_openings(rules, plies)]
    else:
        openings = [read_opening(line, rules) for line in lines]
    if seed is not None:
        generator = SplitMix64(seed)
        for last in range(len(openings) - 1, 0, -1):
            other = generator.between(0, last)
            openings[last], openings[other] = openings[other], openings[last]
    return tuple(openings)


def read_opening(line: str, rules: Rules) -> Opening:
    """The opening of a line: moves, a position, or a position and then moves.

    >>> rules = Rules.grid(rows=6, columns=7)
    >>> read_opening("DDE", rules)
    Opening(moves=(3, 3, 4), start='')
    >>> read_opening("-/-/-/X/-/-/- O; DE", rules)
    Opening(moves=(3, 4), start='-/-/-/X/-/-/- O')
    """
    start, semicolon, moves = line.rpartition(";")
    if not semicolon and "/" in line:
        start, moves = line, ""
    begun = Position.from_text(start.strip(), rules) if start.strip() else Position(rules)
    text = "" if begun == Position(rules) else begun.to_text()
    return Opening(begun.play_moves(moves).moves, text)


def read_openings(content: object, folder: Path, faults: list[str]) -> OpeningsTable | None:
    """The openings with the lines of their file read in; None if something is wrong with them."""
    before = len(faults)
    table, wrong = read_table(OpeningsTable, content, faults, place="openings")
    if "kind" in wrong:
        return None
    faults += [
        f"openings: {key} belongs to kind = {' or '.join(map(repr, kinds))}"
        for key, kinds in _KINDS_WITH.items()
        if key in table.model_fields_set and table.kind not in kinds
    ]
    if "seed" in table.model_fields_set and "random" not in (table.kind, table.order):
        faults.append("openings: seed belongs to kind = 'random' or order = 'random'")
    if table.kind == "file" and not wrong & {"file", "lines"}:
        if bool(table.file) == bool(table.lines):
            faults.append("openings: give a file or lines, the one or the other")
        elif table.file:
            table = table.model_copy(update={"lines": _lines(folder / table.file, faults)})
    return table if len(faults) == before else None


def _lines(path: Path, faults: list[str]) -> list[str]:
    """The lines of a file of openings, without comments."""
    try:
        text = read_text(path)
    except DropfourError as error:
        faults.append(f"openings: {error}")
        return []
    lines = [line.split("#")[0].strip() for line in text.splitlines()]
    if not any(lines):
        faults.append(f"openings: there is none in {path}")
    return [line for line in lines if line]


def opening_faults(table: OpeningsTable, boards: Iterable[NamedRules]) -> list[str]:
    """What makes the openings impossible on some boards."""
    faults: list[str] = []
    length = counted(table.plies, "ply", "plies")
    for name, rules in boards:
        if table.kind in ("all", "random") and table.plies >= rules.playable:
            faults.append(f"openings: {length} would fill the board {name!r}")
        elif table.kind == "all" and not _few(rules, table.plies):
            faults.append(f"openings: there may be over {MOST_OPENINGS:,} of {length} on {name!r}")
        elif table.kind == "all" and not all_openings(rules, table.plies):
            faults.append(f"openings: no game on {name!r} goes on after {length}")
        elif table.kind == "random":
            try:
                random_opening(rules, table.plies, 0)
            except DropfourError as error:
                faults.append(f"openings: {error} on {name!r}")
        for line in table.lines:
            try:
                if read_opening(line, rules).position(rules).outcome is not None:
                    faults.append(f"openings: {line!r} ends the game on {name!r}")
            except DropfourError as error:
                faults.append(f"openings: {line!r} on {name!r}: {error}")
    return faults


def _few(rules: Rules, plies: int) -> bool:
    return bool(rules.columns**plies <= MOST_OPENINGS)


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
