"""Always in sight: boards of every size in windows of every size, and large boards moved about."""

from __future__ import annotations

import json
from itertools import product
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import Opened, Server

WINDOWS = ((360, 740), (768, 1024), (1280, 720), (1440, 900))
SIDES = range(4, 13)
BOARDS = tuple(product(SIDES, SIDES))
LETTERS_PX = (12, 20)

# Every rectangle is [left, top, right, bottom] in the window; `letters` are sizes in pixels.
MEASURE = """() => {
  const box = (each) => {
    const { left, top, right, bottom } = each.getBoundingClientRect();
    return [left, top, right, bottom].map((side) => Math.round(side * 100) / 100);
  };
  const of = (selector) => box(document.querySelector(selector));
  const shown = (each) => each.checkVisibility() && each.getBoundingClientRect().width;
  const texts = document.createTreeWalker(document.querySelector(".sight"), NodeFilter.SHOW_TEXT);
  const letters = [];
  while (texts.nextNode()) {
    const { parentElement: each, data } = texts.currentNode;
    if (!data.trim() || !shown(each)) continue;
    const scale = each.getScreenCTM ? each.getScreenCTM().a : 1;
    letters.push(parseFloat(getComputedStyle(each).fontSize) * scale);
  }
  return {
    board: of("#board .d4-plate"),
    letters,
    parts: Object.fromEntries(
      ["#status", "#game-title", "#players", "#board .d4-plate", "#board .d4-letters", ".toolbar"]
        .map((part) => [part, of(part)]),
    ),
    last: document.querySelector("#board .d4-last") && of("#board .d4-last"),
    window: of("#board"),
    scrolled: scrollY,
  };
}"""


# One board after the other, each measured once nothing moves any more.
SURVEY = """async (boards) => {
  const measure = MEASURE;
  const frame = () => new Promise(requestAnimationFrame);
  const found = [];
  for (const [hash, rows, columns] of boards) {
    location.hash = hash;
    const count = (part) => document.querySelectorAll(`#board ${part}`).length;
    while (count(".d4-column") !== columns || count(".d4-rims circle") !== rows * columns)
      await frame();
    for (let frames = 0; frames < 2; frames++) await frame();
    found.push(measure());
  }
  return found;
}""".replace("MEASURE", MEASURE)


def address(rows: int, columns: int, moves: str = "", **more: object) -> str:
    rules = json.dumps({"rows": rows, "columns": columns, **more}, separators=(",", ":"))
    return f"#r={rules}&m={moves}"


def measure(page: Page, width: int, height: int) -> dict[str, Any]:
    """The page's measures in a window of this size, once nothing moves any more."""
    page.set_viewport_size({"width": width, "height": height})
    page.evaluate(
        """async () => {
          for (let frames = 0; frames < 3; frames++) await new Promise(requestAnimationFrame);
        }"""
    )
    found: dict[str, Any] = page.evaluate(MEASURE)
    return found


def check_in_sight(found: dict[str, Any], width: int, height: int) -> None:
    assert found["scrolled"] == 0
    for part, (left, top, right, bottom) in found["parts"].items():
        assert left >= 0 and top >= 0 and right <= width and bottom <= height, part
    least, most = LETTERS_PX
    sizes = found["letters"]
    assert least - 0.01 <= min(sizes) and max(sizes) <= most + 0.01


@pytest.mark.parametrize("window", WINDOWS)
def test_every_board_fits_every_window(opened: Opened, window: tuple[int, int]) -> None:
    page = opened.page
    page.set_viewport_size({"width": window[0], "height": window[1]})
    opened.open("#r=classic")
    boards = [[address(rows, columns, "AAB"), rows, columns] for rows, columns in BOARDS]
    survey = page.evaluate(SURVEY, boards)
    for (rows, columns), found in zip(BOARDS, survey, strict=True):
        check_in_sight(found, *window)
        left, top, right, bottom = found["board"]
        assert min((right - left) / columns, (bottom - top) / rows) > 24, (rows, columns)


