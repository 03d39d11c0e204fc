"""The classroom's programs: those of the assignments are the fast ones in slow, byte for byte."""

from __future__ import annotations

import io
import random
import subprocess
import sys
from collections.abc import Callable, Sequence
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from types import ModuleType
from unittest.mock import patch

import pytest

import dropfour as d4
from dropfour.classroom import connect_square, random_boards
from dropfour.classroom import irregular_program as irregular
from dropfour.classroom import max_connect4 as maxconnect4
from dropfour.classroom import monte_carlo_program as monte_carlo
from dropfour.notation import format_max
from tests.cli.programs import EXAMPLE_BOARD, Result, run


@pytest.fixture(autouse=True)
def in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def classroom(
    main: Callable[[Sequence[str]], int], *arguments: str, stdin: str | bytes = b""
) -> Result:
    content = stdin.encode() if isinstance(stdin, str) else stdin
    with (
        patch("sys.stdin", io.TextIOWrapper(io.BytesIO(content))),
        redirect_stdout(io.StringIO()) as out,
        redirect_stderr(io.StringIO()) as err,
    ):
        status = main(arguments)
    return Result(status, out.getvalue(), err.getvalue())


def files() -> dict[str, str]:
    return {path.name: path.read_text() for path in Path().iterdir()}


def write_random(discs: int, *, seed: int) -> None:
    rules, rng = d4.load_rules("max"), random.Random(seed)
    position = d4.Position(rules)
    for _ in range(discs):
        position = position.play(rng.choice(position.legal))
    Path("in.txt").write_text(format_max(position.setup, rules))


# Max-Connect4


@pytest.mark.parametrize(("discs", "depth"), [(0, "1"), (11, "3"), (30, "4"), (41, "2"), (42, "2")])
def test_one_move_is_that_of_the_fast_program(discs: int, depth: str) -> None:
    write_random(discs, seed=discs)
    fast = run("maxconnect4", "one-move", "in.txt", "out.txt", depth)
    written = files()
    Path("out.txt").unlink(missing_ok=True)
    assert classroom(maxconnect4.main, "one-move", "in.txt", "out.txt", depth) == fast
    assert files() == written
    assert fast.status == 0


@pytest.mark.parametrize("mode", ["computer-next", "human-next"])
@pytest.mark.parametrize("discs", [0, 35])
def test_interactive_is_that_of_the_fast_program(mode: str, discs: int) -> None:
    write_random(discs, seed=1)
    stdin = "0\nx\n\n8\n1\n1\n2\n3\n4\n5\n6\n7\n1\n2\n3\n4\n5\n6\n7\n"
    fast = run("maxconnect4", "interactive", "in.txt", mode, "2", stdin=stdin)
    written = files()
    slow = classroom(maxconnect4.main, "interactive", "in.txt", mode, "2", stdin=stdin)
    assert slow == fast
    assert files() == written
    assert {"computer.txt", "human.txt"} < written.keys()


def test_a_missing_input_is_the_empty_board_and_only_there() -> None:
    assert "your column" in classroom(maxconnect4.main, "interactive", "no", "human-next", "1").out
    refused = classroom(maxconnect4.main, "one-move", "no", "out.txt", "1")
    assert (refused.status, refused.out) == (1, "")
    assert refused.err == "maxconnect4: 'no' cannot be read: No such file or directory\n"
    assert not list(Path().iterdir())


@pytest.mark.parametrize("content", [b"", b"\xff\xfe", b"0" * 2000, b"0000000\n" * 6 + b"3\n",
                                     b"1000000\n" + b"0000000\n" * 5 + b"1\n"])  # fmt: skip
def test_a_bad_input_file(content: bytes) -> None:
    Path("in.txt").write_bytes(content)
    for mode, target in (("one-move", "out.txt"), ("interactive", "human-next")):
        refused = classroom(maxconnect4.main, mode, "in.txt", target, "1")
        assert (refused.status, refused.out, refused.err.count("\n")) == (1, "", 1)
    assert classroom(maxconnect4.main, "one-move", ".", "out.txt", "1").status == 1
    assert [path.name for path in Path().iterdir()] == ["in.txt"]


def test_output_that_cannot_be_written() -> None:
    write_random(3, seed=1)
    refused = classroom(maxconnect4.main, "one-move", "in.txt", "no/such/folder", "1")
    assert refused.status == 1
    assert (
        refused.err
        == "maxconnect4: 'no/such/folder' cannot be written: No such file or directory\n"
    )


@pytest.mark.parametrize(
    "arguments",
    [[], ["one-move"], ["two-moves", "a", "b", "1"], ["one-move", "in.txt", "out.txt", "0"],
     ["one-move", "in.txt", "out.txt", "-1"], ["one-move", "in.txt", "out.txt", "1", "2"],
     ["interactive", "in.txt", "nobody-next", "1"], ["one-move", "in.txt", "out.txt", "²"]],
)  # fmt: skip
def test_wrong_arguments(arguments: list[str]) -> None:
    refused = classroom(maxconnect4.main, *arguments)
    assert (refused.status, refused.out) == (2, "")
    assert refused.err.startswith("usage: ")


