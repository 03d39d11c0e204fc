"""The widget as people see it, in Chromium: a page as small as a widget's host can be."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

import dropfour as d4
from dropfour.notebook.widget import BoardWidget

axe = pytest.importorskip(
    "axe_playwright_python.sync_playwright",
    reason="for want of axe (pip install axe-playwright-python)",
)

LATE = "DDDDDCCCEEBGBGGA"
HOST = """<!doctype html><html lang="en"><title>Host</title><body><main>
<h1>A notebook</h1><p class="quiet">Text</p><button class="move">Button</button>
<div id="output"></div></main></body></html>"""
# What anywidget promises a module: a model, an element, and a call to render.
BEGIN = """async ({ _esm, _css, ...state }) => {
  const listeners = {};
  window.sent = [];
  const model = {
    get: (key) => state[key],
    set: (key, value) => (state[key] = value),
    save_changes: () => sent.push(["analysing", state.analysing]),
    send: (content) => sent.push(content),
    on: (name, listener) => (listeners[name] = listener),
    off: (name) => delete listeners[name],
  };
  window.update = (changed) => {
    Object.assign(state, changed);
    for (const key of Object.keys(changed)) listeners[`change:${key}`]?.();
  };
  window.hear = (content) => listeners["msg:custom"](content);
  window.listening = () => Object.keys(listeners).length;
  const style = document.createElement("style");
  style.textContent = _css;
  document.head.append(style);
  const address = URL.createObjectURL(new Blob([_esm], { type: "text/javascript" }));
  const { default: widget } = await import(address);
  window.end = widget.render({ model, el: document.querySelector("#output") });
}"""
LOOKS = """() => ["body", "h1", "p", "main > button"].map((selector) => {
  const style = getComputedStyle(document.querySelector(selector));
  return Object.fromEntries([...style].filter((name) => !name.startsWith("--"))
    .map((name) => [name, style[name]]));
})"""


class Host:
    """A widget in a page, and what is said between them: carried over when `pump` is called."""

    def __init__(self, page: Page, shown: BoardWidget) -> None:
        self.page, self.shown = page, shown
        shown.send = lambda content: page.evaluate("(said) => hear(said)", content)
        shown.wait()
        page.evaluate(BEGIN, shown.get_state())

    def pump(self) -> None:
        for what, *arguments in self.page.evaluate("sent.splice(0)"):
            if what == "analysing":
                self.shown.analysing = arguments[0]
            else:
                self.shown._hear(None, [what, *arguments], None)
        self.shown.wait()
        state = self.shown.get_state()
        self.page.evaluate("(state) => update(state)", {k: state[k] for k in self.shown.keys})

    def press(self, column: int) -> None:
        self.page.locator(".d4-column").nth(column).click(force=True)  # full ones as well
        self.pump()

    def see(self, selector: str) -> Locator:
        return self.page.locator(f".d4-widget {selector}")


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": 1000, "height": 800}, reduced_motion="reduce")
    opened = context.new_page()
    errors: list[str] = []
    opened.on("pageerror", lambda error: errors.append(str(error)))
    opened.set_content(HOST)
    yield opened
    context.close()
    assert not errors


def test_a_game_is_played_to_its_end(page: Page) -> None:
    host = Host(page, d4.show("ABABAB"))
    expect(host.see(".d4-status")).to_contain_text("Red to move")
    host.press(0)
    expect(host.see(".d4-status")).to_contain_text("Red wins")
    expect(host.see(".d4-status")).to_contain_text("a line of 4 after 7 moves")
    expect(host.see(".d4-winning")).to_have_count(4)
    host.press(3)
    expect(host.see(".d4-message")).to_have_text("The game is over.")
    host.see("").get_by_role("button", name="One move back").click()
    host.pump()
    expect(host.see(".d4-message")).to_be_hidden()
    expect(host.see(".d4-discs > .d4-disc")).to_have_count(6)
    expect(host.see("").get_by_role("button", name="One move on")).to_be_enabled()


def test_a_full_column_is_said_in_words(page: Page) -> None:
    host = Host(page, d4.play("classic", against="greedy"))
    host.shown.position = d4.Position.from_moves("AAAAAA", host.shown.position.rules)
    host.pump()
    host.press(0)
    expect(host.see(".d4-message")).to_have_text("Column A is full.")
    host.press(1)
    expect(host.see(".d4-message")).to_be_hidden()
    assert len(host.shown.position.moves) == 8


def test_keys_play_too(page: Page) -> None:
    host = Host(page, d4.show("classic"))
    host.see(".d4-column").nth(3).focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    host.pump()
    assert host.shown.position.moves_text() == "E"


def test_what_is_proven_is_said_in_the_pages_words(page: Page) -> None:
    host = Host(page, d4.show(LATE))
    expect(host.see(".verdict")).to_be_hidden()
    host.see("").get_by_role("switch", name="Analysis").click()
    host.pump()
    expect(host.see(".verdict")).to_have_text("Yellow wins in 22 moves")
    expect(host.see(".columns > li")).to_have_count(7)
    expect(host.see(".columns > li").nth(5)).to_contain_text("loses in 2 moves")
    expect(host.see(".d4-ghost")).to_have_count(1)

    host.see(".columns button.column").nth(2).click()
    host.pump()
    moves = host.see(".play:visible .move")
    expect(moves.first).to_contain_text("C")
    line = moves.count()
    assert line > 2
    expect(host.see(".d4-ghost")).to_have_count(min(line, 8))
    moves.nth(1).click()
    host.pump()
    assert len(host.shown.position.moves) == len(LATE) + 2
    expect(host.see(".d4-discs > .d4-disc")).to_have_count(len(LATE) + 2)


def test_points_and_players_are_shown(page: Page) -> None:
    host = Host(page, d4.play("max", level=2, seed=1))
    expect(host.see(".d4-players")).to_contain_text("You0Computer 2 · Novice0")
    host.press(3)
    host.see("").get_by_role("button", name="Swap sides").click()
    host.pump()
    expect(host.see(".d4-player").first).to_contain_text("Computer 2 · Novice")


@pytest.mark.parametrize(
    ("mark", "scheme"),
    [
        ({}, "normal"),
        ({"data-jp-theme-light": "false"}, "dark"),
        ({"class": "vscode-dark"}, "dark"),
        ({"class": "vscode-light"}, "light"),
        ({"class": "vscode-high-contrast"}, "dark"),
        ({"theme": "dark"}, "dark"),  # Colab
    ],
)
def test_it_has_the_scheme_of_its_notebook(page: Page, mark: dict[str, str], scheme: str) -> None:
    set_mark = (
        "(mark) => Object.entries(mark).forEach((pair) => document.body.setAttribute(...pair))"
    )
    page.evaluate(set_mark, mark)
    if scheme == "dark":
        page.add_style_tag(content="body { background: #111; color: #eee; }")
        page.add_style_tag(content="main > button { background: #222; color: #eee; }")
    host = Host(page, d4.play("bonus", level=1, seed=1))
    host.shown.position = d4.Position.from_moves(LATE, d4.load_rules("classic"))
    host.shown.analysing = True
    host.shown.message = "something is wrong"
    host.pump()
    expect(host.see(".verdict")).not_to_be_empty()
    found: Any = page.evaluate("getComputedStyle(document.querySelector('.d4-widget')).colorScheme")
    assert found == scheme
    violations = axe.Axe().run(page).response["violations"]
    assert not [(v["id"], v["nodes"][0]["html"]) for v in violations]


def test_it_touches_nothing_else_and_leaves_nothing_behind(page: Page) -> None:
    before = page.evaluate(LOOKS)
    host = Host(page, d4.show("classic"))
    expect(host.see(".d4-board")).to_be_visible()
    after = page.evaluate(LOOKS)
    for name in ("height", "block-size", "perspective-origin", "transform-origin"):
        before[0].pop(name), after[0].pop(name)  # of the body, which holds it
    assert after == before
    page.evaluate("end()")
    assert page.evaluate("listening()") == 0


@pytest.mark.parametrize("width", [320, 560, 1600])
@pytest.mark.parametrize("columns", [1, 7, 32])
def test_it_has_room_in_any_output(page: Page, width: int, columns: int) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    host = Host(page, d4.play({"rows": 9, "columns": columns}, against="random"))
    host.press(0)
    box = page.locator(".d4-board").bounding_box()
    assert box is not None and box["x"] >= 0 and box["x"] + box["width"] <= width
    assert page.evaluate("document.documentElement.scrollWidth") <= width
