"""Connect-Four with Monte Carlo Search, demand by demand: each test has the sentence it answers."""

from __future__ import annotations

from random import Random

import pytest

import dropfour as d4
from dropfour.classroom import irregular, irregular_program
from dropfour.classroom.irregular import Board
from tests.assignments.files import run_file
from tests.cli.programs import run

FILE = "irregular/experiment.py"
SEVEN_BY_SIX = irregular.new_board([6] * 7, ["A6", "G6"])


def board(*rows: str) -> Board:
    return [list(row) for row in rows]


def play(position: Board, moves: str, player: str = "X") -> Board:
    for letter in moves:
        position = irregular.drop(position, ord(letter) - ord("A"), player)
        player = irregular.opponent(player)
    return position


def experiment(*answers: str) -> list[str]:
    """What the program says to the experimenter who types these answers."""
    status, out, err = run_file(FILE, stdin="".join(f"{answer}\n" for answer in answers))
    assert (status, err) == (0, "")
    return out.splitlines()


def test_standard_form() -> None:
    """Connect-Four in its standard form has a grid containing seven columns and six rows."""
    assert (len(SEVEN_BY_SIX), len(SEVEN_BY_SIX[0])) == (6, 7)
    classic = d4.load_rules("classic")
    assert (classic.columns, set(classic.heights)) == (7, {6})


def test_discs_fall() -> None:
    """In turn, players drop a disc into one of the columns (provided it is not full): it falls to
    the lowest row possible in that column.
    """
    assert play(SEVEN_BY_SIX, "CCD")[-2:] == board("  O    ", "  XX   ")
    full = play(SEVEN_BY_SIX, "AAAAAA")
    assert irregular.legal_columns(full) == [1, 2, 3, 4, 5, 6]
    with pytest.raises(ValueError, match="full"):
        irregular.drop(full, 0, "X")


def test_four_in_a_line() -> None:
    """If a player gets four discs in an uninterrupted line, vertically or horizontally or
    diagonally, they win.
    """
    for moves, won in (
        ("ABABABA", "X"), ("ABCBDBEB", "O"), ("AGBGCGD", "X"), ("ABBCCDCDDGD", "X"),
        ("GFFEEDEDDAD", "X"), ("ABABAB", None),
    ):  # fmt: skip
        assert irregular.winner(play(SEVEN_BY_SIX, moves)) == won, moves


def test_a_full_grid_is_a_draw() -> None:
    """If the grid is full and there is no winner, the game is drawn."""
    assert irregular_program.play_game(irregular.new_board([1] * 6, ["A1", "B1"]), (5, 5),
                               show=lambda _: None) is None  # fmt: skip


@pytest.mark.parametrize("columns", [5, 6, 7, 8, 9, 10, 11, 12])
def test_six_to_eleven_columns(columns: int) -> None:
    """The number of columns in any particular game may be any integer from six to eleven; the
    experimenter must be able to choose how many columns to play with.
    """
    said = experiment(str(columns), " ".join(["4"] * columns), "A1 B2", "human", "human", "X")
    if 6 <= columns <= 11:
        assert "ABCDEFGHIJK"[:columns] in said
    else:
        assert "this game has 6 to 11 columns" in "\n".join(said)


def test_heights() -> None:
    """The columns are not all of the same height; the experimenter must be able to choose the
    heights of the columns.
    """
    said = experiment("6", "4 5 6 5 4 3", "A1 B2", "human", "human", "X")
    picture = ["## ###", "#   ##", "     #", "      ", " .    ", ".     ", "ABCDEF"]
    assert "\n".join(picture[1:]) in "\n".join(said)
    assert any(line.endswith(picture[0]) for line in said)  # after the prompt


def test_two_locations_do_not_count() -> None:
    """Two possible locations (row/column pairs) for discs do not count for making a line of four;
    the experimenter must be able to choose any two locations.
    """
    cells = [f"{letter}{row}" for letter in "ABCDEFG" for row in range(1, 7)]
    rng = Random(1)
    for _ in range(50):
        first, second = rng.sample(cells, 2)
        chosen = irregular.new_board([6] * 7, [first, second])
        assert sum(row.count(".") for row in chosen) == 2
    assert irregular.winner(play(irregular.new_board([6] * 7, ["B1", "G6"]), "AGBGCGD")) is None
    for wrong in ("A1", "A1 B2 C3", "A1 A1", "A9 B1", "Z1 B1"):
        said = "\n".join(experiment("7", "6 6 6 6 6 6 6", wrong))
        assert "line 1, column" in said


