"""Connect-Four Game Rules and Experiment Overview, demand by demand: each test has its sentence.

The window, its red X and its clicks are in tests/browser/test_play.py.
"""

from __future__ import annotations

import inspect
import math
from random import Random
from typing import Any

import pytest

from dropfour.classroom.random_boards import Board
from dropfour.classroom.uct import uct_search
from tests.assignments.files import imported, run_file

FILE = "random_boards/game.py"
game = imported(FILE)
uct = imported("random_boards/uct.py")


def board(*rows: str) -> Board:
    return [list(row) for row in rows]


def played(position: Board, *columns: int) -> Any:
    state = game.RandomBoardGame(position)
    for column in columns:
        state = state.play(column)
    return state


def test_player_a_plays_first() -> None:
    """Player A holds white pieces. Player B holds black pieces. Player A plays first."""
    assert played(board("    ")).turn == 0
    assert played(board("    "), 0).board == board("A   ")
    assert played(board("    "), 0, 1).board == board("AB  ")
    out = run_file(FILE, "plain", "--seconds", "0.01", stdin="1\n").out
    assert out.index("A, a piece into column") < out.index("B drops a piece into column")


def test_pieces_fall_and_full_columns_take_none() -> None:
    """Each piece falls to the lowest available position in the chosen column. If a column is full,
    no further pieces can be dropped in that column.
    """
    state = played(board("  ", "  "), 0, 0)
    assert state.board == board("B ", "A ")
    assert state.legal == (1,)
    with pytest.raises(ValueError, match="full"):
        state.play(0)


@pytest.mark.parametrize("length", [4, 5, 6, 7])
def test_four_or_more(length: int) -> None:
    """A player wins by aligning four or more of their pieces in any of the following directions:
    Horizontally, Vertically, Diagonally (both directions).
    """
    for row_step, column_step in ((0, 1), (1, 0), (1, 1), (1, -1)):
        cells = [[" "] * 8 for _ in range(8)]
        start = 7 if column_step < 0 else 0
        for i in range(length):
            cells[i * row_step][start + i * column_step] = "B"
        assert game.check_winner(cells) == 1
        cells[2 * row_step][start + 2 * column_step] = "A"
        assert game.check_winner(cells) == (None if length < 7 else 1)


def test_a_full_grid_is_a_draw() -> None:
    """If neither player achieves this by the time the grid is completely filled, the game ends in a
    draw.
    """
    outcome = played(board("  ", "  "), 0, 0, 1, 1).outcome
    assert outcome is not None and outcome.winner is None


def test_random_sizes() -> None:
    """The grid's dimensions are randomly selected within the range [4, 12] for both width (columns)
    and height (rows).
    """
    for mode in ("plain", "forbidden", "bonus"):
        drawn = [game.random_board(mode, seed) for seed in range(250)]
        assert {len(b) for b in drawn} == {len(b[0]) for b in drawn} == set(range(4, 13))


def test_one_forbidden_cell() -> None:
    """After the grid is generated, one random cell is marked as a forbidden position, indicated by
    a red "X" on the board.
    """
    places = set()
    for seed in range(100):
        drawn = game.random_board("forbidden", seed)
        ((row, column),) = [
            (r, c) for r, cells in enumerate(drawn) for c, cell in enumerate(cells) if cell == "X"
        ]
        places.add((row / len(drawn) > 0.5, column / len(drawn[0]) > 0.5))
    assert len(places) == 4  # in every quarter of the board
    assert " X" in run_file(FILE, "forbidden", "--seed", "3").out


def test_nothing_lands_on_it() -> None:
    """Players cannot place a piece in this cell. If a piece is dropped into the column containing
    the forbidden position, the next available position is adjusted accordingly.
    """
    rng = Random(4)
    for seed in range(30):
        state = game.RandomBoardGame(game.random_board("forbidden", seed))
        while state.legal:
            state = state.play(rng.choice(state.legal))
            assert sum(row.count("X") for row in state.board) == 1
    assert played(board(" ", "X", " "), 0, 0).board == board("B", "X", "A")
    assert played(board("  ", "X "), 0).board == board("A ", "X ")


def test_the_bonus() -> None:
    """In the bonus cell game mode, we create a random bonus cell on the board. The player who put
    piece on the bonus cell can immediately put a ban point for both players as a piece.
    """
    assert sum(row.count("*") for row in game.random_board("bonus", 5)) == 1
    state = played(board("    ", "    ", "  * "), 2)
    assert (state.turn, state.banning) == (0, True)
    after = state.play(1)
    assert after.board == board("    ", "    ", " #A ")
    assert (after.turn, after.banning) == (1, False)
    assert game.check_winner(board("AA#AA")) is None
    said = run_file(FILE, "bonus", "--seed", "1", "--seconds", "0.01")
    assert (said.status, said.err) == (0, "")


