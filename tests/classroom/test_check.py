"""`classroom.check`: right files pass, classic mistakes are found, hostile files do no harm."""

from __future__ import annotations

import io
import json
import os
import re
import shlex
import subprocess
import sys
import time
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

import pytest

from dropfour.classroom.check.__main__ import main
from tests.cli.programs import Result

ROOT = Path(__file__).parents[2]
STUDENTS = Path(__file__).parent / "students"
RIGHT = (STUDENTS / "connect_square" / "correct.py").read_text()


def check(path: Path, *options: str) -> Result:
    with redirect_stdout(io.StringIO()) as out, redirect_stderr(io.StringIO()) as err:
        status = main([str(path), *options])
    return Result(status, out.getvalue(), err.getvalue())


def differing(report: str) -> set[str]:
    return set(re.findall(r"^([\w-]+) +(?:differs in|is not there)", report, re.MULTILINE))


# Right files


@pytest.mark.parametrize(
    "path",
    [
        *STUDENTS.glob("*/correct.py"),
        STUDENTS / "max_connect4" / "MaxConnect4Game.py",
        ROOT / "assignments" / "connect_square" / "connect_square.py",
        ROOT / "assignments" / "monte_carlo" / "gameplay.py",
        ROOT / "assignments" / "random_boards" / "game.py",
        ROOT / "assignments" / "random_boards" / "uct.py",
        ROOT / "assignments" / "max_connect4" / "maxconnect4.py",
        ROOT / "assignments" / "max_connect4" / "MaxConnect4Game.py",
        ROOT / "src" / "dropfour" / "classroom" / "irregular.py",
    ],
    ids=lambda path: "/".join(path.parts[-2:]),
)
def test_a_right_file_passes(path: Path) -> None:
    status, out, err = check(path, "--seconds", "100")  # however busy the machine: all is asked
    assert (status, err, differing(out)) == (0, "", set()), out
    assert out.endswith("all as expected.\n")


def test_there_is_a_right_file_for_each() -> None:
    assert len(list(STUDENTS.glob("*/correct.py"))) == 5


# Classic mistakes: the file, the functions it spoils, and a sentence of the report

MISTAKES = [
    ("irregular/only_the_first_height", "new_board", "Every column has a height of its own."),
    ("irregular/dead_disc_counts", "winner", "passes through a cell that does not count"),
    ("irregular/computers_symbol_on_the_opponents_turn", "trial", "whoever is to move plays"),
    ("irregular/opponent_never_wins_in_trials", "computer_move", "the opponent wins at once, too"),
    ("connect_square/opponent_ignored", "heuristic", "an opponent's coin in it is worth 0"),
    ("connect_square/add_coin_changes_its_argument", "add_coin", "is not changed"),
    ("connect_square/shallow_copy", "add_coin", "is not changed"),
    ("connect_square/ties_to_the_last", "ai_move", "the numerically lowest column"),
    ("connect_square/last_square_forgotten", "is_winner", "wherever it is on the board"),
    ("connect_square/none_for_false", "is_winner", "Three coins are no square."),
    ("monte_carlo/one_diagonal", "check_winner", "horizontal, vertical, or diagonal"),
    ("monte_carlo/only_six_by_seven", "get_legal_moves", "IndexError: list index out of range"),
    ("monte_carlo/counts_wins_of_x", "solve_monte_carlo", "the highest win percentage"),
    ("monte_carlo/same_player_twice", "rollout", "Both players move at random, in turn"),
    ("monte_carlo/no_copy", "solve_monte_carlo", "is not changed"),
    ("monte_carlo/ties_to_the_left", "solve_monte_carlo", "closest to the centre"),
    ("random_boards/sign_turned_by_ply", "UCTSEARCH", "turns with the player, not with the ply"),
    ("random_boards/the_opponents_moves_are_mine", "UCTSEARCH", "what is best for the opponent"),
    ("random_boards/piece_on_the_forbidden_cell", "landing_row RandomBoardGame", "is passed by"),
    ("max_connect4/alpha_and_beta_reversed", "minimax one-move", "the best result"),
    ("max_connect4/always_for_player_1", "minimax one-move", "the best result"),
    ("max_connect4/turn_not_passed", "one-move", "with the other player to move"),
    ("max_connect4/runs_counted_once", "countScore", "Five in a row are two quadruples."),
    ("max_connect4/full_column_overwritten", "playPiece", "into a full column is rejected"),
]


@pytest.mark.parametrize(("file", "functions", "sentence"), MISTAKES, ids=[m[0] for m in MISTAKES])
def test_a_classic_mistake_is_found_and_nothing_else(
    file: str, functions: str, sentence: str
) -> None:
    status, out, err = check(STUDENTS / f"{file}.py")
    assert (status, err) == (1, "")
    assert differing(out) == set(functions.split()), out
    assert sentence in out
    assert "expected" in out and "came" in out


