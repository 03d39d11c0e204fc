"""The greedy agent: Connect Square's heuristic, on its own game and on every other."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import dropfour as d4
from dropfour.cells import Cell
from dropfour.classroom import connect_square
from dropfour.classroom.connect_square import Board
from dropfour.notation import Setup
from tests.agents import plain
from tests.agents.plain import positions
from tests.strategies import rules

COINS = "RY"


def as_position(board: Board, turn: int) -> d4.Position:
    """The same board for the engine; R is the first player."""
    rows, columns = len(board), len(board[0])
    discs: tuple[set[Cell], set[Cell]] = (set(), set())
    for height, row in enumerate(reversed(board)):
        for column, coin in enumerate(row):
            if coin:
                discs[COINS.index(str(coin))].add(Cell(column, height))
    setup = Setup(
        discs=(frozenset(discs[0]), frozenset(discs[1])),
        bans=frozenset(),
        turn=turn,
        banning=False,
    )
    return d4.Position.from_setup(
        setup, d4.Rules.grid(rows=rows, columns=columns, goal=d4.Square(2))
    )


@st.composite
def boards(draw: st.DrawFn) -> Board:
    """Boards of any size and filling that nobody has won, with a free cell."""
    rows, columns = draw(st.integers(1, 7)), draw(st.integers(1, 8))
    board: Board = [[0] * columns for _ in range(rows)]
    moves = st.tuples(st.integers(0, columns - 1), st.sampled_from(COINS))
    for column, coin in draw(st.lists(moves, max_size=rows * columns)):
        if board[0][column]:
            continue
        after = connect_square.add_coin(board, coin, column)
        if connect_square.moves_exist(after) and not connect_square.is_winner(after, coin):
            board = after
    return board


@settings(max_examples=300)
@given(boards(), st.integers(0, 1))
def test_it_plays_the_assignments_move(board: Board, turn: int) -> None:
    found = d4.agent("greedy").analyse(as_position(board, turn))
    expected_board = connect_square.ai_move(board, COINS[turn])
    assert connect_square.add_coin(board, COINS[turn], found.move) == expected_board
    assert found.best.score == connect_square.heuristic(expected_board, COINS[turn])


@settings(max_examples=200)
@given(positions(rules(max_columns=9, max_rows=9)), st.booleans())
def test_the_best_board_wins_and_ties_go_left(position: d4.Position, opponent: bool) -> None:
    me = position.turn
    merits = {}
    for column in position.legal:
        after = position.play(column)
        score = plain.heuristic(after, me)
        if opponent:
            score -= plain.heuristic(after, 1 - me)
        wins = after.outcome is not None and after.outcome.winner == me
        merits[column] = (wins, score)
    found = d4.agent("greedy", opponent=opponent).analyse(position)
    assert {column: c.score for column, c in found.columns.items()} == {
        column: score for column, (_, score) in merits.items()
    }
    assert found.move == max(position.legal, key=lambda column: merits[column])
    assert all(-1 <= c.value <= 1 for c in found.columns.values())


def test_patterns_of_32_cells_do_not_overflow() -> None:
    tall = d4.Shapes([[(column, row) for column in range(8) for row in range(4)]])
    position = d4.Position(d4.Rules.grid(rows=32, columns=32, goal=tall, ending="full"))
    while position.outcome is None and len(position.moves) < 600:
        # The first player fills from the left, the second from the right.
        position = position.play(position.legal[0 if position.turn == 0 else -1])
    expected = plain.heuristic(position.play(15), 0)
    assert expected > 10**14
    assert d4.agent("greedy").analyse(position).columns[15].score == expected


def test_it_bans_where_that_hurts_it_least() -> None:
    rules = d4.Rules.grid(rows=4, columns=4, goal=d4.Square(2), bonus=["B2"])
    position = d4.Position.from_moves("ADBDB", rules)
    assert position.banning and position.turn == 0
    # X has three of A1-B2, two of B1-C2, one of A2-B3 and of B2-C3; a ban goes to A2, B3, C1 or D3.
    found = d4.agent("greedy").analyse(position)
    assert [c.score for c in found.columns.values()] == [11, 110, 102, 112]
    assert found.move == 3
    # O has two of C1-D2 and one of C2-D3.
    found = d4.agent("greedy", opponent=True).analyse(position)
    assert [c.score for c in found.columns.values()] == [0, 99, 101, 102]


def test_counting_the_opponent_makes_it_defend() -> None:
    position = d4.Position.from_moves("ADBD", d4.Rules.grid(rows=4, columns=4, goal=d4.Square(2)))
    blocked = position.play("A").play("C")  # O threatens C2, X threatens B2
    assert d4.agent("greedy").choose(blocked) == 1
    threatened = d4.Position.from_text("-/X/O/OO X", position.rules)
    assert d4.agent("greedy", opponent=True).choose(threatened) == 2


@pytest.mark.parametrize("opponent", [False, True])
def test_a_win_comes_before_any_hope(opponent: bool) -> None:
    # Two discs side by side win and count 10; the third disc of the tower counts 100.
    goal = d4.Shapes([["XX"], ["X", "X", "X", "X"]])
    position = d4.Position.from_moves("ADA", d4.Rules.grid(rows=5, columns=5, goal=goal)).play("D")
    found = d4.agent("greedy", opponent=opponent).analyse(position)
    assert found.columns[0].score is not None and found.columns[1].score is not None
    assert found.columns[0].score > found.columns[1].score
    assert found.move == 1
    assert found.exact is not None and (found.exact.value, found.exact.plies) == (1, 1)