@pytest.mark.parametrize("ending", ["first", "full"])
def test_the_board_stays_where_it_is(opened: Opened, ending: str) -> None:
    """Neither the analysis nor the end of the game moves it, nor a hint or a refusal."""
    rows, columns = (1, 7) if ending == "full" else (12, 12)
    long = "A board with a name that is too long for one line of any telephone"
    for window in WINDOWS:
        board = address(rows, columns, "AABBCC" if ending == "first" else "ABCDEF", name=long,
                        ending=ending)  # fmt: skip
        page = opened.open(board)
        before = measure(page, *window)
        check_in_sight(before, *window)
        page.click("#analyse")
        expect(page.locator("#board .d4-ghost").first).to_be_visible()
        after = [measure(page, *window)]
        page.keyboard.press("z")
        expect(page.locator("#message")).to_contain_text("There is no column Z")
        after.append(measure(page, *window))
        page.keyboard.press("d" if ending == "first" else "g")
        expect(page.locator("#rematch")).to_be_visible()
        after.append(measure(page, *window))
        page.click("#analyse")
        after.append(measure(page, *window))
        for each in after:
            assert each["board"] == before["board"], window
            check_in_sight(each, *window)


def test_a_game_with_clocks_stays_where_it_is(opened: Opened) -> None:
    opened.open()
    opened.page.evaluate("localStorage.setItem('dropfour.clock', JSON.stringify('5+3'))")
    for window in WINDOWS:
        page = opened.start("classic")
        expect(page.locator(".clock")).to_have_count(2)
        before = measure(page, *window)
        check_in_sight(before, *window)
        _, top, _, bottom = before["parts"][".toolbar"]
        assert bottom - top < 50  # one row
        opened.play("DDEEFFG")
        opened.status("Red wins")
        after = measure(page, *window)
        check_in_sight(after, *window)
        assert after["board"] == before["board"], window


def test_a_large_board_is_moved_and_enlarged(opened: Opened) -> None:
    page = opened.open(address(32, 32, " ".join(["A", "AF"] * 3)))
    for window in WINDOWS:
        found = measure(page, *window)
        check_in_sight({**found, "parts": {}}, *window)
        left, top, right, bottom = found["last"]
        frame = found["window"]
        assert frame[0] <= left and frame[1] <= top and right <= frame[2] and bottom <= frame[3]

    def board_width() -> float:
        left, _, right, _ = page.evaluate(MEASURE)["board"]
        return float(right - left)

    start = board_width()
    page.keyboard.press("0")
    whole = page.evaluate(MEASURE)
    assert whole["board"][0] >= whole["window"][0] and whole["board"][3] <= whole["window"][3]
    page.keyboard.press("+")
    assert board_width() > whole["board"][2] - whole["board"][0]
    page.keyboard.press("-")
    page.get_by_role("button", name="Larger").click()
    page.get_by_role("button", name="Larger").click()
    near = board_width()
    assert near > start
    found = page.evaluate(MEASURE)
    frame = found["window"]
    assert found["last"][2] <= frame[2] and found["last"][3] <= frame[3], "what was seen stays"
    middle = ((frame[0] + frame[2]) / 2, (frame[1] + frame[3]) / 2)
    page.mouse.move(*middle)
    page.mouse.wheel(0, 200)
    plate = "document.querySelector('#board .d4-plate').getBoundingClientRect()"
    page.wait_for_function(f"{plate}.width < {near}")
    before = page.evaluate(MEASURE)["board"]
    page.mouse.down()
    page.mouse.move(middle[0] + 60, middle[1] + 40, steps=4)
    page.mouse.up()
    after = page.evaluate(MEASURE)["board"]
    assert [round(b - a) for a, b in zip(before, after, strict=True)] == [60, 40, 60, 40]
    page.keyboard.press("Shift+ArrowRight")
    assert page.evaluate(MEASURE)["board"][0] < after[0]
    page.keyboard.press("+")  # with the last move out of sight
    assert opened.count() == 6  # neither a drag nor a key dropped a disc
    page.mouse.click(*middle)
    opened.wait_for_moves(7)


def test_a_phone_on_its_side(opened: Opened) -> None:
    page = opened.open("#r=classic&m=DDE")
    found = measure(page, 740, 360)
    check_in_sight(found, 740, 360)
    _, top, _, bottom = found["board"]
    assert bottom - top > 170


