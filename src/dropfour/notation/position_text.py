"""The one-line text of a position: `XOX/-/!X/-/-/-/- O!`.

Columns stand from left to right with "/" between them. Each lists what fills its playable cells
from the bottom up: X, O, or ! for a ban; "-" is an empty column. Blocked cells are left out: they
never hold anything. After a blank comes the player to move, with "!" while that player places a
ban. The rules are not part of the text.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from dropfour._validation import shown
from dropfour._words import counted
from dropfour.cells import Cell, column_name
from dropfour.notation._text import error_at, opened
from dropfour.notation.setup import BAN, NO_BONUS, PLAYERS, Setup, playable_columns, setup_at

if TYPE_CHECKING:
    from dropfour.rules import Rules

_EMPTY = "-"
_READ = {"X": "X", "x": "X", "O": "O", "o": "O", BAN: BAN}


def format_position(setup: Setup, rules: Rules) -> str:
    """The one-line text of a valid set-up.

    >>> from dropfour.rules import Rules
    >>> rules = Rules.grid(rows=4, columns=4)
    >>> format_position(Setup(discs=(frozenset({Cell(0, 0)}), frozenset()), turn=1), rules)
    'X/-/-/- O'
    """
    columns = ("".join(map(setup.letter, column)) or _EMPTY for column in playable_columns(rules))
    return f"{'/'.join(columns)} {PLAYERS[setup.turn]}{BAN if setup.banning else ''}"


def parse_position(text: str, rules: Rules) -> Setup:
    """Read the one-line text of a position; the result is valid on the board of `rules`.

    Either case is read, and white space around the text is ignored. `FormatError` names the
    place of the first fault.

    >>> from dropfour.rules import Rules
    >>> parse_position("xo/-/o/- x", Rules.grid(rows=4, columns=4)).turn
    0
    >>> parse_position("XOXOX/-/-/- X", Rules.grid(rows=4, columns=4))
    Traceback (most recent call last):
        ...
    dropfour.errors.FormatError: line 1, column 5: column A holds only 4 discs
    """
    text = opened(text)
    start = len(text) - len(text.lstrip())
    words = text.split(maxsplit=1)
    if not words:
        raise error_at(text, 0, "no position: the text is empty")
    board = words[0]
    columns = playable_columns(rules)
    filled = _read_board(text, start, board, columns)
    turn, banning = _read_player(text, start + len(board), rules)
    return setup_at(text, filled, columns, turn=turn, banning=banning)


def _read_board(
    text: str, start: int, board: str, columns: Sequence[tuple[Cell, ...]]
) -> dict[Cell, tuple[int, str]]:
    filled: dict[Cell, tuple[int, str]] = {}
    index = start
    words = board.split("/")
    for number, word in enumerate(words):
        if number == len(columns):
            raise error_at(text, index - 1, f"the board has only {counted(len(columns), 'column')}")
        if not word:
            fault = f"column {column_name(number)} is missing; an empty column is written -"
            raise error_at(text, index, fault)
        if word != _EMPTY:
            filled.update(_read_column(text, index, word, columns[number], number))
        index += len(word) + 1
    if len(words) < len(columns):
        fault = f"the board has {len(columns)} columns, not {len(words)}"
        raise error_at(text, index - 1, fault)
    return filled


def _read_column(
    text: str, start: int, word: str, cells: tuple[Cell, ...], number: int
) -> dict[Cell, tuple[int, str]]:
    filled: dict[Cell, tuple[int, str]] = {}
    for height, character in enumerate(word):
        letter = _READ.get(character)
        if letter is None:
            fault = f"unknown character {character!r}: discs are X and O, a ban is !"
            if character == _EMPTY:
                fault = "'-' stands alone, for a column that is empty"
            raise error_at(text, start + height, fault)
        if height == len(cells):
            fault = f"column {column_name(number)} holds only {len(cells)} discs"
            raise error_at(text, start + height, fault)
        filled[cells[height]] = start + height, letter
    return filled


def _read_player(text: str, board_end: int, rules: Rules) -> tuple[int, bool]:
    word = text[board_end:].strip()
    if not word:
        raise error_at(text, board_end, "the player to move is missing: a blank, then X or O")
    start = text.index(word, board_end)
    player = _READ.get(word[0], BAN)
    if player == BAN or word[1:] not in ("", BAN):
        raise error_at(text, start, f"unknown player {shown(word)}: X or O, or X! or O!")
    banning = len(word) > 1
    if banning and not rules.bonus:
        raise error_at(text, start + 1, NO_BONUS)
    return PLAYERS.index(player), banning
