"""What the coordinator holds against workers that die, stop, hang, and against who did it."""

from __future__ import annotations

import errno
import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import psutil
import pytest

import dropfour.arena.executors as executors
import dropfour.arena.run as run_module
from dropfour.arena import Cause, Experiment, Results
from dropfour.arena.executors import LocalPool, ThisProcess
from dropfour.arena.match import void_game
from dropfour.arena.players import one_move
from dropfour.arena.run import run
from dropfour.arena.storage import Storage
from tests.arena.test_attacks import command
from tests.arena.test_run import SMALL, table

TO_ITS_WORKER = """\
guard = os.getppid()
worker = int(open(f'/proc/{guard}/stat').read().rpartition(')')[2].split()[1])
os.kill(worker, signal.SIG%s)
time.sleep(60)
"""


def duel(attacker: list[str], talk: str, **more: Any) -> Experiment:
    """An attacker against a sound program."""
    sound = {"name": "sound", "command": command("protocol", "pass")}
    content = {
        "rules": [{"game": "classic"}],
        "players": [{"name": "attacker", "command": attacker, "talk": talk}, sound],
        "limits": {"move_seconds": 30.0, "start_seconds": 30.0},
    }
    return Experiment.from_mapping(content | more)


@pytest.mark.parametrize("talk", ["protocol", "one-move", "standard-input"])
@pytest.mark.parametrize("signal_name", ["KILL", "STOP"])
def test_who_ends_its_worker_loses(
    talk: str, signal_name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(run_module, "_DEATHS", 2)
    monkeypatch.setattr(run_module, "_PROGRESS_SECONDS", 0.1)
    monkeypatch.setattr(executors, "_STOPPED_SECONDS", 0.3)
    results = duel(command(talk, TO_ITS_WORKER % signal_name), talk).run()
    assert [(game.cause, game.fault_side) for game in results] == [
        (Cause.WORKER, 0),
        (Cause.WORKER, 1),
    ]


def test_who_ends_its_worker_only_when_it_is_losing_loses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run_module, "_DEATHS", 2)
    losing = "if columns[0] in ('OO', 'XX', 'OOO', 'XXX') and columns[6].count('-') == 0:\n    "
    attack = "answer = 'bestmove G'\n" + losing + (TO_ITS_WORKER % "KILL").replace("\n", "\n    ")
    results = duel(command("protocol", attack.rstrip()), "protocol").run()
    assert [(game.cause, game.fault_side) for game in results] == [
        (Cause.WORKER, 0),
        (Cause.WORKER, 1),
    ]


def disturbed(monkeypatch: pytest.MonkeyPatch, number: int, *, times: int) -> Results:
    """A run in which workers get this signal now and then from outside."""
    monkeypatch.setattr(run_module, "BATCH_SECONDS", 0.02)
    monkeypatch.setattr(run_module, "_PROGRESS_SECONDS", 0.1)
    monkeypatch.setattr(executors, "_STOPPED_SECONDS", 0.3)
    pool = LocalPool(2)
    left = times

    def strike(_: object) -> None:
        nonlocal left
        for worker in psutil.Process().children():
            if left and worker.pid in (pool._executor._processes or ()):
                left -= 1
                worker.send_signal(number)
                return

    try:
        with Storage.open("sqlite://") as storage:
            results = run(Experiment.from_mapping(SMALL), storage, pool, progress=strike)
    finally:
        pool.close(now=True)
    assert left < times
    return results