def test_the_evaluation_stands_beside_the_board_and_is_as_high(opened: Opened) -> None:
    page = opened.open("#r=classic&m=DDE")
    page.click("#analyse")
    expect(page.locator("#evaluation")).to_be_visible()
    for window in (*WINDOWS, (740, 360)):
        left, top, _, bottom = measure(page, *window)["board"]
        bar = page.locator("#evaluation").bounding_box()
        assert bar is not None
        assert abs(bar["y"] - top) < 1 and abs(bar["y"] + bar["height"] - bottom) < 1, window
        assert 0 <= left - bar["x"] - bar["width"] < 12, window


def test_a_large_board_is_pinched(browser: Browser, server: Server) -> None:
    context = browser.new_context(viewport={"width": 360, "height": 740}, has_touch=True)
    window = Opened(context.new_page(), server.url)
    page = window.open(address(32, 32))
    left, top, right, bottom = page.evaluate(MEASURE)["window"]
    hands = context.new_cdp_session(page)
    middle = ((left + right) / 2, (top + bottom) / 2)

    def touch(kind: str, *fingers: tuple[float, float]) -> None:
        points = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(fingers)]
        hands.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    def widths(start: int, end: int) -> list[float]:
        """Of the board, before and after two fingers go from so far apart to so far."""
        found = []
        for step, kind in ((0, "touchStart"), (1, "touchMove"), (2, "touchMove"), (2, "touchEnd")):
            found.append(page.evaluate(MEASURE)["board"])
            reach = start + (end - start) * step / 2
            fingers = [(middle[0] + side * reach, middle[1]) for side in (-1, 1)]
            touch(kind, *(fingers if kind != "touchEnd" else ()))
        found.append(page.evaluate(MEASURE)["board"])
        return [each[2] - each[0] for each in (found[0], found[-1])]

    before, after = widths(30, 60)
    assert after == pytest.approx(2 * before, rel=0.1)
    before, after = widths(100, 50)
    assert after == pytest.approx(before / 2, rel=0.1)
    assert window.count() == 0
    page.touchscreen.tap(*middle)
    window.wait_for_moves(1)
    context.close()


def test_the_skip_link_stays_in_the_game(opened: Opened) -> None:
    page = opened.open("#r=irregular&m=DDD")
    page.locator("#skip").focus()
    page.keyboard.press("Enter")
    assert page.url.endswith("#r=irregular&m=DDD")
    column = page.locator(".d4-column:focus")
    expect(column).to_have_attribute("aria-label", "Column E, lands on E1; empty")
    page.keyboard.press("ArrowLeft")
    content = "from the bottom red, yellow, red; D3 is dead"
    expect(column).to_have_attribute("aria-label", f"Column D, lands on D4; {content}")
    page.click("#nav-home")
    page.locator("#skip").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#home")).to_be_visible()
    expect(page.locator("#main")).to_be_focused()


def test_the_goals_shape_is_drawn_where_it_is_no_line(opened: Opened) -> None:
    corner = {"shapes": [["X.", "XX"]], "rotate": True}
    for fragment, discs in (("#r=square", 4), (address(5, 5, goal=corner), 3), ("#r=classic", 0)):
        page = opened.open(fragment)
        expect(page.locator("#goal circle")).to_have_count(discs)
    assert page.locator("#goal").is_hidden()


def test_points_are_shown_as_they_are_made_and_one_by_one(opened: Opened) -> None:
    page = opened.open(address(2, 4, "AAB", goal={"line": 2}, ending="full"))
    note, marks = page.locator(".status-note"), page.locator("#board .d4-pattern")
    expect(note).to_have_text("Red scores 1: 1 to 0")
    expect(marks).to_have_count(1)
    expect(page.locator("#live")).to_contain_text("Red drops on B1 and scores 1, 1 to 0")
    opened.play("D")
    expect(marks).to_have_count(0)
    opened.play("CBCD")
    points = page.locator("#points")
    expect(points).to_have_text("‹6 points›")
    rings = page.locator("#board .d4-winning")
    assert rings.count() > 4 and marks.count() == 0
    for text in ("Red: 1 of 6", "Red: 2 of 6"):
        points.get_by_role("button", name="next").press("Enter")
        expect(points).to_contain_text(text)
        assert (rings.count(), marks.count()) == (0, 1)
    for text in ("Red: 1 of 6", "6 points", "Yellow: 6 of 6"):
        points.get_by_role("button", name="before").click()
        expect(points).to_contain_text(text)
    page.click("#back")
    expect(points).to_be_hidden()
