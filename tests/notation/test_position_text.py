"""The one-line position text."""

from __future__ import annotations

from random import Random

import pytest

from dropfour.errors import FormatError
from dropfour.notation import Setup, format_position, parse_position
from dropfour.rules import Rules
from tests.notation.fuzz import random_rules, random_setup
from tests.notation.pictures import parse_picture

BONUS = Rules.grid(rows=4, columns=4, blocked=["B2"], bonus=["D1"])


def test_it_round_trips_on_random_boards() -> None:
    rng = Random(5)
    for number in range(1000):
        rules = random_rules(rng, largest=32 if number % 20 == 0 else 6)
        setup = random_setup(rng, rules)
        text = format_position(setup, rules)
        assert parse_position(text, rules) == setup
        assert parse_position(f" \n{text.lower()}\t\r\n", rules) == setup


def test_columns_are_read_from_the_bottom_up_and_skip_blocked_cells() -> None:
    drawn = parse_picture(
        """
        | |O| | |
        | |%| | |
        |X|X| |!|
         A B C D
        """,
        BONUS,
        turn=1,
        banning=True,
    )
    assert parse_position("X/XO/-/! O!", BONUS) == drawn
    assert format_position(drawn, BONUS) == "X/XO/-/! O!"


def test_a_column_without_a_playable_cell_is_empty() -> None:
    rules = Rules(heights=[1, 1], blocked=["A1"])
    assert format_position(Setup(), rules) == "-/- X"
    with pytest.raises(FormatError, match="column A holds only 0 discs"):
        parse_position("X/- X", rules)


@pytest.mark.parametrize(
    ("text", "line", "column", "fault"),
    [
        ("", 1, 1, "no position: the text is empty"),
        (" \n ", 1, 1, "no position: the text is empty"),
        ("X/-/-/-", 1, 8, "the player to move is missing: a blank, then X or O"),
        ("X/-/- X", 1, 6, "the board has 4 columns, not 3"),
        ("X/-/-/-/- X", 1, 8, "the board has only 4 columns"),
        ("X//-/- X", 1, 3, "column B is missing; an empty column is written -"),
        ("X/-/-/?O X", 1, 7, "unknown character '?': discs are X and O, a ban is !"),
        ("X-/-/-/- X", 1, 2, "'-' stands alone, for a column that is empty"),
        ("XOXOX/-/-/- X", 1, 5, "column A holds only 4 discs"),
        ("-/XOXO/-/- X", 1, 6, "column B holds only 3 discs"),
        ("-/-/-/- Z", 1, 9, "unknown player 'Z': X or O, or X! or O!"),
        ("-/-/-/- !", 1, 9, "unknown player '!': X or O, or X! or O!"),
        ("-/-/-/- X O", 1, 9, "unknown player 'X O': X or O, or X! or O!"),
        ("\n\n -/-/q/- X", 3, 6, "unknown character 'q': discs are X and O, a ban is !"),
    ],
)
def test_faults_are_named_where_they_are(text: str, line: int, column: int, fault: str) -> None:
    with pytest.raises(FormatError) as caught:
        parse_position(text, BONUS)
    error = caught.value
    assert (error.line, error.column, error.fault) == (line, column, fault)


def test_a_ban_in_the_making_needs_a_bonus_cell() -> None:
    with pytest.raises(FormatError, match="line 1, column 6: a ban is being placed"):
        parse_position("-/- X!", Rules.grid(rows=2, columns=2))
