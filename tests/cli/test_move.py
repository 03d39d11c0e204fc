"""`dropfour move`: a board, from standard input to standard output."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from dropfour.agents import AgentSpec, agent_names
from dropfour.classroom.monte_carlo import check_winner, evaluate_moves, solve_monte_carlo
from tests.cli.programs import EXAMPLE_BOARD, run, start
from tests.cli.terminal import Terminal

QUICK = ("move", "--simulations", "50")


def rows(out: str) -> list[str]:
    """The board without the line about the move."""
    return out.splitlines()[:-1]


def test_the_exercises_example_is_won_in_column_3() -> None:
    status, out, err = run("dropfour", "move", stdin=EXAMPLE_BOARD)
    assert (status, err) == (0, "")
    assert out == ("       \n       \n   X   \n   X   \n  OXO  \n XOXOX \nX plays column 3\n")


def test_the_program_as_a_process_says_the_same() -> None:
    assert start("dropfour", *QUICK, stdin=EXAMPLE_BOARD) == run(
        "dropfour", *QUICK, stdin=EXAMPLE_BOARD
    )


def test_a_framed_board_comes_back_framed() -> None:
    framed = "|    |\n|    |\n|    |\n|X   |\n|X   |\n|XOOO|\n 0123\nTo move: O\n"
    status, out, err = run("dropfour", *QUICK, stdin=framed)
    assert (status, err) == (0, "")
    lines = out.splitlines()
    assert lines[-2:] == [" 0123", "O plays column 0"]
    assert lines[2] == "|O   |"


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_line_ends_byte_order_marks_and_stripped_blanks(end: str, mark: str) -> None:
    text = mark + end.join(line.rstrip() for line in EXAMPLE_BOARD.split("\n"))
    assert run("dropfour", *QUICK, stdin=text) == run("dropfour", *QUICK, stdin=EXAMPLE_BOARD)


def test_a_board_already_won() -> None:
    board = "       \n       \nX      \nX      \nX      \nX O O O\n"
    assert run("dropfour", "move", stdin=f"6 7\n{board}O\n") == (0, board + "X has won\n", "")


def test_a_full_board_is_a_draw() -> None:
    assert run("dropfour", "move", stdin="1 4\nXOXO\nX\n") == (0, "XOXO\nDraw\n", "")


def test_the_table_goes_to_standard_error() -> None:
    status, out, err = run("dropfour", *QUICK, "--table", stdin=EXAMPLE_BOARD)
    assert status == 0
    assert out == run("dropfour", *QUICK, stdin=EXAMPLE_BOARD).out
    lines = err.splitlines()
    assert lines[0] == "| Column | Simulations | Wins | Win rate | Selected |"
    assert len(lines) == 2 + 7
    assert {line.split("|")[2].strip() for line in lines[2:]} == {"50"}  # also beside a win
    assert [line.startswith("| 3 ") for line in lines if "✓" in line] == [True]


def test_the_answer_for_programs() -> None:
    answer = json.loads(run("dropfour", *QUICK, "--json", stdin=EXAMPLE_BOARD).out)
    assert (answer["player"], answer["column"]) == ("X", 3)
    assert answer["board"] == rows(run("dropfour", *QUICK, stdin=EXAMPLE_BOARD).out)
    assert answer["outcome"]["winner"] == "X"
    assert [c["number"] for c in answer["analysis"]["columns"]] == list(range(7))
    answer = json.loads(run("dropfour", "move", "--json", stdin="1 4\nXOXO\nX\n").out)
    assert (answer["column"], answer["analysis"]) == (None, None)
    assert answer["outcome"]["winner"] is None


@pytest.mark.parametrize("name", agent_names())
def test_every_agent_takes_the_win(name: str) -> None:
    if name == "random":
        pytest.skip("plays anything")
    quick = QUICK[1:] if AgentSpec(name).heeds("playouts") else ()
    out = run("dropfour", "move", *quick, "--agent", name, stdin=EXAMPLE_BOARD).out
    assert out.endswith("X plays column 3\n")


@pytest.mark.parametrize(
    ("agent", "header"),
    [
        ("perfect", "| Column | Value  | Proven     | Selected |"),
        ("alphabeta:depth=4", "| Column | Value  | Score | Proven    | Selected |"),
        ("greedy", "| Column | Value  | Score | Selected |"),
        ("uct:playouts=300", "| Column | Value  | Simulations | Proven    | Selected |"),
        ("auto:level=1", "| Column | Value  | Simulations | Proven    | Selected |"),
        ("montecarlo:per_candidate=9", "| Column | Simulations | Wins | Win rate | Selected |"),
    ],
)
def test_every_agent_that_values_columns_has_a_table_of_values(agent: str, header: str) -> None:
    """O must play column 3, all else loses at once."""
    board = EXAMPLE_BOARD[:-2] + "O\n"
    lines = run("dropfour", "move", "--table", "--agent", agent, stdin=board).err.splitlines()
    assert lines[0] == header
    rows = [[part.strip() for part in line.split("|")[1:-1]] for line in lines[2:]]
    assert [row[0] for row in rows] == list("0123456")
    assert all(row[1] != "-" for row in rows)
    if "Proven" in header:
        proven = [row[-2] for row in rows]
        assert proven == ["loss in 2"] * 3 + [proven[3]] + ["loss in 2"] * 3
        assert [row[1] for row in rows if row[-2] == "loss in 2"] == ["-1.000"] * 6


@pytest.mark.parametrize("agent", ["alphabeta:depth=5", "uct:playouts=200", "montecarlo"])
def test_the_table_does_not_change_the_move(agent: str) -> None:
    board = "4 5\n\n\n  X\n XO\nO\n"
    plain = run("dropfour", "move", "--agent", agent, stdin=board).out
    assert run("dropfour", "move", "--agent", agent, "--table", stdin=board).out == plain


def test_one_who_types_a_board_is_told_how(tmp_path: Path) -> None:
    typed = Terminal(tmp_path, command="move")
    typed.expect("rows of X, O and dots")
    typed.type("..\n..")
    assert "X plays column 1" in typed.end_input()


@pytest.mark.parametrize("empty", "._")
@pytest.mark.parametrize("player", ["X\n", "To move: X\n", "\nX", ""])
def test_a_bare_grid_comes_back_bare(empty: str, player: str) -> None:
    bare = "...\n.XO\nOXX\nXOO\n".replace(".", empty)  # as many discs of either
    status, out, err = run("dropfour", *QUICK, stdin=bare + player)
    assert (status, err) == (0, "")
    assert set(out.splitlines()[0]) <= {empty, "X"}
    assert out.splitlines()[-1].startswith("X plays column ")


def test_players_who_have_both_won_are_named_where_they_have() -> None:
    text = "6 7\n\n\n OOOO\n XXXX\n XOXO\n OXOX\nX\n"
    status, out, err = run("dropfour", "move", stdin=text)
    assert (status, out) == (2, "")
    assert err == (
        "dropfour: standard input: line 4, column 2: both players have a completed pattern: "
        "X at B3 C3 D3 E3, O at B4 C4 D4 E4\n"
    )
    framed = "|OOOO|\n|XXXX|\nTo move: X"
    assert "line 1, column 2: both players" in run("dropfour", "move", stdin=framed).err


def test_a_limit_of_seconds() -> None:
    status, out, _ = run("dropfour", "move", "--seconds", "0.05", stdin=EXAMPLE_BOARD)
    assert (status, out.splitlines()[-1]) == (0, "X plays column 3")


def test_the_same_seed_gives_the_same_numbers_with_any_number_of_threads() -> None:
    board = "4 5\n\n\n\n X\nO\n"
    tables = {
        run("dropfour", *QUICK, "--table", "--seed", "7", "--threads", t, stdin=board).err
        for t in ("1", "1", "2")
    }
    assert len(tables) == 1


def test_what_comes_out_can_go_in_again_until_the_game_is_over() -> None:
    """Round trip: a whole game, one process-like call for each move."""
    rng = random.Random(4)
    board, player = ["     "] * 4, "X"
    for _ in range(4 * 5 + 1):
        text = "\n".join(["4 5", *board, player, ""])
        seed = str(rng.randrange(1000))
        status, out, err = run("dropfour", *QUICK, "--seed", seed, stdin=text)
        assert (status, err) == (0, "")
        after, words = rows(out), out.splitlines()[-1]
        if " plays " not in words:
            break
        changed = [(a, b) for a, b in zip("".join(board), "".join(after), strict=True) if a != b]
        assert changed == [(" ", player)]
        board, player = after, "O" if player == "X" else "X"
    winner = check_winner(board)
    assert words == (f"{winner} has won" if winner else "Draw")


@pytest.mark.parametrize("seed", range(5))
def test_it_decides_as_the_classroom_function_does(seed: int) -> None:
    """`classroom` is the oracle: the same streams, wins and choice, on boards of even width too."""
    rng = random.Random(seed)
    height, width = rng.randrange(3, 6), rng.randrange(3, 7)
    board = [" " * width] * (height - 1) + ["".join(rng.choice(" XO") for _ in range(width))]
    text = "\n".join([f"{height} {width}", *board, "O", ""])
    options = ("move", "--simulations", "40", "--seed", str(seed), "--json")
    answer = json.loads(run("dropfour", *options, stdin=text).out)
    assert answer["column"] == solve_monte_carlo(board, "O", 40, seed=seed)
    tried = [(c["number"], c["visits"], c["wins"]) for c in answer["analysis"]["columns"]]
    assert tried == evaluate_moves(board, "O", 40, seed=seed)


def test_an_agent_with_its_settings() -> None:
    board = EXAMPLE_BOARD.replace("   X   ", "       ", 1)
    told = json.loads(
        run("dropfour", "move", "--agent", "uct:playouts=30", "--json", stdin=board).out
    )
    assert told["analysis"]["playouts"] == 30
    halving = ("--agent", "montecarlo:per_candidate=20,allocation=halving")
    shared = json.loads(run("dropfour", "move", *halving, "--json", stdin=board).out)
    assert len({column["visits"] for column in shared["analysis"]["columns"]}) > 1


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ("--agent uct:playouts=5 --simulations 9", "uct:playouts=5: playouts is given twice"),
        ("--agent uct:seconds=1 --seconds 1", "seconds is given twice"),
        ("--agent random:seed=3 --seed 4", "seed is given twice"),
        ("--agent montecarlo:playouts=5 --simulations 9", "playouts= or per_candidate="),
        ("--agent greedy --simulations 9", "--simulations: greedy plays no random games"),
        ("--agent alphabeta --simulations 9", "--simulations: alphabeta plays no random games"),
        ("--agent greedy --seconds 1", "--seconds: greedy has no setting 'seconds', only opponent"),
        ("--agent perfect --seed 1", "--seed: perfect has no setting 'seed', only nodes, seconds"),
        ("--agent alphabeta --threads 2", "--threads: alphabeta has no setting 'threads'"),
    ],
)
def test_what_is_said_twice_or_for_nothing_is_refused(options: str, words: str) -> None:
    status, out, err = run("dropfour", "move", *options.split(), stdin=EXAMPLE_BOARD)
    assert (status, out) == (2, "")
    assert words in err and err.count("\n") == 1