def test_every_planted_file_is_tried() -> None:
    files = {str(path.relative_to(STUDENTS)) for path in STUDENTS.glob("*/*.py")}
    others = {f"{folder.name}/correct.py" for folder in STUDENTS.iterdir()}
    assert files - others - {"max_connect4/MaxConnect4Game.py"} == {f"{m[0]}.py" for m in MISTAKES}


def test_the_report_shows_position_expected_and_came() -> None:
    _, out, _ = check(STUDENTS / "connect_square" / "opponent_ignored.py")
    assert (
        "  A square with an opponent's coin in it is worth 0.\n"
        "    heuristic(board, 'R')\n"
        "        . .\n"
        "        R Y\n"
        "      expected  0\n"
        "      came      1\n"
    ) in out


def test_the_report_in_the_document_is_the_one_that_comes(tmp_path: Path) -> None:
    text = (ROOT / "docs" / "classroom.md").read_text()
    (block,) = re.findall(r"```console\n(\$ printf.*?)```", text, re.DOTALL)
    lines = block.splitlines()
    written = "\n".join(line[2:] for line in lines if line.startswith("$ printf"))
    subprocess.run(["bash", "-c", written], cwd=tmp_path, check=True)
    report = "\n".join(line for line in lines if not line.startswith("$ "))
    assert report in check(tmp_path / "solution.py").out


def test_another_seed_asks_about_other_positions(tmp_path: Path) -> None:
    """A file that has learnt the usual positions by heart is found out."""
    spy = tmp_path / "spy.py"
    spy.write_text(
        f"{RIGHT}\nright = heuristic\n\ndef heuristic(board, coin):\n"
        f"    with open({str(tmp_path / 'seen')!r}, 'a') as file:\n"
        "        print(board, coin, file=file)\n    return right(board, coin)\n"
    )
    seen = []
    for seed in ("1", "1", "2"):
        (tmp_path / "seen").unlink(missing_ok=True)
        assert check(spy, "--seed", seed).status == 0
        seen.append((tmp_path / "seen").read_text())
    assert seen[0] == seen[1] != seen[2]


def test_the_same_file_gets_the_same_report(tmp_path: Path) -> None:
    """However it draws lots: a mistake that shows by chance shows every time or never."""
    path = student(
        tmp_path, "import random\ndef heuristic(b, c): return [random.random(), hash('x')]\n"
    )
    first = check(path).out
    assert differing(first) >= {"heuristic"}
    assert check(path).out == first


# Files that do harm, or try to


def student(tmp_path: Path, code: str, name: str = "solution.py") -> Path:
    path = tmp_path / name
    path.write_text(RIGHT + "\n\n" + code)
    return path


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("while True: pass", "it did not come back within 2 s"),
        ("import sys; sys.exit()", "it ended the program (sys.exit)"),
        ("import os; os._exit(3)", "it ended its process (exit status 3)"),
        ("rows = int(input('rows? '))", "it asked for input"),
        ("import sys; 1 / len(sys.stdin.read())", "ZeroDivisionError"),
        ("raise RuntimeError('x' * 10**6)", "RuntimeError: xxx"),
        ("import nowhere_to_be_found", "No module named 'nowhere_to_be_found' (line"),
        ("raise BaseException", "it raised BaseException"),
        ("while True: print('x' * 10**5)", "it did not come back within 2 s"),
        ("class E(Exception):\n    def __str__(self): raise self\nraise E", "it raised E"),
        ("import os, signal; os.kill(os.getpid(), signal.SIGSEGV)", "ended by SIGSEGV"),
    ],
)
def test_a_file_that_cannot_be_imported(tmp_path: Path, code: str, words: str) -> None:
    status, out, err = check(student(tmp_path, code), "--seconds", "2")
    assert (status, err) == (1, "")
    assert f"The file cannot be imported: {words}" in out or words in out
    assert "if __name__ == '__main__':" in out
    assert len(out) < 1000


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ("while True: pass", "it did not come back within 2 s"),
        ("while True: print('x' * 10**5)", "it did not come back within 2 s"),
        ("return is_winner(board, coin)", "it raised RecursionError"),
        ("sys.exit(0)", "it ended the program (sys.exit)"),
        ("os._exit(0)", "it ended its process (exit status 0)"),
        ("return input()", "it asked for input"),
        ("return len(bytearray(6 << 30))", "it raised MemoryError"),
        ("return [[0] * 10**4] * 10**4", "it returned far more than a board or a number"),
        ("a = []; a.append(a); return a", "it returned far more than a board or a number"),
        ("return 10**10000", "came      an object of class 'int'"),
        ("return type('Yes', (), {'__eq__': lambda *a: True})()", "an object of class 'Yes'"),
        ("return float('nan')", "came      nan"),
        ("return 1 if right(board, coin) else 0", "came      0"),
        ("return 'True'", "came      'True'"),
        (r"raise OSError('\x1b[2J')", "it raised OSError: �[2J (line"),
        ("os.closerange(3, 200)", "it ended its process"),
        ("forge(b'{}\\n'); return True", "it has meddled with our questions"),
        ("forge(b'[]\\n'); return True", "it has meddled with our questions"),
        ("forge(b'[' * 2 * 10**6); return True", "it returned far more"),
        ("time.sleep(100)", "it did not come back within 2 s"),
        ("raise KeyboardInterrupt", "it raised KeyboardInterrupt (line"),
    ],
)
def test_a_function_that_misbehaves_is_told_and_the_others_are_checked(
    tmp_path: Path, body: str, words: str
) -> None:
    code = (
        "import os, stat, sys, time\nright = is_winner\n"
        "def forge(data):\n"
        "    for fd in range(3, 20):\n"
        "        try:\n"
        "            if stat.S_ISFIFO(os.fstat(fd).st_mode): os.write(fd, data)\n"
        "        except OSError: pass\n"
        f"def is_winner(board, coin):\n    {body}\n"
    )
    status, out, err = check(student(tmp_path, code), "--seconds", "2")
    assert (status, err) == (1, "")
    assert differing(out) == {"is_winner"}, out
    assert words in out
    assert "ai_move    87 cases, all as expected" in out
    assert len(out) < 20_000


