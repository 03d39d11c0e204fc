"""Agents with the learned evaluation: which one, from where, and what it changes."""

from __future__ import annotations

import hashlib
import json
import random
import warnings
from dataclasses import replace
from pathlib import Path

import pytest

import dropfour as d4
import dropfour.evaluation as evaluation
from dropfour.agents import parse_agent
from dropfour.errors import DropfourError
from dropfour.evaluation import open_evaluation, shipped_file
from tests.random_rules import random_rules

CLASSIC = d4.load_rules("classic")
JUDGED = ("alphabeta:depth=3", "uct:playouts=50", "auto:playouts=50,book=false", "auto:level=6")
SHIPPED = open_evaluation(shipped_file()).name


@pytest.mark.parametrize("text", JUDGED)
def test_an_analysis_names_the_evaluation(text: str) -> None:
    spec, position = parse_agent(text), d4.Position(CLASSIC)
    assert spec.make().analyse(position).evaluation == SHIPPED
    without = spec.with_defaults(evaluation="none").make()
    assert without.analyse(position).evaluation is None


@pytest.mark.parametrize(
    "text",
    ["uct:playouts=50,plain=true", "uct:playouts=50,policy=blocks", "auto:level=5", "montecarlo"],
)
def test_what_is_played_out_is_not_judged(text: str) -> None:
    assert parse_agent(text).make().analyse(d4.Position(CLASSIC)).evaluation is None


def test_a_level_that_needs_no_file_looks_at_it_all_the_same() -> None:
    with pytest.raises(DropfourError, match="nowhere"):
        d4.agent("auto", level=3, evaluation="/nowhere")


def test_playouts_have_no_evaluation_beside_them() -> None:
    with pytest.raises(ValueError, match="no evaluation"):
        d4.agent("uct", policy="wins", evaluation=shipped_file())


def test_the_file_says_how_it_was_made() -> None:
    content = Path(shipped_file()).read_bytes()
    about = json.loads(Path(shipped_file()).with_suffix(".json").read_text())
    assert about["sha256"] == hashlib.sha256(content).hexdigest()
    assert about["bytes"] == len(content) <= 500_000
    assert about["data"] and about["training"]["command"]


@pytest.mark.parametrize("damage", ["missing", "empty", "cut", "flipped", "foreign", "folder"])
def test_a_file_of_no_use_is_refused_in_a_line(tmp_path: Path, damage: str) -> None:
    path, content = tmp_path / "weights.bin", Path(shipped_file()).read_bytes()
    if damage == "folder":
        path.mkdir()
    elif damage != "missing":
        flipped = bytes([content[1000] ^ 1])
        path.write_bytes(
            {
                "empty": b"",
                "cut": content[:-1],
                "flipped": content[:1000] + flipped + content[1001:],
                "foreign": b"GIF89a" + content[6:],
            }[damage]
        )
    for name in ("alphabeta", "uct", "auto"):
        with pytest.raises(DropfourError, match=r"weights\.bin") as refused:
            d4.agent(name, evaluation=str(path))
        assert "\n" not in str(refused.value)


@pytest.mark.parametrize("damage", ["missing", "damaged"])
def test_without_the_packages_own_play_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, damage: str
) -> None:
    path = tmp_path / "weights.bin"
    if damage == "damaged":
        path.write_bytes(b"rubbish")
    monkeypatch.setattr(evaluation, "shipped_file", lambda: str(path))
    position = d4.Position.from_moves("DCDCD", CLASSIC)
    for text in JUDGED:
        with pytest.warns(UserWarning, match="going on without it"):
            agent = parse_agent(text).make()
        found = agent.analyse(position)
        assert found.evaluation is None and found.move == 3


def test_texts_from_elsewhere_name_no_files() -> None:
    assert parse_agent("uct:evaluation=none", files=False).settings == {"evaluation": "none"}
    with pytest.raises(DropfourError, match="evaluation can only be 'none' here"):
        parse_agent("uct:evaluation=/etc/passwd", files=False)
    with pytest.raises(DropfourError, match="no-such-file"):
        parse_agent("uct:evaluation=/tmp/no-such-file")


def test_a_seed_is_a_game_of_its_own() -> None:
    position = d4.Position(CLASSIC)
    once, again, other = (
        replace(d4.agent("uct", playouts=300, seed=seed).analyse(position), seconds=0)
        for seed in (1, 1, 2)
    )
    assert once == again != other


