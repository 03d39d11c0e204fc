"""Bonus cells and bans in the oracle."""

from __future__ import annotations

import pytest

from dropfour.cells import Cell
from dropfour.errors import IllegalMove
from dropfour.reference import ReferenceGame, ReferenceOutcome
from dropfour.rules import Line, Rules
from tests.reference.games import ended, played


def test_a_bonus_cell_earns_a_ban_right_away() -> None:
    rules = Rules.grid(rows=6, columns=7, bonus=["D1"])
    landed = ReferenceGame(rules).play(3)
    assert (landed.turn, landed.banning) == (0, True)
    assert landed.legal == (0, 1, 2, 3, 4, 5, 6)
    after = landed.play(3)
    assert (after.turn, after.banning) == (1, False)
    assert after.cells[3][:3] == (0, "ban", None)


def test_the_second_player_earns_it_too_and_then_the_first_moves() -> None:
    rules = Rules.grid(rows=6, columns=7, bonus=["D2"])
    game = played(rules, "DD")
    assert (game.turn, game.banning) == (1, True)
    game = game.play(0)
    assert (game.turn, game.banning) == (0, False)


def test_a_ban_must_fit() -> None:
    game = played(Rules.grid(rows=2, columns=3, bonus=["A2"]), "AA")
    assert game.banning
    assert game.legal == (1, 2)
    with pytest.raises(IllegalMove):
        game.play(0)


def test_a_ban_falls_through_blocked_cells_and_triggers_no_bonus() -> None:
    rules = Rules.grid(rows=3, columns=4, bonus=["A1", "B2"], blocked=["B1"])
    game = played(rules, "AB")
    assert game.cells[1] == ("blocked", "ban", None)
    assert (game.turn, game.banning) == (1, False)


def test_a_ban_counts_for_no_line_and_breaks_it() -> None:
    rules = Rules.grid(rows=6, columns=7, bonus=["B1"])
    game = played(rules, "BC G A G D")
    assert str(game).splitlines()[-1] == "XX=X..O"
    assert game.outcome is None
    assert game.winning_cells(0) == ()


def test_a_bonus_disc_that_wins_ends_the_game_without_a_ban() -> None:
    rules = Rules.grid(rows=6, columns=7, bonus=["A4"])
    game = played(rules, "ABABABA")
    assert ended(game).winner == 0
    assert not game.banning


def test_a_bonus_disc_that_fills_the_board_makes_a_draw() -> None:
    game = played(Rules.grid(rows=1, columns=2, bonus=["B1"]), "AB")
    assert ended(game).winner is None
    assert not game.banning


def test_a_bonus_disc_that_fills_the_board_is_decided_by_points() -> None:
    rules = Rules.grid(rows=1, columns=3, goal=Line(2), ending="full", bonus=["B1"])
    game = played(rules, "ACB")
    assert not game.banning
    assert ended(game) == ReferenceOutcome(0, (1, 0), (Cell(0, 0), Cell(1, 0)))


def test_with_ending_full_a_point_on_a_bonus_cell_still_earns_the_ban() -> None:
    rules = Rules.grid(rows=2, columns=2, goal=Line(2), ending="full", bonus=["A2"])
    game = played(rules, "ABA")
    assert (game.turn, game.banning) == (0, True)
    assert ended(game.play(1)).scores == (1, 0)
