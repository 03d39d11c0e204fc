"""The Max-Connect4 file."""

from __future__ import annotations

from random import Random

import pytest

from dropfour.cells import Cell
from dropfour.errors import FormatError
from dropfour.notation import Setup, format_max, parse_max
from dropfour.rules import Rules
from tests.notation.fuzz import random_rules, random_setup
from tests.notation.pictures import parse_picture

RULES = Rules.grid(rows=6, columns=7, ending="full")
FILE = "0000000\n0000000\n0000000\n0002000\n0021000\n0112100\n2\n"


@pytest.mark.parametrize(
    "text",
    [
        FILE,
        FILE.rstrip("\n"),
        FILE.replace("\n", "\r\n"),
        FILE.replace("\n", "\r\n").rstrip(),
        FILE + "\n\n",
        FILE + " \t\r\n\n",
        "\ufeff" + FILE,
    ],
)
def test_line_ends_and_blank_lines_at_the_end_do_not_matter(text: str) -> None:
    drawn = parse_picture(
        """
        | | | |O| | | |
        | | |O|X| | | |
        | |X|X|O|X| | |
        """,
        RULES,
        turn=1,
    )
    assert parse_max(text, RULES) == drawn
    assert format_max(drawn, RULES) == FILE


def test_random_boards_of_any_shape_round_trip() -> None:
    rng = Random(13)
    for _ in range(300):
        rules = random_rules(rng)
        setup = random_setup(rng, rules, bans=False)
        assert parse_max(format_max(setup, rules), rules) == setup


ROWS = ["0000000"] * 6


def file(*, row: int | None = None, text: str = "", player: str = "1") -> str:
    rows = [text if number == row else line for number, line in enumerate(ROWS, start=1)]
    return "\n".join([*rows, player])


@pytest.mark.parametrize(
    ("text", "line", "column", "fault"),
    [
        ("", 1, 1, "the file is empty"),
        ("\n \n", 1, 1, "the file is empty"),
        (file(row=2, text="000000"), 2, 7, "row 2 of 6 has 6 digits, must have 7"),
        (file(row=2, text="00000000"), 2, 8, "row 2 of 6 has 8 digits, must have 7"),
        (file(row=2, text=""), 2, 1, "row 2 of 6 has 0 digits, must have 7"),
        (file(row=3, text="0003000"), 3, 4, "unknown character '3': cells are 0, 1 or 2"),
        (file(row=3, text="000X00"), 3, 4, "unknown character 'X': cells are 0, 1 or 2"),
        (file(row=3, text="000\u066000\u00b2"), 3, 4, None),
        (file(row=6, text="0000000 "), 6, 8, "row 6 of 6 has 8 digits, must have 7"),
        (file(row=5, text="0100000"), 5, 2, "the disc at B2 floats: B1 below it is empty"),
        (file(player="3"), 7, 1, "expected the player to move (1 or 2) after 6 rows, not '3'"),
        (file(player="0000000\n1"), 7, 1, None),
        (file(player="12"), 7, 1, "expected the player to move (1 or 2) after 6 rows, not '12'"),
        (file(player="1\n2"), 8, 1, "the file goes on with '2'"),
        (file(player="1\n\n\n2"), 10, 1, "the file goes on with '2'"),
        (file(player=""), 7, 1, None),
        ("\n".join(ROWS[:5]) + "\n1\n", 6, 2, "row 6 of 6 has 1 digit, must have 7"),
        ("\n".join(ROWS), 6, 8, None),
    ],
)
def test_faults_are_named_where_they_are(
    text: str, line: int, column: int, fault: str | None
) -> None:
    with pytest.raises(FormatError) as caught:
        parse_max(text, RULES)
    error = caught.value
    assert (error.line, error.column) == (line, column)
    assert fault is None or error.fault == fault


def test_cells_that_take_no_disc_stay_empty() -> None:
    rules = Rules(heights=[2, 1], blocked=["A1"])
    with pytest.raises(FormatError, match=r"line 1, column 2: there is a disc at B2, .* missing"):
        parse_max("01\n01\n1", rules)
    with pytest.raises(FormatError, match=r"line 2, column 1: there is a disc at A1, .* blocked"):
        parse_max("00\n10\n1", rules)
    assert parse_max("10\n00\n1", rules).discs[0] == {Cell(0, 1)}


def test_a_ban_cannot_be_written() -> None:
    with pytest.raises(ValueError, match="no way to write a ban"):
        format_max(Setup(banning=True), RULES)