def test_threads_grow_trees_of_their_own() -> None:
    position = d4.Position(CLASSIC)
    both = d4.agent("uct", playouts=600, threads=2, seed=3).analyse(position)
    alone = d4.agent("uct", playouts=300, seed=3).analyse(position)
    assert both.playouts == 600
    assert all(c.visits != 2 * alone.columns[n].visits for n, c in both.columns.items())


def test_counts_go_with_values() -> None:
    found = d4.agent("uct", playouts=2000).analyse(d4.Position.from_moves("DD", CLASSIC))
    assert sum(c.visits for c in found.columns.values()) == 2000
    for column in found.columns.values():
        assert column.wins + column.losses == column.visits and column.draws == 0
        assert (
            abs(column.value - (column.wins - column.losses) / column.visits) <= 2 / column.visits
        )


def test_counts_of_what_is_proven_or_far_ahead() -> None:
    won = d4.Position.from_moves("DDEE", d4.load_rules("irregular"))
    found = d4.agent("uct", playouts=3000, every_column=True).analyse(won)
    assert any(c.exact and c.exact.value for c in found.columns.values())
    wide = d4.Rules.grid(rows=14, columns=20, goal=d4.Line(2), ending="full")
    ahead = d4.Position.from_moves("AABBAABBAAABAABB" + "CTCSCRCQCPCO", wide)
    for position in (won, ahead, ahead.play("T")):
        found = d4.agent("uct", playouts=2000, every_column=True).analyse(position)
        for column in found.columns.values():
            assert -1 <= column.value <= 1
            assert column.wins + column.draws + column.losses == column.visits
            if column.exact and column.exact.value:
                shown = column.wins if column.exact.value > 0 else column.losses
                assert shown == column.visits
        assert found.as_records()["wins"].max() <= 3000


def test_asked_again_it_starts_afresh() -> None:
    uct, position = d4.agent("uct", playouts=300), d4.Position(CLASSIC)
    assert uct.analyse(position).columns == uct.analyse(position).columns


def test_a_win_behind_the_horizon_does_not_hide_a_shorter_one() -> None:
    position = d4.Position.from_text("-/OXO/X/O/XX/X/OO/-/- X", d4.Rules.grid(rows=8, columns=9))
    found = d4.agent("alphabeta", depth=9).analyse(position)
    assert found.exact == d4.Exact(1, plies=9)


def test_memory_that_is_full_is_no_end() -> None:
    found = d4.agent("uct", playouts=60_000, memory_mb=1).analyse(d4.Position(CLASSIC))
    assert found.playouts == 60_000 and found.move in (2, 3, 4)


@pytest.mark.parametrize("name", ["uct", "alphabeta"])
def test_what_it_proves_is_true(name: str) -> None:
    rng, proven = random.Random(name), 0
    for number in range(70):
        position = d4.Position(random_rules(rng))
        for _ in range(rng.randint(0, position.rules.playable // 2)):
            if position.legal:
                position = position.play(rng.choice(position.legal))
        if position.outcome is not None or position.rules.playable > 30:
            continue
        found = d4.agent(name, playouts=600, seed=number).analyse(position)
        truth = d4.solve(position, every_column=True, book=False).columns
        for column, exact in ((n, c.exact) for n, c in found.columns.items() if c.exact):
            assert exact.value == truth[column].value
            assert exact.plies in (None, truth[column].plies)
            proven += 1
    assert proven > 50


def test_one_ply_keeps_more_than_hand_made_potentials_do() -> None:
    """Positions of Connect Four in which at most half of the columns keep the result."""
    rng, solver = random.Random(9), d4.Solver(CLASSIC)
    kept, asked = {"none": 0, shipped_file(): 0}, 0
    while asked < 100:
        position = d4.Position(CLASSIC)
        for _ in range(rng.randint(14, 22)):
            if position.legal:
                position = position.play(rng.choice(position.legal))
        if position.outcome is not None:
            continue
        values = {c: e.value for c, e in solver.score_columns(position).items()}
        best = {column for column, value in values.items() if value == max(values.values())}
        if 2 * len(best) > len(values):
            continue
        asked += 1
        for weights in kept:
            kept[weights] += (
                d4.agent("alphabeta", depth=1, evaluation=weights).choose(position) in best
            )
    assert kept[shipped_file()] > kept["none"] + 4


def test_nothing_is_warned_of_as_a_rule() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        d4.agent("auto")
