"""The arena's report opened from disk: its games are replayed on the page's board."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, expect

from dropfour.arena import Results
from dropfour.arena.experiment import Experiment
from dropfour.arena.report import summarise
from dropfour.arena.report.page import format_page
from tests.browser.conftest import Server, watched

EXPERIMENT: dict[str, Any] = {
    "rules": [{"game": "bonus", "seeds": [1]}, {"game": "irregular"}],
    "players": [
        {"agent": "random"},
        {"agent": "greedy"},
        {"name": "a player with quite a long name, longer than most", "command": ["/no/such"]},
    ],
    "plan": {"games": 2},
    "openings": {"kind": "file", "lines": ["AB", "DD"]},
}


@pytest.fixture(scope="module")
def results() -> Results:
    return Experiment.from_mapping(EXPERIMENT, name="small").run()


@pytest.fixture(scope="module")
def report(results: Results, tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("report") / "report.html"
    place.write_text(format_page(results, summarise(results)), encoding="utf-8")
    return place


def test_a_game_is_replayed_move_by_move(
    context: BrowserContext, results: Results, report: Path
) -> None:
    window = watched(context, report.as_uri())
    page = window.page
    page.goto(window.base)
    discs = page.locator("#board .d4-discs > .d4-disc")
    moves = page.locator("#moves tr")
    for game in results:
        page.select_option("#games", str(game.number))
        expect(discs).to_have_count(game.plies)
        expect(moves).to_have_count(game.plies)
        outcome = results.position(game).outcome
        winning = len(outcome.cells) if outcome else 0
        expect(page.locator("#board .d4-winning")).to_have_count(winning)
        page.click("[data-go=back]")
        expect(discs).to_have_count(game.plies - 1)
        expect(page.locator("#board .d4-winning")).to_have_count(0)
        expect(page.locator("#caption")).to_contain_text(f"Move {game.plies - 1} of {game.plies}")
        page.click("[data-go=start]")
        expect(discs).to_have_count(0)
        moves.last.click()
        expect(discs).to_have_count(game.plies)
    page.fill("#find", "irregular")
    expect(page.locator("#games option")).to_have_count(6)
    assert not window.complaints


def test_values_and_times_stand_beside_the_moves(
    context: BrowserContext, results: Results, report: Path
) -> None:
    window = watched(context, report.as_uri())
    page = window.page
    page.goto(window.base)
    game = next(game for game in results if game.players == ("random", "greedy"))
    page.select_option("#games", str(game.number))
    rows = page.locator("#moves tr")
    expect(rows.nth(0)).to_contain_text("opening")
    side = results.position(game).history[game.opening_plies].turn
    index = game.opening_plies + (side == 0)
    thought = game.thoughts[index - game.opening_plies]
    assert thought.value is not None
    expect(rows.nth(index).locator("td").nth(2)).to_have_text(f"{thought.value:+.2f}")
    expect(page.locator("#graph polyline")).to_have_count(2)
    assert not window.complaints


def test_a_fault_leads_to_its_game(context: BrowserContext, report: Path) -> None:
    window = watched(context, report.as_uri())
    window.page.goto(window.base)
    button = window.page.locator("button.game").last
    number = button.text_content()
    button.click()
    expect(window.page.locator("#caption")).to_contain_text(f"Game {number} on")
    expect(window.page.locator("#caption")).to_contain_text("cannot be started")
    assert not window.complaints


def test_one_click_opens_a_game_on_the_page(
    context: BrowserContext, results: Results, report: Path, server: Server
) -> None:
    page = context.new_page()
    page.goto(report.as_uri())
    for game in (results.games[0], results.games[-1]):
        page.select_option("#games", str(game.number))
        link = page.locator("#open a").get_attribute("href")
        assert link is not None
        assert link.startswith("http://127.0.0.1:8140/#r=")
        there = context.new_page()
        there.goto(link.replace("http://127.0.0.1:8140/", server.url))
        expect(there.locator("#board .d4-discs > .d4-disc")).to_have_count(game.plies)
        there.close()


@pytest.mark.parametrize("width", [1440, 768, 360])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_report_fits_every_screen(
    browser: Browser, report: Path, width: int, scheme: Any
) -> None:
    size = {"width": width, "height": 900}
    context = browser.new_context(viewport=size, color_scheme=scheme)  # type: ignore[arg-type] # a plain dict
    page = context.new_page()
    page.goto(report.as_uri())
    expect(page.locator("#board .d4-disc").first).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    plots = page.locator(".plots figure")
    tops = {plots.nth(i).evaluate("e => e.offsetTop") for i in range(plots.count())}
    assert (len(tops) < plots.count()) == (width == 1440)  # side by side where there is room
    brightness = page.evaluate(
        "getComputedStyle(document.body).backgroundColor.match(/\\d+/g).map(Number)[0]"
    )
    assert (brightness > 128) == (scheme == "light")
    context.close()
