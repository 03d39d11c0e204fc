"""Connect Square: the assignment's values, its rules, and a game at the prompt."""

from __future__ import annotations

import copy

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dropfour.classroom.connect_square import (
    Board,
    add_coin,
    ai_move,
    heuristic,
    is_winner,
    moves_exist,
    play_game,
    print_board,
)

A: Board = [[0, 0, 0, 0, 0], [0, 0, 0, 0, 0], ["R", 0, 0, 0, 0], ["Y", "R", 0, "R", "Y"]]
B: Board = [["Y", 0, 0, 0], ["Y", 0, 0, 0], ["Y", 0, "R", "R"], ["Y", 0, "R", "R"]]
PICTURE: Board = [
    [0, 0, 0, 0],
    ["R", "Y", "Y", "R"],
    ["Y", "Y", "Y", "R"],
    ["R", "R", "Y", "R"],
]
FULL: Board = [["R", "Y"], ["Y", "R"]]


@pytest.mark.parametrize(
    ("board", "coin", "value"),
    [
        (A, "R", 3),
        (A, "Y", 0),
        (B, "R", 1021),
        (B, "Y", 30),
        (PICTURE, "Y", 1010),
        (PICTURE, "R", 0),
    ],
)
def test_heuristic_has_the_golden_values(board: Board, coin: str, value: int) -> None:
    assert heuristic(board, coin) == value


def test_heuristic_counts_by_own_coins_and_not_beside_an_opponent() -> None:
    assert heuristic([[0, 0], [0, 0]], "R") == 0
    assert heuristic([[0, 0], ["R", 0]], "R") == 1
    assert heuristic([["R", 0], ["R", 0]], "R") == 10
    assert heuristic([["R", 0], ["R", "R"]], "R") == 100
    assert heuristic([["R", "Y"], ["R", "R"]], "R") == 0


@pytest.mark.parametrize(
    ("board", "coin", "won"),
    [(A, "Y", False), (A, "R", False), (B, "R", True), (B, "Y", False), (PICTURE, "Y", True)],
)
def test_is_winner(board: Board, coin: str, won: bool) -> None:
    assert is_winner(board, coin) is won


def test_a_board_of_one_row_or_column_has_no_square() -> None:
    boards: list[Board] = [[["R", "R", "R"]], [["R"], ["R"], ["R"]]]
    for board in boards:
        assert not is_winner(board, "R")
        assert heuristic(board, "R") == 0


def test_add_coin_lands_on_top() -> None:
    assert add_coin(A, "Y", 0) == [
        [0, 0, 0, 0, 0],
        ["Y", 0, 0, 0, 0],
        ["R", 0, 0, 0, 0],
        ["Y", "R", 0, "R", "Y"],
    ]
    assert add_coin(A, "R", 2)[3] == ["Y", "R", "R", "R", "Y"]


@pytest.mark.parametrize(("board", "column"), [(B, 0), (A, 5), (A, -1), (FULL, 1)])
def test_add_coin_refuses_full_and_unknown_columns(board: Board, column: int) -> None:
    with pytest.raises(ValueError, match="column"):
        add_coin(board, "R", column)


def test_ai_move_plays_the_golden_column() -> None:
    assert ai_move(A, "Y") == add_coin(A, "Y", 3)


def test_ai_move_breaks_ties_to_the_lowest_column() -> None:
    assert ai_move([[0, 0, 0], [0, 0, 0]], "R") == [[0, 0, 0], [0, "R", 0]]  # 2 beats 1
    assert ai_move([[0, 0], [0, 0]], "R") == [[0, 0], ["R", 0]]


def test_ai_move_on_finished_boards() -> None:
    result = ai_move(FULL, "R")
    assert result == FULL
    assert result is not FULL
    assert result[0] is not FULL[0]
    assert ai_move(B, "R") != B  # won already, and it still plays


def test_moves_exist() -> None:
    assert moves_exist(A)
    assert not moves_exist(FULL)


cells = st.sampled_from([0, "R", "Y"])
boards = st.integers(1, 5).flatmap(
    lambda columns: st.lists(
        st.lists(cells, min_size=columns, max_size=columns), min_size=1, max_size=5
    )
)


@given(boards, st.sampled_from("RY"))
def test_nothing_changes_its_argument(board: Board, coin: str) -> None:
    before = copy.deepcopy(board)
    heuristic(board, coin)
    is_winner(board, coin)
    result = ai_move(board, coin)
    result[0][0] = "changed"
    if board[0][0] == 0:
        add_coin(board, coin, 0)
    assert board == before


@pytest.mark.parametrize("board", [[], [[]]])
def test_a_board_without_cells(board: Board, capsys: pytest.CaptureFixture[str]) -> None:
    print_board(board)
    assert capsys.readouterr().out.strip() == ""
    assert (heuristic(board, "R"), is_winner(board, "R"), moves_exist(board)) == (0, False, False)
    assert ai_move(board, "R") == board


def test_print_board(capsys: pytest.CaptureFixture[str]) -> None:
    print_board(A)
    assert capsys.readouterr().out == ". . . . .\n. . . . .\nR . . . .\nY R . R Y\n0 1 2 3 4\n"


def play(rows: int, columns: int, answers: list[str]) -> tuple[str | None, list[str], list[str]]:
    """The winner, the lines shown and the prompts of a game with these answers, all used up."""
    shown: list[str] = []
    prompts: list[str] = []

    def ask(prompt: str) -> str:
        prompts.append(prompt)
        return answers.pop(0)

    winner = play_game(rows, columns, ask=ask, show=shown.append)
    assert not answers
    return winner, shown, prompts


def test_the_ai_starts_as_red_and_wins_against_a_sleeper() -> None:
    winner, shown, _ = play(2, 4, ["3", "3", "2"])
    assert shown[:2] == [". . . .", ". R . ."]
    assert winner == "R"
    assert shown[-1] == "R wins."


def test_wrong_answers_are_asked_again_and_nothing_is_lost() -> None:
    winner, shown, prompts = play(1, 3, ["", "x", "-1", "3", "0", " 2 "])
    assert winner is None
    assert shown[-1] == "It is a draw."
    assert len(prompts) == 6
    assert "Column 0 is full." in shown
    for typed in ("", "x", "-1", "3"):
        assert f"{typed!r} is no column: type a number from 0 to 2." in shown


def test_the_human_can_win() -> None:
    # The AI never defends.
    winner, shown, _ = play(3, 5, ["1", "0", "1", "2", "2"])
    assert winner == "Y"
    assert shown[-1] == "Y wins."


@pytest.mark.parametrize(("rows", "columns"), [(0, 3), (3, 0), (-1, 2)])
def test_a_board_without_cells_is_refused(rows: int, columns: int) -> None:
    with pytest.raises(ValueError, match="at least one"):
        play_game(rows, columns)