def test_uctsearch() -> None:
    """function UCTSEARCH(s0) [...] while there is remaining computation time do [...] return
    a(BESTCHILD(v0, 0))
    """
    signature = inspect.signature(uct.UCTSEARCH).parameters
    assert next(iter(signature)) == "s0"
    assert signature["seconds"].default == 3
    win = game.RandomBoardGame(board("    ", "    ", "BBB ", "AAA "))
    assert uct.UCTSEARCH(win, seconds=60, simulations=100) == 3
    ticks = iter(range(10**6))
    assert uct_search(win, seconds=50, clock=lambda: float(next(ticks))) == 3
    assert next(ticks) == 51  # it looked at the clock until the time was over


def tree() -> Any:
    return uct.Node(game.RandomBoardGame(board("    ", "    ", "    ", "    ")))


def test_treepolicy_and_expand() -> None:
    """while the node v is not a terminal node do: if v is expandable then: return EXPAND(v) else: v
    ← BESTCHILD(v, c) [...] Choose an action a [...] that has not been chosen before; Add a new
    child node v′ to node v such that state(v′) = f(state(v), a), action(v′) = a
    """
    root = tree()
    for _ in range(4):
        child = uct.TREEPOLICY(root)
        assert child.parent is root
        assert child.state.board == root.state.play(child.action).board
        uct.BACKUP(child, 0)
    assert sorted(root.children) == [0, 1, 2, 3]
    assert uct.TREEPOLICY(root).parent.parent is root
    other = tree()
    assert {uct.EXPAND(other).action for _ in range(4)} == {0, 1, 2, 3}
    over = uct.Node(game.RandomBoardGame(board("AAAA")))
    assert uct.TREEPOLICY(over) is over


def test_bestchild() -> None:
    """UCT uses the UCB1 formula to select actions. [...] function BESTCHILD(v, c): return argmax"""
    root = tree()
    numbers = {0: (10, 6), 1: (3, 1), 2: (7, 5), 3: (5, 0)}
    for _ in numbers:
        child = uct.EXPAND(root)
        child.visits, child.total = numbers[child.action]
    root.visits = 25
    for c in (0.0, 0.3, 1.0, 4.0):
        ucb1 = {a: q / n + c * math.sqrt(2 * math.log(25) / n) for a, (n, q) in numbers.items()}
        assert uct.BESTCHILD(root, c).action == max(ucb1, key=lambda a: ucb1[a])


def test_defaultpolicy() -> None:
    """while s is not a terminal state do: Randomly choose an action a from the set of actions A(s);
    s ← f(s, a). return the reward of the state s
    """
    assert {uct.DEFAULTPOLICY(tree().state) for _ in range(200)} >= {1, -1}
    assert uct.DEFAULTPOLICY(game.RandomBoardGame(board("AAAA"))) == 1
    assert uct.DEFAULTPOLICY(game.RandomBoardGame(board("BBBB"))) == -1
    assert uct.DEFAULTPOLICY(game.RandomBoardGame(board("ABAB"))) == 0


def test_backup() -> None:
    """while v ≠ NULL do: N(v) ← N(v) + 1; Q(v) ← Q(v) + Δ; Δ ← −Δ; v ← parent(v)"""
    root = tree()
    a = uct.EXPAND(root)
    b = uct.EXPAND(a)
    uct.BACKUP(b, -1)  # B has won
    assert [(v.visits, v.total) for v in (b, a)] == [(1, 1), (1, -1)]
    assert root.visits == 1
    bonus = uct.Node(game.RandomBoardGame(board("   ", " * ")))
    piece = next(v for v in (uct.EXPAND(bonus) for _ in range(3)) if v.action == 1)
    ban = uct.EXPAND(piece)
    reply = uct.EXPAND(ban)
    uct.BACKUP(reply, 1)  # A has won; A moved twice
    assert [v.total for v in (piece, ban, reply)] == [1, 1, -1]


def test_the_agent_adapts() -> None:
    """Given these modifications, the task of our agent is to develop a strategy that is adaptive
    and versatile.
    """
    for position, turn, column in (
        (board("     ", "BAAA ", "ABBBX", "BAABA"), 0, 4),  # over the forbidden cell
        (board("      ", "  AA  ", "A BB* "), 1, 4),  # the bonus, and a ban that spoils nothing
        (board("     ", "A    ", "A B  ", "A BB "), 1, 0),
    ):
        state = game.RandomBoardGame(position, turn)
        assert uct_search(state, simulations=800, seed=1) == column
