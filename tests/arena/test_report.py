"""Reports: a golden one, and what every form of it must have."""

from __future__ import annotations

import csv
import io
import json
import os
import re
from pathlib import Path
from typing import Any

import pytest

from dropfour.arena import Experiment, PlayedGame, Results
from dropfour.arena.report import summarise
from dropfour.arena.report.data import format_csv, format_json
from dropfour.arena.report.page import format_page
from dropfour.arena.report.plots import plots
from dropfour.cli.arena.text import format_text
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
    assert page.count("<svg") >= 5


def test_plots(results: Results) -> None:
    names = [plot.name for plot in plots(summarise(results))]
    assert names == ["elo", "effort", "side", "board", "length"]


def test_drops_are_where_the_discs_are(results: Results) -> None:
    drawn = replay_data(format_page(results, summarise(results)))["games"]
    assert any("!" in game[6] for game in drawn)
    for game, (*_, drops, _note) in zip(results, drawn, strict=True):
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
