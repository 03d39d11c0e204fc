"""EX02, Monte Carlo Method for Connect Four, demand by demand: each test has its sentence."""

from __future__ import annotations

import inspect
import subprocess
import sys
from pathlib import Path

import pytest

from dropfour.classroom.monte_carlo import evaluate_moves
from tests.assignments.files import ASSIGNMENTS, imported, run_file
from tests.cli.programs import run

FOLDER = "monte_carlo"
gameplay = imported(f"{FOLDER}/gameplay.py")
helpers = imported(f"{FOLDER}/helpers.py")
EXAMPLE = (ASSIGNMENTS / FOLDER / "example.txt").read_text()
board, player = helpers.read_board(EXAMPLE)
EMPTY = [[" "] * 7 for _ in range(6)]


def test_against_a_human_player() -> None:
    """Implement an AI agent that can play Connect Four against a human player using the Monte Carlo
    method.
    """
    ended = subprocess.run(
        [sys.executable, "-m", "dropfour.classroom.monte_carlo", "--simulations", "30"],
        input="3\n3\n", capture_output=True, text=True, timeout=60,
    )  # fmt: skip
    assert (ended.returncode, ended.stderr) == (0, "")
    assert "Your move, X (column 0 to 6): O plays column" in ended.stdout


def test_all_legal_moves_are_evaluated() -> None:
    """The AI evaluates all legal moves by running thousands of random simulations. [...] For each
    legal column where a piece can be dropped, the AI simulates multiple complete games.
    """
    assert [e.column for e in evaluate_moves(board, "X", 5)] == gameplay.get_legal_moves(board)
    assert all(e.simulations == 5 for e in evaluate_moves(board, "X", 5))


def test_the_most_wins_are_selected() -> None:
    """The AI counts how many simulations result in a win for the current player. The move with the
    highest win percentage is selected. [...] win_rate = wins / total_simulations
    """
    for seed in range(3):
        tried = evaluate_moves(EMPTY, "O", 30, seed=seed)
        chosen = gameplay.solve_monte_carlo(EMPTY, "O", 30, seed=seed)
        assert tried[chosen].win_rate == max(e.wins / e.simulations for e in tried)


def test_input_and_output() -> None:
    """Reads the current game board state (grid of X, O, and spaces) from standard input. Reads
    which player's turn it is (X or O). Runs Monte Carlo simulations for all legal moves. Prints the
    updated board to standard output after making the best move.
    """
    status, out, err = run_file(f"{FOLDER}/Main.py", "--simulations", "50", stdin=EXAMPLE)
    assert (status, err) == (0, "")
    rows = EXAMPLE.splitlines()[1:7]
    rows[2] = "   X   "
    assert out.splitlines() == [*rows, "X plays column 3"]
    assert out == run("dropfour", "move", "--simulations", "50", stdin=EXAMPLE).out


def test_the_rules() -> None:
    """Connect Four is played on a vertical grid (typically 6 rows × 7 columns) [...] Pieces fall to
    the lowest available position in the chosen column. Win condition: First player to connect 4
    pieces in a row (horizontal, vertical, or diagonal). Draw: Board fills up with no winner.
    """
    assert (len(board), len(board[0]), player) == (6, 7, "X")
    assert gameplay.make_move(EMPTY, 2, "O")[5] == list("  O    ")
    assert gameplay.check_winner(gameplay.make_move(board, 3, "X")) == "X"
    assert gameplay.check_winner([list("   X"), list("  XO"), list(" XOO"), list("XOXO")]) == "X"
    assert gameplay.check_winner([list("O   "), list("XO  "), list("XXO "), list("OXXO")]) == "O"
    full = "2 2\nXO\nOX\nX\n"
    assert run_file(f"{FOLDER}/Main.py", stdin=full).out == "XO\nOX\nDraw\n"


def test_the_real_board_is_not_modified() -> None:
    """Copy the board state — Create a temporary copy to avoid modifying the real board."""
    before = helpers.copy_board(board)
    gameplay.solve_monte_carlo(board, "X", 5)
    gameplay.rollout(board, "O")
    gameplay.make_move(board, 0, "X")
    assert board == before