# Monte Carlo


@pytest.mark.parametrize(
    "text",
    [EXAMPLE_BOARD, "2 4\n\nXXX\nO\n", "|    |\n|    |\n|X O |\n|XOXO|\n 0123\nTo move: X\n",
     "1 4\nXXXX\nO\n", "1 2\nXO\nO\n", EXAMPLE_BOARD.replace("\n", "\r\n")],
    ids=["example", "short rows", "framed", "won", "draw", "CRLF"],
)  # fmt: skip
def test_main_answers_as_dropfour_move_does(text: str) -> None:
    slow = classroom(monte_carlo.main, "--simulations", "60", stdin=text)
    assert slow == run("dropfour", "move", "--simulations", "60", stdin=text)
    assert slow.status == 0


@pytest.mark.parametrize(
    "text", ["", "6 7\n", "2 2\nXO\n  \nX\n", "1 1\nZ\nX\n", "1 1\n \nZ\n", "1 4\nXXXXX\nO\n",
             "2 4\nOOOO\nXXXX\nO\n", b"\xff\xff"]
)  # fmt: skip
def test_bad_boards_are_one_line_and_status_2(text: str | bytes) -> None:
    refused = classroom(monte_carlo.main, stdin=text)
    assert (refused.status, refused.out, refused.err.count("\n")) == (2, "", 1)
    assert "standard input: " in refused.err


# Games in the terminal


@pytest.mark.parametrize(
    ("module", "arguments", "stdin", "said"),
    [
        ("connect_square", ["2", "2"], "0\n1\n0\n", "It is a draw."),
        ("monte_carlo", ["4", "4", "--simulations", "20"], "9\n0\n", "O plays column"),
        ("random_boards", ["plain", "--seconds", "0.01"], "x\n1\n", "B drops a piece"),
        ("uct", ["bonus", "--human", "B", "--seconds", "0.01"], "1\n", "A drops a piece"),
        ("max_connect4", [], "1\n", "move 2: Player 2, column"),
        ("irregular", [], "6\n4 4 4 4 4 4\nA1 B2\n20\n30\nO\n", "O plays"),
    ],
)  # fmt: skip
def test_every_module_plays_its_game(
    module: str, arguments: list[str], stdin: str, said: str
) -> None:
    ended = subprocess.run(
        [sys.executable, "-m", f"dropfour.classroom.{module}", *arguments],
        input=stdin, capture_output=True, text=True, timeout=60,
    )  # fmt: skip
    assert (ended.returncode, ended.stderr) == (0, "")
    assert said in ended.stdout


@pytest.mark.parametrize(
    ("program", "main", "arguments", "stdin"),
    [
        (irregular, irregular.main, [], "7 6 6 5 7 6 7 5 7 D3 G2\n20\n30\nX\n"),
        (monte_carlo, monte_carlo.play, ["--simulations", "3"], "3\n" * 3 + "2\n" * 3),
        (random_boards, random_boards.main, ["plain", "--seconds", "0.001"], ""),
    ],
)
def test_two_runs_are_two_games(
    program: ModuleType,
    main: Callable[[Sequence[str]], int],
    arguments: list[str],
    stdin: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    games = set()
    for seed in (1, 2, 1):
        monkeypatch.setattr(program, "new_seed", lambda seed=seed: seed)
        games.add(classroom(main, *arguments, stdin=stdin).out)
    assert len(games) == 2


@pytest.mark.parametrize(
    "main",
    [connect_square.main, monte_carlo.play, random_boards.main, irregular.main],
)
@pytest.mark.parametrize("stdin", [b"", b"\xff\xfe\x00\n" * 50, b"9" * 5000 + b"\n\n\n"])
def test_rubbish_is_asked_again_until_the_input_ends(
    main: Callable[[Sequence[str]], int], stdin: bytes
) -> None:
    ended = classroom(main, stdin=stdin)
    assert (ended.status, ended.err) == (0, "")
    assert ended.out.endswith("The input has ended before the game.\n")


@pytest.mark.parametrize(
    ("main", "arguments"),
    [(connect_square.main, ["0"]), (connect_square.main, ["1", "33"]), (irregular.main, ["x"]),
     (monte_carlo.play, ["--simulations", "0"]), (random_boards.main, ["both"]),
     (monte_carlo.main, ["--simulations", "x"])],
)  # fmt: skip
def test_wrong_words_are_refused(
    main: Callable[[Sequence[str]], int], arguments: list[str]
) -> None:
    refused = classroom(main, *arguments)
    assert (refused.status, refused.out) == (2, "")
