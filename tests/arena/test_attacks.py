"""Programs that attack the arena while they move, over all three ways to talk.

Each is a few lines that run at its first move. It loses with the right cause, or plays on; whatever
it did, nothing of it stays behind.
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
from collections.abc import Iterator
from math import inf
from pathlib import Path
from textwrap import indent
from types import SimpleNamespace

import pytest

from dropfour.arena import Cause, Experiment, PlayedGame
from dropfour.arena.match import play_game
from dropfour.arena.players import clock
from dropfour.arena.players.process import Guarded
from dropfour.arena.players.protocol import close_idle
from dropfour.arena.players.sandbox import bubblewrap_fault
from tests.arena.test_faulty_players import (
    FAULTY,
    ONE_MOVE_PROGRAM,
    STANDARD_INPUT_PROGRAM,
    all_processes,
    none_left,
    open_files,
)

PROTOCOL_PROGRAM = """\
import sys
sys.path.insert(0, {faulty!r})
from base import serve
def go(columns):
    answer = "bestmove " + "ABCDEFG"[next(i for i, c in enumerate(columns) if len(c) < 6)]
{fault}
    return answer
serve(go=go{more})
"""
HELPERS = """\
import os, signal, sys, time
def daemon():
    'Forks twice, leaves its session, and forgets its environment and its streams.'
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            for stream in (0, 1, 2):
                os.dup2(os.open(os.devnull, os.O_RDWR), stream)
            os.execve(sys.executable, [sys.executable, '-c', 'import time; time.sleep(60)'], {})
        os._exit(0)
    os.wait()