@pytest.mark.parametrize(
    "board", ["[[]]", "[['RY', 0]]", r"[['\x1b[2J\n', 0]]"], ids=["no cells", "words", "escapes"]
)
def test_what_is_no_board_is_shown_as_python_has_it(tmp_path: Path, board: str) -> None:
    _, out, _ = check(student(tmp_path, f"def add_coin(*args): return {board}\n"))
    assert f"came      {board}\n" in out


def test_a_flood_of_prints_is_no_fault(tmp_path: Path) -> None:
    code = (
        "right = heuristic\ndef heuristic(b, c):\n    print('x' * 10**5)\n    return right(b, c)\n"
    )
    status, out, _ = check(student(tmp_path, "print('hello ' * 10**6)\n" + code))
    assert status == 0
    assert "hello" not in out


def test_what_is_left_out_is_said_at_the_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("dropfour.classroom.check.__main__.PATIENCE", 0)  # one case for each
    status, out, _ = check(student(tmp_path, ""))
    left_out = [int(number) for number in re.findall(r"^  (\d+) cases left out", out, re.MULTILINE)]
    assert (status, len(left_out)) == (0, 4)
    assert out.endswith(f"all as expected; {sum(left_out)} cases left out.\n")


def test_lower_limits_of_whoever_checks_stay(tmp_path: Path) -> None:
    code = "import resource\ndef is_winner(b, c):\n"
    code += "    raise OSError(f'limit {resource.getrlimit(resource.RLIMIT_AS)[1]}')\n"
    path = student(tmp_path, code)
    check_it = f"{shlex.quote(sys.executable)} -m dropfour.classroom.check {shlex.quote(str(path))}"
    ended = subprocess.run(
        ["bash", "-c", f"ulimit -v 3000000; {check_it}"], capture_output=True, text=True, timeout=60
    )
    assert (ended.returncode, ended.stderr) == (1, "")
    assert f"it raised OSError: limit {3_000_000 * 1024} (line" in ended.stdout


def test_wrong_parameters_are_told_in_words(tmp_path: Path) -> None:
    _, out, _ = check(student(tmp_path, "def heuristic(board): return 0"))
    assert "came      it cannot be called with 2 arguments: it is heuristic(board)" in out


def test_missing_functions_are_named(tmp_path: Path) -> None:
    status, out, _ = check(student(tmp_path, "del is_winner\nHeuristic = heuristic\ndel heuristic"))
    assert status == 1
    assert differing(out) == {"is_winner", "heuristic", "ai_move"}
    assert "heuristic  is not there" in out


def test_ours_cannot_be_tampered_with(tmp_path: Path) -> None:
    code = (
        "from dropfour.classroom import connect_square as ours\n"
        "from dropfour.classroom.check import connect_square as cases\n"
        "def heuristic(board, coin): return 0\n"
        "ours.heuristic = heuristic\ncases.cases = lambda rng: iter(())\n"
    )
    assert differing(check(student(tmp_path, code)).out) == {"heuristic", "ai_move"}


