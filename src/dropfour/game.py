"""Positions with their history: immutable, always legal, over the compiled core."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise
from operator import index
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Self, SupportsIndex, TypeAlias, get_args

import dropfour._native as _native
from dropfour import notation, render
from dropfour._arrays import need_numpy
from dropfour._validation import shown
from dropfour.cells import Cell, column_name, column_number
from dropfour.errors import FormatError, IllegalMove, WrongSetting
from dropfour.notation import Setup
from dropfour.rules import Rules

if TYPE_CHECKING:
    import numpy.typing as npt

PlaneType: TypeAlias = Literal["uint8", "float32"]
PLANES = ("own", "other", "bans", "landing", "board", "dead", "bonus", "banning")
_CELLS_SHOWN = 8  # of one player's patterns in a fault


class Outcome(NamedTuple):
    """How a game ended.

    `winner` is 0, 1, or None for a draw; `scores` the completed patterns of each player; `cells`
    the cells of the winner's patterns, or with ending "full" of everybody's.
    """

    winner: int | None
    scores: tuple[int, int]
    cells: tuple[Cell, ...]


class Position(_native.State):
    """A position of a game, with the moves that led to it.

    Immutable: `play` and `undo` return other positions. Positions are equal if their rules,
    discs, bans and player to move are; how they were reached does not count.

    >>> from dropfour.rules import Rules
    >>> p = Position(Rules.grid(rows=6, columns=7)).play("D").play("D").play(2)
    >>> p.turn, p.legal, p.to_text()
    (1, (0, 1, 2, 3, 4, 5, 6), '-/-/X/XO/-/-/- O')
    >>> p.undo().undo() == Position(p.rules).play("d")
    True
    """

    __slots__ = ()

    def __init__(self, rules: Rules) -> None:
        if not isinstance(rules, Rules):
            raise TypeError(f"Position needs Rules (see load_rules), not {type(rules).__name__}")
        super().__init__(_start(rules), rules)

    @classmethod
    def from_text(cls, text: str, rules: Rules) -> Self:
        """The position of a text by `to_text`; `FormatError` says where it is wrong.

        >>> Position.from_text("X/-/-/XO/-/-/- O", Rules.grid(rows=6, columns=7)).legal
        (0, 1, 2, 3, 4, 5, 6)
        """
        return cls.from_setup(notation.parse_position(text, rules), rules)

    @classmethod
    def from_setup(cls, setup: Setup, rules: Rules) -> Self:
        """The position with this content; `FormatError` if it cannot stand on this board."""
        notation.validate(setup, rules)
        state = _start(rules)._with_content(
            first=list(setup.discs[0]),
            second=list(setup.discs[1]),
            bans=list(setup.bans),
            turn=setup.turn,
            banning=setup.banning,
        )
        if state is None:
            raise _both_have_won(setup, rules)
        return cls._of(state, rules)

    @classmethod
    def _of(cls, state: _native.State, rules: Rules) -> Self:
        """A position without history."""
        position = cls.__new__(cls)
        _native.State.__init__(position, state, rules)
        return position

    @classmethod
    def from_moves(cls, text: str, rules: Rules) -> Self:
        """The position after the moves of a text such as "DDEC", with a ban as "!C".

        >>> Position.from_moves("DDE", Rules.grid(rows=6, columns=7)).turn
        1
        """
        return cls(rules).play_moves(text)

    def play_moves(self, text: str) -> Self:
        """The position after the moves of a text; `IllegalMove` says which is against the rules.

        >>> Position(Rules.grid(rows=6, columns=7)).play("D").play_moves("DE").moves_text()
        'DDE'
        """
        position = self
        for number, (column, is_ban) in enumerate(notation.parse_moves(text, self.rules), start=1):
            if is_ban != position.banning and position.outcome is None:
                wanted = "a ban (such as !C)" if position.banning else "a disc, not a ban"
                raise IllegalMove(f"move {number}: this must be {wanted}")
            try:
                position = position.play(column)
            except IllegalMove as error:
                raise IllegalMove(f"move {number}: {error}") from None
        return position

    def play_columns(self, columns: Iterable[int]) -> Self:
        """The position after some columns; `IllegalMove` says which is against the rules."""
        position = self
        for number, column in enumerate(columns, start=1):
            try:
                position = position.play(column)
            except IllegalMove as error:
                raise IllegalMove(f"move {number}: {error}") from None
        return position

    @property
    def scores(self) -> tuple[int, int]:
        """The completed patterns of each player, now."""
        return self._points(0), self._points(1)

    def _finished(self) -> Outcome:
        """The outcome of a game that is over."""
        winner = self._winner if self._winner >= 0 else None
        shown = (0, 1) if self.rules.ending == "full" else (winner,)
        cells = {cell for p in shown if p is not None for cell in self._completed_cells(p)}
        return Outcome(winner, self.scores, tuple(sorted(Cell(*cell) for cell in cells)))

    def completed_patterns(
        self, player: int, *, through: Cell | None = None, most: int = 1024
    ) -> tuple[tuple[Cell, ...], ...]:
        """The player's completed patterns, each as its cells; overlapping ones are all there.

        Only those with the cell `through`, if it is given, and no more than `most`.

        >>> p = Position.from_text("X/X/X/X O", Rules.grid(rows=1, columns=4))
        >>> [[str(cell) for cell in pattern] for pattern in p.completed_patterns(0)]
        [['A1', 'B1', 'C1', 'D1']]
        """
        if player not in (0, 1):
            raise ValueError(f"player must be 0 or 1, not {player!r}")
        found = self._completed_patterns(player, through, most)
        return tuple(tuple(Cell(*cell) for cell in pattern) for pattern in found)

    @property
    def moves(self) -> tuple[int, ...]:
        """The columns played since the start, or since the position that was set up."""
        return tuple(position._move for position in self.history[1:])

    @property
    def history(self) -> tuple[Self, ...]:
        """All positions from the first to this one."""
        line = [self]
        while (parent := line[-1]._parent) is not None:
            line.append(parent)
        return tuple(reversed(line))

    @property
    def last_cell(self) -> Cell | None:
        """The cell of the last disc or ban; None if no move was made."""
        if self._parent is None:
            return None
        (cell,) = self.setup.filled - self._parent.setup.filled
        return cell

    @property
    def setup(self) -> Setup:
        """The content of the board as plain sets of cells."""
        first, second, bans = (frozenset(map(Cell._make, c)) for c in self._content)
        return Setup(discs=(first, second), bans=bans, turn=self.turn, banning=self.banning)

    def _play_other(self, column: str | SupportsIndex) -> Self:
        """Plays what is not simply the number of a playable column, or says what is wrong.

        >>> Position(Rules.grid(rows=1, columns=1)).play("B")
        Traceback (most recent call last):
        dropfour.errors.IllegalMove: there is no column B, only A
        """
        number = self._number(column) if isinstance(column, str) else index(column)
        if number not in self.legal:
            raise IllegalMove(self._why_not(number))
        return self.play(number)

    def undo(self) -> Self:
        """The position before the last move; `IllegalMove` if there is none."""
        if self._parent is None:
            raise IllegalMove("there is no move to take back")
        return self._parent

    def winning_cells(self, player: int) -> tuple[Cell, ...]:
        """The free cells, in reach or not, that would complete a pattern for the player."""
        if player not in (0, 1):
            raise ValueError(f"player must be 0 or 1, not {player!r}")
        return tuple(Cell(*cell) for cell in self._winning_cells(player))

    def mirrored(self) -> Self:
        """The position seen in a mirror, without history; `ValueError` on asymmetric rules."""
        if not self._symmetric:
            raise ValueError("these rules are not symmetric: a mirror image is another game")
        return self._of(self._mirrored(), self.rules)

    def to_text(self) -> str:
        """The position as one line that `from_text` reads; rules and history are not in it."""
        return notation.format_position(self.setup, self.rules)

    def moves_text(self) -> str:
        """The moves as text, such as "DDEC"; a ban as "!C"."""
        return notation.format_moves(
            [(after._move, before.banning) for before, after in pairwise(self.history)], self.rules
        )

    def planes(self, kind: PlaneType = "uint8") -> npt.NDArray[Any]:
        """The position as an array [plane, row, column] of zeros and ones; it needs numpy.

        `PLANES` names the planes, seen by the mover: own discs, the other's, bans, landing cells,
        the cells that can take a disc, dead and bonus cells, and the board once more while a ban is
        being placed. The top row comes first, as in a picture.

        >>> Position.from_moves("AAB", Rules.grid(rows=2, columns=3)).planes()[:2]
        array([[[1, 0, 0],
                [0, 0, 0]],
        <BLANKLINE>
               [[0, 0, 0],
                [1, 1, 0]]], dtype=uint8)
        """
        need_numpy()
        import numpy as np

        check_plane_type(kind)
        planes = np.empty((len(PLANES), self.rules.rows, self.rules.columns), kind)
        _native.planes(self, planes)
        return planes

    def _number(self, name: str) -> int:
        name = name.strip()
        if len(name) > 8:
            raise IllegalMove(f"{name[:8]!r}... is not a column name (A, B, ... Z, AA, ...)")
        try:
            return column_number(name)
        except ValueError as error:
            raise IllegalMove(str(error)) from None

    def _why_not(self, column: int) -> str:
        columns = self.rules.columns
        if not 0 <= column < columns:
            last = "" if columns == 1 else f" to {column_name(columns - 1)}"
            name = column_name(column) if 0 <= column < 26**8 else f"number {column}"
            return f"there is no column {name}, only A{last}"
        if not self.legal:
            return "the game is over"
        return f"column {column_name(column)} is full"

    def __str__(self) -> str:
        return notation.format_picture(self.rules, self.setup)

    def __repr__(self) -> str:
        return f"<Position {self.to_text()!r}>"

    def _repr_svg_(self) -> str:
        outcome = self.outcome
        highlight = outcome.cells if outcome else ()
        return render.svg(self.rules, self.setup, last=self.last_cell, highlight=highlight)

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: object) -> Self:
        return self

    def __reduce__(self) -> tuple[object, ...]:
        root = self.history[0].setup
        return _rebuild, (self.rules, root, self.moves)


def perft(position: Position, depth: int) -> int:
    """The number of move sequences of exactly this length; games that end earlier have none.

    >>> [perft(Position(Rules.grid(rows=6, columns=7)), depth) for depth in range(4)]
    [1, 7, 49, 343]
    """
    if not 0 <= depth < 2**16:
        raise ValueError(f"depth must be 0 or more and less than 65536, not {depth}")
    return position._perft(depth)


def check_plane_type(kind: object) -> None:
    """`WrongSetting` unless planes can be of this type."""
    if kind not in get_args(PlaneType):
        names = " or ".join(get_args(PlaneType))
        raise WrongSetting(f"planes must be {names}, not {shown(kind)}")


@lru_cache(maxsize=256)
def _start(rules: Rules) -> _native.State:
    """The compiled empty board; rules are compiled once."""
    return _native.start(
        heights=list(rules.heights),
        dead=list(rules.dead),
        blocked=list(rules.blocked),
        bonus=list(rules.bonus),
        patterns=[list(pattern) for pattern in rules.goal.patterns],
        until_full=rules.ending == "full",
    )


def _both_have_won(setup: Setup, rules: Rules) -> FormatError:
    """The fault of a set-up with completed patterns of both players, where only one may have any.

    >>> from dropfour.goals import Line
    >>> two = Setup((frozenset({Cell(0, 0)}), frozenset({Cell(1, 0)})))
    >>> print(_both_have_won(two, Rules.grid(rows=1, columns=2, goal=Line(1))).fault)
    both players have a completed pattern: X at A1, O at B1
    """
    counted = Position.from_setup(setup, replace(rules, ending="full"))
    won = [sorted(Cell(*cell) for cell in counted._completed_cells(player)) for player in (0, 1)]
    words = []
    for letter, cells in zip(notation.PLAYERS, won, strict=True):
        more = " …" if len(cells) > _CELLS_SHOWN else ""
        words.append(f"{letter} at {' '.join(map(str, cells[:_CELLS_SHOWN]))}{more}")
    fault = f"both players have a completed pattern: {', '.join(words)}"
    return setup.fault_at(won[0] + won[1], fault)


def _rebuild(rules: Rules, root: Setup, moves: Iterable[int]) -> Position:
    return Position.from_setup(root, rules).play_columns(moves)
