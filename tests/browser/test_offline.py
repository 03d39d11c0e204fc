"""Without the server, and over a bad line: the page is there, and says what it lacks."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Browser, Route, expect

from tests.browser.conftest import Opened, Server, watched

PAINTED = """() => new Promise((done, fail) => {
  const look = (list) => list.getEntriesByName("first-contentful-paint").length && done();
  new PerformanceObserver(look).observe({ type: "paint", buffered: true });
  setTimeout(() => fail(new Error("nothing was painted")), 30_000);
})"""


def test_the_page_is_there_without_its_server(browser: Browser, tmp_path: Path) -> None:
    server = Server(tmp_path / "games.sqlite")
    server.start()
    context = browser.new_context(reduced_motion="reduce")
    window = watched(context, server.url)
    page = window.open("#r=classic&m=DD")
    window.wait_for_moves(2)
    page.evaluate("() => navigator.serviceWorker.ready.then(() => true)")
    server.kill()
    page.click("#back")  # what is there can be looked at
    window.wait_for_moves(1)
    page.reload()
    expect(page.locator("#home")).to_be_visible()
    expect(page.locator("#notice")).to_contain_text("The server does not answer.")
    expect(page.locator("[data-game=classic]")).to_be_visible()
    page.click("#nav-editor")  # whose module was not needed before
    expect(page.locator("#faults")).to_contain_text("The server does not answer.")
    server.start()
    page.goto("about:blank")
    page.goto(f"{server.url}#r=classic&m=DDE")
    window.wait_for_moves(3)
    # A game is opened once there is somebody to ask.
    window.start("classic")
    window.play("D")
    server.kill()
    page.reload()
    expect(page.locator("#notice")).to_have_text("The connection was lost.")
    server.start()
    window.wait_for_moves(1)
    context.close()
    server.kill()


def test_what_was_never_loaded_is_missed_in_words(opened: Opened) -> None:
    """Over plain http no browser keeps the page."""
    opened.allowed += ["ERR_INTERNET_DISCONNECTED", "WebSocket"]
    page = opened.open("#r=classic&m=DD")
    page.context.set_offline(True)
    page.click("#nav-share")
    expect(page.locator("#message")).to_have_text("The server does not answer.")
    for button, screen in (("#nav-editor", "#editor"), ("#nav-mine", "#mine")):
        page.click(button)
        expect(page.locator("#notice, #message").filter(visible=True)).to_have_text(
            "The server does not answer."
        )
        page.context.set_offline(False)
        page.click(button)
        expect(page.locator(f"{screen} h1")).to_be_visible()
        page.context.set_offline(True)
        page.go_back()
    page.context.set_offline(False)


def test_the_first_paint_needs_the_first_answer_alone(opened: Opened) -> None:
    """On a slow line everything else takes another second."""
    page = opened.page
    held: list[Route] = []
    released = False

    def hold(route: Route) -> None:
        if released or route.request.is_navigation_request():
            route.continue_()
        else:
            held.append(route)

    page.route("**/*", hold)
    page.goto(opened.base, wait_until="commit")
    page.evaluate(PAINTED)
    assert held and page.evaluate("performance.getEntriesByType('resource')") == []
    expect(page.locator("#loading")).to_be_visible()
    colour = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert colour == "rgb(245, 241, 232)"  # of the paper: it is no bare text
    released = True
    for route in held:
        route.continue_()
    expect(page.locator("#home")).to_be_visible()
    expect(page.locator("#loading")).to_be_hidden()
