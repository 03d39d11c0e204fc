"""Experiments: what is read, what is refused, and which games they consist of."""

from __future__ import annotations

import pickle
from collections import Counter
from pathlib import Path
from typing import Any
from zlib import crc32

import pytest

from dropfour.agents import Agent, Analysis, ColumnAnalysis, agent_class
from dropfour.arena import Experiment, ExperimentError
from dropfour.arena.match import play_game
from dropfour.arena.openings import Opening
from dropfour.arena.players import seat
from dropfour.arena.players.clock import Turn
from dropfour.arena.report.settings import settings_of
from dropfour.evaluation import open_evaluation, shipped_file
from dropfour.game import Position

TWO = [{"agent": "random"}, {"agent": "greedy"}]
THREE = [*TWO, {"name": "deep", "agent": "montecarlo", "playouts": 20}]
EXPERIMENTS = Path(__file__).parents[2] / "experiments"


def experiment(**content: Any) -> Experiment:
    table: dict[str, Any] = {"rules": [{"game": "square"}], "players": TWO}
    return Experiment.from_mapping(table | content)


def faults(**content: Any) -> str:
    with pytest.raises(ExperimentError) as error:
        experiment(**content)
    return "; ".join(error.value.faults)


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ({"rules": [{"game": "squar"}]}, "rules 1: no game is called 'squar'"),
        ({"rules": []}, "there must be one board"),
        ({"rules": [{"game": "square"}, {"game": "square"}]}, "two boards are called 'square'"),
        ({"rules": [{"rows": 0, "columns": 7}]}, "rules 1: rows: 0, must be 1 to 32"),
        ({"rules": [{"game": "square", "rows": 3}]}, "unknown key 'rows' beside game"),
        ({"rules": [{"game": "classic", "seed": 1}]}, "has no random boards"),
        ({"players": TWO[:1]}, "there must be two or more"),
        ({"players": [*TWO, TWO[0]]}, "two are called 'random'"),
        ({"players": [{"agent": "rand"}, TWO[1]]}, "players 1: agent: there is no agent 'rand'"),
        ({"players": [{}, TWO[0]]}, "players 1: give an agent or a command"),
        ({"players": [{"command": []}, TWO[0]]}, "command: must be a list"),
        (
            {"players": [{"agent": "uct", "playouts": -1}, TWO[0]]},
            "players 1: playouts must be a whole number from 1 to 1000000000000, not -1",
        ),
        ({"players": [{"agent": "uct:depth"}, TWO[0]]}, "players 1: agent: uct:depth: 'depth' is"),
        (
            {"players": [{"agent": "uct", "depth": 2}, TWO[0]]},
            "players 1: uct has no setting 'depth'",
        ),
        ({"players": [{"agent": "alphabeta:playouts=9"}, TWO[0]]}, "1: alphabeta has no setting"),
        (
            {"players": [{"agent": "uct:playouts=5", "playouts": 6}, TWO[0]]},
            "players 1: playouts: given twice",
        ),
        ({"plan": {"games": 3}}, "games = 3 must be even"),
        ({"plan": {"kind": "gauntlet"}}, "needs heroes"),
        ({"plan": {"kind": "gauntlet", "heroes": ["me"]}}, "hero 'me' is no player"),
        ({"plan": {"kind": "sequential"}, "players": THREE}, "between 2 players, not 3"),
        ({"plan": {"kind": "sequential", "elo0": 5, "elo1": 5}}, "must be less than elo1"),
        ({"plan": {"kind": "knockdown"}}, "plan kind: 'knockdown', must be 'round-robin', "),
        ({"plan": {"kind": "knockout", "rounds": 2}}, "only a Swiss tournament has rounds"),
        ({"plan": {"kind": "swiss", "rounds": 2}}, "rounds = 2, must be less than the number of"),
        ({"players": [TWO[0] | {"deterministic": True}, TWO[1]]}, "deterministic: only programs"),
        ({"openings": {"kind": "file", "lines": ["X/-/- O"]}}, "openings: 'X/-/- O' on 'square'"),
        ({"openings": {"kind": "all", "seed": 1}}, "seed belongs to kind = 'random' or order"),
        ({"openings": {"order": "random"}}, "order belongs to kind = 'all' or 'file'"),
        (
            {
                "players": [{"agent": "greedy"}, {"agent": "alphabeta", "depth": 1}],
                "plan": {"games": 10**7},
                "openings": {"kind": "random"},
            },
            "deterministic players can have 200,000 games each at most",
        ),
        ({"openings": {"kind": "random", "plies": 99}}, "99 plies would fill the board"),
        ({"openings": {"kind": "file"}}, "give a file or lines"),
        ({"openings": {"kind": "file", "lines": ["DDZ"]}}, "unknown column 'Z'"),
        ({"openings": {"kind": "file", "lines": ["ACADBEB"]}}, "ends the game on 'square'"),
        ({"openings": {"kind": "file", "file": "none.txt"}}, "cannot be read"),
        ({"openings": {"plies": 2}}, "plies belongs to kind = 'all' or 'random'"),
        ({"plan": {"kind": "sequential", "games": 4}}, "give max_games, not games"),
        ({"plan": {"kind": "sequential", "max_games": 1}}, "max_games = 1 must be even"),
        ({"plan": {"elo1": 5}}, "elo1 belongs to a sequential test"),
        (
            {"plan": {"kind": "sequential", "model": "normalized", "elo1": 300}},
            "normalized Elo must be within 200",
        ),
        (
            {"plan": {"kind": "sequential", "elo0": float("-inf")}},
            "-inf, must be greater than or equal to -1000",
        ),
        ({"plan": {"games": "all"}}, "games = 'all' needs openings"),
        ({"plan": {"games": 10**30}}, "a huge number, must be less than or equal to 1000000000000"),
        ({"plan": 3}, "plan: 3, must be a table"),
        ({"rules": "classic"}, "rules: 'classic', must be a valid list"),
        ({"rules": ["classic"]}, "rules 1: 'classic', must be a table"),
        ({"players": ["uct", "random"]}, "players 2: 'random', must be a table"),
        (
            {"players": [{"agent": "uct", "name": "a\x00"}, TWO[0]]},
            "players 1: name: 'a\\x00' must be one line of ordinary characters",
        ),
        ({"name": "a\nb"}, "name: 'a\\nb' must be one line"),
        ({"rules": [{"game": "square", "name": "\x07"}]}, "rules 1: name: '\\x07' must be one"),
        ({"players": [{"agent": "uct", "depht": 2}, TWO[0]]}, "did you mean 'depth'?"),
        ({"players": [{"agent": "random", "talk": "one-move"}, TWO[1]]}, "talk: only programs"),
        ({"seeed": 1}, "seeed: unknown key (did you mean 'seed'?)"),
        (
            {
                "rules": [{"game": "bonus"}],
                "players": [{"command": ["x"], "talk": "one-move"}, TWO[0]],
            },
            "plain grids only",
        ),
    ],
)
def test_faults_in_words(content: dict[str, Any], words: str) -> None:
    assert words in faults(**content)


