"""Where discs land in the oracle."""

from __future__ import annotations

import pytest

from dropfour.errors import IllegalMove
from dropfour.reference import ReferenceGame
from dropfour.rules import Rules
from tests.reference.games import CLASSIC, played


def test_the_start() -> None:
    game = ReferenceGame(CLASSIC)
    assert game.turn == 0
    assert not game.banning
    assert game.legal == (0, 1, 2, 3, 4, 5, 6)
    assert game.outcome is None
    assert game.winning_cells(0) == game.winning_cells(1) == ()
    assert game.cells == ((None,) * 6,) * 7


def test_playing_changes_a_copy_only() -> None:
    game = ReferenceGame(CLASSIC)
    after = game.play(3)
    assert game.cells[3][0] is None
    assert after.cells[3][0] == 0
    assert (game.turn, after.turn) == (0, 1)


def test_a_full_column_is_illegal() -> None:
    game = played(CLASSIC, "AAAAAA")
    assert game.legal == (1, 2, 3, 4, 5, 6)
    with pytest.raises(IllegalMove, match="full"):
        game.play(0)


@pytest.mark.parametrize("column", [-1, 7, 99])
def test_a_column_beyond_the_board_is_illegal(column: int) -> None:
    with pytest.raises(IllegalMove):
        ReferenceGame(CLASSIC).play(column)


def test_nothing_is_legal_after_the_end() -> None:
    with pytest.raises(IllegalMove, match="over"):
        played(CLASSIC, "ABABABA").play(2)


def test_columns_have_their_own_heights() -> None:
    game = played(Rules(heights=[1, 3, 2]), "ABCBC")
    assert str(game) == "#.#\n#OX\nXOX"
    assert game.legal == (1,)


@pytest.mark.parametrize(
    ("blocked", "rows"),
    [("D2", [1, 3, 4, 5, 6]), ("D1", [2, 3, 4, 5, 6]), ("D6", [1, 2, 3, 4, 5])],
)
def test_discs_fall_through_a_blocked_cell(blocked: str, rows: list[int]) -> None:
    game = ReferenceGame(Rules.grid(rows=6, columns=7, blocked=[blocked]))
    landed = []
    while 3 in game.legal:
        before, game = game, game.play(3)
        landed += [row + 1 for row in range(6) if before.cells[3][row] != game.cells[3][row]]
    assert landed == rows
