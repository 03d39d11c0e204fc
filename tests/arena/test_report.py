"""Reports: a golden one, and what every form of it must have."""

from __future__ import annotations

import csv
import html
import io
import json
import os
import re
from math import log10
from pathlib import Path
from typing import Any

import pytest

from dropfour.arena import Experiment, PlayedGame, Results
from dropfour.arena.report import summarise
from dropfour.arena.report.data import format_csv, format_json
from dropfour.arena.report.page import format_page
from dropfour.arena.report.plots import plots
from dropfour.cli.arena.text import format_standings, format_text
from dropfour.evaluation import open_evaluation, shipped_file
from dropfour.notation import BAN, PLAYERS

GOLDEN = Path(__file__).parent / "golden_report.txt"
EXPERIMENT = Experiment.from_mapping(
    {
        "title": "a <small> experiment",
        "rules": [{"game": "square"}, {"game": "bonus", "seeds": [1, 2]}],
        "players": [
            {"agent": "random"},
            {"agent": "greedy"},
            {"name": "80", "agent": "montecarlo", "playouts": 80},
            {"name": "<b>300</b>", "agent": "montecarlo", "playouts": 300},
        ],
        "plan": {"games": 8},
        "openings": {"kind": "random", "plies": 2},
    },
    name="small",
)


@pytest.fixture(scope="module")
def results() -> Results:
    return EXPERIMENT.run()


def steady(text: str) -> str:
    """Without what depends on the clock."""
    text = re.sub(r"thought for [\d.]+ s", "thought for ? s", text)
    return re.sub(r" +[\d.e+-]+$", "  ?", text, flags=re.MULTILINE)


def test_golden_report(results: Results) -> None:
    """DROPFOUR_REGENERATE=1 writes it anew; look at the difference before you commit it."""
    text = steady(format_text(summarise(results)))
    if os.environ.get("DROPFOUR_REGENERATE"):
        GOLDEN.write_text(text)
    assert text == GOLDEN.read_text()


def test_every_point_is_somebodys(results: Results) -> None:
    summary = summarise(results)
    assert sum(p.tally.points for p in summary.players) == len(results.counted)
    for a in summary.players:
        total = sum(summary.cross[a.name][b.name].points for b in summary.players)
        assert total == a.tally.points == sum(s.points for s in a.by_board.values())


def test_json_and_csv(results: Results) -> None:
    content = json.loads(format_json(summarise(results)))
    assert content["played"] == len(results)
    assert content["players"][0]["tally"].keys() >= {"wins", "draws", "losses", "share", "low"}
    rows = list(csv.DictReader(io.StringIO(format_csv(results))))
    assert [int(row["number"]) for row in rows] == [g.number for g in results]
    assert [row["moves"] for row in rows] == [g.moves for g in results]


def replay_data(page: str) -> Any:
    found = re.search(r'<script id="data" type="application/json">(.*?)</script>', page, re.DOTALL)
    assert found is not None
    return json.loads(found[1])


def test_the_page_needs_nothing_else_and_trusts_nobody(results: Results) -> None:
    page = format_page(results, summarise(results))
    assert "<b>300</b>" not in page
    assert "a &lt;small&gt; experiment" in page
    assert not re.search(r"(src|href)\s*=|url\(|@import|fetch\(", page.replace('href="#', ""))
    data = replay_data(page)
    assert data["players"][3] == "<b>300</b>"
    assert len(data["games"]) == len(results)
    assert page.count("<svg") >= 4
    assert page.index('class="bars"') < page.index("<table") < page.index("<svg")


def test_plots(results: Results) -> None:
    names = [plot.name for plot in plots(summarise(results))]
    assert names == ["elo", "effort", "side", "board", "length"]


def test_drops_are_where_the_discs_are(results: Results) -> None:
    drawn = replay_data(format_page(results, summarise(results)))["games"]
    assert any("!" in game[8] for game in drawn)
    for game, (*_, drops, cells, times, thoughts, _note) in zip(results, drawn, strict=True):
        outcome = results.position(game).outcome
        assert outcome is not None
        assert [tuple(cell) for cell in cells] == list(outcome.cells)
        assert (times, len(thoughts)) == (list(game.times_ms), len(game.times_ms))
        landed = [(drop[0], tuple(map(int, drop[1:].split(",")))) for drop in drops.split()]
        setup = results.position(game).setup
        for letter, cells in zip(PLAYERS + BAN, (*setup.discs, setup.bans), strict=True):
            assert {cell for who, cell in landed if who == letter} == cells
        assert [cell[0] for _, cell in landed] == list(results.position(game).moves)


def test_every_game_counts_but_those_that_could_not_be_played() -> None:
    def game(number: int, **more: object) -> PlayedGame:
        values = {
            "number": number, "pair": number, "board": "square", "first": "random",
            "second": "greedy", "opening": "AB", "moves": "AB", "plies": 2, "winner": 1,
            "ending": "board",
        }  # fmt: skip
        return PlayedGame(**(values | more))  # type: ignore[arg-type]

    results = Results(
        EXPERIMENT, [game(0), game(1), game(2, moves="AC"), game(3, ending="void", winner=None)]
    )
    summary = summarise(results)
    assert (summary.void, len(results.counted)) == (1, 3)
    assert summary.players[1].tally.wins == 3


