"""Random boards on lists: the rules of the reference, the boards of the fast code."""

from __future__ import annotations

import copy

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import dropfour as d4
from dropfour.classroom.random_boards import (
    Board,
    RandomBoardGame,
    check_winner,
    landing_row,
    play_game,
    random_board,
)
from dropfour.classroom.uct import grow_tree
from dropfour.reference import ReferenceGame


def board(*rows: str) -> Board:
    return [list(row) for row in rows]


@pytest.mark.parametrize("seed", [0, 1, 7, 123456])
def test_the_boards_are_those_of_the_presets(seed: int) -> None:
    for mode, mark in (("forbidden", "X"), ("bonus", "*")):
        rules = d4.load_rules(mode, seed=seed)
        drawn = random_board("forbidden" if mode == "forbidden" else "bonus", seed)
        assert (len(drawn), len(drawn[0])) == (rules.heights[0], rules.columns)
        (special,) = rules.blocked + rules.bonus
        assert [
            (c, len(drawn) - 1 - r)
            for r, row in enumerate(drawn) for c, cell in enumerate(row) if cell == mark
        ] == [(special.column, special.row)]  # fmt: skip


def test_sides_are_4_to_12_in_every_mode() -> None:
    for mode in ("plain", "forbidden", "bonus"):
        drawn = [random_board(mode, seed) for seed in range(300)]
        assert {len(b) for b in drawn} == {len(b[0]) for b in drawn} == set(range(4, 13))
        special = 0 if mode == "plain" else 1
        assert all(sum(c != " " for row in b for c in row) == special for b in drawn)


def test_pieces_fall_past_the_forbidden_cell() -> None:
    def rows(*column: str) -> list[int]:
        """Where the pieces of a column land, counted from 1 at the bottom."""
        game, found = RandomBoardGame([[cell, " "] for cell in column]), []
        while (row := landing_row(game.board, 0)) is not None:
            found.append(len(column) - row)
            game = game.play(0)
        return found

    assert rows(" ", " ", " ", " ", "X", " ") == [1, 3, 4, 5, 6]
    assert rows(" ", " ", " ", " ", " ", "X")[:2] == [2, 3]
    assert rows("X", " ", " ", " ") == [1, 2, 3]


@settings(max_examples=60)
@given(st.sampled_from(["plain", "forbidden", "bonus"]), st.integers(0, 10**6),
       st.lists(st.integers(0, 11), max_size=150))  # fmt: skip
def test_the_rules_are_those_of_the_reference(mode: str, seed: int, moves: list[int]) -> None:
    drawn = random_board(mode, seed)  # type: ignore[arg-type]  # one of the three
    before = copy.deepcopy(drawn)
    cells = {
        mark: [d4.Cell(c, len(drawn) - 1 - r) for r, row in enumerate(drawn)
               for c, cell in enumerate(row) if cell == mark]
        for mark in "X*"
    }  # fmt: skip
    game = RandomBoardGame(drawn)
    rules = d4.Rules.grid(rows=len(drawn), columns=len(drawn[0]), blocked=cells["X"],
                          bonus=cells["*"])  # fmt: skip
    reference = ReferenceGame(rules)
    for column in moves:
        assert game.legal == reference.legal
        if column in game.legal:
            game, reference = game.play(column), reference.play(column)
            assert game.banning == reference.banning
            if reference.outcome is None:
                assert (game.turn, game.outcome) == (reference.turn, None)
            else:
                assert game.outcome is not None
                assert game.outcome.winner == reference.outcome.winner
    assert drawn == before


def test_the_search_sees_the_same_game() -> None:
    rules = d4.Rules.grid(rows=4, columns=5, bonus=["C1"], blocked=["B2"])
    drawn = board("     ", "     ", " X   ", "  *  ")
    mine = grow_tree(RandomBoardGame(drawn), simulations=200, seed=4)
    reference = grow_tree(ReferenceGame(rules), simulations=200, seed=4)
    assert {a: (n.visits, n.total) for a, n in mine.children.items()} == {
        a: (n.visits, n.total) for a, n in reference.children.items()
    }


def test_four_or_more_win_and_bans_and_forbidden_cells_count_for_nobody() -> None:
    assert check_winner(board("     ", "AAAAA")) == 0
    assert check_winner(board("    B", "   BA", "  BAA", " BAAX")) == 1
    assert (
        check_winner(
            board(
                "AAA#A",
            )
        )
        is None
    )
    assert check_winner(board("XXXX", "####")) is None


def test_a_game_with_a_ban() -> None:
    """The human lands on the bonus, drops a ban, and the computer wins or the board fills up."""
    shown: list[str] = []
    typed = iter(["0", "x", "1", "1", "2", "2", "1", "2", "1", "1", "2"])
    assert play_game(board("  ", "  ", "* "), seconds=0, ask=lambda _: next(typed),
                     show=shown.append) is None  # fmt: skip
    assert "'0' is no column: type a number from 1 to 2." in shown
    assert shown[-1] == "It is a draw."
    assert any("#" in line for line in shown)
