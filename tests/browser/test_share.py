"""Links, import and export, lost connections."""

from __future__ import annotations

import json
from pathlib import Path

from playwright.sync_api import Page, WebSocketRoute, expect

from tests.browser.conftest import Opened, Server


def share(page: Page) -> None:
    page.click("#nav-share")
    expect(page.locator("#share-dialog")).to_be_visible()


def imported(opened: Opened, text: str) -> None:
    share(opened.page)
    opened.page.fill("#import-text", text)
    opened.page.click("#import")


def test_a_link_reproduces_rules_and_position(opened: Opened, second: Opened) -> None:
    page = opened.open('#r={"heights":[4,3,4],"goal":{"line":3},"dead":["B2"]}&m=AB')
    opened.play("C")
    share(page)
    link = page.locator("#link-position").input_value()
    second.page.goto(link)
    second.wait_for_moves(3)
    assert second.page.locator("#board .d4-dead").count() == 1
    second.status("Yellow to move")


def test_the_address_follows_the_game_and_reload_keeps_it(opened: Opened) -> None:
    page = opened.start("max")
    opened.play("DDA")
    page.reload()
    opened.wait_for_moves(3)
    opened.play("B")
    assert "m=DDAB" in page.url


def test_back_returns_to_the_games(opened: Opened) -> None:
    page = opened.start("classic")
    page.go_back()
    expect(page.locator("#home")).to_be_visible()


def test_exports(opened: Opened, tmp_path: Path) -> None:
    page = opened.open("#r=irregular&m=DDE")
    share(page)
    for format_, start in (
        ("svg", b"<svg"),
        ("png", b"\x89PNG"),
        ("json", b"{"),
        ("toml", b"name"),
        ("moves", b"DDE"),
        ("text", b"-/-/-/XO/X"),
        ("picture", b""),
    ):
        with page.expect_download() as saved:
            page.click(f"[data-format={format_}]")
        path = tmp_path / saved.value.suggested_filename
        saved.value.save_as(path)
        content = path.read_bytes()
        assert content.startswith(start) and content, format_
    expect(page.locator("#copy-moves")).to_have_value("DDE")


def test_imports(opened: Opened) -> None:
    opened.open("#r=classic")
    imported(opened, "ddec")
    opened.wait_for_moves(4)
    imported(opened, "X/-/-/XO/-/-/- O")
    opened.wait_for_moves(3)
    opened.status("Yellow to move")
    imported(opened, "rows = 4\ncolumns = 5\n[goal]\nsquare = 2\n")
    opened.wait_for_moves(0)
    expect(opened.page.locator(".d4-column")).to_have_count(5)
    table = {"rules": {"rows": 4, "columns": 4}, "start": "X/-/-/- O", "moves": "B"}
    imported(opened, json.dumps(table))
    opened.wait_for_moves(2)


def test_an_import_that_makes_no_sense_says_why(opened: Opened) -> None:
    page = opened.open("#r=classic&m=D")
    imported(opened, "DDQ")
    expect(page.locator("#share-dialog .message")).to_contain_text("unknown column 'Q'")
    page.keyboard.press("Escape")
    opened.wait_for_moves(1)


def test_a_bad_link_says_why(opened: Opened) -> None:
    page = opened.open("#r=nonsense")
    expect(page.locator("#home")).to_be_visible()


def test_a_lost_connection_comes_back(opened: Opened) -> None:
    page, sockets = opened.page, list[WebSocketRoute]()

    def relay(socket: WebSocketRoute) -> None:
        sockets.append(socket)
        socket.connect_to_server()

    page.route_web_socket("**/ws", relay)
    opened.start("classic")
    opened.play("D")
    sockets[-1].close()
    expect(page.locator("#offline")).to_be_visible()
    page.keyboard.press("e")
    expect(page.locator("#message")).to_contain_text("No connection")
    expect(page.locator("#offline")).to_be_hidden()
    opened.play("D")
    expect(page.locator(".move")).to_have_count(2)
    assert len(sockets) == 2


def test_a_killed_server_comes_back_with_every_move(opened: Opened, server: Server) -> None:
    opened.allowed += ["ERR_CONNECTION", "WebSocket"]
    page = opened.start("classic", "human", "computer")
    page.keyboard.press("d")
    opened.wait_for_moves(2)
    server.kill()
    expect(page.locator("#offline")).to_be_visible()
    server.start()
    expect(page.locator("#offline")).to_be_hidden(timeout=15_000)
    opened.wait_for_moves(2)
    page.keyboard.press("a")
    opened.wait_for_moves(4)


def test_a_dialog_closes_when_one_goes_back(opened: Opened) -> None:
    page = opened.start("classic")
    page.click("#invite")
    expect(page.locator("#share-dialog")).to_be_visible()
    page.go_back()
    expect(page.locator("#home")).to_be_visible()
    expect(page.locator("#share-dialog")).to_be_hidden()
