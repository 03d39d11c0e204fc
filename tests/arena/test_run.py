"""Running experiments: the same games however they are run, interrupted or killed."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import psutil
import pytest

import dropfour.arena.run as run_module
from dropfour.arena import Experiment, Results
from dropfour.arena.executors import LocalPool
from dropfour.arena.match import play_game
from dropfour.arena.run import run
from dropfour.arena.storage import Storage

SMALL: dict[str, Any] = {
    "rules": [{"game": "square"}, {"game": "bonus", "seeds": [1, 2]}],
    "players": [
        {"agent": "random"},
        {"agent": "greedy"},
        {"name": "deep", "agent": "montecarlo", "playouts": 20},
    ],
    "plan": {"games": 10},
    "openings": {"kind": "random", "plies": 2},
}
SMALL_TOML = """
rules = [{game = "square"}, {game = "bonus", seeds = [1, 2]}]
players = [{agent = "random"}, {agent = "greedy"}, {name = "deep", agent = "alphabeta", depth = 2}]
plan = {games = 200}
openings = {kind = "random", plies = 2}
"""


def table(results: Results) -> list[tuple[object, ...]]:
    return [(g.number, g.board, g.first, g.second, g.moves, g.winner) for g in results]


@pytest.fixture(scope="module")
def undisturbed() -> Results:
    return Experiment.from_mapping(SMALL).run()


def test_the_number_of_workers_changes_nothing(undisturbed: Results) -> None:
    assert undisturbed.complete
    assert table(Experiment.from_mapping(SMALL).run(workers=3)) == table(undisturbed)


def test_records_and_arrays(undisturbed: Results) -> None:
    assert len(undisturbed.records()) == len(undisturbed) == 90
    assert undisturbed.records()[0]["first"] == "random"
    array = undisturbed.array()
    assert np.array_equal(array["number"], np.arange(90))
    assert set(array["winner"]) <= {-1, 0, 1}


def test_an_interrupted_run_goes_on(
    tmp_path: Path, undisturbed: Results, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(run_module, "_PROGRESS_SECONDS", 0.0)
    monkeypatch.setattr(run_module, "BATCH_SECONDS", 0.01)
    place = str(tmp_path / "games.db")
    experiment = Experiment.from_mapping(SMALL)

    class Enough(Exception):
        pass

    def stop(progress: Any) -> None:
        if progress.new >= 5:
            raise Enough

    with pytest.raises(Enough):
        experiment.run(database=place, progress=stop)
    with Storage.open(place) as storage:
        some = storage.results(experiment)
    assert 0 < len(some) < 90
    results = experiment.run(workers=2, database=place)
    assert table(results) == table(undisturbed)
    kept = {game.number: game.times_ms for game in some}
    assert all(game.times_ms == kept[game.number] for game in results if game.number in kept)


def test_a_changed_file_is_another_experiment(tmp_path: Path) -> None:
    place = str(tmp_path / "games.db")
    Experiment.from_mapping(SMALL).run(database=place)
    other = Experiment.from_mapping(SMALL | {"seed": 9})
    with Storage.open(place) as storage:
        assert storage.played(other) == set()
        assert storage.other_versions(other) == 90


class DeadlyPool(LocalPool):
    """A pool in which a worker is killed now and then."""

    def __init__(self, workers: int, *, deadly: int | None = None) -> None:
        super().__init__(workers)
        self.kills = self.calls = 0
        self.deadly = deadly

    def submit(self, task: Any, *arguments: Any) -> Any:
        self.calls += 1
        if self.deadly in arguments[1] or (self.deadly is None and self.calls in (3, 9)):
            self.kills += 1
            return super().submit(signal.raise_signal, signal.SIGKILL)
        return super().submit(task, *arguments)


def run_deadly(pool: DeadlyPool, monkeypatch: pytest.MonkeyPatch) -> Results:
    monkeypatch.setattr(run_module, "BATCH_SECONDS", 0.02)
    try:
        with Storage.open("sqlite://") as storage:
            return run(Experiment.from_mapping(SMALL), storage, pool)
    finally:
        pool.close(now=True)


def test_the_pool_survives_the_death_of_workers(
    undisturbed: Results, monkeypatch: pytest.MonkeyPatch
) -> None:
    pool = DeadlyPool(2)
    results = run_deadly(pool, monkeypatch)
    assert pool.kills == 2
    assert table(results) == table(undisturbed)


def test_a_game_that_kills_its_workers_is_given_up(
    undisturbed: Results, monkeypatch: pytest.MonkeyPatch
) -> None:
    results = run_deadly(DeadlyPool(2, deadly=7), monkeypatch)
    assert [game.number for game in results if not game.counts] == [7]
    others = [row for row in table(results) if row[0] != 7]
    assert others == [row for row in table(undisturbed) if row[0] != 7]


def kill_at_random_moments(folder: Path, *, kills: int, rng: random.Random) -> list[int]:
    """Runs the command and kills it with all its workers, until it ends or was killed enough.

    Returns how many games there were after each kill.
    """
    file, place = folder / "small.toml", folder / "games.db"
    file.write_text(SMALL_TOML)
    command = [sys.executable, "-m", "dropfour", "arena", "run", str(file)]
    command += ["--workers", "2", "--db", str(place), "--quiet", "--no-report"]
    experiment = Experiment.load(file)
    seen: list[int] = []
    while len(seen) < kills:
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, start_new_session=True)
        try:
            process.wait(rng.uniform(0.3, 4.0))
            break
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        with Storage.open(place) as storage:
            seen.append(len(storage.played(experiment)))
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, timeout=300)
    return seen


def test_killed_at_random_moments_and_resumed(tmp_path: Path) -> None:
    kills = int(os.environ.get("DROPFOUR_KILLS", "3"))  # 50 by hand
    rng = random.Random(kills)
    seen: list[int] = []
    expected = Experiment.parse(SMALL_TOML).run(workers=2)
    while len(seen) < kills:
        folder = tmp_path / str(len(seen))
        folder.mkdir(exist_ok=True)
        counts = kill_at_random_moments(folder, kills=kills - len(seen), rng=rng)
        assert counts == sorted(counts)  # no finished game is ever lost
        seen += counts or [0]
        experiment = Experiment.load(folder / "small.toml")
        with Storage.open(folder / "games.db") as storage:
            results = storage.results(experiment)
        assert results.complete
        assert table(results) == table(expected)
    print(f"games after each kill: {seen}")


def runs(process: psutil.Process) -> bool:
    """Whether it still does something; a zombie waits for us if we adopted it."""
    try:
        return bool(process.status() != psutil.STATUS_ZOMBIE)
    except psutil.NoSuchProcess:
        return False


def test_workers_and_programs_end_with_a_killed_coordinator(tmp_path: Path) -> None:
    program = Path(__file__).parent / "faulty" / "busy_loop.py"
    (tmp_path / "slow.toml").write_text(
        f"""
        rules = [{{game = "classic"}}]
        players = [{{agent = "random"}}, {{command = ["{sys.executable}", "{program}"]}}]
        limits = {{move_seconds = 60}}
        """
    )
    command = [sys.executable, "-m", "dropfour", "arena", "run", "slow.toml"]
    command += ["--workers", "2", "--quiet", "--no-report"]
    process = subprocess.Popen(command, cwd=tmp_path)
    coordinator = psutil.Process(process.pid)

    def family() -> list[psutil.Process]:
        return list(coordinator.children(recursive=True))

    def plays(process: psutil.Process) -> bool:
        """Whether it is the program itself, and no longer what starts it."""
        with suppress(psutil.Error):
            return bool(process.cmdline() == [sys.executable, str(program)])
        return False

    until = time.monotonic() + 60
    while time.monotonic() < until and not any(map(plays, family())):
        time.sleep(0.01)
    everyone = family()
    assert any(map(plays, everyone))
    process.kill()
    process.wait()
    until = time.monotonic() + 30
    while (alive := [p for p in everyone if runs(p)]) and time.monotonic() < until:
        time.sleep(0.1)
    assert alive == []


SEQUENTIAL: dict[str, Any] = {
    "rules": [{"game": "square"}],
    "players": [{"agent": "greedy"}, {"agent": "random"}],
    "plan": {"kind": "sequential", "elo0": 0, "elo1": 100, "max_games": 2000},
    "openings": {"kind": "random", "plies": 2},
}


@pytest.mark.parametrize("model", ["logistic", "normalized"])
def test_a_sequential_test_decides_by_the_same_games(model: str) -> None:
    """Whoever was quicker; games that were played ahead of the decision are kept."""
    content = SEQUENTIAL | {"plan": SEQUENTIAL["plan"] | {"model": model}}
    one = Experiment.from_mapping(content).run()
    two = Experiment.from_mapping(content).run(workers=2)
    assert one.complete
    assert two.complete
    assert 10 < len(one) < 400
    assert one.sequential == two.sequential
    both = min(len(one), len(two))
    assert table(one)[:both] == table(two)[:both]


def test_repeated_games_count_each_time() -> None:
    """Somebody who crashes in every second pair, always in the same game."""
    experiment = Experiment.from_mapping(SEQUENTIAL)
    games = [
        replace(game, number=number, pair=number // 2, winner=winner, moves="", plies=0)
        for number in range(100)
        for game in [play_game(experiment, number % 2)]
        for winner in [number % 2 if number % 4 < 2 else 1 - number % 2]
    ]
    results = Results(experiment, games)
    assert len(results.counted) == 100
    assert results.sequential is not None
    assert results.sequential.counts == (25, 0, 0, 0, 25)


def test_half_a_pair_counts_in_a_sequential_test() -> None:
    experiment = Experiment.from_mapping(SEQUENTIAL)
    games = list(experiment.run())[:6]
    games[3] = replace(games[3], ending="void", winner=None)
    state = Results(experiment, games).sequential
    assert state is not None
    assert (sum(state.counts), sum(state.alone)) == (2, 1)


def test_more_games_go_on_from_what_is_there(tmp_path: Path) -> None:
    place = str(tmp_path / "games.db")
    first = Experiment.from_mapping(SMALL).run(database=place)
    more = Experiment.from_mapping(SMALL | {"plan": {"games": 14}})
    results = more.run(database=place)
    assert results.games[: len(first)] == first.games
    assert len(results) == 126
    assert results.complete
    fewer = Experiment.from_mapping(SMALL).run(database=place)
    assert fewer.complete
    assert fewer.games == results.games  # what was played counts


def test_adjudication_changes_no_result() -> None:
    content = SMALL | {"rules": [{"rows": 4, "columns": 4}], "plan": {"games": 4}}
    plain = Experiment.from_mapping(content).run()
    judged = Experiment.from_mapping(content | {"adjudicate": True}).run()
    endings = {game.ending for game in judged}
    assert len(plain) == len(judged) == 12
    assert endings <= {"board", "adjudicated"}
