"""Looks: nothing for axe to find at any width, nothing wider than the window, a light paint."""

from __future__ import annotations

from typing import Literal

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Opened

axe = pytest.importorskip(
    "axe_playwright_python.sync_playwright",
    reason="for want of axe (pip install axe-playwright-python)",
)

FIRST_PAINT_BYTES = 60_000  # compressed, as they travel
WINDOWS = ((1440, 900), (1280, 720), (768, 1024), (360, 740))
SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
STATES = {
    "home": "",
    "other computer": "",
    "no such game": "#r=nothing",
    "game": "#r=irregular&m=DDE",
    "hint": "#r=classic&m=DD",
    "ban": "#r=bonus&m=EEE",
    "full column": "#r=classic&m=AAAAAA",
    "over": "#r=classic&m=DDEEFFG",
    "graded": "#r=classic&m=DAEBFCG",
    "branch": "#r=classic&m=DDE",
    "wide": '#r={"rows":4,"columns":32}&m=A',
    "editor": "#r=forbidden&v=editor",
    "editor with faults": "#r=square&v=editor",
    "share": "#r=classic&m=DD",
    "invitation": "",
    "my games": "#v=mine",
    "who plays": "#r=classic",
    "analysis": "#r=max&m=DD",
}


def reach(page: Page, state: str) -> None:
    """Does what the address alone does not."""
    match state:
        case "other computer":
            choose(page, "#versus", "agent")
        case "hint":
            page.click("#hint")
            expect(page.locator("#message")).to_contain_text("Try")
        case "full column":
            page.keyboard.press("a")
            expect(page.locator("#message")).to_contain_text("full")
        case "graded":
            page.click("#review")
            expect(page.locator("#grade")).to_have_text("Grade the moves")
            expect(page.locator(".graph .curve")).to_have_count(1)
        case "branch":
            page.click("#back")
            page.keyboard.press("a")
            expect(page.locator(".beside")).to_have_count(1)
        case "editor with faults":
            page.check("[name=goal][value=shapes]")
            page.get_by_role("button", name="Another").click()
            expect(page.locator("#faults")).to_contain_text("Goal")
            page.fill("#import-text", "DDXYZ")
            page.click("#import")
            expect(page.locator("#opener .problem")).to_contain_text("unknown column")
            page.fill("#toml", "rows = 0")
            expect(page.locator("#toml-faults")).to_be_visible()
        case "share":
            page.click("#nav-share")
            page.click("#share-dialog summary")
            expect(page.locator("#copy-text")).to_be_visible()
        case "invitation":
            choose(page, "#versus", "human")
            page.click("[data-game=classic]")
            page.click("#invite")
            expect(page.locator(".code-picture")).to_be_visible()
        case "my games":
            page.click("#nav-home")
            choose(page, "#versus", "human")
            page.click("[data-game=irregular]")
            page.click("#nav-home")
            page.click("#nav-mine")
            expect(page.locator(".my-game")).to_have_count(1)
        case "who plays":
            page.click("#play-on")
            choose(page, "#players-dialog", "agent")
        case "analysis":
            page.click("#analyse")
            page.click(".columns .best button")
            expect(page.locator(".play .move").first).to_be_visible()


def choose(page: Page, where: str, kind: str) -> None:
    page.locator(f"{where} .picker").nth(1).locator("select").first.select_option(kind)


@pytest.mark.parametrize("state", STATES)
def test_nothing_for_axe_to_find_and_nothing_wider_than_the_window(
    opened: Opened, state: str
) -> None:
    page = opened.open(STATES[state])
    reach(page, state)
    page.evaluate(axe.Axe().axe_script)
    for width, height in WINDOWS:
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        for scheme in SCHEMES:
            page.emulate_media(color_scheme=scheme)
            # All but the contrast is the same in every colour.
            rules = {"runOnly": ["color-contrast"]} if scheme == "dark" else {}
            options = {"resultTypes": ["violations"], **rules}
            found = [
                (each["id"], each["impact"], [node["html"][:120] for node in each["nodes"]])
                for each in page.evaluate("options => axe.run(options)", options)["violations"]
            ]
            assert not found, (width, scheme)


def test_the_first_paint_is_light(opened: Opened) -> None:
    page = opened.open()
    page.wait_for_load_state("networkidle")
    travelled = page.evaluate(
        "performance.getEntries().reduce((sum, each) => sum + (each.encodedBodySize ?? 0), 0)"
    )
    assert 10_000 < travelled < FIRST_PAINT_BYTES


def test_no_inline_script_or_style(opened: Opened) -> None:
    page = opened.open()
    policy = page.request.get(opened.base).headers["content-security-policy"]
    assert "default-src 'self'" in policy and "unsafe" not in policy


def test_the_theme_can_be_switched_and_is_kept(opened: Opened) -> None:
    page = opened.open()
    colour = "getComputedStyle(document.body).backgroundColor"
    before = page.evaluate(colour)
    page.click("#nav-theme")
    after = page.evaluate(colour)
    assert before != after
    page.reload()
    assert page.evaluate(colour) == after