def test_a_grid_such_as_the_documents() -> None:
    """It should be possible to setup and play on a grid such as the one below left, where pink "no"
    symbols are nonexistent parts of short columns, and green "star" symbols are locations that do
    exist but do not count for making a line of four.
    """
    said = "\n".join(experiment("7 6 6 5 7 6 7 5 7 D3 G2", "human", "20", "X", "D", "G"))
    assert " ### # # \n   #   # \n         \n         \n   .     \n      .  \n" in said
    assert "O plays " in said
    fast = run("dropfour", "play", "--setup", stdin="7 6 6 5 7 6 7 5 7 D3 G2\n\n\n\n\n")
    assert (fast.status, fast.err) == (0, "")


def test_the_prompt_and_a_full_column() -> None:
    """If the experimenter is playing and it is their turn, they should be prompted for which column
    (A B C etc) they wish to play in. If the column is full, their move should be rejected and
    another prompt given.
    """
    said = "\n".join(
        experiment("6", "2 4 4 4 4 4", "B1 C1", "human", "human", "X", "a", "A", "a", "b")
    )
    assert "Your move, X (a column, A to F): " in said
    assert "Your move, X (a column, A to F): Column A is full.\nYour move, X" in said


def test_the_winner_is_announced() -> None:
    """If a move by either player has resulted in a line of four that does not pass through a
    don't-count cell, the game is over and - in a human-vs-computer game - the winner should be
    announced.
    """
    setup = ("6", "4 4 4 4 4 4", "F4 E4", "human", "human", "X")
    assert experiment(*setup, *"ABABABA")[-1] == "X wins."
    assert experiment(*setup, *"ABABABCB")[-1] == "O wins."
    through_a_star = ("6", "4 4 4 4 4 4", "A2 E4", "human", "human", "X")
    assert "wins" not in "\n".join(experiment(*through_a_star, *"ABABABA"))


def test_a_draw_is_announced() -> None:
    """If a move results in the grid being full, a draw should similarly be announced."""
    setup = ("6", "1 1 1 1 1 1", "A1 B1", "human", "human", "X")
    assert experiment(*setup, *"ABCDEF")[-1] == "It is a draw."


def test_the_computer_wins_at_once() -> None:
    """When the computer has to choose a move, it should play the move that wins immediately if
    there is one.
    """
    for seed in range(20):
        position = board("       ", "       ", "O      ", "OO XXX ")
        assert irregular.computer_move(position, "X", 1, seed=seed) in (2, 6)


def test_trials_go_to_the_end_and_wins_are_taken() -> None:
    """Otherwise, it should use a Monte Carlo technique. This means playing out many random trial
    sequences of moves for each player, until the end of the game. (Again, it should be assumed that
    if at any point there is a move that wins immediately, it will be chosen.)
    """
    assert {irregular.trial(SEVEN_BY_SIX, "X") for _ in range(200)} >= {"X", "O"}
    for player in "XO":  # for the side to move, whoever the computer is
        both = board("         ", "XXX   OOO")
        assert {irregular.trial(both, player) for _ in range(30)} == {player}


def test_the_best_ratio_is_chosen() -> None:
    """Each such trial results in a win, a loss, or a draw for the computer player. Each possible
    first move will have a ratio of wins:trials, the move with the best ratio should be chosen.
    """
    for seed in range(5):
        tried = irregular.try_columns(SEVEN_BY_SIX, "X", 140, seed=seed)
        assert [(t.column, t.trials) for t in tried] == [(c, 20) for c in range(7)]
        assert all(0 <= t.wins <= t.trials for t in tried)
        best = irregular.computer_move(SEVEN_BY_SIX, "X", 140, seed=seed)
        assert tried[best].ratio == max(t.ratio for t in tried)
