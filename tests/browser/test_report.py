"""The arena's report opened from disk: its games are replayed on the page's board."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import BrowserContext, expect

from dropfour.arena.experiment import Experiment
from dropfour.arena.report import summarise
from dropfour.arena.report.page import format_page
from tests.browser.conftest import watched

EXPERIMENT = {
    "rules": [{"game": "bonus", "seeds": [1]}, {"game": "irregular"}],
    "players": [{"agent": "random"}, {"agent": "greedy"}],
    "plan": {"games": 2},
}


def test_a_game_is_replayed_move_by_move(context: BrowserContext, tmp_path: Path) -> None:
    results = Experiment.from_mapping(EXPERIMENT, name="small").run()
    report = tmp_path / "report.html"
    report.write_text(format_page(results, summarise(results)), encoding="utf-8")
    window = watched(context, report.as_uri())
    page = window.page
    page.goto(window.base)
    discs = page.locator("#board .d4-discs > .d4-disc")
    for game in results:
        page.select_option("#games", str(game.number))
        expect(discs).to_have_count(game.plies)
        page.click("[data-go=back]")
        expect(discs).to_have_count(game.plies - 1)
        expect(page.locator("#caption")).to_contain_text(f"Move {game.plies - 1} of {game.plies}")
        page.click("[data-go=start]")
        expect(discs).to_have_count(0)
    page.fill("#find", "irregular")
    expect(page.locator("#games option")).to_have_count(2)
    assert not window.complaints
