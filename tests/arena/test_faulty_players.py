"""Programs that do everything wrong: each loses with the right cause, and nothing stays behind."""

from __future__ import annotations

import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from math import inf
from pathlib import Path

import psutil
import pytest

from dropfour.arena import Cause, Experiment, PlayedGame
from dropfour.arena.match import play_game
from dropfour.arena.players import clock, process
from dropfour.arena.players.family import GUARD
from dropfour.arena.players.sandbox import bubblewrap_fault

FAULTY = Path(__file__).parent / "faulty"

EXPECTED = {
    "crash_at_start": Cause.CRASH,
    "crash_at_move": Cause.CRASH,
    "killed_by_signal": Cause.CRASH,
    "ends_silently": Cause.CRASH,
    "closes_output": Cause.CRASH,
    "hang_at_start": Cause.HANG,
    "hang_at_move": Cause.HANG,
    "busy_loop": Cause.HANG,
    "never_reads": Cause.HANG,
    "late": Cause.LATE,
    "full_column": Cause.ILLEGAL,
    "no_such_column": Cause.ILLEGAL,
    "rubbish_move": Cause.RUBBISH,
    "rubbish_answer": Cause.RUBBISH,
    "binary_rubbish": Cause.RUBBISH,
    "empty_answer": Cause.RUBBISH,
    "no_ok": Cause.RUBBISH,
    "banner": Cause.RUBBISH,
    "talkative": Cause.RUBBISH,
    "refuses_rules": Cause.REFUSED,
    "refuses_move": Cause.REFUSED,
    "flood": Cause.FLOOD,
    "flood_lines": Cause.FLOOD,
    "flood_errors": Cause.FLOOD,
    "eats_memory": Cause.MEMORY,
    "one_huge_allocation": Cause.MEMORY,
    "ignores_termination": Cause.STUBBORN,
    "fork_bomb": Cause.PROCESSES,
    "leaves_child": Cause.LEFTOVERS,
    "leaves_daemon": Cause.LEFTOVERS,
}


def match(
    command: list[str],
    *,
    cause: Cause | None = None,
    talk: str = "protocol",
    board: str = "classic",
    sandbox: str = "none",
) -> Iterator[PlayedGame]:
    """Both games of a program against a random player.

    There is time enough on a busy machine, unless the cause to expect is that it runs out.
    """
    grace: dict[Cause | None, float] = {Cause.LATE: 30.0, Cause.HANG: 0.0}
    seconds = 0.5 if cause in (Cause.HANG, Cause.LATE) else 30.0
    experiment = Experiment.from_mapping(
        {
            "rules": [{"game": board}],
            "players": [{"name": "it", "command": command, "talk": talk}, {"agent": "random"}],
            "limits": {
                "move_seconds": seconds,
                "start_seconds": 6 * seconds,
                "grace_seconds": grace.get(cause, 0.5),
                "memory_mb": 200,
                "sandbox": sandbox,
            },
        },
        folder=FAULTY,
    )
    yield from (play_game(experiment, number) for number in range(2))


def all_processes() -> set[int]:
    return {child.pid for child in psutil.Process().children(recursive=True)}


def none_left(before: set[int]) -> bool:
    """Whether all others end; those that were killed may take a moment on a busy machine."""
    for _ in range(100):
        if all_processes() <= before:
            return True
        time.sleep(0.05)
    return False


def open_files() -> int:
    return len(list(Path("/proc/self/fd").iterdir()))


def test_every_program_is_tested() -> None:
    assert {path.stem for path in FAULTY.glob("*.py")} - {"base"} == EXPECTED.keys()
    assert len(EXPECTED) >= 20


