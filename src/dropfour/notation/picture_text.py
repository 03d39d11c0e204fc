"""The board picture for terminals, written and read: tests and documents draw positions with it.

    | | |#|     X O   a disc           #   missing: not part of the board
    | |.| |     x o   a disc on a      .   a dead cell, empty
    |X|O|x|           dead cell        %   a blocked cell: no disc ever lands in it
     A B C      !     a ban            *   a bonus cell, empty

A blank is an empty ordinary cell. Names of two letters (AA) stand downwards, so every column is
as narrow as any other and a board of 32 columns fits into 80 characters.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise, takewhile, zip_longest
from typing import TYPE_CHECKING

from dropfour._validation import shown
from dropfour._words import counted
from dropfour.cells import Cell, column_name
from dropfour.errors import FormatError
from dropfour.notation._text import TextLine, error_at, lines, opened
from dropfour.notation.setup import BAN, PLAYERS, Setup, playable_columns, refuse_floating

if TYPE_CHECKING:
    from dropfour.rules import Rules

EMPTY_MARKS = {"ordinary": " ", "dead": ".", "blocked": "%", "bonus": "*", "missing": "#"}
"""The mark of an empty cell by its kind."""


def cell_mark(rules: Rules, setup: Setup, cell: Cell) -> str:
    """The one character that stands for a cell and what is in it.

    >>> from dropfour.rules import Rules
    >>> cell_mark(Rules.grid(rows=4, columns=4, bonus=["B1"]), Setup(), Cell(1, 0))
    '*'
    """
    return _mark(setup.letter(cell), rules.kind(cell))


def format_picture(
    rules: Rules, setup: Setup, *, wide: bool = False, brackets: Mapping[Cell, str] | None = None
) -> str:
    """The picture of a valid set-up, without a line end after its last line.

    `brackets` are what stands around the marks of some cells, such as "()". With `wide` a cell is
    three characters; else brackets take the place of bars, and neighbours share one pair.

    >>> from dropfour.rules import Rules
    >>> rules = Rules(heights=[3, 2, 3], dead=["C1", "B2"], blocked=["A2"])
    >>> print(format_picture(rules, Setup((frozenset({Cell(2, 0)}), frozenset({Cell(0, 0)})))))
    | |#| |
    |%|.| |
    |O| |x|
     A B C
    """
    drawn: list[str] = []
    for row in reversed(range(rules.rows)):
        cells = [Cell(column, row) for column in range(rules.columns)]
        marks = [cell_mark(rules, setup, cell) for cell in cells]
        around = [brackets.get(cell, "") if brackets else "" for cell in cells]
        if wide:
            padded = zip(marks, (pair or "  " for pair in around), strict=True)
            drawn.append(f"|{'|'.join(pair[0] + mark + pair[1] for mark, pair in padded)}|")
        else:
            bars = [
                "|" if bool(left) == bool(right) else left[1:] or right[:1]
                for left, right in pairwise(["", *around, ""])
            ]
            drawn.append("".join(map("".join, zip(bars, [*marks, ""], strict=True))))
    return "\n".join([*drawn, *_letter_lines(rules, wide=wide)])


def parse_picture(
    text: str, rules: Rules, *, turn: int | None = None, banning: bool = False
) -> Setup:
    r"""Read a picture on the board of `rules`; the result is valid there.

    The picture may be indented, empty rows at the top may be left out, and so may the column
    letters. A picture does not say who moves: without `turn` it is the player with fewer discs,
    X when they are equal. `FormatError` names the place of the first fault, and a mark that
    contradicts the rules (a "." where no dead cell is) is a fault.

    >>> from dropfour.rules import Rules
    >>> parse_picture("| |O| | |\n|X|O|X| |", Rules.grid(rows=4, columns=4)).turn
    0
    >>> parse_picture("| |.| | |\n|X|O|X| |", Rules.grid(rows=4, columns=4))
    Traceback (most recent call last):
        ...
    dropfour.errors.FormatError: line 1, column 4: mark '.', but B2 is an ordinary cell
    """
    text = opened(text)
    found = [line for line in lines(text) if line.text.strip()]
    count = len(list(takewhile(lambda line: "|" in line.text, found)))
    if not count:
        raise error_at(text, 0, "no picture: expected rows such as | |X|O|")
    if count > rules.rows:
        fault = f"the picture has {counted(count, 'row')}, the board has {rules.rows}"
        raise error_at(text, found[0].start, fault)
    filled: dict[str, set[Cell]] = {letter: set() for letter in PLAYERS + BAN}
    places: dict[Cell, int] = {}
    for row, line in zip(reversed(range(count)), found, strict=False):
        for column, (index, character) in enumerate(_read_row(text, line, rules)):
            cell = Cell(column, row)
            letter = _read_mark(text, index, character, cell, rules)
            if letter:
                filled[letter].add(cell)
                places[cell] = index
    _check_letters(text, found[count:], rules)
    refuse_floating(text, places, playable_columns(rules))
    if banning and not rules.bonus:
        raise FormatError("a ban is being placed, but the board has no bonus cell")
    xs, os, bans = (frozenset(filled[letter]) for letter in PLAYERS + BAN)
    if turn is None:
        turn = int(len(xs) > len(os))
    return Setup(discs=(xs, os), bans=bans, turn=turn, banning=banning)


def _mark(letter: str, kind: str) -> str:
    if not letter:
        return EMPTY_MARKS[kind]
    return letter.lower() if kind == "dead" else letter


def _letter_lines(rules: Rules, *, wide: bool = False) -> list[str]:
    names = [column_name(column) for column in range(rules.columns)]
    if wide:
        return [f" {' '.join(f'{name:^3}' for name in names)}".rstrip()]
    return [f" {' '.join(line)}".rstrip() for line in zip_longest(*names, fillvalue=" ")]


def _read_row(text: str, line: TextLine, rules: Rules) -> list[tuple[int, str]]:
    row = line.text.rstrip()
    left = len(row) - len(row.lstrip())
    width = 2 * rules.columns + 1
    for index in range(left, min(len(row), left + width), 2):
        if row[index] != "|":
            raise error_at(text, line.start + index, f"expected '|', not {row[index]!r}")
    if len(row) - left != width:
        fault = f"expected a row of {counted(rules.columns, 'cell')} between bars"
        raise error_at(text, line.start + min(len(row), left + width), fault)
    return [(line.start + index, row[index]) for index in range(left + 1, left + width, 2)]


def _read_mark(text: str, index: int, character: str, cell: Cell, rules: Rules) -> str:
    """The letter of what a mark puts into its cell; "" for nothing."""
    kind = rules.kind(cell)
    if character == EMPTY_MARKS[kind]:
        return ""
    if kind not in ("missing", "blocked"):
        for letter in PLAYERS + BAN:
            if character == _mark(letter, kind):
                return letter
    known = (*PLAYERS, *PLAYERS.lower(), BAN, *EMPTY_MARKS.values())
    if character not in known:
        raise error_at(text, index, f"unknown mark {character!r}")
    article = "an" if kind == "ordinary" else "a"
    raise error_at(text, index, f"mark {character!r}, but {cell} is {article} {kind} cell")


def _check_letters(text: str, found: list[TextLine], rules: Rules) -> None:
    expected = _letter_lines(rules)
    for number, line in enumerate(found):
        words = line.text.split()
        if number >= len(expected) or words != expected[number].split():
            start = line.content_start
            fault = f"expected the column letters or the end, not {shown(line.text.strip())}"
            raise error_at(text, start, fault)
