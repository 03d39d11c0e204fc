"""What the analysis sees: results in words, lines of play, branches, grades, the graph."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.conftest import Opened, Server

IN_NO_BOOK = '#r={"rows":9,"columns":9}&m=DD'  # nor soon analysed


def test_every_column_is_told_in_words_while_the_search_goes_on(opened: Opened) -> None:
    page = opened.open(IN_NO_BOOK)
    board = page.locator("#board").bounding_box()
    page.click("#analyse")
    work, keep = page.locator("#work-done"), page.locator("#keep-analysing")
    expect(page.locator(".columns li")).to_have_count(9)
    expect(page.locator(".columns .worth").first).to_have_text(re.compile(r"^\d+ %$"))
    expect(page.locator(".columns li").first).to_contain_text("playouts")
    expect(page.locator(".verdict")).to_have_text(re.compile("Even|(Red|Yellow) is .*better"))
    expect(page.locator("#board .d4-ghost")).to_have_count(1)  # the best move
    expect(page.locator("#evaluation")).to_be_visible()
    assert page.locator("#board").bounding_box() == board
    keep.click()
    for _ in range(2):
        expect(work).not_to_have_text(work.text_content() or "")
    keep.click()
    expect(work).to_contain_text("done")
    keep.click()
    expect(work).not_to_contain_text("done")


def test_proven_results_are_said_of_who_wins_and_when(opened: Opened) -> None:
    page = opened.open("#r=classic&m=DDCECC")
    page.click("#analyse")
    expect(page.locator(".verdict")).to_have_text("Yellow wins in 30 moves")
    expect(page.locator("#analysis-body")).to_contain_text("lost in any case: D lasts longest.")
    expect(page.locator(".columns .best")).to_contain_text("loses in 30 moves")
    expect(page.locator("#work-done")).to_have_text("from the book")
    expect(page.locator("#keep-analysing")).to_be_disabled()
    expect(page.locator("#evaluation")).to_have_attribute("aria-label", "Yellow wins in 30 moves")
    opened.open('#r={"rows":12,"columns":12}&m=AABBCC')
    expect(page.locator(".verdict")).to_have_text("Red wins in 1 move")
    expect(page.locator(".columns .best .worth")).to_have_text("wins in 1 move")
    other = page.locator(".columns [data-column='7'] .worth")
    expect(other).to_have_text(re.compile(r"\d+ %|wins in \d+ moves"))


def test_the_line_of_a_column_is_unfolded_and_walked_through(opened: Opened) -> None:
    page = opened.open("#r=classic&m=DDCECC")
    page.click("#analyse")
    expect(page.locator(".verdict")).to_contain_text("wins")
    row = page.locator(".columns [data-column='1']")
    row.locator("button.column").click()
    moves = row.locator(".play .move")
    expect(moves.nth(3)).to_be_visible()
    moves.nth(2).hover()
    expect(page.locator("#board .d4-ghost")).to_have_count(3)
    moves.nth(2).click()
    opened.wait_for_moves(9)
    for key, discs in (("ArrowLeft", 8), ("ArrowRight", 9), ("Home", 0)):
        page.keyboard.press(key)
        opened.wait_for_moves(discs)
    page.keyboard.press("End")
    expect(page.locator("#forward")).to_be_disabled()
    assert opened.count() > 9  # the end of the line
    page.keyboard.press("Home")
    opened.column(0)
    opened.wait_for_moves(1)
    page.keyboard.press("ArrowLeft")  # the mouse has not given the board the arrows
    opened.wait_for_moves(0)


def test_analysis_follows_the_board_and_stops(opened: Opened) -> None:
    page = opened.open("#r=classic")
    page.click("#analyse")
    expect(page.locator(".columns li")).to_have_count(7)
    page.keyboard.press("d")
    opened.wait_for_moves(1)
    expect(page.locator(".d4-ghost .d4-disc").first).to_have_class(re.compile("d4-O"))
    page.click("#analyse")
    expect(page.locator(".d4-ghost")).to_have_count(0)
    expect(page.locator("#analysis-panel")).to_be_hidden()
    expect(page.locator("#evaluation")).to_be_hidden()


def test_analysis_goes_on_after_a_lost_connection(opened: Opened, server: Server) -> None:
    opened.allowed += ["ERR_CONNECTION", "WebSocket"]
    page = opened.open(IN_NO_BOOK)
    page.click("#analyse")
    expect(page.locator(".columns li")).to_have_count(9)
    server.kill()
    expect(page.locator("#offline")).to_be_visible()
    expect(page.locator("#analysis-body")).to_contain_text("The connection is lost.")
    server.start()
    expect(page.locator("#offline")).to_be_hidden()
    expect(page.locator("#analysis-body")).not_to_contain_text("The connection is lost.")
    expect(page.locator("#work-done")).not_to_contain_text("done")


def test_a_hint_on_a_fresh_board(opened: Opened) -> None:
    page = opened.open("#r=square&m=DD")
    page.click("#hint")
    expect(page.locator("#message")).to_have_text(re.compile("Try [A-G]."))
    assert page.locator(".d4-hint").count() == 1


def test_leaving_the_game_stops_the_search(opened: Opened) -> None:
    page = opened.open(IN_NO_BOOK)
    frames: list[str] = []
    page.on(
        "websocket",
        lambda socket: socket.on("framesent", lambda frame: frames.append(str(frame))),
    )
    page.reload()
    page.click("#analyse")
    expect(page.locator(".columns li")).to_have_count(9)
    page.click("#nav-home")
    expect(page.locator("#home")).to_be_visible()
    page.wait_for_timeout(100)
    assert any('"stop"' in frame for frame in frames)


def test_branches_are_kept_and_can_be_removed(opened: Opened) -> None:
    page = opened.open("#r=classic&m=DDE")
    page.click("#back")
    page.click("#back")
    opened.wait_for_moves(1)
    page.keyboard.press("a")
    opened.wait_for_moves(2)
    assert page.locator(".beside").count() == 1
    page.locator(".beside .move").last.click()
    opened.wait_for_moves(3)
    page.locator(".beside .move").first.click()
    opened.wait_for_moves(2)
    page.click("#prune")
    opened.wait_for_moves(1)
    assert page.locator(".beside").count() == 0


def test_stepping_through_a_game_does_not_change_it(opened: Opened) -> None:
    page = opened.start("classic")
    opened.play("DDE")
    page.click("#first")
    opened.wait_for_moves(0)
    page.click("#forward")
    opened.wait_for_moves(1)
    page.click("#last")
    opened.wait_for_moves(3)
    page.click("#back")
    page.click("#to-game")
    opened.wait_for_moves(3)
    assert "m=DDE" in page.url


def test_another_try_in_a_game_keeps_both(opened: Opened) -> None:
    page = opened.start("classic")
    opened.play("DDE")
    page.click("#back")
    opened.wait_for_moves(2)
    page.keyboard.press("g")
    opened.wait_for_moves(3)
    expect(page.locator(".beside")).to_contain_text("E1")
    assert "m=DDG" in page.url


def test_every_move_is_graded_and_the_value_drawn(opened: Opened) -> None:
    page = opened.open("#r=classic&m=DDEEFAG")
    opened.status("Red wins")
    page.click("#review")
    expect(page.locator("#grade")).to_have_text("Grade the moves", timeout=20_000)
    expect(page.locator(".graph .curve")).to_have_count(1)
    last = page.locator(".line > li > .move").last
    expect(last).to_have_attribute("aria-label", "7. Red G1, best")
    assert page.locator(".tally").count() == 1
    box = page.locator(".graph svg").bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + 1, box["y"] + 20)
    opened.wait_for_moves(0)


def test_a_win_thrown_away_is_a_blunder_and_so_is_its_mirror_image(opened: Opened) -> None:
    for move in "CE":  # the empty board is won, by D alone
        page = opened.open(f"#r=classic&m={move}")
        page.click("#grade")
        label = f"1. Red {move}1, blunder"
        expect(page.locator(".line > li > .move").first).to_have_attribute("aria-label", label)
