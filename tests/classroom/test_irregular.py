"""Irregular Connect Four on lists: the rules, trials and choice of the fast code."""

from __future__ import annotations

import copy
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import dropfour as d4
from dropfour.classroom.irregular import (
    Board,
    computer_move,
    drop,
    legal_columns,
    new_board,
    opponent,
    trial,
    try_columns,
    winner,
    winning_columns,
)
from dropfour.classroom.irregular_program import play_game, set_up
from dropfour.classroom.streams import Stream
from dropfour.reference import ReferenceGame

HEIGHTS, DEAD = (7, 6, 6, 5, 7, 6, 7, 5, 7), ("D3", "G2")
RULES = d4.Rules(heights=HEIGHTS, dead=DEAD)


def board(*rows: str) -> Board:
    return [list(row) for row in rows]


def played(moves: str) -> Board:
    position, player = new_board(HEIGHTS, DEAD), "X"
    for letter in moves:
        position = drop(position, ord(letter) - ord("A"), player)
        player = opponent(player)
    return position


def test_the_board_is_its_own_picture() -> None:
    assert new_board(HEIGHTS, DEAD) == board(
        " ### # # ", "   #   # ", "         ", "         ", "   .     ", "      .  ", "         "
    )


def test_it_changes_nothing_it_is_given() -> None:
    position = played("DDEEFA")
    before = copy.deepcopy(position)
    drop(position, 3, "X")
    winner(position), legal_columns(position), winning_columns(position, "X")
    trial(position, "X", random.Random(1))
    computer_move(position, "X", 20)
    assert position == before


@pytest.mark.parametrize(
    ("rows", "won"),
    [
        (("     ", "XXXX "), "X"),
        (("     ", "XXxXX"), None),
        (("     ", "xXXXX"), "X"),
        (("O#", "OX", "OX", "OX"), "O"),
        (("#  X", "# XO", "#XOO", "XOXO"), "X"),
        (("#  X", "# XO", "#xOO", "XOXO"), None),
        (("XXX#X",), None),
    ],
)
def test_winner(rows: tuple[str, ...], won: str | None) -> None:
    assert winner(board(*rows)) == won


@settings(max_examples=60)
@given(
    st.lists(st.integers(1, 7), min_size=2, max_size=9), st.lists(st.integers(0, 8), max_size=60),
    st.randoms(use_true_random=False),
)  # fmt: skip
def test_the_rules_are_those_of_the_reference(
    heights: list[int], moves: list[int], rng: random.Random
) -> None:
    cells = [d4.Cell(c, r) for c, height in enumerate(heights) for r in range(height)]
    dead = [str(cell) for cell in rng.sample(cells, min(2, len(cells) - 1))]
    game = ReferenceGame(d4.Rules(heights=heights, dead=dead))
    position = new_board(heights, dead)
    for column in moves:
        if column in game.legal:
            assert winning_columns(position, "XO"[game.turn]) == [
                c for c in game.legal
                if (end := game.play(c).outcome) is not None and end.winner == game.turn
            ]  # fmt: skip
            position = drop(position, column, "XO"[game.turn])
            game = game.play(column)
    outcome = game.outcome
    won = None if outcome is None or outcome.winner is None else "XO"[outcome.winner]
    assert winner(position) == won
    if outcome is None:
        assert tuple(legal_columns(position)) == game.legal


@pytest.mark.parametrize("moves", ["", "DDEE", "EEEDDDCCHGFA"])
def test_its_trials_are_the_fast_playouts(moves: str) -> None:
    position, player = played(moves), "XO"[len(moves) % 2]
    results = [trial(position, player, Stream(7, number)) for number in range(150)]
    totals = d4.playouts(d4.Position.from_moves(moves, RULES), 150, policy="wins", seed=7)
    assert tuple(map(results.count, ("X", None, "O"))) == totals


@pytest.mark.parametrize("moves", ["", "DDEE", "EEEDDDCCHGFA"])
def test_it_chooses_as_the_fast_agent_does(moves: str) -> None:
    player = "XO"[len(moves) % 2]
    analysis = d4.agent("montecarlo", playouts=100, seed=3).analyse(
        d4.Position.from_moves(moves, RULES)
    )
    tried = try_columns(played(moves), player, 100, seed=3)
    fast = [(c.column, c.wins, c.visits) for c in analysis.columns.values()]
    assert [(t.column, t.wins, t.trials) for t in tried] == fast
    assert computer_move(played(moves), player, 100, seed=3) == analysis.move


def test_either_side_wins_at_once_in_a_trial() -> None:
    both = board("         ", "XXX # OOO")
    assert {trial(both, "O") for _ in range(20)} == {"O"}
    assert {trial(both, "X") for _ in range(20)} == {"X"}


def test_a_finished_game_is_refused() -> None:
    with pytest.raises(ValueError, match="over"):
        computer_move(board("XXXX "), "O")
    with pytest.raises(ValueError, match="full"):
        drop(board("#", "X"), 0, "O")


def test_the_questions_one_by_one_and_on_one_line() -> None:
    shown: list[str] = []
    typed = iter(["5", "six", "6", "4 4 4", "4 4 4 4 5 4", "A1", "A1 A1", "A1 E5", "80", "x",
                  "human", "q", "o"])  # fmt: skip
    position, efforts, starts = set_up(lambda _: next(typed), shown.append)
    assert position == new_board([4, 4, 4, 4, 5, 4], ["A1", "E5"])
    assert (efforts, starts) == ((80, None), "O")
    assert len(shown) == 7
    typed = iter(["7 6 6 5 7 6 7 5 7 D3 G2", "", "", ""])
    assert set_up(lambda _: next(typed)) == (new_board(HEIGHTS, DEAD), (None, 500), "X")


def test_a_whole_game_and_its_announcements() -> None:
    shown: list[str] = []
    typed = iter(["a", "B", "a", "b", "", "z", "A", "b", "a"])
    assert play_game(new_board([4, 4, 2]), (None, None), ask=lambda _: next(typed),
                     show=shown.append) == "X"  # fmt: skip
    assert shown[-1] == "X wins."
    assert "'' is no column: type a letter from A to C." in shown
    shown.clear()
    typed = iter(["a", "a", "b"])
    assert play_game(new_board([1, 1]), (None, None), ask=lambda _: next(typed),
                     show=shown.append) is None  # fmt: skip
    assert "Column A is full." in shown
    assert shown[-1] == "It is a draw."
