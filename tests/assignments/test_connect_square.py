"""Connect Square, demand by demand: each test has the sentence it answers."""

from __future__ import annotations

import copy
import inspect
from random import Random

import pytest

from tests.assignments.files import imported, run_file

FILE = "connect_square/connect_square.py"
given = imported(FILE)
add_coin, is_winner, heuristic, ai_move = (
    given.add_coin, given.is_winner, given.heuristic, given.ai_move,
)  # fmt: skip

DIAGRAM = [[0, 0, 0, 0], ["R", "Y", "Y", "R"], ["Y", "Y", "Y", "R"], ["R", "R", "Y", "R"]]


def test_a_square_wins() -> None:
    """Rather than attempting to create a line of four discs of their own color, a player will
    instead win by creating a 2 x 2 square of four discs of their own color.
    """
    assert is_winner([[0, 0], [0, 0], ["R", "R"], ["R", "R"]], "R") is True
    assert is_winner([[0] * 4, ["R"] * 4], "R") is False


def test_the_diagram() -> None:
    """The diagram below shows a winning position for the yellow player. [...] The diagram shown can
    then be represented as follows: [[0,0,0,0], ['R','Y','Y','R'], ...]
    """
    assert is_winner(DIAGRAM, "Y") is True
    assert is_winner(DIAGRAM, "R") is False
    assert (heuristic(DIAGRAM, "Y"), heuristic(DIAGRAM, "R")) == (1010, 0)


def test_where_a_coin_can_be_placed() -> None:
    """A player can place his coin in any of the columns, provided the topmost row is empty for that
    particular column.
    """
    assert add_coin([[0, "R"], ["Y", "R"]], "Y", 0) == [["Y", "R"], ["Y", "R"]]
    with pytest.raises(ValueError, match="full"):
        add_coin([[0, "R"], ["Y", "R"]], "Y", 1)


def test_the_coin_slides_down() -> None:
    """The coin will then slide down to the lowest unoccupied space in that column."""
    assert add_coin([[0, 0], [0, 0], [0, 0]], "R", 1) == [[0, 0], [0, 0], [0, "R"]]
    assert add_coin([[0, 0], [0, 0], [0, "R"]], "Y", 1) == [[0, 0], [0, "Y"], [0, "R"]]


def test_top_left_is_the_origin() -> None:
    """We can represent the game space as a grid with (0,0) corresponding to the top left space."""
    assert add_coin([[0, 0]], "R", 0)[0][0] == "R"


def test_any_size() -> None:
    """Note also that the grid may consist of an arbitrary number of rows and columns."""
    for rows, columns in ((1, 1), (1, 9), (9, 1), (2, 2), (12, 30)):
        board = [[0] * columns for _ in range(rows)]
        assert heuristic(board, "R") == 0
        assert is_winner(board, "R") is False
        after = ai_move(board, "R")
        assert (len(after), len(after[0]), sum(row.count("R") for row in after)) == (
            rows, columns, 1,
        )  # fmt: skip


def test_task_1() -> None:
    """Write a function add_coin(board, coin, column) [...] Your function should return a list of
    lists representing the new state of the board after the coin has been played.
    """
    assert list(inspect.signature(add_coin).parameters) == ["board", "coin", "column"]
    before = copy.deepcopy(DIAGRAM)
    after = add_coin(DIAGRAM, "R", 0)
    assert after == [["R", 0, 0, 0], *DIAGRAM[1:]]
    assert before == DIAGRAM


def test_task_2() -> None:
    """Write a function is_winner(board, coin) [...] Your function should return True if the player
    using the coin coins has won the game in the current board position and False otherwise.
    """
    assert list(inspect.signature(is_winner).parameters) == ["board", "coin"]
    rng = Random(2)
    for _ in range(300):
        board = [[rng.choice([0, "R", "Y"]) for _ in range(4)] for _ in range(4)]
        by_hand = any(
            board[r][c] == board[r][c + 1] == board[r + 1][c] == board[r + 1][c + 1] == "R"
            for r in range(3)
            for c in range(3)
        )
        assert is_winner(board, "R") is by_hand