def test_no_process_is_left_and_no_file_beside_the_students(tmp_path: Path) -> None:
    code = (
        "import subprocess, sys\n"
        "open('written', 'w').close()\n"
        "child = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(600)'])\n"
        f"open({str(tmp_path / 'pid')!r}, 'w').write(str(child.pid))\n"
    )
    assert check(student(tmp_path, code)).status == 0
    pid = int((tmp_path / "pid").read_text())
    deadline = time.monotonic() + 60
    while _runs(pid) and time.monotonic() < deadline:
        time.sleep(0.02)
    assert not _runs(pid)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["pid", "solution.py"]


def _runs(pid: int) -> bool:
    """Whether a process runs: a dead one whose new parent has not looked yet does not."""
    try:
        return "\nState:\tZ" not in Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return False


def test_columns_may_come_in_any_collection(tmp_path: Path) -> None:
    for kind in ("set", "tuple", "frozenset"):
        right = (STUDENTS / "monte_carlo" / "correct.py").read_text()
        code = (
            f"listed = get_legal_moves\ndef get_legal_moves(board): return {kind}(listed(board))\n"
        )
        path = tmp_path / f"{kind}.py"
        path.write_text(f"{right}\n{code}\ndel rollout, solve_monte_carlo, check_winner, make_move")
        assert "get_legal_moves    42 cases, all as expected" in check(path).out


def test_a_program_that_hangs_is_ended(tmp_path: Path) -> None:
    path = tmp_path / "maxconnect4.py"
    path.write_text(
        "def oneMoveGame(currentGame, depth):\n    while True: pass\n\n"
        "if __name__ == '__main__':\n    oneMoveGame(None, 1)\n"
    )
    status, out, _ = check(path, "--seconds", "0.5")
    assert status == 1
    assert "one-move" in differing(out)
    assert "it did not come back within 0.5 s" in out
    assert "left out: it takes too long" in out


# Which assignment, and what is no file to check


def test_a_notebook(tmp_path: Path) -> None:
    cells = [
        {"cell_type": "markdown", "source": ["# My solution"]},
        {"cell_type": "code", "source": "%matplotlib inline\n!pip install numpy\nimport copy"},
        {"cell_type": "code", "source": RIGHT.splitlines(keepends=True)},
    ]
    path = tmp_path / "solution.ipynb"
    path.write_text(json.dumps({"cells": cells}))
    assert check(path).status == 0


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("solution.py", b"def add_coin(:\n", "this is no Python: line 1"),
        ("solution.py", b"\x89PNG\r\n\x1a\n\x00\x00", "this is not UTF-8 text"),
        ("solution.py", b"x = 1\x00", "this is no Python"),
        ("solution.py", b"(" * 5000, "this is no Python"),
        ("solution.py", b"x" * (2 << 20), "too large"),
        ("solution.py", b"", "none of the names"),
        ("solution.py", b"def check_winner(board): pass", "may be monte_carlo or random_boards"),
        ("solution.ipynb", b"def add_coin(): pass", "this is no notebook"),
        ("solution.ipynb", b'{"cells": 3}', "this is no notebook"),
        ("solution.ipynb", b"[" * 100_000, "this is no notebook"),
    ],
)
def test_what_cannot_be_checked(tmp_path: Path, name: str, content: bytes, words: str) -> None:
    path = tmp_path / name
    path.write_bytes(content)
    status, out, err = check(path)
    assert (status, out) == (2, "")
    assert words in err
    assert str(path) in err
    assert err.count("\n") == 1


def test_methods_do_not_say_which_assignment_it_is(tmp_path: Path) -> None:
    path = tmp_path / "uct.py"
    game = "class Game:\n    def drop(self): pass\n    def winner(self): pass\n"
    path.write_text(game + "def UCTSEARCH(s0): return s0.legal[0]\n")
    status, out, err = check(path)
    assert (status, err) == (1, "")
    assert "Random boards, with UCT\n" in out


def test_no_file_a_folder_or_wrong_options(tmp_path: Path) -> None:
    assert check(tmp_path / "none.py").status == 2
    assert check(tmp_path).err == f"check: '{tmp_path}' is not a file\n"
    os.mkfifo(tmp_path / "pipe.py")
    assert check(tmp_path / "pipe.py").status == 2
    assert check(tmp_path / "x.py", "--assignment", "chess").status == 2
    assert check(tmp_path / "x.py", "--seconds", "0").status == 2


def test_the_assignment_can_be_said(tmp_path: Path) -> None:
    path = tmp_path / "solution.py"
    path.write_text("def check_winner(board): pass")
    status, out, _ = check(path, "--assignment", "monte_carlo")
    assert status == 1
    assert differing(out) >= {"check_winner", "rollout", "solve_monte_carlo"}
