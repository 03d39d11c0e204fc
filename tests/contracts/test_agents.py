"""What holds for every agent on every game: the contracts, on all presets and random rules."""

from __future__ import annotations

import random
import signal
import subprocess
import sys
import threading

import pytest

import dropfour as d4
from dropfour.agents import Control
from tests.random_rules import random_rules

RANDOM_RULES = 50
QUICK: dict[str, dict[str, int]] = {  # a count limit each, so that answers must repeat
    "random": {},
    "greedy": {},
    "montecarlo": {"playouts": 60},
    "uct": {"playouts": 60},
    "alphabeta": {"depth": 3},
    "perfect": {"nodes": 3000},
    "auto": {"playouts": 60},
}
SEARCHING = [name for name in d4.agent_names() if name not in ("random", "greedy")]

all_agents = pytest.mark.parametrize("name", d4.agent_names())
all_games = pytest.mark.parametrize("game", [*d4.preset_names(), *range(RANDOM_RULES)])


def rules_of(game: str | int) -> d4.Rules:
    if isinstance(game, str):
        return d4.load_rules(game)
    return random_rules(random.Random(f"contract {game}"), max_columns=9, max_rows=9)


def quick(name: str, *, seed: int = 1) -> d4.Agent:
    return d4.agent(name, seed=seed, **QUICK[name])


def numbers(analysis: d4.Analysis) -> object:
    """Everything but the time."""
    return (
        analysis.move,
        list(analysis.columns.values()),
        analysis.line,
        analysis.playouts,
        analysis.nodes,
    )


@all_games
@all_agents
def test_a_whole_game(name: str, game: str | int) -> None:
    position, agent, again = d4.Position(rules_of(game)), quick(name), quick(name)
    while position.outcome is None:
        text = position.to_text()
        analysis = agent.analyse(position)
        assert analysis.move in position.legal
        assert tuple(analysis.columns) == position.legal
        assert all(-1 <= c.value <= 1 for c in analysis.columns.values())
        assert all(
            c.visits == c.wins + c.draws + c.losses
            for c in analysis.columns.values()
            if name in ("montecarlo", "uct")
        )
        assert numbers(again.analyse(position)) == numbers(analysis)  # same seed, same numbers
        assert position.to_text() == text
        position = position.play(analysis.move)
    with pytest.raises(d4.IllegalMove, match="the game is over"):
        agent.choose(position)


def immediate_wins(position: d4.Position) -> set[int]:
    return {
        column
        for column in position.legal
        if (outcome := position.play(column).outcome) and outcome.winner == position.turn
    }


@pytest.mark.parametrize("name", [n for n in d4.agent_names() if n != "random"])
def test_an_immediate_win_is_taken(name: str) -> None:
    found = 0
    for number in range(200):
        rng = random.Random(f"win {number}")
        rules = random_rules(rng, max_columns=8, max_rows=8, ending="first")
        position = d4.Position(rules)
        while position.legal and not immediate_wins(position):
            position = position.play(rng.choice(position.legal))
        if position.legal:
            found += 1
            assert quick(name).choose(position) in immediate_wins(position)
    assert found > 50


@pytest.mark.parametrize("name", SEARCHING)
def test_a_stop_from_another_thread(name: str) -> None:
    agent = d4.agent(name, seconds=60, seed=1)
    position = d4.Position(d4.Rules.grid(rows=10, columns=12))
    analysis = agent.analyse(
        position, progress=lambda _: threading.Thread(target=agent.stop).start()
    )
    assert analysis.move in position.legal
    assert analysis.seconds < 60  # so the stop ended it, not the limit


@pytest.mark.parametrize("name", d4.agent_names())
def test_a_stop_before_the_start_is_heard(name: str) -> None:
    control = Control()
    control.stop()
    position = d4.Position(d4.Rules.grid(rows=10, columns=12))
    analysis = d4.agent(name, seconds=60, seed=1).analyse(position, control=control)
    assert analysis.move in position.legal
    assert analysis.seconds < 60


# Without progress reports, whose Python code would see the signal too.
INTERRUPTED = """
import signal, sys, threading, time
import dropfour as d4

signal.signal(signal.SIGINT, signal.default_int_handler)  # even if it is ignored out here
position = d4.Position(d4.Rules.grid(rows=10, columns=12))
if sys.argv[1] == "solver":
    search = lambda: d4.Solver(position.rules).solve(position, seconds=1e6)
else:
    search = lambda: d4.agent(sys.argv[1], seconds=1e6).analyse(position)

began = time.process_time()

def tell():
    while time.process_time() < began + 0.2:  # nothing else here takes so much
        time.sleep(0.01)
    print("searching", flush=True)

threading.Thread(target=tell, daemon=True).start()
try:
    search()
except KeyboardInterrupt:
    print("interrupted")
"""


@pytest.mark.parametrize("name", [*SEARCHING, "solver"])
def test_ctrl_c_ends_the_search(name: str) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", INTERRUPTED, name], stdout=subprocess.PIPE, text=True
    ) as process:
        try:
            assert process.stdout is not None
            assert process.stdout.readline() == "searching\n"
            process.send_signal(signal.SIGINT)
            assert process.communicate(timeout=60)[0] == "interrupted\n"
        finally:
            process.kill()


@pytest.mark.parametrize("name", SEARCHING)
def test_a_time_limit_ends_the_search(name: str) -> None:
    position = d4.Position(d4.Rules.grid(rows=10, columns=12))
    analysis = d4.agent(name, seconds=0.2, seed=1).analyse(position)
    assert analysis.move in position.legal


@pytest.mark.parametrize("name", SEARCHING)
def test_progress_is_reported(name: str) -> None:
    seen: list[d4.Analysis] = []
    position = d4.Position(d4.Rules.grid(rows=10, columns=12))
    d4.agent(name, seconds=0.6, seed=1).analyse(position, progress=seen.append)
    assert seen
    assert all(analysis.move in position.legal for analysis in seen)


@pytest.mark.parametrize("name", SEARCHING)
def test_an_error_in_the_progress_callback_ends_the_search(name: str) -> None:
    def broken(_: d4.Analysis) -> None:
        raise RuntimeError("no more")

    with pytest.raises(RuntimeError, match="no more"):
        d4.agent(name, seconds=60, seed=1).analyse(
            d4.Position(d4.Rules.grid(rows=10, columns=12)), progress=broken
        )


def test_playout_limits_are_obeyed() -> None:
    position = d4.Position(d4.load_rules("classic"))
    for name in ("montecarlo", "uct"):
        assert d4.agent(name, playouts=500, seed=1).analyse(position).playouts == 500


def test_unknown_agents_and_limits() -> None:
    with pytest.raises(d4.DropfourError, match="there is no agent 'alphago'"):
        d4.agent("alphago")
    for limit in ({"playouts": 0}, {"seconds": -1.0}, {"depth": 1.5}, {"nodes": True}):
        with pytest.raises(ValueError, match=r"must be a (whole )?number (from|over)"):
            d4.agent("random", **limit)
