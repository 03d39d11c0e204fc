r"""The board of standard input: a grid of X, O and blanks, top row first, in three forms.

The plain form is a line `ROWS COLUMNS`, the rows, and the player to move. The framed form draws
each row between bars and may have an index line below (and may start with `ROWS COLUMNS` too). The
bare form has neither, and a dot or an underscore in every empty cell; such a mark may stand for an
empty cell in the others too:

    2 4                 |    |              ....
    (four blanks)       | XO |              .XO.
     XO                  0123               X
    X                   To move: X

Rows are never stripped. In the plain form a short line is padded with blanks and a blank line is
an empty row. Numbers of discs are not checked; but where a bare grid does not say who is to move
they do, as in a game that X began.
"""

from __future__ import annotations

from dataclasses import dataclass

from dropfour._validation import MAX_SIDE, parse_number, shown
from dropfour._words import counted
from dropfour.cells import Cell
from dropfour.notation._text import TextLine, error_at, lines, opened
from dropfour.notation.setup import PLAYERS, Setup, setup_at

_BLANKS = " \t"
_MARKS = "._"
_BARE = frozenset(PLAYERS + _MARKS)


@dataclass(frozen=True, slots=True)
class GridForm:
    """How a grid was written: with or without frame and header; `index` is the index line.

    `empty` is what stands in an empty cell.
    """

    framed: bool = False
    header: bool = True
    index: str | None = None
    empty: str = " "


@dataclass(frozen=True, slots=True)
class Grid:
    """A rectangular board with its content, and the form it came in."""

    rows: int
    columns: int
    setup: Setup
    form: GridForm = GridForm()


def format_grid(grid: Grid) -> str:
    r"""The whole text of a grid in its form, which `parse_grid` reads back.

    `ValueError` when there is a ban on the board or in the making: the format has none.

    >>> format_grid(Grid(1, 4, Setup(turn=1)))
    '1 4\n    \nO\n'
    """
    header = f"{grid.rows} {grid.columns}\n" if grid.form.header else ""
    player = PLAYERS[grid.setup.turn]
    return f"{header}{format_grid_board(grid)}{'To move: ' * grid.form.framed}{player}\n"


def format_grid_board(grid: Grid) -> str:
    r"""Only the board of a grid in its form: the rows, and the index line where there was one.

    >>> print(format_grid_board(parse_grid("|  |\n|XO|\n 01\nTo move: X")), end="")
    |  |
    |XO|
     01
    """
    if grid.setup.bans or grid.setup.banning:
        raise ValueError("a grid has no way to write a ban")
    bar, empty = "|" * grid.form.framed, grid.form.empty
    written = [
        bar
        + "".join(grid.setup.letter(Cell(column, row)) or empty for column in range(grid.columns))
        + bar
        for row in reversed(range(grid.rows))
    ]
    if grid.form.index is not None:
        written.append(grid.form.index)
    return "".join(line + "\n" for line in written)


def parse_grid(text: str) -> Grid:
    r"""Read a grid in either form, with LF or CRLF; the result is a valid board.

    `FormatError` names the place of the first fault: a header that is no board, rows that
    disagree with it, an unknown character or player, a floating disc, an end that comes too soon.

    >>> grid = parse_grid("2 4\n\n XO\nX\n")
    >>> grid.rows, grid.columns, grid.setup.discs[0]
    (2, 4, frozenset({Cell(column=1, row=0)}))
    >>> parse_grid("2 4\n X\n O\nZ\n")
    Traceback (most recent call last):
        ...
    dropfour.errors.FormatError: line 4, column 1: expected the player to move (X or O), not 'Z'
    """
    text = opened(text)
    found = lines(text)
    if not found or not any(line.text.strip() for line in found):
        raise error_at(text, 0, "the input is empty")
    bare = _is_bare(found[0]) and found[0].text.strip() not in tuple(PLAYERS)
    header = None if bare or _is_framed(found[0]) else _read_header(text, found[0])
    body = found[1:] if header else found
    framed = bool(body) and _is_framed(body[0])
    if framed:
        rows, body = _framed_rows(text, body, header)
    elif header is not None:
        rows, body = _plain_rows(text, body, header)
    else:
        rows, body = _bare_rows(text, body)
    index = None
    if framed and body and body[0].text.strip(" |0123456789") == "" and body[0].text.strip():
        index = _checked_index(text, body[0], len(rows[0].text))
        body = body[1:]
    if bare and not any(line.text.strip() for line in body):
        turn = _turn_by_discs(text, rows)
    else:
        turn = _read_player(text, body, skip_blank=framed or bare)
    empty = next((mark for row in rows for mark in row.text if mark in _MARKS), " ")
    return Grid(
        len(rows),
        len(rows[0].text),
        _read_setup(text, rows, turn),
        GridForm(framed, header=header is not None, index=index, empty=empty),
    )