def test_every_overlapping_square() -> None:
    """We will consider each overlapping 2 x 2 square within the grid. [...] The heuristic value for
    this game state is the sum of the value of each square in the grid.
    """
    board = [[0] * 5 for _ in range(4)]
    for r in range(4):
        for c in range(5):
            board[r][c] = "R"  # type: ignore[call-overload]  # a coin among the numbers
            squares = [(a, b) for a in (r - 1, r) for b in (c - 1, c) if 0 <= a < 3 and 0 <= b < 4]
            assert heuristic(board, "R") == len(squares)
            board[r][c] = 0


@pytest.mark.parametrize(
    ("square", "value"),
    [
        ([["Y", 0], ["R", 0]], 0), ([["R", "R"], ["R", "Y"]], 0),
        ([[0, 0], ["R", 0]], 1),
        ([[0, 0], ["R", "R"]], 10), ([["R", 0], ["R", 0]], 10),
        ([["R", 0], ["R", "R"]], 100),
        ([["R", "R"], ["R", "R"]], 1000),
        ([[0, 0], [0, 0]], 0),
    ],
)  # fmt: skip
def test_the_value_of_a_square(square: list[list[object]], value: int) -> None:
    """If any one of those points contains an opponent's coin [...] 0. [...] one of the points
    contains our coin and the other three are empty [...] 1. [...] two [...] 10. [...] three [...]
    100. If all four of the points contain our coins [...] 1000.
    """
    assert heuristic(square, "R") == value


def test_the_heuristic_looks_at_one_side_only() -> None:
    """In particular, we don't consider how close our opponent is to completing a square [...] for
    this task you should implement the heuristic as described. Write a function
    heuristic(board, coin).
    """
    assert list(inspect.signature(heuristic).parameters) == ["board", "coin"]
    harmless = [[0] * 4, [0] * 4, ["R", 0, 0, 0]]
    threatened = [[0] * 4, [0, 0, 0, "Y"], ["R", 0, "Y", "Y"]]
    assert heuristic(harmless, "R") == heuristic(threatened, "R") == 1


def test_task_4_plays_the_highest_value() -> None:
    """Your function should generate a list of all possible moves from the current board [...] and
    select the move that results in the state with the highest heuristic value. [...] your function
    should return the new board state after applying the best move.
    """
    assert list(inspect.signature(ai_move).parameters) == ["board", "coin"]
    rng = Random(3)
    for _ in range(100):
        board = [[0] * 5 for _ in range(4)]
        for _ in range(rng.randrange(15)):
            board = add_coin(
                board, rng.choice("RY"), rng.choice([c for c in range(5) if not board[0][c]])
            )
            if all(board[0]):
                break
        states = [add_coin(board, "Y", c) for c in range(5) if board[0][c] == 0]
        if states:
            values = [heuristic(state, "Y") for state in states]
            assert ai_move(board, "Y") == states[values.index(max(values))]


def test_ties() -> None:
    """If two states have the same heuristic value, then select the one that results from the using
    the numerically lowest column.
    """
    assert ai_move([[0, 0], [0, 0]], "R") == [[0, 0], ["R", 0]]
    assert ai_move([[0, 0, 0, 0], [0, 0, 0, 0]], "R") == [[0, 0, 0, 0], [0, "R", 0, 0]]


def test_a_game() -> None:
    """We now wish to create an AI player capable of playing (and hopefully winning) our Connect
    Square game.
    """
    status, out, err = run_file(FILE, "4", "4", stdin="x\n9\n0\n0\n0\n3\n3\n3\n")
    assert (status, err) == (0, "")
    assert out.startswith(". . . .\n. . . .\n. . . .\n. R . .\n0 1 2 3\n")
    assert "Your move, Y (column 0 to 3): 'x' is no column: type a number from 0 to 3." in out
    assert out.endswith("R wins.\n")
