"""The one-line set-up of a board."""

from __future__ import annotations

import pytest

from dropfour.cells import Cell
from dropfour.errors import FormatError
from dropfour.notation import IRREGULAR_LIMITS, BoardLine, parse_board_line
from tests.notation.fuzz import format_board_line

SEED = "7 6 6 5 7 6 7 5 7 D3 G2"
BOARD = BoardLine((7, 6, 6, 5, 7, 6, 7, 5, 7), (Cell.parse("D3"), Cell.parse("G2")))


@pytest.mark.parametrize("text", [SEED, SEED.lower(), f"  {SEED}\r\n", SEED.replace(" ", ", ")])
def test_a_line_of_nine_columns(text: str) -> None:
    assert parse_board_line(text, limits=IRREGULAR_LIMITS) == BOARD


def test_the_games_limits_are_an_option() -> None:
    assert parse_board_line("4 4").heights == (4, 4)
    for columns in range(1, 33):
        text = format_board_line([4] * columns, [Cell(0, 0), Cell(0, 1)])
        if 6 <= columns <= 11:
            parse_board_line(text, limits=IRREGULAR_LIMITS)
        else:
            with pytest.raises(FormatError, match=f"{columns} columns?, this game has 6 to 11"):
                parse_board_line(text, limits=IRREGULAR_LIMITS)


def test_every_broken_limit_is_told() -> None:
    with pytest.raises(FormatError) as caught:
        parse_board_line("4 4 A1", limits=IRREGULAR_LIMITS)
    assert caught.value.fault == (
        "2 columns, this game has 6 to 11; 1 dead cell, this game has exactly 2"
    )


@pytest.mark.parametrize(
    ("text", "column", "fault"),
    [
        ("", 1, "no columns: expected heights, then dead cells (7 6 6 5 D3)"),
        ("D3", 1, "no columns: expected heights, then dead cells (7 6 6 5 D3)"),
        ("7 0", 3, "column 2: height '0', must be 1 to 32"),
        ("7 33", 3, "column 2: height '33', must be 1 to 32"),
        ("7 -1", 3, "column 2: height '-1', must be 1 to 32"),
        ("7 6.5", 3, "column 2: height '6.5', must be 1 to 32"),
        ("7 " + "9" * 5000, 3, f"column 2: height '{'9' * 40}…', must be 1 to 32"),
        ("1 " * 33, 65, "more than 32 columns"),
        ("7 6 D", 5, "'D' is not a cell (a column letter and a row number: D3)"),
        ("7 6 B0", 5, "'B0' is not a cell (a column letter and a row number: D3)"),
        ("7 6 C1", 5, "dead cell C1 is not on the board"),
        ("7 6 B7", 5, "dead cell B7 is not on the board"),
        ("7 6 B6 A1 b6", 11, "dead cell B6 is there twice"),
        ("7 6 B6 4", 8, "heights come first, then the dead cells"),
    ],
)
def test_faults_are_named_where_they_are(text: str, column: int, fault: str) -> None:
    with pytest.raises(FormatError) as caught:
        parse_board_line(text)
    error = caught.value
    assert (error.line, error.column, error.fault) == (1, column, fault)
