"""The Max-Connect4 file: a line of digits per row, top row first, then the player to move.

0 is an empty cell, 1 and 2 are the players' discs. Missing and blocked cells are written 0.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from dropfour._validation import shown
from dropfour._words import counted
from dropfour.cells import Cell
from dropfour.notation._text import TextLine, error_at, lines, opened
from dropfour.notation.setup import PLAYERS, Setup, playable_columns, setup_at

if TYPE_CHECKING:
    from dropfour.rules import Rules

_EMPTY = "0"
_DIGITS = "12"


def format_max(setup: Setup, rules: Rules) -> str:
    r"""The file of a valid set-up, with LF line ends.

    `ValueError` when there is a ban on the board or in the making: the format has none.

    >>> from dropfour.rules import Rules
    >>> format_max(Setup(turn=1), Rules.grid(rows=2, columns=4))
    '0000\n0000\n2\n'
    """
    if setup.bans or setup.banning:
        raise ValueError("a Max-Connect4 file has no way to write a ban")
    digits = {"": _EMPTY} | dict(zip(PLAYERS, _DIGITS, strict=True))
    rows = [
        "".join(digits[setup.letter(Cell(column, row))] for column in range(rules.columns))
        for row in reversed(range(rules.rows))
    ]
    return "\n".join([*rows, _DIGITS[setup.turn], ""])


def parse_max(text: str, rules: Rules) -> Setup:
    r"""Read a Max-Connect4 file for the board of `rules`; the result is valid there.

    Lines end with LF or CRLF; a byte order mark, a missing last line end and blank lines at the
    end do not matter. The numbers of discs are not checked. `FormatError` names the first fault.

    >>> from dropfour.rules import Rules
    >>> setup = parse_max("0000\r\n1020\r\n1", Rules.grid(rows=2, columns=4))
    >>> setup.discs[1], setup.turn
    (frozenset({Cell(column=2, row=0)}), 0)
    >>> parse_max("1000\n0000\n1\n", Rules.grid(rows=2, columns=4))
    Traceback (most recent call last):
        ...
    dropfour.errors.FormatError: line 1, column 1: the disc at A2 floats: A1 below it is empty
    """
    text = opened(text)
    found = lines(text)
    while found and not found[-1].text.strip():
        found.pop()
    if not found:
        raise error_at(text, 0, "the file is empty")
    discs: dict[Cell, tuple[int, str]] = {}
    for line, row in zip(found, reversed(range(rules.rows)), strict=False):
        for column, character in enumerate(_checked(text, line, row, rules)):
            if character != _EMPTY:
                cell, index = Cell(column, row), line.start + column
                kind = rules.kind(cell)
                if kind in ("missing", "blocked"):
                    raise error_at(
                        text, index, f"there is a disc at {cell}, which is a {kind} cell"
                    )
                discs[cell] = index, PLAYERS[_DIGITS.index(character)]
    turn = _read_player(text, found, rules)
    return setup_at(text, discs, playable_columns(rules), turn=turn)


def is_max(text: str) -> bool:
    r"""Whether a text starts with a row of digits, as a Max-Connect4 file does.

    It has a line for the player too: a single line of digits is moves.

    >>> is_max("0000\n1020\n1"), is_max("2 4\n"), is_max("DDC"), is_max("1122")
    (True, False, False, False)
    """
    rows = [line.text.strip() for line in lines(text) if line.text.strip()]
    return len(rows) > 1 and not rows[0].strip(_EMPTY + _DIGITS)


def _checked(text: str, line: TextLine, row: int, rules: Rules) -> str:
    """The digits of a row."""
    for index, character in enumerate(line.text[: rules.columns], start=line.start):
        if character not in _EMPTY + _DIGITS:
            raise error_at(text, index, f"unknown character {character!r}: cells are 0, 1 or 2")
    width = len(line.text)
    if width != rules.columns:
        digits = f"{counted(width, 'digit')}, must have {rules.columns}"
        fault = f"row {rules.rows - row} of {rules.rows} has {digits}"
        raise error_at(text, line.start + min(width, rules.columns), fault)
    return line.text


def _read_player(text: str, found: list[TextLine], rules: Rules) -> int:
    expected = f"the player to move (1 or 2) after {counted(rules.rows, 'row')}"
    if len(found) <= rules.rows:
        raise error_at(text, len(text), f"the file ends here; expected {expected}")
    line = found[rules.rows]
    if line.text not in tuple(_DIGITS):
        raise error_at(text, line.start, f"expected {expected}, not {shown(line.text)}")
    for extra in found[rules.rows + 1 :]:
        if extra.text.strip():
            raise error_at(text, extra.start, f"the file goes on with {shown(extra.text)}")
    return _DIGITS.index(line.text)