def is_grid(text: str) -> bool:
    r"""Whether a text starts as a grid does: with `ROWS COLUMNS`, or a framed or a bare row.

    A bare row without any empty cell could be moves as well, and is none here.

    >>> is_grid("2 4\n\n XO\nX\n"), is_grid("| |X|"), is_grid("..X\nOXO"), is_grid("X/-/- O")
    (True, True, True, False)
    """
    first = next((line for line in lines(text) if line.text.strip()), TextLine(0, ""))
    words = first.text.split()
    bare = _is_bare(first) and bool(set(first.text) & set(_MARKS))
    return bare or _is_framed(first) or (len(words) == 2 and all(map(str.isdigit, words)))


def _is_framed(line: TextLine) -> bool:
    return line.text.lstrip(_BLANKS).startswith("|")


def _is_bare(line: TextLine) -> bool:
    row = line.text.rstrip(_BLANKS)
    return bool(row) and set(row) <= _BARE


def _read_header(text: str, line: TextLine) -> tuple[int, int]:
    words = line.text.split()
    if len(words) != 2:
        fault = f"expected 'ROWS COLUMNS' or a row of the board, not {shown(line.text)}"
        raise error_at(text, line.start, fault)
    sides: list[int] = []
    index = line.start
    for name, word in zip(("rows", "columns"), words, strict=True):
        index = text.index(word, index)
        side = parse_number(word)
        # None for words of many digits: nothing is computed or allocated from them.
        if side is None or not 1 <= side <= MAX_SIDE:
            fault = f"the number of {name} is {shown(word)}, must be 1 to {MAX_SIDE}"
            raise error_at(text, index, fault)
        sides.append(side)
        index += len(word)
    return sides[0], sides[1]


def _plain_rows(
    text: str, body: list[TextLine], header: tuple[int, int]
) -> tuple[list[TextLine], list[TextLine]]:
    rows, columns = header
    for number, line in enumerate(body[:rows], start=1):
        _refuse_unknown(text, line._replace(text=line.text[:columns]))
        if len(line.text) > columns:
            fault = f"row {number} has {counted(len(line.text), 'cell')}, the header says {columns}"
            raise error_at(text, line.start + columns, fault)
    if len(body) < rows:
        fault = f"the input ends after {counted(len(body), 'row')}, the header says {rows}"
        raise error_at(text, len(text), fault)
    padded = [line._replace(text=line.text.ljust(columns)) for line in body[:rows]]
    return padded, body[rows:]


def _bare_rows(text: str, body: list[TextLine]) -> tuple[list[TextLine], list[TextLine]]:
    """Rows as long as the first; a shorter one of X or O alone is the player to move."""
    rows: list[TextLine] = []
    for line in body:
        row = line._replace(text=line.text.rstrip(_BLANKS))
        last = row.text in tuple(PLAYERS) and not any(
            _is_bare(each) for each in body[len(rows) + 1 :]
        )
        if not row.text or row.text.lower().startswith("to move:") or (rows and last):
            break
        if len(rows) == MAX_SIDE:
            raise error_at(text, line.start, f"more than {MAX_SIDE} rows")
        _refuse_unknown(text, row)
        width, expected = len(row.text), len(rows[0].text if rows else row.text)
        if width != expected or width > MAX_SIDE:
            said = f"row 1 has {expected}" if width != expected else f"must be 1 to {MAX_SIDE}"
            fault = f"row {len(rows) + 1} has {counted(width, 'cell')}, {said}"
            raise error_at(text, line.start + min(width, expected, MAX_SIDE), fault)
        rows.append(row)
    return rows, body[len(rows) :]


