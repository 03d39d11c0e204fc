"""Under which conditions games are played: clocks, options, processes, ends, and what is kept."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from math import inf
from pathlib import Path
from typing import Any

import pytest

from dropfour.agents import agent
from dropfour.agents.clock import think_seconds
from dropfour.arena import Cause, Experiment, ExperimentError, PlayedGame
from dropfour.arena.adjudication import AGREED, PROVEN, TOO_LONG, Judge, Verdict
from dropfour.arena.match import play_game
from dropfour.arena.players import clock
from dropfour.arena.players.family import take_processor
from dropfour.arena.players.protocol import close_idle
from dropfour.arena.results import Thought
from dropfour.arena.tables import Adjudication
from dropfour.game import Position
from dropfour.variants import load_rules
from tests.arena.test_attacks import command

ENGINE = [sys.executable, "-m", "dropfour", "engine", "--agent", "alphabeta:depth=2"]


@pytest.fixture(autouse=True)
def no_idle_programs() -> Iterator[None]:
    yield
    close_idle()


def played(*players: dict[str, Any], number: int = 0, **more: Any) -> PlayedGame:
    """A game of these players."""
    content = {"rules": [{"game": "square"}], "players": list(players), "plan": {"games": 10}}
    return play_game(Experiment.from_mapping(content | more), number)


def faults_of(**content: Any) -> str:
    plain = {"rules": [{"game": "square"}], "players": [{"agent": "random"}, {"agent": "greedy"}]}
    with pytest.raises(ExperimentError) as error:
        Experiment.from_mapping(plain | content)
    return str(error.value)


# Clocks.


def test_a_program_loses_when_its_clock_is_empty(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clock, "_STALL_SECONDS", inf)  # a busy machine is no excuse here
    slow = {"command": command("protocol", "time.sleep(0.4)"), "time": "1"}
    game = played(slow, {"agent": "random"}, rules=[{"game": "classic"}])
    assert game.cause == Cause.LATE or game.cause == Cause.HANG, game
    assert game.first_ms > 900


def test_an_increment_comes_back_with_every_move() -> None:
    slow = {"command": command("protocol", "time.sleep(0.2)"), "time": "5+5"}
    game = played(slow, {"agent": "random"})
    assert game.cause == "", game


def test_a_program_is_told_its_clock(tmp_path: Path) -> None:
    content = {
        "rules": [{"game": "square"}],
        "players": [{"name": "it", "command": ENGINE}, {"agent": "random"}],
        "limits": {"time": "0.5+0.05"},
    }
    Experiment.from_mapping(content).run(log=str(tmp_path))
    text = (tmp_path / "000000-X-it.log").read_text()
    assert "> go clock 0.500 increment 0.05\n" in text, text


def test_our_agents_keep_within_their_clock() -> None:
    uct = {"agent": "uct", "time": "0.5+0.01"}
    game = played(uct, {"agent": "random"}, rules=[{"game": "classic"}])
    assert game.cause == "", game
    assert game.first_ms > 0


def test_how_much_of_a_clock_is_spent() -> None:
    position = Position(load_rules("classic"))
    assert think_seconds(position, clock=60, increment=0.6) < 60 / 4
    left = 1.0
    while position.outcome is None and position.legal:
        seconds = think_seconds(position, clock=left)
        assert 0 < seconds < left
        left -= seconds
        position = position.play(position.legal[0])


@pytest.mark.parametrize("text", ["", "0", "x", "60+", "+1", "1e5", "60+0.6+1", "-1", "nan"])
def test_what_is_no_clock(text: str) -> None:
    assert "time: " in faults_of(limits={"time": text})


def test_a_clock_or_seconds_for_each_move() -> None:
    player = {"agent": "uct", "time": "60", "move_seconds": 1}
    assert "the one or the other" in faults_of(players=[player, {"agent": "random"}])


# One process for many games, options.

COUNTING = """\
import os, sys
sys.path.insert(0, {folder!r})
from base import serve
serve(rules=lambda text: (print(os.getpid(), file=open({file!r}, 'a')), 'ok')[1])
"""


@pytest.mark.parametrize("restart", [True, False])
def test_one_process_may_play_many_games(tmp_path: Path, restart: bool) -> None:
    file = tmp_path / "processes"
    folder = str(Path(__file__).parent / "faulty")
    text = COUNTING.format(folder=folder, file=str(file))
    player = {"command": [sys.executable, "-c", text], "restart": restart}
    for number in range(3):
        assert played(player, {"agent": "random"}, number=number).cause == ""
    numbers = file.read_text().split()
    assert len(numbers) == 3
    assert len(set(numbers)) == (3 if restart else 1)


def test_a_process_that_has_done_wrong_plays_no_other_game(tmp_path: Path) -> None:
    player = {"command": command("protocol", "answer = 'bestmove Z'"), "restart": False}
    for number in range(2):
        assert played(player, {"agent": "random"}, number=number).cause == Cause.ILLEGAL


def test_options_are_told_before_the_first_game() -> None:
    program = [sys.executable, "-m", "dropfour", "engine", "--agent", "montecarlo"]
    player = {"name": "it", "command": program, "playouts": 70, "options": {"policy": "wins"}}
    game = played(player, {"agent": "random"})
    assert game.cause == "", game
    position = Position(load_rules("square"))
    analysis = agent("montecarlo", playouts=70, policy="wins").analyse(position)
    assert game.thoughts[0].value == pytest.approx(analysis.value, abs=1e-4)
    refused = {"command": program, "options": {"no_such": True}}
    assert played(refused, {"agent": "random"}).cause == Cause.REFUSED


@pytest.mark.parametrize(
    ("player", "words"),
    [
        ({"agent": "uct", "options": {"a": 1}}, "only programs have it"),
        ({"command": ["x"], "talk": "one-move", "restart": False}, "only programs that talk"),
        ({"command": ["x"], "options": {"a b": 1}}, "must be one word"),
        ({"command": ["x"], "options": {"a": "1\n2"}}, "must be one word"),
        ({"command": ["x"], "environment": {"a=b": "1"}}, "cannot be a variable"),
    ],
)
def test_what_a_player_cannot_have(player: dict[str, Any], words: str) -> None:
    assert words in faults_of(players=[player, {"agent": "random"}])


# What is kept.


def test_the_record_holds_what_players_say() -> None:
    program = {"name": "program", "command": ENGINE, "depth": 3}
    game = played(program, {"agent": "montecarlo", "playouts": 70})
    assert len(game.thoughts) == len(game.times_ms)
    first, second = game.thoughts[:2]
    assert (first.depth, first.work is None) == (3, False)
    assert second.work == 70
    position = Position(load_rules("square"))
    assert position.play_moves(first.line).moves_text().startswith(game.moves[0])
    analysis = agent("alphabeta", depth=3).analyse(position)
    assert first.value == pytest.approx(analysis.value, abs=1e-4)


def test_a_log_holds_what_was_said(tmp_path: Path) -> None:
    content = {
        "rules": [{"game": "square"}],
        "players": [{"name": "a/b c", "command": ENGINE, "depth": 2}, {"agent": "random"}],
    }
    Experiment.from_mapping(content).run(log=str(tmp_path))
    names = sorted(path.name for path in tmp_path.iterdir())
    assert names == ["000000-X-a_b_c.log", "000001-O-a_b_c.log"]
    text = (tmp_path / names[0]).read_text()
    for words in (
        "> dropfour 1",
        "< ready 1 dropfour",
        "> position",
        "> go ",
        "< bestmove",
        "> quit",
    ):
        assert words in text, text


# When games end.


def verdicts(table: dict[str, Any], values: list[float | None]) -> list[Verdict | None]:
    """After each move of a game in which players say so."""
    judge, position = Judge(Adjudication(**table)), Position(load_rules("max"))
    found = []
    for value in values:
        side = position.turn
        position = position.play(position.legal[len(position.moves) % len(position.legal)])
        judge.hear(side, Thought(value=value))
        found.append(judge.verdict(position))
    return found


def test_a_win_that_both_players_see() -> None:
    table = {"win_value": 0.9, "win_moves": 2}
    assert verdicts(table, [0.95, -0.95, 0.9, -1.0]) == [None, None, None, Verdict(0, AGREED)]
    assert verdicts(table, [-0.95, 0.95, -0.9, 1.0])[-1] == Verdict(1, AGREED)
    assert verdicts(table, [0.95, -0.95, 0.9, -0.5]) == [None] * 4  # one doubts it
    assert verdicts(table, [0.95, None, 0.9, -1.0]) == [None] * 4  # one does not say
    assert verdicts(table, [0.95, 0.95, 0.95, 0.95]) == [None] * 4  # each for itself


def test_a_draw_that_both_players_see() -> None:
    table = {"draw_value": 0.05, "draw_moves": 1, "draw_after": 3}
    assert verdicts(table, [0.0, 0.01, -0.05]) == [None, None, Verdict(None, AGREED)]
    assert verdicts(table, [0.0, 0.5, -0.05]) == [None] * 3


def test_a_game_that_is_too_long() -> None:
    assert verdicts({"length": 2}, [None, None]) == [None, Verdict(None, TOO_LONG)]
    players = {"agent": "random"}, {"agent": "greedy"}
    game = played(*players, rules=[{"game": "classic"}], adjudicate={"length": 5})
    assert (game.ending, game.detail, game.plies, game.winner) == ("adjudicated", TOO_LONG, 5, None)


def test_true_still_means_proven() -> None:
    game = played(
        {"agent": "random"}, {"agent": "greedy"}, rules=[{"rows": 4, "columns": 4}], adjudicate=True
    )
    assert (game.ending, game.detail) == ("adjudicated", PROVEN)
    opened = played(
        {"agent": "random"}, {"agent": "greedy"}, rules=[{"game": "classic"}], adjudicate=True
    )
    assert opened.plies > 4  # it does not look into a book, which would end every game at once
    assert "adjudicate win_value" in faults_of(adjudicate={"win_value": 2.0})
    assert "unknown key" in faults_of(adjudicate={"resign": True})


# Where they run.


def test_workers_take_different_processors() -> None:
    before = os.sched_getaffinity(0)
    taken: list[set[int]] = []
    try:
        for _ in range(len(before) + 1):
            os.sched_setaffinity(0, before)
            take_processor(os.getpid())
            taken.append(os.sched_getaffinity(0))
    finally:
        os.sched_setaffinity(0, before)
    *single, rest = taken
    assert sorted(single, key=min) == [{processor} for processor in sorted(before)]
    assert rest == before  # there was none left
