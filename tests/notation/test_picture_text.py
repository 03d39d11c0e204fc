"""The picture for terminals, written and read."""

from __future__ import annotations

from random import Random
from textwrap import dedent

import pytest

from dropfour.errors import FormatError
from dropfour.notation import EMPTY_MARKS, Setup, format_picture, parse_position
from dropfour.rules import Rules
from tests.notation.fuzz import random_rules, random_setup
from tests.notation.pictures import parse_picture

EVERY_KIND = Rules(heights=[4, 3, 4, 2], dead=["A1", "B2"], blocked=["C2"], bonus=["D1", "D2"])


def test_every_kind_of_cell_has_its_mark() -> None:
    setup = parse_position("XO/X/OX/X O", EVERY_KIND)
    expected = """\
        | |#| |#|
        | | |X|#|
        |O|.|%|*|
        |x|X|O|X|
         A B C D"""
    assert format_picture(EVERY_KIND, setup) == dedent(expected)
    assert parse_picture(expected, EVERY_KIND, turn=1) == setup


def test_a_disc_or_a_ban_covers_the_mark_of_its_cell() -> None:
    setup = parse_position("!/XO/-/OO X", EVERY_KIND)
    expected = """\
        | |#| |#|
        | | | |#|
        | |o|%|O|
        |!|X| |O|
         A B C D"""
    assert format_picture(EVERY_KIND, setup) == dedent(expected)


def test_marks_are_distinct_single_characters() -> None:
    marks = [*EMPTY_MARKS.values(), *"XOxo!"]
    assert len(set(marks)) == len(marks) == 10
    assert all(len(mark) == 1 for mark in marks)


def test_letters_stay_under_their_columns_on_the_widest_board() -> None:
    rules = Rules.grid(rows=1, columns=32)
    row, first, second = format_picture(rules, Setup()).split("\n")
    assert len(row) == 65  # It fits into a terminal of 80 characters.
    for column, name in [(0, "A "), (25, "Z "), (26, "AA"), (27, "AB"), (31, "AF")]:
        at = 2 * column + 1
        assert first[at] + second.ljust(65)[at] == name


def test_random_boards_round_trip() -> None:
    rng = Random(21)
    for number in range(300):
        rules = random_rules(rng, largest=32 if number % 20 == 0 else 8)
        setup = random_setup(rng, rules)
        picture = format_picture(rules, setup)
        again = parse_picture(picture, rules, turn=setup.turn, banning=setup.banning)
        assert again == setup
        assert len(picture.split("\n")) == rules.rows + (2 if rules.columns > 26 else 1)


@pytest.mark.parametrize(("picture", "turn"), [("| |", 0), ("|X|", 1), ("|O|", 0), ("|O|\n|X|", 0)])
def test_without_a_turn_the_player_with_fewer_discs_moves(picture: str, turn: int) -> None:
    assert parse_picture(picture, Rules.grid(rows=4, columns=1)).turn == turn


@pytest.mark.parametrize(
    ("text", "line", "column", "fault"),
    [
        ("", 1, 1, "no picture: expected rows such as | |X|O|"),
        ("A B C D", 1, 1, "no picture: expected rows such as | |X|O|"),
        ("\n |.|X|O|*|\n A B C E", 3, 2, None),
        ("|.|X|O|*|\n A B C D\n\n x", 4, 2, None),
        ("|.|X|O|*|\n A B C D\n|.|X|O|*|", 3, 1, None),
        ("|.|X|O|", 1, 8, "expected a row of 4 cells between bars"),
        ("|.|X|O|*| |", 1, 10, "expected a row of 4 cells between bars"),
        ("|.|X|O *|", 1, 7, "expected '|', not ' '"),
        ("|.|?|O|*|", 1, 4, "unknown mark '?'"),
        ("|X|X|O|*|", 1, 2, "mark 'X', but A1 is a dead cell"),
        ("|.|x|O|*|", 1, 4, "mark 'x', but B1 is an ordinary cell"),
        ("|.|#|O|*|", 1, 4, "mark '#', but B1 is an ordinary cell"),
        ("| |.|X|*|\n|.|X|O|*|", 1, 6, "mark 'X', but C2 is a blocked cell"),
        ("|O|.|%|*|\n|.|X|O|*|", 1, 2, "the disc at A2 floats: A1 below it is empty"),
        ("| | | | |\n" * 5, 1, 1, "the picture has 5 rows, the board has 4"),
    ],
)
def test_faults_are_named_where_they_are(
    text: str, line: int, column: int, fault: str | None
) -> None:
    with pytest.raises(FormatError) as caught:
        parse_picture(text, EVERY_KIND)
    error = caught.value
    assert (error.line, error.column) == (line, column)
    assert fault is None or error.fault == fault


def test_a_ban_in_the_making_needs_a_bonus_cell() -> None:
    with pytest.raises(FormatError, match="no bonus cell"):
        parse_picture("| |", Rules.grid(rows=1, columns=1), banning=True)