@pytest.mark.parametrize("name", EXPECTED)
def test_it_loses_with_the_right_cause(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    before, handles = all_processes(), open_files()
    board = "max" if name == "full_column" else "classic"  # games of max last until it is full
    cause = EXPECTED[name]
    monkeypatch.setattr(clock, "_STALL_SECONDS", inf)  # a busy machine is no excuse here
    if cause is Cause.FLOOD:  # on a busy machine it may pause
        monkeypatch.setattr(process, "_QUIET_SECONDS", 30.0)
        monkeypatch.setattr(process, "_REMARK_SECONDS", 30.0)
    program = [sys.executable, f"{name}.py"]
    for side, game in enumerate(match(program, cause=cause, board=board)):
        assert (game.cause, game.fault_side, game.winner) == (cause, side, 1 - side), game
        if name in ("hang_at_start", "never_reads"):
            break  # once is enough: this takes seconds
    assert none_left(before)
    assert open_files() == handles


def test_a_banner_is_told_from_an_answer() -> None:
    game = next(match([sys.executable, "banner.py"]))
    assert game.detail == "'Welcome!' instead of 'ready 1 NAME'"


def test_the_greeting_is_optional() -> None:
    greet = "serve(greet=lambda version: 'error unknown')"
    program = SOUND.replace("from", _here() + "from").replace("serve()", greet)
    for game in match([sys.executable, "-c", program]):
        assert game.cause == "", game


@pytest.mark.skipif(
    bubblewrap_fault() is not None, reason=f"for want of a sandbox: {bubblewrap_fault()}"
)
@pytest.mark.parametrize(
    "name", ["crash_at_move", "hang_at_move", "ignores_termination", "flood", "eats_memory"]
)
def test_the_same_in_a_sandbox(name: str) -> None:
    before = all_processes()
    cause = EXPECTED[name]
    game = next(match([sys.executable, f"{name}.py"], cause=cause, sandbox="require"))
    assert (game.cause, game.fault_side) == (cause, 0), game
    assert none_left(before)


@pytest.mark.skipif(
    bubblewrap_fault() is not None, reason=f"for want of a sandbox: {bubblewrap_fault()}"
)
def test_our_own_programs_work_in_a_sandbox() -> None:
    move = [sys.executable, "-m", "dropfour", "move", "--simulations", "5"]
    game = next(match(move, talk="standard-input", sandbox="require"))
    assert (game.cause, game.detail) == ("", "")


@pytest.mark.skipif(
    bubblewrap_fault() is not None, reason=f"for want of a sandbox: {bubblewrap_fault()}"
)
def test_a_sandbox_has_no_network_and_private_files(tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_text("x")
    script = (
        "import os, socket, sys\n"
        f"seen = os.path.exists({str(secret)!r})\n"
        "names = [n for _, n in socket.if_nameindex() if n != 'lo']\n"
        "sys.exit(f'secret {seen}, network {names}')\n"
    )
    game = next(match([sys.executable, "-c", script], sandbox="require"))
    assert "secret False, network []" in game.detail, game


def test_a_child_that_ends_a_moment_later_is_no_fault(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(process, "_QUIT_SECONDS", 30.0)
    starter = tmp_path / "starter.py"
    engine = Path(__file__).parents[2] / "examples" / "tiny_engine.py"
    starter.write_text(
        "import subprocess, sys, runpy\n"
        "wait = 'import sys, time; sys.stdin.read(); time.sleep(0.1)'\n"
        "child = subprocess.Popen([sys.executable, '-c', wait], stdin=subprocess.PIPE)\n"
        f"runpy.run_path({str(engine)!r})\n"
    )
    for game in match([sys.executable, str(starter)]):
        assert game.cause == "", game


def test_a_program_whose_arena_has_ended_does_not_start(tmp_path: Path) -> None:
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    ours.close()  # as if it had been killed
    work = tmp_path / "work"
    work.mkdir()
    handle = theirs.fileno()
    command = [str(GUARD), str(handle), str(work), "1000000000", "1000", "/bin/echo", "x"]
    done = subprocess.run(command, pass_fds=(handle,), capture_output=True, check=True, timeout=60)
    assert done.stdout == b""
    assert not work.exists()


def test_a_missing_program() -> None:
    for command in (["no-such-program"], ["./nothing"], ["/"]):
        game = next(match(command))
        assert game.cause == Cause.START, game
        assert "there is no program" in game.detail


def test_no_shell_reads_the_command() -> None:
    game = next(match(["echo hello; echo"]))
    assert game.cause == Cause.START


SOUND = """\
import json, sys
from base import serve
serve()
"""


@pytest.mark.parametrize("board", ["classic", "irregular", "max"])
def test_a_sound_program_plays_to_the_end(board: str) -> None:
    for game in match([sys.executable, "-c", SOUND.replace("from", _here() + "from")], board=board):
        assert game.ending == "board", game
        assert game.plies


def _here() -> str:
    return f"sys.path.insert(0, {str(FAULTY)!r})\n"


ONE_MOVE = {
    "sound": ("", None),
    "crashes": ("raise SystemExit(3)", Cause.CRASH),
    "writes nothing": ("raise SystemExit(0)", Cause.RUBBISH),
    "two discs": ("rows[-1] = '11' + rows[-1][2:]", Cause.ILLEGAL),
    "not a board": ("rows[0] = 'hello'", Cause.RUBBISH),
    "wrong player": ("turn = other", Cause.RUBBISH),
    "hangs": ("import time; time.sleep(60)", Cause.HANG),
}
ONE_MOVE_PROGRAM = """\
import sys
from pathlib import Path
mode, source, target, depth = sys.argv[1:]
*rows, turn = Path(source).read_text().split()
other = turn
column = next(i for i, c in enumerate(rows[0]) if c == "0")
row = max(r for r in range(len(rows)) if rows[r][column] == "0")
rows[row] = rows[row][:column] + turn + rows[row][column + 1:]
turn = "21"[int(turn) - 1]
{fault}
Path(target).write_text("\\n".join([*rows, turn]) + "\\n")
"""


@pytest.mark.parametrize("name", ONE_MOVE)
def test_one_move_files(name: str) -> None:
    fault, cause = ONE_MOVE[name]
    program = [sys.executable, "-c", ONE_MOVE_PROGRAM.format(fault=fault)]
    for game in match(program, cause=cause, talk="one-move", board="max"):
        assert game.cause == (cause or ""), game


STANDARD_INPUT = {
    "sound": ("", None),
    "crashes": ("raise ValueError('bug')", Cause.CRASH),
    "no move named": ("column = 'A'", Cause.RUBBISH),
    "another board": ("rows[-1] = 'X' * columns", Cause.ILLEGAL),
    "old board": ("rows = old", Cause.RUBBISH),
    "no such column": ("column = 99", Cause.ILLEGAL),
    "floods": ("print('x' * 10_000_000)", Cause.FLOOD),
}
STANDARD_INPUT_PROGRAM = """\
import sys
lines = sys.stdin.read().split("\\n")
height, columns = map(int, lines[0].split())
rows, turn = [r.ljust(columns) for r in lines[1:height + 1]], lines[height + 1]
old = list(rows)
column = next(i for i, c in enumerate(rows[0]) if c == " ")
row = max(r for r in range(len(rows)) if rows[r][column] == " ")
rows[row] = rows[row][:column] + turn + rows[row][column + 1:]
{fault}
print(*rows, f"{{turn}} plays column {{column}}", sep="\\n")
"""


@pytest.mark.parametrize("name", STANDARD_INPUT)
def test_standard_input(name: str) -> None:
    fault, cause = STANDARD_INPUT[name]
    program = [sys.executable, "-c", STANDARD_INPUT_PROGRAM.format(fault=fault)]
    for game in match(program, cause=cause, talk="standard-input"):
        assert game.cause == (cause or ""), game
