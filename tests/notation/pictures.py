"""Boards drawn in tests: reads what `format_picture` writes."""

from __future__ import annotations

from itertools import takewhile

from dropfour._validation import shown
from dropfour._words import counted
from dropfour.cells import Cell
from dropfour.notation import BAN, EMPTY_MARKS, PLAYERS, Setup, format_picture, validate
from dropfour.notation._text import TextLine, error_at, lines, opened
from dropfour.notation.setup import playable_columns, setup_at
from dropfour.rules import Rules


def parse_picture(
    text: str, rules: Rules, *, turn: int | None = None, banning: bool = False
) -> Setup:
    r"""Read a picture on the board of `rules`; the result is valid there.

    The picture may be indented, empty rows at the top may be left out, and so may the column
    letters. A picture does not say who moves: without `turn` it is the player with fewer discs,
    X when they are equal. `FormatError` names the place of the first fault, and a mark that
    contradicts the rules (a "." where no dead cell is) is a fault.

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
    discs: dict[Cell, tuple[int, str]] = {}
    for row, line in zip(reversed(range(count)), found, strict=False):
        for column, (index, character) in enumerate(_read_row(text, line, rules)):
            cell = Cell(column, row)
            letter = _read_mark(text, index, character, cell, rules)
            if letter:
                discs[cell] = index, letter
    _check_letters(text, found[count:], rules)
    if turn is None:
        letters = [letter for _, letter in discs.values()]
        turn = int(letters.count("X") > letters.count("O"))
    setup = setup_at(text, discs, playable_columns(rules), turn=turn, banning=banning)
    validate(setup, rules)
    return setup


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
            if character == (letter.lower() if kind == "dead" else letter):
                return letter
    known = (*PLAYERS, *PLAYERS.lower(), BAN, *EMPTY_MARKS.values())
    if character not in known:
        raise error_at(text, index, f"unknown mark {character!r}")
    article = "an" if kind == "ordinary" else "a"
    raise error_at(text, index, f"mark {character!r}, but {cell} is {article} {kind} cell")


def _check_letters(text: str, found: list[TextLine], rules: Rules) -> None:
    expected = format_picture(rules, Setup()).split("\n")[rules.rows :]
    for number, line in enumerate(found):
        words = line.text.split()
        if number >= len(expected) or words != expected[number].split():
            start = line.content_start
            fault = f"expected the column letters or the end, not {shown(line.text.strip())}"
            raise error_at(text, start, fault)
