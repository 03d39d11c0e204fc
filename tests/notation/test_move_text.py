"""The text of a list of moves."""

from __future__ import annotations

from random import Random

import pytest

from dropfour.errors import FormatError
from dropfour.notation import format_moves, parse_moves
from dropfour.rules import Rules

SEVEN = Rules.grid(rows=6, columns=7)
WIDE = Rules.grid(rows=6, columns=32)


@pytest.mark.parametrize("columns", [1, 7, 26, 27, 32])
def test_it_round_trips(columns: int) -> None:
    rules = Rules.grid(rows=6, columns=columns)
    rng = Random(columns)
    for length in range(60):
        moves = tuple((rng.randrange(columns), rng.random() < 0.2) for _ in range(length))
        text = format_moves(moves, rules)
        assert parse_moves(text, rules) == moves
        assert parse_moves(text.lower(), rules) == moves
        assert (" " in text) == (columns > 26 and length > 1)


@pytest.mark.parametrize("text", ["DD!EC", "dd!ec", " D D\n!E\tC ", "d,D,!e,C", "D,, D!EC\r\n"])
def test_blanks_commas_and_case_do_not_matter(text: str) -> None:
    assert parse_moves(text, SEVEN) == ((3, False), (3, False), (4, True), (2, False))


@pytest.mark.parametrize("text", ["44!53", " 4 4\n!5\t3 ", "4,4,!5,3"])
def test_columns_may_be_numbers(text: str) -> None:
    assert parse_moves(text, SEVEN) == parse_moves("DD!EC", SEVEN)


def test_ten_columns_by_number_need_blanks() -> None:
    ten = Rules.grid(rows=6, columns=10)
    assert parse_moves("1 10 !9", ten) == parse_moves("AJ!I", ten)
    assert parse_moves("32 1", WIDE) == ((31, False), (0, False))
    with pytest.raises(FormatError, match="unknown column '110': columns are 1 to 10, with blanks"):
        parse_moves("110", ten)


def test_wide_boards_have_two_letter_columns() -> None:
    assert parse_moves("a,AA !af", WIDE) == ((0, False), (26, False), (31, True))


@pytest.mark.parametrize(
    ("text", "rules", "line", "column", "fault"),
    [
        ("DDH", SEVEN, 1, 3, "unknown column 'H': columns are A to G"),
        ("DD\n D4", SEVEN, 2, 3, "unknown column '4': columns are A to G"),
        ("448", SEVEN, 1, 3, "unknown column '8': columns are 1 to 7"),
        ("40", SEVEN, 1, 2, "unknown column '0': columns are 1 to 7"),
        ("4!", SEVEN, 1, 3, "a column number must follow the ban's '!'"),
        ("\u0664", SEVEN, 1, 1, None),
        ("\u0131", Rules.grid(rows=6, columns=9), 1, 1, None),
        ("D!", SEVEN, 1, 3, "a column letter must follow the ban's '!'"),
        ("D! C", SEVEN, 1, 3, "a column letter must follow the ban's '!'"),
        ("A! C", WIDE, 1, 1, None),
        ("A ! C", WIDE, 1, 4, "a column letter must follow the ban's '!'"),
        ("A AG", WIDE, 1, 3, "unknown column 'AG': columns are A to AF, with blanks between moves"),
        ("!!A", SEVEN, 1, 2, "unknown column '!': columns are A to G"),
    ],
)
def test_faults_are_named_where_they_are(
    text: str, rules: Rules, line: int, column: int, fault: str | None
) -> None:
    with pytest.raises(FormatError) as caught:
        parse_moves(text, rules)
    error = caught.value
    assert (error.line, error.column) == (line, column)
    assert fault is None or error.fault == fault


def test_a_column_off_the_board_cannot_be_written() -> None:
    with pytest.raises(ValueError, match="column 7 is not on a board of 7 columns"):
        format_moves([(7, False)], SEVEN)