def test_all_faults_at_once() -> None:
    both = faults(rules=[{"game": "none"}], plan={"games": 1})
    assert "no game is called" in both
    assert "must be even" in both


def test_faults_of_all_kinds_at_once() -> None:
    settings = {"exploration": -1, "policy": 5, "colour": "blue"}
    found = faults(
        seed=-1,
        rules=[{"rows": 0, "columns": 7}, {"game": "bonus"}],
        players=[
            {"agent": "uct", "playouts": 0, "settings": settings},
            {"agent": "ucct", "seconds": "long"},
            {"command": ["prog"], "talk": "one-move"},
        ],
        plan={"kind": "gauntlet", "games": 1, "heroes": ["me"]},
        openings={"kind": "random", "plies": 99, "seed": -1},
        limits={"memory_mb": 1.5},
    )
    for words in (
        "seed: -1, must be greater than or equal to 0",
        "rules 1: rows: 0",
        "players 1: playouts must be a whole number from 1 to 1000000000000, not 0",
        "players 1: exploration must be a number from 0 to 1000000000, not -1",
        "policy must be 'uniform', 'wins' or 'blocks', not 5",
        "uct has no setting 'colour'",
        "players 2 seconds: 'long', must be a valid number",
        "players 2: agent: there is no agent 'ucct' (did you mean 'uct'?)",
        "'prog' talks one-move, which has plain grids only",
        "games = 1 must be even",
        "hero 'me' is no player",
        "openings seed: -1, must be greater than or equal to 0",
        "limits memory_mb: 1.5, must be a valid integer",
    ):
        assert words in found