def _turn_by_discs(text: str, rows: list[TextLine]) -> int:
    """Who is to move in a game that X began."""
    xs, os = (sum(row.text.count(letter) for row in rows) for letter in PLAYERS)
    if xs - os not in (0, 1):
        fault = f"who is to move, X or O? {counted(xs, 'X')} and {counted(os, 'O')} do not say"
        raise error_at(text, len(text), fault)
    return xs - os


def _framed_rows(
    text: str, body: list[TextLine], header: tuple[int, int] | None
) -> tuple[list[TextLine], list[TextLine]]:
    rows: list[TextLine] = []
    while len(rows) < len(body) and _is_framed(body[len(rows)]):
        line = body[len(rows)]
        if line.text.strip("|0123456789" + _BLANKS) == "" and any(map(str.isdigit, line.text)):
            break  # An index line between bars.
        if len(rows) == MAX_SIDE:
            raise error_at(text, line.start, f"more than {MAX_SIDE} rows")
        rows.append(_framed_row(text, line))
        expected = header[1] if header else len(rows[0].text)
        width = len(rows[-1].text)
        if width != expected:
            said = "the header says" if header else "row 1 has"
            fault = f"row {len(rows)} has {counted(width, 'cell')}, {said} {expected}"
            raise error_at(text, rows[-1].start + min(width, expected), fault)
    index = body[len(rows)].start if len(rows) < len(body) else len(text)
    if header and len(rows) != header[0]:
        raise error_at(
            text, index, f"the board has {counted(len(rows), 'row')}, the header says {header[0]}"
        )
    if not rows:
        raise error_at(text, index, "an index line without a row above it")
    return rows, body[len(rows) :]


def _framed_row(text: str, line: TextLine) -> TextLine:
    left = line.text.index("|")
    right = len(line.text.rstrip(_BLANKS)) - 1
    if right == left or line.text[right] != "|":
        raise error_at(text, line.start + right + 1, "a row that starts with '|' must end with '|'")
    width = right - left - 1
    if not 1 <= width <= MAX_SIDE:
        fault = f"a row of {width} cells, must be 1 to {MAX_SIDE}"
        raise error_at(text, line.start + left + 1, fault)
    row = TextLine(line.start + left + 1, line.text[left + 1 : right])
    _refuse_unknown(text, row)
    return row


def _checked_index(text: str, line: TextLine, columns: int) -> str:
    digits = line.text.replace("|", "").replace(" ", "")
    for first in (0, 1):
        numbers = [str(column + first) for column in range(columns)]
        if digits in ("".join(numbers), "".join(number[-1] for number in numbers)):
            return line.text
    start = line.content_start
    raise error_at(
        text, start, f"the index line does not count {counted(columns, 'column')} from 0 or 1"
    )


def _read_player(text: str, body: list[TextLine], *, skip_blank: bool) -> int:
    while skip_blank and body and not body[0].text.strip():
        body = body[1:]
    if not body:
        raise error_at(text, len(text), "the input ends here; expected the player to move (X or O)")
    line, *rest = body
    word = line.text.strip()
    if word.lower().startswith("to move:"):
        word = word[len("to move:") :].strip()
    if word not in tuple(PLAYERS):
        start = line.content_start
        fault = f"expected the player to move (X or O), not {shown(line.text.strip())}"
        raise error_at(text, start if word else line.start, fault)
    for extra in rest:
        if extra.text.strip():
            raise error_at(text, extra.start, f"the input goes on with {shown(extra.text)}")
    return PLAYERS.index(word)


def _refuse_unknown(text: str, row: TextLine) -> None:
    for index, character in enumerate(row.text, start=row.start):
        if character != " " and character not in _BARE:
            fault = f"unknown character {character!r}: cells are X, O or a blank"
            raise error_at(text, index, fault)


def _read_setup(text: str, rows: list[TextLine], turn: int) -> Setup:
    discs = {
        Cell(column, row): (line.start + column, character)
        for row, line in enumerate(reversed(rows))
        for column, character in enumerate(line.text)
        if character in PLAYERS
    }
    width = range(len(rows[0].text))
    columns = [[Cell(column, row) for row in range(len(rows))] for column in width]
    return setup_at(text, discs, columns, turn=turn)