def test_random_playout() -> None:
    """Random playout — Continue the game with random moves for both players until: Someone wins (4
    in a row); The board is full (draw). Record the result — Track whether the current player won,
    lost, or drew.
    """
    assert {gameplay.rollout(EMPTY, "X") for _ in range(100)} >= {"X", "O"}
    assert gameplay.rollout([list("XO"), list("O ")], "X") is None
    assert gameplay.rollout([list("    "), list("XXXX")], "O") == "X"


def test_ten_thousand_simulations() -> None:
    """Repeat — Run this simulation N times (default: 10,000 simulations per move)."""
    parameters = inspect.signature(gameplay.solve_monte_carlo).parameters
    assert parameters["simulations"].default == 10_000
    assert (
        inspect.signature(gameplay.monte_carlo_move).parameters["num_simulations"].default == 10_000
    )


def test_ties_go_to_the_centre() -> None:
    """priority = (win_count, -abs(column - center)) [...] If win counts are equal, prefer columns
    closer to center.
    """
    nobody_can_win = [[" "] * 3 for _ in range(3)]
    assert gameplay.solve_monte_carlo(nobody_can_win, "X", 5) == 1


@pytest.mark.parametrize(
    ("name", "parameters"),
    [
        ("monte_carlo_move", ["board", "player", "num_simulations"]),
        ("random_playout", ["board", "current_player"]),
        ("get_legal_columns", ["board"]),
    ],
)
def test_the_pseudocode(name: str, parameters: list[str]) -> None:
    """function monte_carlo_move(board, player, num_simulations): [...] legal_moves =
    get_legal_columns(board) [...] function random_playout(board, current_player):
    """
    assert list(inspect.signature(getattr(gameplay, name)).parameters) == parameters
    assert gameplay.monte_carlo_move(board, "X", 20) == 3
    assert gameplay.random_playout([list("    "), list("OOOO")], "X") == "O"


def test_the_files() -> None:
    """Main.py: Entry point that reads input, initializes the board, and calls the Monte Carlo
    solver. gameplay.py: Contains core game logic: solve_monte_carlo(), rollout(), check_winner(),
    get_legal_moves(), make_move(). helpers.py: Utility functions for board manipulation and
    display.
    """
    assert {path.name for path in (ASSIGNMENTS / FOLDER).glob("*.py")} == {
        "Main.py", "gameplay.py", "helpers.py",
    }  # fmt: skip
    for name in ("solve_monte_carlo", "rollout", "check_winner", "get_legal_moves", "make_move"):
        assert callable(getattr(gameplay, name))
    assert list(inspect.signature(gameplay.rollout).parameters)[:2] == ["board", "player"]
    assert helpers.opponent("X") == "O"
    assert not helpers.is_full(board)


def test_the_table() -> None:
    """| Column | Simulations | Wins | Win Rate | Selected |"""
    status, out, err = run_file(
        f"{FOLDER}/Main.py", "--simulations", "40", "--table", stdin=EXAMPLE
    )
    assert status == 0
    head, *lines = err.splitlines()
    assert head.split() == ["Column", "Simulations", "Wins", "Win", "Rate", "Selected"]
    assert [line.split()[:2] for line in lines] == [[str(c), "40"] for c in range(7)]
    assert [line.endswith("*") for line in lines] == [c == 3 for c in range(7)]
    assert out.endswith("X plays column 3\n")


@pytest.mark.parametrize(
    "agent",
    ["montecarlo:allocation=ucb1", "montecarlo:allocation=halving",
     "montecarlo:policy=weighted,weights=1/2/3/4/3/2/1", "montecarlo:threads=2", "auto:level=3"],
)  # fmt: skip
def test_the_improvements(agent: str, tmp_path: Path) -> None:
    """UCB1 formula [...] Progressive widening — Allocate more simulations to better moves [...]
    Weight center moves in playouts [...] Run simulations on multiple CPU cores [...] Combine with
    minimax for endgame positions.
    """
    found = run("dropfour", "move", "--agent", agent, stdin=EXAMPLE)
    assert (found.status, found.err) == (0, "")
    assert found.out.endswith("X plays column 3\n")
