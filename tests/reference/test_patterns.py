"""What wins, and the cells that would, in the oracle."""

from __future__ import annotations

from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dropfour.cells import Cell
from dropfour.reference import ReferenceGame, ReferenceOutcome
from dropfour.rules import Line, Rules, Shapes, Square
from tests.reference.games import CLASSIC, board, ended, names, played


@pytest.mark.parametrize(
    ("moves", "cells"),
    [
        ("AABBCCD", "A1 B1 C1 D1"),
        ("ABABABA", "A1 A2 A3 A4"),
        ("ABBCCDCDDGD", "A1 B2 C3 D4"),
        ("GFFEEDEDDAD", "D4 E3 F2 G1"),
    ],
)
def test_four_in_a_row_wins_in_every_direction(moves: str, cells: str) -> None:
    outcome = ended(played(CLASSIC, moves))
    assert outcome.winner == 0
    assert outcome.scores == (1, 0)
    assert names(outcome.cells) == cells


def test_the_second_player_wins_too() -> None:
    outcome = ended(played(CLASSIC, "ABABABCB"))
    assert (outcome.winner, outcome.scores) == (1, (0, 1))
    assert names(outcome.cells) == "B1 B2 B3 B4"


def test_more_than_four_in_a_line_win_and_every_four_is_counted() -> None:
    outcome = ended(played(CLASSIC, "AABBDDEEC"))
    assert outcome.scores == (2, 0)
    assert names(outcome.cells) == "A1 B1 C1 D1 E1"


def test_lines_do_not_wrap_around_the_edge() -> None:
    game = played(Rules.grid(rows=4, columns=4), "AABBDD")
    assert game.outcome is None


def test_a_dead_cell_breaks_a_line_and_its_disc_counts_for_nothing() -> None:
    game = played(Rules.grid(rows=6, columns=7, dead=["C1"]), "AABBCCD")
    assert game.outcome is None
    assert game.cells[2][0] == 0
    assert game.winning_cells(0) == ()


def test_a_line_past_a_short_column_is_broken() -> None:
    rules = Rules(heights=[2, 2, 1, 2, 2], goal=Line(2))
    game = board(rules, "..#..  O.OO.", turn=0)
    assert names(game.winning_cells(1)) == "A2 B1 B2 D2 E1 E2"


def test_squares() -> None:
    rules = Rules.grid(rows=4, columns=4, goal=Square(2))
    outcome = ended(played(rules, "ACADBDB"))
    assert outcome.winner == 0
    assert names(outcome.cells) == "A1 A2 B1 B2"
    assert played(rules, "AABBCCD").outcome is None  # a line of four is nothing here


def test_any_shape() -> None:
    rules = Rules.grid(rows=3, columns=3, goal=Shapes([["X.", "XX"]]))
    assert played(rules, "BCAC").outcome is None
    assert names(ended(played(rules, "BCACA")).cells) == "A1 A2 B1"
    assert played(rules, "BCACB").outcome is None  # the mirror image is another shape


def test_a_win_with_the_last_disc_is_no_draw() -> None:
    rules = Rules.grid(rows=1, columns=3, goal=Line(2))
    assert ended(played(rules, "ACB")).winner == 0


def test_a_full_board_is_a_draw() -> None:
    outcome = ended(played(Rules.grid(rows=2, columns=2), "ABAB"))
    assert outcome == ReferenceOutcome(None, (0, 0), ())


def test_with_ending_full_a_pattern_never_ends_the_game() -> None:
    game = played(Rules.grid(rows=6, columns=7, ending="full"), "ABABABA")
    assert game.outcome is None
    assert game.legal == (0, 1, 2, 3, 4, 5, 6)


def test_with_ending_full_most_patterns_win_and_all_are_shown() -> None:
    rules = Rules.grid(rows=2, columns=5, ending="full")
    game = board(rules, "OOOO.  XXXXX", turn=1)
    assert game.outcome is None
    outcome = ended(game.play(4))
    assert (outcome.winner, outcome.scores) == (None, (2, 2))
    assert len(outcome.cells) == 10
    outcome = ended(board(rules, "OOOOX  XXXXX"))
    assert (outcome.winner, outcome.scores) == (0, (2, 1))
    assert names(outcome.cells) == "A1 A2 B1 B2 C1 C2 D1 D2 E1"


def test_winning_cells_need_not_be_reachable() -> None:
    game = board(
        CLASSIC,
        """
        .......
        .......
        .......
        .......
        ..XXX..
        ..OOX..
        """,
    )
    assert names(game.winning_cells(0)) == "B2 F2"
    assert game.winning_cells(1) == ()


def test_winning_cells_are_not_dead_blocked_or_taken() -> None:
    rules = Rules.grid(rows=2, columns=7, dead=["B1"], blocked=["F1"])
    assert board(rules, ".......  ..XXX*.").winning_cells(0) == ()
    rules = Rules.grid(rows=1, columns=4)
    assert board(rules, "XXX=").winning_cells(0) == ()
    assert board(rules, "XXXO").winning_cells(0) == ()
    assert names(board(rules, "XXX.").winning_cells(0)) == "D1"


@given(st.lists(st.integers(0, 4), max_size=20), st.integers(0, 1))
def test_a_winning_cell_is_where_a_disc_makes_more_patterns(
    columns: list[int], player_number: int
) -> None:
    rules = Rules(
        heights=[4, 3, 4, 5, 2], goal=Line(3), ending="full", dead=["C2"], bonus=["B1", "D2"]
    )
    game = ReferenceGame(rules)
    for column in columns:
        if column in game.legal:
            game = game.play(column)
    player: Literal[0, 1] = 1 if player_number else 0
    found = []
    for column, contents in enumerate(game.cells):
        for row, content in enumerate(contents):
            if content is None:
                cells = [list(held) for held in game.cells]
                cells[column][row] = player
                tried = ReferenceGame(rules, cells=cells)
                if len(tried._completed(player)) > len(game._completed(player)):
                    found.append(Cell(column, row))
    assert game.winning_cells(player) == tuple(found)