def test_what_is_wrong_alone_brings_no_further_faults() -> None:
    assert faults(rules=5) == "rules: 5, must be a valid list"
    assert faults(players={}) == "players: a table, must be a valid list"
    assert faults(plan={"kind": 1, "heroes": ["me"]}).count(";") == 0
    assert faults(players=[{"agent": 5}, TWO[0]]) == "players 1 agent: 5, must be a valid string"


def test_an_agents_text_says_the_same_as_separate_keys() -> None:
    text = {"agent": "uct:playouts=20,exploration=0.5"}
    keys = {"agent": "uct", "playouts": 20, "settings": {"exploration": 0.5}}
    one, other = (experiment(players=[player, TWO[0]]) for player in (text, keys))
    assert one == other
    assert one.fingerprint == other.fingerprint
    assert (one.players[0].name, one.players[0].effort) == ("uct 20 playouts", ("playouts", 20))
    more = experiment(players=[keys | {"agent": "uct:threads=1"}, TWO[0]])
    assert more.players[0].settings == {"exploration": 0.5, "threads": 1}


@pytest.mark.parametrize(
    ("agent", "setting", "value"), [("auto", "level", 3), ("montecarlo", "per_candidate", 100)]
)
def test_an_agents_own_limit_is_kept_wherever_it_is_given(
    agent: str, setting: str, value: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = {"agent": f"{agent}:{setting}={value}"}
    keys = {"agent": agent, "settings": {setting: value}}
    one, other, plain = (experiment(players=[p, TWO[0]]) for p in (text, keys, {"agent": agent}))
    assert one == other
    assert one.fingerprint == other.fingerprint != plain.fingerprint
    assert one.players[0].settings == {setting: value}

    asked: list[Agent] = []

    def analyse(self: Agent, _: Position) -> Analysis:
        asked.append(self)
        return Analysis(move=0, columns={0: ColumnAnalysis(0, 0.0)})

    monkeypatch.setattr(agent_class(agent), "analyse", analyse)
    _, rules = one.rules[0]
    player = seat(one.players[0], rules, seed=1, allowed=one.limits, folder=one.folder)
    player.choose(Position(rules), Turn(10.0))
    assert [getattr(a, setting) for a in asked] == [value]


def test_fingerprints_stay_so_that_stored_games_are_found() -> None:
    players = [{"agent": "uct:seconds=1,playouts=20,threads=1"}, {"agent": "auto", "nodes": 9}]
    assert experiment(players=players).fingerprint == "e76a7157c15799a1a7165ff5"


def test_default_names_are_written_out() -> None:
    players = [
        {"agent": "uct", "playouts": 1_000_000},
        {"agent": "alphabeta", "depth": 4},
        {"agent": "uct", "seconds": 0.5},
        {"agent": "montecarlo", "playouts": 1},
        {"agent": "montecarlo:per_candidate=100"},
        {"agent": "auto:level=3"},
        {"agent": "auto", "seconds": 2, "settings": {"level": 4}},
    ]
    names = [player.name for player in experiment(players=players).players]
    assert names == [
        "uct 1000000 playouts",
        "alphabeta depth 4",
        "uct 0.5 seconds",
        "montecarlo 1 playout",
        "montecarlo 100 per candidate",
        "auto level 3",
        "auto 2 seconds level 4",
    ]


def test_all_openings_are_played_on_either_side() -> None:
    openings = {"kind": "file", "lines": ["D", "E", "A"]}
    plan = experiment(openings=openings, plan={"games": "all"}).plan
    assert Counter((g.opening, g.first) for g in plan) == {
        (Opening((column,)), first): 1 for column in (0, 3, 4) for first in (0, 1)
    }


def test_files_that_are_none(tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_text("rules = [")
    (tmp_path / "b.toml").write_bytes(b"\xff\xfe\x00")
    for name, words in {"a": "no TOML", "b": "not UTF-8", "c": "cannot be read"}.items():
        with pytest.raises(ExperimentError, match=words):
            Experiment.load(tmp_path / f"{name}.toml")


def test_round_robin_plays_everybody_on_both_sides() -> None:
    plan = experiment(players=THREE, plan={"games": 4}).plan
    assert len(plan) == 12
    assert set(Counter((g.first, g.second) for g in plan).values()) == {2}


def test_ordered_pairs_are_all_squares_of_the_table() -> None:
    plan = experiment(players=THREE, plan={"kind": "ordered-pairs", "games": 5}).plan
    assert Counter((g.first, g.second) for g in plan) == {
        (a, b): 5 for a in range(3) for b in range(3)
    } | {(1, 1): 1}  # greedy plays itself always alike


def test_a_gauntlet_is_run_by_heroes() -> None:
    plan = experiment(players=THREE, plan={"kind": "gauntlet", "heroes": ["deep"], "games": 2}).plan
    assert {frozenset((g.first, g.second)) for g in plan} == {frozenset({0, 2}), frozenset({1, 2})}


@pytest.mark.parametrize(
    "openings",
    [
        {"kind": "all", "plies": 2},
        {"kind": "random", "plies": 3, "seed": 5},
        {"kind": "file", "lines": ["DE", "AB"]},
    ],
)
def test_each_opening_is_played_twice_with_sides_swapped(openings: dict[str, Any]) -> None:
    plan = experiment(openings=openings, plan={"games": 20}).plan
    for one, two in zip(list(plan)[::2], list(plan)[1::2], strict=True):
        assert one.pair == two.pair
        assert one.opening == two.opening != Opening()
        assert (one.first, one.second) == (two.second, two.first)
    assert len({g.opening for g in plan}) > 1


def test_a_game_is_a_function_of_its_number() -> None:
    one = experiment(players=THREE, openings={"kind": "random"}, plan={"games": 6})
    two = pickle.loads(pickle.dumps(one))
    assert one == two
    assert one.fingerprint == two.fingerprint
    for number in (0, 5, 17):
        ours, theirs = play_game(one, number), play_game(two, number)
        assert (ours.moves, ours.winner) == (theirs.moves, theirs.winner)


def test_the_fingerprint_is_of_what_matters() -> None:
    plain = experiment()
    assert experiment(title="other words").fingerprint == plain.fingerprint
    assert experiment(plan={"games": 40}).fingerprint == plain.fingerprint
    assert experiment(seed=2).fingerprint != plain.fingerprint
    assert experiment(rules=[{"game": "classic"}]).fingerprint != plain.fingerprint


def test_weights_are_recorded_by_what_they_are_not_by_where_they_lie(tmp_path: Path) -> None:
    content = bytearray(Path(shipped_file()).read_bytes()[:-4])
    files = [tmp_path / name for name in ("mine.bin", "copy.bin", "other.bin")]
    for file in files:
        if file.name == "other.bin":
            content[len(content) // 2] ^= 1
        file.write_bytes(content + crc32(content).to_bytes(4, "little"))
    mine, copy, other = (
        experiment(players=[TWO[0], {"name": "it", "agent": f"uct:evaluation={file}"}])
        for file in files
    )
    name = open_evaluation(shipped_file()).name
    assert mine.to_mapping()["players"][1]["settings"] == {"evaluation": name}
    assert mine.fingerprint == copy.fingerprint != other.fingerprint
    assert settings_of(mine).players[1] == ("it", f"uct:evaluation={files[0]}", f"network {name}")


def test_the_effort_experiment_is_of_irregular_connect_four() -> None:
    effort = Experiment.load(EXPERIMENTS / "effort.toml")
    assert [player.effort for player in effort.players] == [
        ("playouts", n) for n in (80, 150, 500, 2000)
    ]
    assert len(effort.rules) >= 4
    assert all(6 <= r.columns <= 11 and len(r.dead) == 2 for _, r in effort.rules)
    games = Counter((g.first, g.second, g.board) for g in effort.plan)
    assert len(games) == 16 * len(effort.rules)
    assert min(games.values()) >= 10


@pytest.mark.parametrize("path", sorted(EXPERIMENTS.glob("*.toml")), ids=lambda path: path.stem)
def test_our_experiments_are_sound(path: Path) -> None:
    assert len(Experiment.load(path).plan) > 0