def test_a_game_from_a_position_shows_what_lay_there() -> None:
    content = {
        "rules": [{"game": "classic"}],
        "players": [{"agent": "random"}, {"agent": "greedy"}],
        "openings": {"kind": "file", "lines": ["-/-/-/XO/-/-/- X"]},
    }
    results = Experiment.from_mapping(content).run()
    game = replay_data(format_page(results, summarise(results)))["games"][0]
    assert game[5] == {"text": "-/-/-/XO/-/-/- X", "drops": "X3,0 O3,1"}
    assert len(game[8].split()) == results.games[0].plies


def test_players_and_crosstable_stand_by_rank(results: Results) -> None:
    summary = summarise(results)
    names = [player.name for player in summary.ranked]
    assert names == ["<b>300</b>", "80", "greedy", "random"]
    text = format_text(summary)
    cross = text.split("wins-draws-losses")[1].splitlines()[1:5]
    assert [line.split()[0] for line in cross] == names


def test_effort_is_compared_within_one_kind_of_player() -> None:
    def names(players: list[dict[str, Any]]) -> list[str]:
        content = {"rules": [{"game": "square"}], "players": players}
        return [plot.title for plot in plots(summarise(Experiment.from_mapping(content).run()))]

    few, many = ({"agent": "montecarlo", "playouts": n} for n in (10, 20))
    tree = {"agent": "uct", "playouts": 30}
    other = few | {"settings": {"policy": "uniform"}, "name": "uniform"}
    assert not any("montecarlo" in title for title in names([few, tree, other]))
    assert "montecarlo: share of points by playouts" in names([few, many, tree])


def test_faults_are_grouped() -> None:
    program = {"name": "none", "command": ["/no/such"]}
    content = {"rules": [{"game": "square"}], "players": [{"agent": "random"}, program]}
    results = Experiment.from_mapping(content | {"plan": {"games": 30}}).run()
    summary = summarise(results)
    (group,) = summary.fault_groups
    assert (group.player, group.cause, group.games) == ("none", "cannot be started", (*range(30),))
    text = format_text(summary)
    assert "none cannot be started (there is no program '/no/such'), 30 ×" in text
    assert text.count("/no/such") == 1
    page = format_page(results, summary)
    assert page.count('class="game"') == 12
    assert "under" in format_text(summary)  # who lost everything has a rating with one end


def test_a_report_says_when_where_and_by_what_it_was_played(
    results: Results, tmp_path: Path
) -> None:
    (run,) = results.runs
    page = format_page(results, summarise(results))
    assert run.program.startswith("dropfour ")
    assert f"evaluation {open_evaluation(shipped_file()).name}" in run.program
    for words in (run.program, run.machine, "montecarlo:playouts=300", "random, plies 2"):
        assert html.escape(words) in page
    place = str(tmp_path / "games.db")
    content = {"rules": [{"game": "square"}], "players": [{"agent": "random"}, {"agent": "greedy"}]}
    for games in (2, 2, 4):
        played = Experiment.from_mapping(content | {"plan": {"games": games}}).run(database=place)
    assert len(played.runs) == 2  # one had nothing to play


@pytest.mark.parametrize("kind", ["knockout", "swiss"])
def test_rounds_of_a_tournament_are_shown(kind: str) -> None:
    players = [{"name": name, "agent": "random"} for name in "abc"]
    content = {"rules": [{"game": "square"}], "players": players, "plan": {"kind": kind}}
    results = Experiment.from_mapping(content).run()
    summary = summarise(results)
    assert len(summary.stages) == 2
    assert "Round 2\n" in format_text(summary)
    if kind == "knockout":
        assert f"→ {summary.stages[1][0].ahead}\n" in format_text(summary)
    assert "<h3>Round 2</h3>" in format_page(results, summary)
    assert json.loads(format_json(summary))["stages"][0]


@pytest.mark.parametrize("names", [("a" * 60, "b" * 60), ("a", "b")])
def test_the_live_table_fits_80_columns(names: tuple[str, str]) -> None:
    players: list[dict[str, Any]] = [{"name": name, "agent": "random"} for name in names]
    players += [{"name": "loses everything " * 3, "command": ["/no/such"]}]
    content = {"rules": [{"game": "square"}], "players": players, "plan": {"games": 40}}
    summary = summarise(Experiment.from_mapping(content).run())
    table = format_standings(summary, width=80)
    assert max(map(len, table.splitlines())) <= 80
    assert names[0][:8] in table


def test_nothing_played_yet_is_a_report_too() -> None:
    empty = Results(EXPERIMENT, [])
    summary = summarise(empty)
    assert "0 games of" in format_text(summary)
    assert "50.0%" not in format_text(summary)
    assert "50.0%" not in format_page(empty, summary)


def test_the_difference_of_two_players_is_said_in_both_kinds_of_elo() -> None:
    content = {
        "rules": [{"game": "square"}],
        "players": [{"agent": "montecarlo", "playouts": 20}, {"agent": "greedy"}],
        "plan": {"games": 40},
    }
    results = Experiment.from_mapping(content).run()
    summary = summarise(results)
    better = summary.ratings.players[0].elo - summary.ratings.players[1].elo
    said = f"montecarlo 20 playouts over greedy: {better:+.0f} Elo ("
    assert said in format_text(summary)
    assert said in format_page(results, summary)
    assert ", normalized +" in format_text(summary)
    share = summary.players[0].tally.share
    assert better == pytest.approx(-400 * log10(1 / share - 1))
