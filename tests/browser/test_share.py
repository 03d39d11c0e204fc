"""Links, import and export, lost connections."""

from __future__ import annotations

import json
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

from playwright.sync_api import Page, WebSocketRoute, expect

from tests.browser.conftest import Opened, Server


def share(page: Page) -> None:
    page.click("#nav-share")
    expect(page.locator("#share-dialog")).to_be_visible()


def imported(opened: Opened, text: str) -> None:
    """Pastes something into the one field."""
    opened.page.click("#nav-editor")
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
    expect(page.locator("#copy-record")).to_have_value("irregular; DDE")
    expect(page.locator("#copy-moves")).to_be_hidden()
    page.click("#share-dialog summary")
    for format_, start in (
        ("svg", b"<svg"),
        ("png", b"\x89PNG"),
        ("json", b"{"),
        ("toml", b"name"),
        ("record", b"irregular; DDE"),
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


def test_one_field_opens_whatever_is_pasted(opened: Opened, tmp_path: Path) -> None:
    page = opened.open("#r=classic")
    imported(opened, "4453")
    opened.wait_for_moves(4)
    assert page.url.endswith("#r=classic&m=DDEC")
    imported(opened, "X/-/-/XO/-/-/- O")
    opened.wait_for_moves(3)
    opened.status("Yellow to move")
    imported(opened, "# dropfour saved game\n# x: human\n# o: auto\nsquare; DE")
    opened.wait_for_moves(2)
    assert page.url.endswith("#r=square&m=DE")
    imported(opened, "rows = 4\ncolumns = 5\n[goal]\nsquare = 2\n")
    opened.wait_for_moves(0)
    expect(page.locator("#board .d4-column")).to_have_count(5)
    table = {"rules": {"rows": 4, "columns": 4}, "start": "X/-/-/- O", "moves": "B"}
    imported(opened, json.dumps(table))
    opened.wait_for_moves(2)
    imported(opened, f"look: {opened.base}#r=max&m=ABC")
    opened.wait_for_moves(3)
    # Nonsense says why, and the editor stays; files go the same way.
    imported(opened, "DDQ")
    expect(page.locator("#opener .problem")).to_contain_text("unknown column 'Q'")
    file = tmp_path / "arena.txt"
    file.write_text("Game 3 on classic: a (X) against b (O)\n. . X\n\nb wins\nclassic; DDDD\n")
    page.set_input_files("#import-file", file)
    opened.wait_for_moves(4)


def test_a_board_on_another_page(opened: Opened, tmp_path: Path) -> None:
    page = opened.open("#r=classic&m=DDEEFFG")
    share(page)
    frame = page.locator("#copy-embed").input_value()
    (tmp_path / "index.html").write_text(f"<link rel=icon href=data:,>{frame}")
    handler = partial(SimpleHTTPRequestHandler, directory=tmp_path)
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as site:  # another origin
        Thread(target=site.serve_forever, daemon=True).start()
        page.goto(f"http://127.0.0.1:{site.server_port}/")
        inside = page.frame_locator("iframe")
        discs = inside.locator(".d4-discs > .d4-disc")
        expect(discs).to_have_count(7)
        expect(inside.locator("#status")).to_contain_text("7 of 7 · Red wins")
        inside.locator("#back").click()
        expect(discs).to_have_count(6)
        inside.locator("#first").click()
        expect(discs).to_have_count(0)
        expect(inside.locator("#open")).to_have_attribute("href", "/#r=classic&m=DDEEFFG")
        site.shutdown()


def test_a_bad_link_says_why(opened: Opened) -> None:
    page = opened.open("#r=nonsense")
    expect(page.locator("#home")).to_be_visible()
    expect(page.locator("#notice")).to_contain_text("No game is called 'nonsense'")
    page.set_viewport_size({"width": 360, "height": 360})
    page.goto(opened.base + "embed#r=nonsense")
    expect(page.locator("#board")).to_contain_text("No game is called 'nonsense'")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_lost_connection_comes_back(opened: Opened) -> None:
    page, sockets = opened.page, list[WebSocketRoute]()

    def relay(socket: WebSocketRoute) -> None:
        sockets.append(socket)
        socket.connect_to_server()

    page.route_web_socket("**/ws", relay)
    opened.start("classic")
    opened.play("D")
    place = page.locator("#board").bounding_box()
    sockets[-1].close()
    expect(page.locator("#offline")).to_be_visible()
    assert page.locator("#board").bounding_box() == place
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