"""
ATTACKS: dict[str, tuple[str, Cause | None]] = {
    "dies by a signal for real time": ("os.kill(os.getpid(), 40)", Cause.CRASH),
    "dies by a signal without a name": ("os.kill(os.getpid(), 33)", Cause.CRASH),
    "kills itself": ("os.kill(os.getpid(), 9)", Cause.CRASH),
    "kills its parent": ("os.kill(os.getppid(), 9); time.sleep(60)", Cause.CRASH),
    "kills its group": ("os.killpg(0, 9)", Cause.CRASH),
    "stops itself": ("os.kill(os.getpid(), signal.SIGSTOP)", None),
    "stops its parent": ("os.kill(os.getppid(), signal.SIGSTOP)", None),
    "leaves a daemon": ("daemon()", Cause.LEFTOVERS),
    "breeds daemons": ("[daemon() for _ in range(30)]; time.sleep(60)", Cause.PROCESSES),
    "kills its parent and leaves daemons": (
        "daemon(); daemon(); os.kill(os.getppid(), 9); time.sleep(60)",
        Cause.CRASH,
    ),
    "writes without end": ("while True: os.write(1, b'x' * 65536)", Cause.FLOOD),
    "complains without end": ("while True: os.write(2, b'x' * 65536)", Cause.FLOOD),
    "litters its folder": (
        "os.path.exists('a') or [(os.mkdir('a'), os.chdir('a')) for _ in range(300)]",
        None,
    ),
    "locks its folder": ("os.makedirs('a/b', exist_ok=True); os.chmod('a', 0)", None),
}
ANSWERS: dict[str, dict[str, tuple[str, Cause]]] = {
    "protocol": {
        "a move of 60,000 letters": ("answer = 'bestmove ' + 'A' * 60_000", Cause.RUBBISH),
        "a move of digits": ("answer = 'bestmove ' + '9' * 60_000", Cause.RUBBISH),
        "a move that is no ASCII": ("answer = 'bestmove \\u00c4'", Cause.RUBBISH),
        "no number anywhere": ("answer = 'bestmove Z value nan depth inf'", Cause.ILLEGAL),
    },
    "one-move": {
        "60,000 letters": ("rows[0] = 'A' * 60_000", Cause.RUBBISH),
        "a pipe": ("os.mkfifo(target); os._exit(0)", Cause.RUBBISH),
        "a folder": ("os.mkdir(target); os._exit(0)", Cause.RUBBISH),
        "a link to itself": ("os.symlink(target, target); os._exit(0)", Cause.RUBBISH),
        "a link to a device": ("os.symlink('/dev/zero', target); os._exit(0)", Cause.RUBBISH),
        "a link to the right answer": (
            "target, link = target + '2', target; os.symlink(target, link)",
            Cause.RUBBISH,
        ),
        "a long file": (
            "f = open(target, 'wb'); f.truncate(10**7); f.close(); os._exit(0)",
            Cause.RUBBISH,
        ),
        "a secret file": ("open(target, 'w'); os.chmod(target, 0); os._exit(0)", Cause.RUBBISH),
        "another folder in place of its own": (
            "here = os.path.dirname(target); os.rename(here, here + '2'); os.mkdir(here)",
            Cause.RUBBISH,
        ),
    },
    "standard-input": {
        "a move of 60,000 digits": ("column = '1' * 60_000", Cause.RUBBISH),
        "60,000 letters": ("print('A' * 60_000); os._exit(0)", Cause.RUBBISH),
        "bytes that are no text": ("os.write(1, bytes(range(256))); os._exit(0)", Cause.RUBBISH),
    },
}
CHANGED_INPUT = {
    "a folder": "os.unlink(source); os.mkdir(source)",
    "a pipe": "os.unlink(source); os.mkfifo(source)",
    "nothing": "os.unlink(source)",
    "a link": "os.unlink(source); os.symlink('/etc/passwd', source)",
}


def command(talk: str, attack: str, more: str = "") -> list[str]:
    """A program that plays soundly, but for an attack."""
    if talk == "protocol":
        fault = indent(attack, "    ")
        text = PROTOCOL_PROGRAM.format(faulty=str(FAULTY), fault=fault, more=more)
    elif talk == "one-move":
        text = ONE_MOVE_PROGRAM.format(fault=attack)
    else:
        text = STANDARD_INPUT_PROGRAM.format(fault=attack)
    return [sys.executable, "-c", HELPERS + text]


def games(command: list[str], talk: str, **limits: object) -> Iterator[PlayedGame]:
    """A game on either side against random moves."""
    usual = {"move_seconds": 30.0, "start_seconds": 30.0, "memory_mb": 200, "processes": 12}
    experiment = Experiment.from_mapping(
        {
            "rules": [{"game": "classic"}],
            "players": [{"name": "it", "command": command, "talk": talk}, {"agent": "random"}],
            "limits": usual | limits,
        }
    )
    yield from (play_game(experiment, number) for number in range(2))


@pytest.fixture(autouse=True)
def nothing_left(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    """Neither processes nor files nor open handles stay behind."""
    folder = tmp_path / "temporary"
    folder.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    before, handles = all_processes(), open_files()
    yield
    close_idle()
    assert none_left(before)
    assert open_files() == handles
    left = [path.name for path in folder.iterdir() if not path.name.endswith("2")]
    assert left == []


@pytest.mark.parametrize("talk", ["protocol", "one-move", "standard-input"])
@pytest.mark.parametrize("name", ATTACKS)
def test_an_attack(name: str, talk: str) -> None:
    attack, cause = ATTACKS[name]
    for side, game in enumerate(games(command(talk, attack), talk)):
        assert game.cause == (cause or ""), game
        assert game.counts
        if cause is not None:
            assert (game.fault_side, game.winner) == (side, 1 - side)
        if cause is None or "kills" in name:
            break  # once is enough


@pytest.mark.parametrize(
    ("talk", "name"), [(talk, name) for talk, names in ANSWERS.items() for name in names]
)
def test_an_answer(name: str, talk: str) -> None:
    attack, cause = ANSWERS[talk][name]
    if name == "a secret file" and os.geteuid() == 0:
        pytest.skip("nothing is secret for the superuser")
    game = next(games(command(talk, attack), talk))
    assert (game.cause, game.fault_side) == (cause, 0), game


@pytest.mark.parametrize("name", CHANGED_INPUT)
def test_its_input_file_becomes_something_else(name: str) -> None:
    program = command("one-move", CHANGED_INPUT[name])
    game = next(games(program, "one-move", move_seconds=10.0))
    assert (game.ending, game.cause) == ("board", ""), game


def test_nothing_outside_is_overwritten(tmp_path: Path) -> None:
    precious = tmp_path / "precious"
    precious.write_text("as it was")
    attack = (
        f"os.symlink({str(precious)!r}, target); "
        f"os.unlink(source); os.symlink({str(precious)!r}, source); os._exit(0)"
    )
    for sandbox in ("none", "none" if bubblewrap_fault() else "require"):
        game = next(games(command("one-move", attack), "one-move", sandbox=sandbox))
        assert game.cause == Cause.RUBBISH, game
        assert precious.read_text() == "as it was"


@pytest.mark.parametrize("talk", ["protocol", "one-move", "standard-input"])
def test_the_folder_of_all_folders_is_taken_away(talk: str) -> None:
    """No game is void for it, neither this one nor those that follow."""
    folder = tempfile.gettempdir()
    attack = f"os.path.exists({folder!r}) and os.rename({folder!r}, {folder + '-gone'!r})"
    played = list(games(command(talk, attack), talk))
    assert not Path(folder).exists()
    Path(folder).mkdir()
    assert [game.counts for game in played] == [True, True], played


@pytest.mark.parametrize("talk", ["one-move", "standard-input"])
def test_how_a_program_is_ended_is_not_on_its_clock(
    talk: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    close, passed = Guarded.close, 0.0

    def close_slowly(program: Guarded, *, judge: bool = True) -> None:
        nonlocal passed
        passed += 1000.0
        close(program, judge=judge)

    watch = SimpleNamespace(monotonic=lambda: time.monotonic() + passed)
    monkeypatch.setattr(Guarded, "close", close_slowly)
    monkeypatch.setattr(clock, "time", watch)
    game = next(games(command(talk, "pass"), talk))
    assert max(game.times_ms) < 1e6, game


@pytest.mark.parametrize("talk", ["protocol", "one-move", "standard-input"])
def test_whose_guard_is_killed_in_the_end_is_not_charged(
    talk: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another program may have done it; what it started is ended all the same."""
    alone = Guarded._alone

    def alone_without_guard(program: Guarded, seconds: float) -> bool:
        program._guard._process.kill()
        return alone(program, seconds)

    monkeypatch.setattr(Guarded, "_alone", alone_without_guard)
    game = next(games(command(talk, "daemon()"), talk, processes=100))
    assert (game.ending, game.cause) == ("board", ""), game