@pytest.mark.parametrize("number", [signal.SIGSTOP, signal.SIGKILL])
def test_what_is_done_to_workers_changes_no_game(
    number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    expected = Experiment.from_mapping(SMALL).run()
    assert table(disturbed(monkeypatch, number, times=2)) == table(expected)


class Hanging(LocalPool):
    """A pool in which a game never ends, as often as it is told; the coordinator's time flies."""

    def __init__(self, game: int, times: int) -> None:
        super().__init__(1)
        self.game, self.times = game, times
        self.hangs, self.passed = False, 0.0

    def submit(self, task: Any, *arguments: Any) -> Any:
        if self.times and self.game in arguments[1]:
            self.times, self.hangs = self.times - 1, True
            return super().submit(time.sleep, 600)
        return super().submit(task, *arguments)

    def check(self) -> None:
        super().check()
        self.passed += 1e9 * self.hangs

    def renew(self) -> None:
        super().renew()
        self.hangs = False

    def monotonic(self) -> float:
        return time.monotonic() + self.passed

    def sleep(self, seconds: float) -> None:
        time.sleep(seconds)


@pytest.mark.parametrize(("times", "void"), [(2, []), (100, [3])])
def test_a_game_that_hangs(times: int, void: list[int], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run_module, "_DEATHS", 2 if void else 3)
    monkeypatch.setattr(run_module, "BATCH_SECONDS", 0.0)
    pool = Hanging(3, times)
    monkeypatch.setattr(run_module, "time", pool)
    content = SMALL | {"plan": {"games": 2}, "rules": [{"game": "square"}]}
    try:
        with Storage.open("sqlite://") as storage:
            results = run(Experiment.from_mapping(content), storage, pool)
    finally:
        pool.close(now=True)
    assert len(results) == 6
    assert [game.number for game in results if not game.counts] == void


def test_void_games_are_played_again(tmp_path: Path) -> None:
    experiment = Experiment.from_mapping(SMALL)
    place = str(tmp_path / "games.db")
    with Storage.open(place) as storage:
        storage.add(storage.register(experiment), void_game(experiment, 5, "a power cut"))
        assert storage.played(experiment) == set()
    results = experiment.run(database=place)
    assert all(game.counts for game in results)
    assert len(results) == 90


def test_want_of_room_is_nobodys_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run_module, "_PAUSE_SECONDS", 0.0)
    experiment = duel(command("one-move", "pass"), "one-move")

    def full() -> Path:
        raise OSError(errno.ENOSPC, "No space left on device")

    with Storage.open("sqlite://") as storage:
        with monkeypatch.context() as patched:
            patched.setattr(one_move, "new_folder", full)
            without = run(experiment, storage, ThisProcess())
        assert [(game.ending, game.cause) for game in without] == [("void", "")] * 2
        results = run(experiment, storage, ThisProcess())
    assert [game.ending for game in results] == ["board"] * 2


def test_a_program_killed_now_and_then_loses_nothing() -> None:
    experiment = duel(
        command("protocol", "time.sleep(0.1)"), "protocol", rules=[{"game": "square"}]
    )
    expected = experiment.run()
    over = threading.Event()

    def kill_one() -> None:
        me = psutil.Process()
        while not over.wait(0.05):
            for process in me.children(recursive=True):
                if (
                    "time.sleep(0.1)" in " ".join(process.cmdline())
                    and "-c" in process.cmdline()[1:2]
                ):
                    process.kill()
                    return

    killer = threading.Thread(target=kill_one)
    killer.start()
    results = experiment.run()
    over.set()
    killer.join()
    assert [(g.moves, g.winner, g.cause) for g in results] == [
        (g.moves, g.winner, g.cause) for g in expected
    ]


@pytest.mark.parametrize(
    "signals", [[signal.SIGINT], [signal.SIGTERM], [signal.SIGKILL, signal.SIGINT]]
)
def test_an_interrupt_leaves_no_files(signals: list[int], tmp_path: Path) -> None:
    folder = tmp_path / "temporary"
    folder.mkdir()
    waiting = json.dumps(command("one-move", "os.mkdir('made'); time.sleep(600)"))
    (tmp_path / "slow.toml").write_text(
        f"""
        rules = [{{game = "classic"}}]
        players = [{{agent = "random"}}, {{command = {waiting}, talk = "one-move"}}]
        limits = {{move_seconds = 600}}
        """
    )
    words = [sys.executable, "-m", "dropfour", "arena", "run", "slow.toml", "--workers", "2"]
    environment = os.environ | {"TMPDIR": str(folder)}

    def begun(run: subprocess.Popen[bytes]) -> bool:
        return until(lambda: len(list(folder.glob("*/*/made"))) == 2 or run.poll() is not None)

    for sent in signals:  # a run removes what the one before, killed, could not
        run = subprocess.Popen([*words, "--no-report"], cwd=tmp_path, env=environment)
        assert begun(run)
        run.send_signal(sent)
        run.wait()
        assert until(lambda: not list(folder.glob("*/dropfour-*")))
    assert list(folder.iterdir()) == []


def until(true: Callable[[], bool]) -> bool:
    """Whether it comes to be within a minute."""
    end = time.monotonic() + 60
    while not true() and time.monotonic() < end:
        time.sleep(0.05)
    return true()
