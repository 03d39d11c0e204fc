"""`Setup`, the untrusted content of a board, and what can be wrong with it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from dropfour._words import counted
from dropfour.cells import Cell
from dropfour.errors import FormatError
from dropfour.notation._text import error_at

if TYPE_CHECKING:
    from dropfour.rules import Rules

PLAYERS = "XO"
"""The letters of the players: `PLAYERS[turn]`."""

BAN = "!"
"""The letter of a ban, the neutral disc dropped after a bonus."""

NO_BONUS = "a ban is being placed, but the board has no bonus cell"

FAULTS_SHOWN = 5
"""How many faults one message spells out before it only counts."""


class Source(NamedTuple):
    """The text that a board was read from, and where in it each disc stands."""

    text: str
    discs: Mapping[Cell, tuple[int, str]]  # the index and the letter


@dataclass(frozen=True, slots=True)
class Setup:
    """What lies on a board and who is to move, as read: nothing here is checked.

    `discs[0]` are the first player's cells (X), `discs[1]` the second's (O). `banning` is true
    while the player to move places a ban.

    >>> setup = Setup(discs=(frozenset({Cell(0, 0)}), frozenset()), turn=1)
    >>> sorted(setup.filled)
    [Cell(column=0, row=0)]
    """

    discs: tuple[frozenset[Cell], frozenset[Cell]] = (frozenset(), frozenset())
    bans: frozenset[Cell] = frozenset()
    turn: int = 0
    banning: bool = False
    source: Source | None = field(default=None, compare=False, repr=False)

    def fault_at(self, cells: Iterable[Cell], fault: str) -> FormatError:
        """A fault of these cells, at the first of them in the text that this was read from."""
        text, discs = self.source or ("", {})
        first = min((discs[cell][0] for cell in cells if cell in discs), default=0)
        return error_at(text, first, fault)

    @property
    def filled(self) -> frozenset[Cell]:
        """Every cell with a disc or a ban in it."""
        return self.discs[0] | self.discs[1] | self.bans

    def letter(self, cell: Cell) -> str:
        """What lies in a cell: "X", "O", "!" for a ban, or "" for nothing."""
        if cell in self.discs[0]:
            return PLAYERS[0]
        if cell in self.discs[1]:
            return PLAYERS[1]
        return BAN if cell in self.bans else ""


def playable_columns(rules: Rules) -> tuple[tuple[Cell, ...], ...]:
    """The cells that can take a disc, by column, each column from the bottom up."""
    blocked = frozenset(rules.blocked)
    return tuple(
        tuple(cell for row in range(height) if (cell := Cell(column, row)) not in blocked)
        for column, height in enumerate(rules.heights)
    )


def floating(
    filled: Collection[Cell], columns: Sequence[Sequence[Cell]]
) -> Iterator[tuple[Cell, Cell]]:
    """The lowest floating cell of each column that has one, with the empty cell below it.

    `columns` are the playable cells, so a blocked cell below a disc holds it up.

    >>> column = [Cell(0, 0), Cell(0, 1), Cell(0, 2)]
    >>> [(str(a), str(b)) for a, b in floating({Cell(0, 2)}, [column])]
    [('A3', 'A2')]
    """
    for column in columns:
        gap = False
        for index, cell in enumerate(column):
            if cell not in filled:
                gap = True
            elif gap:
                yield cell, column[index - 1]
                break


def floating_fault(cell: Cell, below: Cell) -> str:
    """The words for a disc or ban that hangs in the air."""
    return f"the disc at {cell} floats: {below} below it is empty"


def setup_at(
    text: str,
    discs: Mapping[Cell, tuple[int, str]],
    columns: Sequence[Sequence[Cell]],
    *,
    turn: int,
    banning: bool = False,
) -> Setup:
    """The set-up of the letters that stand at some indexes of a text, each for its cell.

    `FormatError` points at the first disc that floats.
    """
    found = sorted((discs[cell][0], cell, below) for cell, below in floating(discs, columns))
    if found:
        index, cell, below = found[0]
        more = f" (and {len(found) - 1} more)" if len(found) > 1 else ""
        raise error_at(text, index, floating_fault(cell, below) + more)
    xs, os, bans = (
        frozenset(cell for cell, (_, letter) in discs.items() if letter == kind)
        for kind in PLAYERS + BAN
    )
    return Setup((xs, os), bans, turn, banning, Source(text, discs))


def faults(setup: Setup, rules: Rules) -> list[str]:
    """Everything wrong with a set-up on the board of these rules; empty when it is sound.

    A set-up may have any numbers of discs and either player to move, and patterns are not
    looked at: a `Position` decides about those.
    """
    found: list[str] = []
    if setup.turn not in (0, 1):
        found.append(f"the player to move is {setup.turn!r}, must be 0 or 1")
    if setup.banning and not rules.bonus:
        found.append(NO_BONUS)
    cells = sorted(setup.filled)
    for cell in cells:
        inside = (cell in setup.discs[0]) + (cell in setup.discs[1]) + (cell in setup.bans)
        kind = rules.kind(cell)
        if kind == "missing":
            found.append(f"column {cell.column + 1}, row {cell.row + 1} is not on the board")
        elif kind == "blocked":
            found.append(f"{cell} is blocked and takes no disc")
        if inside > 1:
            found.append(f"{cell} holds {inside} discs")
    found += [floating_fault(*pair) for pair in floating(set(cells), playable_columns(rules))]
    return found


def doubts(setup: Setup, rules: Rules) -> tuple[str, ...]:
    """What no game can have led to, whoever began it, one sentence each; it can be played on.

    >>> from dropfour.rules import Rules
    >>> x = frozenset({Cell(0, 0), Cell(1, 0)})
    >>> doubts(Setup(discs=(x, frozenset()), turn=1), Rules.grid(rows=4, columns=4))
    ('no game leads here: X has 2 discs, O has 0, and O is to move',)
    """
    found: list[str] = []
    mover, other = (len(setup.discs[side]) for side in (setup.turn, 1 - setup.turn))
    # Who is to move has as many discs as the other, or one less; before a ban the disc is there.
    if mover - setup.banning not in (other, other - 1):
        first, second = map(len, setup.discs)
        counts = f"X has {counted(first, 'disc')}, O has {second}"
        found.append(f"no game leads here: {counts}, and {PLAYERS[setup.turn]} is to move")
    given = len(setup.filled.intersection(rules.bonus) - setup.bans) - setup.banning
    if len(setup.bans) > max(0, given):
        found.append(f"no game leads here: {counted(len(setup.bans), 'ban')}, more than were given")
    return tuple(found)


def validate(setup: Setup, rules: Rules) -> None:
    """Raise `FormatError` with everything that is wrong with a set-up, if anything is.

    >>> from dropfour.rules import Rules
    >>> wrong = Setup(discs=(frozenset({Cell(0, 1)}), frozenset({Cell(0, 1)})))
    >>> try:
    ...     validate(wrong, Rules.grid(rows=4, columns=4))
    ... except FormatError as error:
    ...     print(error.fault)
    A2 holds 2 discs; the disc at A2 floats: A1 below it is empty
    """
    found = faults(setup, rules)
    if found:
        shown = found[:FAULTS_SHOWN]
        if len(found) > FAULTS_SHOWN:
            shown.append(f"and {len(found) - FAULTS_SHOWN} more")
        raise FormatError("; ".join(shown))