INQUISITIVE = """\
assert sorted(os.listdir('/proc/self/fd'))[:3] == ['0', '1', '2'], os.listdir('/proc/self/fd')
assert len(os.listdir('/proc/self/fd')) == 4, os.listdir('/proc/self/fd')
assert not [n for n in os.environ if 'DROPFOUR' in n or 'SECRET' in n], dict(os.environ)
assert os.path.basename(os.getcwd()).startswith('dropfour-'), os.getcwd()
"""


@pytest.mark.parametrize("talk", ["protocol", "one-move", "standard-input"])
def test_a_program_inherits_nothing(
    talk: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DROPFOUR_ARENA", str(tmp_path / "games.db"))
    monkeypatch.setenv("PGPASSWORD_SECRET", "x")
    with (tmp_path / "games.db").open("w") as database:
        os.set_inheritable(database.fileno(), True)
        game = next(games(command(talk, INQUISITIVE), talk))
        assert game.cause == "", game


def test_position_and_go_share_one_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clock, "_STALL_SECONDS", inf)  # a busy machine is no excuse here
    slow = "position=lambda text: (time.sleep(0.7), 'ok')[1]"
    program = command("protocol", "time.sleep(0.7)", more=f", {slow}")
    game = next(games(program, "protocol", move_seconds=1.0, grace_seconds=30.0))
    assert game.cause == Cause.LATE, game


def test_a_program_may_have_a_folder_and_variables_of_its_own(tmp_path: Path) -> None:
    program = command("protocol", "assert open('weights').read() == os.environ['NAME']")
    (tmp_path / "engine").mkdir()
    (tmp_path / "engine" / "weights").write_text("deep")
    player = {"command": program, "folder": "engine", "environment": {"NAME": "deep"}}
    experiment = Experiment.from_mapping(
        {"rules": [{"game": "square"}], "players": [player, {"agent": "random"}]}, folder=tmp_path
    )
    assert play_game(experiment, 0).cause == ""
