"""The board of standard input, in both forms."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from dropfour.cells import Cell
from dropfour.errors import FormatError
from dropfour.notation import (
    Grid,
    GridForm,
    Setup,
    format_grid,
    format_grid_board,
    parse_grid,
)
from dropfour.rules import Rules
from tests.notation.fuzz import random_setup
from tests.notation.pictures import parse_picture

EXAMPLE = "6 7\n       \n       \n       \n   X   \n  OXO  \n XOXOX \nX\n"
FRAMED = "|     |\n|  X  |\n| OX  |\n 01234 \nTo move: O\n"
EXAMPLE_BOARD = parse_picture(
    """
    | | | |X| | | |
    | | |O|X|O| | |
    | |X|O|X|O|X| |
    """,
    Rules.grid(rows=6, columns=7),
    turn=0,
)


@pytest.mark.parametrize(
    "text",
    [
        EXAMPLE,
        EXAMPLE.replace("\n", "\r\n"),
        EXAMPLE.rstrip("\n"),
        EXAMPLE + "\n  \n",
        "\ufeff" + EXAMPLE,
        EXAMPLE.replace("       \n", "\n"),
        "6 7\n\n\n\n   X\n  OXO\n XOXOX\nX",
        " 06   7 \r\n\n\n\n   X\n  OXO\r\n XOXOX\nTo move: X",
    ],
)
def test_a_plain_board_in_its_variations(text: str) -> None:
    grid = parse_grid(text)
    assert grid == Grid(6, 7, EXAMPLE_BOARD, GridForm())
    assert format_grid(grid) == EXAMPLE


@pytest.mark.parametrize(
    "text",
    [FRAMED, FRAMED.replace("\n", "\r\n"), FRAMED[:-1], FRAMED + "\n\n", "\ufeff" + FRAMED],
)
def test_the_framed_form_is_written_back_as_it_came(text: str) -> None:
    grid = parse_grid(text)
    expected = parse_picture("| | |X| | |\n| |O|X| | |", Rules.grid(rows=3, columns=5), turn=1)
    assert (grid.rows, grid.columns, grid.setup) == (3, 5, expected)
    assert format_grid(grid) == FRAMED


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ("1 2\n|X |\n01\nTo move: X\n", GridForm(True, True, "01")),
        ("|X |\n 12\nTo move: X\n", GridForm(True, False, " 12")),
        ("|X |\n|0|1|\nTo move: X\n", GridForm(True, False, "|0|1|")),
        ("|X |\nTo move: X\n", GridForm(True, False, None)),
    ],
)
def test_frames_with_and_without_header_and_index(text: str, form: GridForm) -> None:
    grid = parse_grid(text)
    assert grid.form == form
    assert format_grid(grid) == text


@pytest.mark.parametrize(
    ("text", "turn"),
    [
        ("...\n.XO\nO\n", 1),
        ("___\n_XO\nX\n", 0),
        (".\nX\nO\n", 1),  # one column; the last line is the player
        ("XO\nOX\nX\n", 0),
    ],
)
def test_a_bare_grid_needs_no_header(text: str, turn: int) -> None:
    grid = parse_grid(text)
    assert grid.setup.turn == turn
    assert format_grid(grid) == text
    assert parse_grid(text.replace("\n", "\r\n")) == grid


@pytest.mark.parametrize(("text", "turn"), [("...\n.XO\n", 0), ("...\n..X", 1), ("..\n..\n\n", 0)])
def test_discs_say_who_is_to_move_on_a_bare_grid(text: str, turn: int) -> None:
    assert parse_grid(text).setup.turn == turn


def test_marks_of_empty_cells_are_kept_in_every_form() -> None:
    for text in ("2 3\n...\n.XO\nX\n", "|___|\n|_XO|\nTo move: X\n"):
        assert format_grid(parse_grid(text)) == text


def test_loose_ends_of_the_framed_form() -> None:
    assert parse_grid("  |X |  \n   0 1\n\nto MOVE:X").setup.turn == 0
    assert parse_grid("|X |\nO").setup.turn == 1
    wide = "|" + " " * 12 + "|\n 012345678901\nTo move: X"
    assert parse_grid(wide) != parse_grid(wide.replace("012345678901", "01234567891011"))


def test_only_the_board_is_written_for_the_programs_answer() -> None:
    grid = parse_grid(FRAMED)
    moved = replace(grid, setup=Setup((frozenset(), frozenset({Cell(0, 0)}))))
    assert format_grid_board(moved) == "|     |\n|     |\n|O    |\n 01234 \n"
    assert format_grid_board(parse_grid("1 2\nX\nO")) == "X \n"


def test_random_grids_round_trip() -> None:
    rng = Random(8)
    for _ in range(300):
        rows, columns = rng.randint(1, 32), rng.randint(1, 32)
        setup = random_setup(rng, Rules.grid(rows=rows, columns=columns), bans=False)
        for form in (GridForm(), GridForm(True, False), GridForm(True, True)):
            grid = Grid(rows, columns, setup, form)
            assert parse_grid(format_grid(grid)) == grid


@pytest.mark.parametrize(
    ("text", "line", "column", "fault"),
    [
        ("", 1, 1, "the input is empty"),
        ("\n \n", 1, 1, "the input is empty"),
        ("X\n", 1, 1, "expected 'ROWS COLUMNS' or a row of the board, not 'X'"),
        ("6 x\n", 1, 3, "the number of columns is 'x', must be 1 to 32"),
        ("0 7\n", 1, 1, "the number of rows is '0', must be 1 to 32"),
        ("-1 7\n", 1, 1, "the number of rows is '-1', must be 1 to 32"),
        ("6 33\n", 1, 3, "the number of columns is '33', must be 1 to 32"),
        ("1000000000 1000000000\n", 1, 1, None),
        ("7 " + "9" * 5000, 1, 3, None),
        ("2 3\n X\nX\n", 4, 1, "the input ends here; expected the player to move (X or O)"),
        ("2 3\n X", 2, 3, "the input ends after 1 row, the header says 2"),
        ("1 3\n X\nXOX\n", 3, 1, "expected the player to move (X or O), not 'XOX'"),
        ("1 3\n X\n\nX\n", 3, 1, "expected the player to move (X or O), not ''"),
        ("1 3\n X\nx\n", 3, 1, "expected the player to move (X or O), not 'x'"),
        ("1 3\n X\nX\nO\n", 4, 1, "the input goes on with 'O'"),
        ("1 3\n X  O\nX\n", 2, 4, "row 1 has 5 cells, the header says 3"),
        ("1 3\n    \nX\n", 2, 4, "row 1 has 4 cells, the header says 3"),
        ("1 3\n ?  O\nX\n", 2, 2, "unknown character '?': cells are X, O or a blank"),
        ("2 3\n\n\tX\nX\n", 3, 1, "unknown character '\\t': cells are X, O or a blank"),
        ("1 3\nx\nX\n", 2, 1, "unknown character 'x': cells are X, O or a blank"),
        ("3 3\n\n O\nX\nX\n", 3, 2, "the disc at B2 floats: B1 below it is empty"),
        ("3 3\nO O\n\n\nX\n", 2, 1, "the disc at A3 floats: A2 below it is empty (and 1 more)"),
        ("|X |\n|X|\nX", 2, 3, "row 2 has 1 cell, row 1 has 2"),
        ("1 3\n|X |\nX", 2, 4, "row 1 has 2 cells, the header says 3"),
        ("2 2\n|X |\nX", 3, 1, "the board has 1 row, the header says 2"),
        ("|X  \nX", 1, 3, "a row that starts with '|' must end with '|'"),
        ("|\nX", 1, 2, "a row that starts with '|' must end with '|'"),
        ("||\nX", 1, 2, "a row of 0 cells, must be 1 to 32"),
        ("|" + " " * 33 + "|\nX", 1, 2, "a row of 33 cells, must be 1 to 32"),
        ("| |\n" * 33, 33, 1, "more than 32 rows"),
        ("| | |\nX", 1, 3, "unknown character '|': cells are X, O or a blank"),
        ("|X |\n  012\nX", 2, 3, "the index line does not count 2 columns from 0 or 1"),
        ("|X |\n 01\n", 3, 1, "the input ends here; expected the player to move (X or O)"),
        ("|X |\n 01\nTo move: Z", 3, 1, "expected the player to move (X or O), not 'To move: Z'"),
        ("|X |\n|  |\nX", 1, 2, "the disc at A2 floats: A1 below it is empty"),
        ("|0|\nX", 1, 1, "an index line without a row above it"),
        ("...\n..\nX", 2, 3, "row 2 has 2 cells, row 1 has 3"),
        ("...\n.X.O\nX", 2, 4, "row 2 has 4 cells, row 1 has 3"),
        ("...\n.Z.\nX", 2, 2, "unknown character 'Z': cells are X, O or a blank"),
        ("...\nXX.", 2, 4, "who is to move, X or O? 2 Xs and 0 Os do not say"),
        ("...\n.X.\nX\nX.", 3, 2, "row 3 has 1 cell, row 1 has 3"),
        ("...\n.X.\n\nZ", 4, 1, "expected the player to move (X or O), not 'Z'"),
        (".X.\n...\nX", 1, 2, "the disc at B2 floats: B1 below it is empty"),
        ("..\n" * 33, 33, 1, "more than 32 rows"),
        ("  \nX", 1, 1, "expected 'ROWS COLUMNS' or a row of the board, not '  '"),
        (" \n.\nTo move: X", 1, 1, "expected 'ROWS COLUMNS' or a row of the board, not ' '"),
        ("." * 33, 1, 33, "row 1 has 33 cells, must be 1 to 32"),
    ],
)
def test_faults_are_named_where_they_are(
    text: str, line: int, column: int, fault: str | None
) -> None:
    for variation in (text, text.replace("\n", "\r\n")):
        with pytest.raises(FormatError) as caught:
            parse_grid(variation)
        error = caught.value
        assert error.line == line
        assert fault is None or error.fault == fault
        # At the end of a text without a last line end the CR counts as nothing.
        assert error.column == column


def test_a_ban_cannot_be_written() -> None:
    with pytest.raises(ValueError, match="no way to write a ban"):
        format_grid(Grid(1, 1, Setup(bans=frozenset({Cell(0, 0)}))))
