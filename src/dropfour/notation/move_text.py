"""The text of a list of moves: `DDEC`, a ban as `!C`.

A move is its column's letter. Boards so wide that some columns have two letters are written with
a blank between moves: `D AA !C`. What is written without letters, as many programs write it, is
columns by number: `4453`; on boards of ten columns or more with blanks between moves: `4 10`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from dropfour._validation import shown
from dropfour._words import counted
from dropfour.cells import column_name
from dropfour.notation._text import error_at, opened
from dropfour.notation.setup import BAN

if TYPE_CHECKING:
    from dropfour.rules import Rules

_BETWEEN = frozenset(" \t\r\n,")


def format_moves(moves: Iterable[tuple[int, bool]], rules: Rules) -> str:
    """The text of moves, each a pair of 0-based column and whether it drops a ban.

    `ValueError` for a column that is not on the board.

    >>> from dropfour.rules import Rules
    >>> format_moves([(3, False), (3, False), (2, True)], Rules.grid(rows=6, columns=7))
    'DD!C'
    >>> format_moves([(3, False), (26, True)], Rules.grid(rows=6, columns=32))
    'D !AA'
    """
    words: list[str] = []
    for column, is_ban in moves:
        if not 0 <= column < rules.columns:
            raise ValueError(
                f"column {column} is not on a board of {counted(rules.columns, 'column')}"
            )
        words.append((BAN if is_ban else "") + column_name(column))
    return (" " if _is_wide(rules) else "").join(words)


def parse_moves(text: str, rules: Rules) -> tuple[tuple[int, bool], ...]:
    """Read a list of moves, in either case, with or without white space or commas between them.

    Columns are letters, or numbers from 1 where the text has no letters. Only the columns are
    checked: whether the moves are legal is for a `Position` to say. `FormatError` names the place
    of the first fault.

    >>> from dropfour.rules import Rules
    >>> parse_moves("d D,!c", Rules.grid(rows=6, columns=7))
    ((3, False), (3, False), (2, True))
    >>> parse_moves("44!3", Rules.grid(rows=6, columns=7))
    ((3, False), (3, False), (2, True))
    >>> parse_moves("DH", Rules.grid(rows=6, columns=7))
    Traceback (most recent call last):
        ...
    dropfour.errors.FormatError: line 1, column 2: unknown column 'H': columns are A to G
    """
    text = opened(text)
    numbered = any(map(str.isdecimal, text)) and not any(map(str.isalpha, text))
    name_of = _column_number if numbered else column_name
    wide = len(name_of(rules.columns - 1)) > 1
    columns = {name_of(column): column for column in range(rules.columns)}
    moves: list[tuple[int, bool]] = []
    index = 0
    while index < len(text):
        if text[index] in _BETWEEN:
            index += 1
            continue
        is_ban = text[index] == BAN
        start = index + is_ban
        end = _token_end(text, start) if wide else start + 1
        name = text[start:end]
        if not name or name in _BETWEEN:
            named = "number" if numbered else "letter"
            raise error_at(text, start, f"a column {named} must follow the ban's '!'")
        # Letters outside ASCII may turn into ASCII ones in upper case (dotless i into I).
        column = columns.get(name.upper()) if name.isascii() else None
        if column is None:
            known = f"columns are {name_of(0)} to {name_of(rules.columns - 1)}"
            hint = ", with blanks between moves" if len(name) > 1 else ""
            raise error_at(text, start, f"unknown column {shown(name)}: {known}{hint}")
        moves.append((column, is_ban))
        index = end
    return tuple(moves)


def _column_number(column: int) -> str:
    return str(column + 1)


def _is_wide(rules: Rules) -> bool:
    return len(column_name(rules.columns - 1)) > 1


def _token_end(text: str, index: int) -> int:
    while index < len(text) and text[index] not in _BETWEEN:
        index += 1
    return index
