"""Playing: every preset, by mouse, touch and keyboard, with people and computers."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Route, expect

from dropfour import preset_names
from tests.browser.conftest import Opened, Server


@pytest.mark.parametrize("game", preset_names())
def test_one_press_plays_each_preset(opened: Opened, game: str) -> None:
    page = opened.start(game)
    opened.status("Red to move")
    opened.column(3)
    opened.wait_for_moves(1)
    opened.status("Yellow to move")
    assert f"r={game}" in page.url and "m=D" in page.url


@pytest.mark.parametrize("place", ["home", "editor"])
def test_who_goes_away_while_a_game_is_being_opened_stays_away(opened: Opened, place: str) -> None:
    page = opened.open()
    held: list[Route] = []
    page.route("**/api/position", lambda route: held.append(route), times=1)
    with page.expect_request("**/api/position"):
        page.click("[data-game=classic]")
    page.click(f"#nav-{place}")
    expect(page.locator(f"#{place}")).to_be_visible()
    with page.expect_response("**/api/position"):
        held[0].continue_()
    page.evaluate("() => fetch('/api/variants').then((answer) => answer.text())")
    expect(page.locator(f"#{place}")).to_be_visible()
    expect(page.locator("#game")).to_be_hidden()


def test_the_cards_show_every_game_and_a_picture(opened: Opened) -> None:
    page = opened.open()
    for game in (*preset_names(), "random", "own"):
        expect(page.locator(f"[data-game={game}]")).to_be_visible()
    assert page.locator(".card .d4-plate").count() == len(preset_names()) + 1


@pytest.mark.parametrize(
    ("mode", "special"), [("plain", ""), ("forbidden", ".d4-blocked"), ("bonus", ".d4-bonus")]
)
def test_a_random_board(opened: Opened, mode: str, special: str) -> None:
    page = opened.open()
    opened.players("human", "human")
    page.click(f"[data-game=random] [data-random={mode}]")
    opened.status("Red to move")
    assert re.search(rf"r={mode}~\d+", page.url)
    assert page.locator("#board .d4-marks > *").count() == bool(special)
    if special:
        expect(page.locator(f"#board {special}")).to_have_count(1)


def test_a_click_on_any_cell_of_a_column_drops_a_disc_there(opened: Opened) -> None:
    """The interface allows to click any cell in a column; the piece goes to the lowest position."""
    page = opened.start("forbidden")
    cells = page.locator(".d4-column[data-column='2']").bounding_box()
    assert cells is not None
    for number, row in enumerate((0, 5, 3), start=1):  # of six, from the top
        page.mouse.click(
            cells["x"] + cells["width"] / 2, cells["y"] + cells["height"] * (row + 0.5) / 6
        )
        opened.wait_for_moves(number)
    assert "m=CCC" in page.url


def test_discs_may_be_white_and_black(opened: Opened) -> None:
    page = opened.start("classic")
    opened.play("d")
    page.click("#nav-discs")
    opened.status("Black to move")
    opened.play("c")
    face = page.locator("#board .d4-X .d4-disc-face").first
    assert face.evaluate("disc => getComputedStyle(disc).fill") == "rgb(251, 250, 246)"
    page.click("#nav-editor")
    expect(page.locator("#editor [data-tool=X]")).to_contain_text("White")
    page.reload()
    expect(page.locator("#editor [data-tool=O]")).to_contain_text("Black")  # it is remembered
    before = page.locator("#editor .d4-disc").count()
    page.click("#nav-discs")
    expect(page.locator("#editor [data-tool=O]")).to_contain_text("Yellow")
    assert page.locator("#editor .d4-disc").count() == before  # nothing is lost
    page.click("#nav-home")
    expect(page.locator("#versus")).to_contain_text("Red, first")


def test_keyboard_alone_plays_a_whole_game(opened: Opened) -> None:
    page = opened.start("classic")
    while not page.evaluate("document.activeElement.matches('.d4-column')"):
        page.keyboard.press("Tab")  # to the middle column
    for turn, keys in enumerate(("", "", "ArrowRight", "", "ArrowRight", "", "ArrowRight")):
        if keys:
            page.keyboard.press(keys)
        page.keyboard.press("Enter" if turn % 2 else " ")
        opened.wait_for_moves(turn + 1)
    opened.status("Red wins")
    expect(page.locator("#live")).to_contain_text("Red drops on G1. Red wins")
    assert page.locator("#board .d4-winning").count() == 4


def test_what_is_hidden_hears_no_keys(opened: Opened) -> None:
    page = opened.open("#v=editor")
    focused = page.evaluate(
        """() => {
          document.querySelector("#editor-name").focus();
          document.querySelector("#nav-home").click();
          return document.activeElement.id;
        }"""
    )
    assert focused == ""
    expect(page.locator("#home")).to_be_visible()


def test_touch(browser: Browser, server: Server) -> None:
    context = browser.new_context(
        viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True
    )
    window = Opened(context.new_page(), server.url)
    page = window.open()
    window.players("human", "human")
    page.tap("[data-game=classic]")
    page.locator(".d4-column[data-column='4']").tap()
    window.wait_for_moves(1)
    window.status("Yellow to move")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    context.close()


def test_the_landing_cell_is_previewed(opened: Opened) -> None:
    page = opened.start("classic")
    page.hover(".d4-column[data-column='5']")
    assert page.locator(".d4-preview").count() == 2
    expect(page.locator(".d4-column[data-column='5']")).to_have_attribute(
        "aria-label", "Column F, lands on F1; empty"
    )
    page.mouse.move(0, 0)
    expect(page.locator(".d4-preview")).to_have_count(0)


def test_a_full_column_refuses_in_words(opened: Opened) -> None:
    page = opened.open("#r=classic&m=AAAAAA")
    page.keyboard.press("a")
    expect(page.locator("#message")).to_have_text("Column A is full.")
    page.keyboard.press("z")
    expect(page.locator("#message")).to_have_text("There is no column Z.")
    assert opened.count() == 6


def test_a_ban_is_a_step_of_its_own(opened: Opened) -> None:
    page = opened.start("bonus")
    opened.play("EEE")
    opened.status("Red: place your ban")
    opened.play("A")
    opened.status("Yellow to move")
    assert page.locator("#board .d4-discs .d4-ban").count() == 1
    expect(page.locator("#live")).to_contain_text("Red bans A1")
    assert "m=EEE!A" in page.url


def test_marks_and_legend(opened: Opened) -> None:
    for game, mark, word in (
        ("forbidden", ".d4-blocked", "Blocked"),
        ("bonus", ".d4-bonus", "Bonus"),
        ("irregular", ".d4-dead", "Dead"),
    ):
        page = opened.open(f"#r={game}")
        assert page.locator(f"#board .d4-marks {mark}").count() > 0
        expect(page.locator("#legend")).to_contain_text(word)
    red_cross = page.evaluate(
        "getComputedStyle(document.querySelector('.d4-board')).getPropertyValue('--d4-cross')"
    )
    assert red_cross.strip() == "#e5262b"


def test_undo_redo_and_new(opened: Opened) -> None:
    page = opened.start("classic")
    opened.play("DDE")
    page.click("#undo")
    opened.wait_for_moves(2)
    page.keyboard.press("Control+z")
    opened.wait_for_moves(1)
    page.click("#redo")
    opened.wait_for_moves(2)
    page.keyboard.press("Control+y")
    opened.wait_for_moves(3)
    expect(page.locator("#redo")).to_be_disabled()
    page.click("#new")
    opened.wait_for_moves(0)
    opened.status("Red to move")


def test_against_the_computer_with_undo_swap_and_hint(opened: Opened) -> None:
    page = opened.start("classic", "human", "computer")
    page.keyboard.press("d")
    opened.wait_for_moves(2)
    opened.status("Red to move")
    page.click("#undo")
    opened.wait_for_moves(0)
    page.click("#redo")
    opened.wait_for_moves(2)
    page.click("#hint")
    expect(page.locator("#message")).to_contain_text("Try ")
    assert page.locator(".d4-hint").count() == 1
    page.click("#swap")
    opened.wait_for_moves(3)
    opened.status("Yellow to move")


def test_the_computer_may_start(opened: Opened) -> None:
    opened.start("square", "computer", "human")
    opened.wait_for_moves(1)
    opened.status("Yellow to move")


def test_an_agent_with_its_own_limit(opened: Opened) -> None:
    page = opened.open()
    opened.players("human", "agent")
    picker = page.locator("#versus .picker").nth(1)
    picker.locator(".custom select").first.select_option("uct")
    expect(picker.locator(".custom p")).to_contain_text("random games")
    picker.get_by_label("Yellow: seconds").fill("0.1")
    page.click("[data-game=classic]")
    expect(page.locator("#game")).to_be_visible()
    page.keyboard.press("d")
    opened.wait_for_moves(2)
    expect(page.locator("#players")).to_contain_text("Tree search (UCT)Yellow · 0.1 seconds")


def test_an_agent_is_told_what_the_server_describes(opened: Opened) -> None:
    page = opened.open()
    opened.players("human", "agent")
    picker = page.locator("#versus .picker").nth(1)
    picker.locator(".custom select").first.select_option("montecarlo")
    picker.get_by_label("Yellow: playouts").fill("1e12")  # more than this server allows
    picker.get_by_text("More settings").click()
    picker.get_by_label("Yellow: policy").select_option("uniform")
    picker.locator(".custom select").first.select_option("uct")
    expect(picker.get_by_label("Yellow: policy")).to_have_value("uniform")
    picker.get_by_label("Yellow: seconds").fill("0.1")
    page.keyboard.press("Tab")
    page.reload()
    expect(picker.get_by_label("Yellow: seconds")).to_have_value("0.1")
    page.click("[data-game=classic]")
    told = "100 M playouts, 0.1 seconds, uniform policy"
    expect(page.locator("#players")).to_contain_text(f"Tree search (UCT)Yellow · {told}")


def test_computer_against_computer_pauses_and_steps(opened: Opened) -> None:
    page = opened.start("square", "computer", "computer")
    opened.wait_for_moves(2)
    page.click("#pause")
    page.wait_for_timeout(700)
    held = opened.count()
    page.wait_for_timeout(700)
    assert opened.count() == held
    page.click("#step")
    opened.wait_for_moves(held + 1)
    page.click("#undo")
    opened.wait_for_moves(held)
    opened.status("(paused)")
    page.click("#change-players")  # a human takes over, with nothing left to press "Run" for
    dialog = page.locator("#players-dialog")
    dialog.locator(".picker").nth(0).locator("select").first.select_option("human")
    dialog.get_by_role("button", name="Play on").click()
    opened.status("Red to move")
    expect(page.locator("#pause")).to_be_hidden()


def test_game_over_shows_points_and_offers_a_rematch(opened: Opened) -> None:
    page = opened.open('#r={"rows":2,"columns":4,"goal":{"line":2},"ending":"full"}')
    page.click("#play-on")
    dialog = page.locator("#players-dialog")
    dialog.locator(".picker").nth(1).locator("select").first.select_option("human")
    dialog.get_by_role("button", name="Play", exact=True).click()
    expect(page.locator("#change-players")).to_be_visible()
    opened.play("AABBCCDD")
    opened.status("Draw, 3 to 3")
    assert page.locator(".score").all_text_contents() == ["3", "3"]
    assert page.locator("#board .d4-winning").count() > 0
    page.click("#rematch")
    opened.wait_for_moves(0)


def test_discs_differ_in_shape_not_only_in_colour(opened: Opened) -> None:
    page = opened.open("#r=classic&m=DE")
    marks = page.eval_on_selector_all(
        "#board .d4-discs .d4-emblem", "all => all.map(each => each.tagName)"
    )
    assert sorted(marks) == ["circle", "path"]


def test_the_disc_falls_unless_motion_is_unwanted(browser: Browser, server: Server) -> None:
    for motion, falls in (("no-preference", True), ("reduce", False)):
        context = browser.new_context(reduced_motion=motion)  # type: ignore[arg-type]
        window = Opened(context.new_page(), server.url)
        page = window.open("#r=classic")
        page.keyboard.press("d")
        window.wait_for_moves(1)
        moving = page.evaluate(
            "document.querySelector('#board .d4-discs .d4-disc').getAnimations().length"
        )
        assert bool(moving) is falls
        context.close()
