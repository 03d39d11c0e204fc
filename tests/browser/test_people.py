"""Two people at one game: invitation, names, presence, questions, clocks, rematch, my games."""

from __future__ import annotations

import json
import re
from html import escape

from playwright.sync_api import Browser, Route, WebSocketRoute, expect

from tests.browser.conftest import Opened, Server, watched
from tests.web.process import ServerProcess

# Sound as after a reload: a context made before anything was pressed is silent until it is woken.
COUNT_TONES = """
globalThis.tones = 0;
const Wakeful = AudioContext;
globalThis.AudioContext = class extends Wakeful {
  constructor() {
    super();
    this.suspend();
    globalThis.sounding = () => this.state === "running";
  }
};
const { start } = AudioScheduledSourceNode.prototype;
AudioScheduledSourceNode.prototype.start = function (...when) {
  tones += 1;
  return start.apply(this, when);
};
"""
SOUNDING = """() => new Promise((done, fail) => {
  const look = () => (globalThis.sounding?.() ? done() : setTimeout(look, 20));
  setTimeout(() => fail(new Error("the bell is mute")), 30_000);
  look();
})"""
REMEMBER_ANOTHER = """() => {
  const games = JSON.parse(localStorage.getItem("dropfour.games"));
  games.elsewhere = { tokens: ["t"], sides: [0, 1], at_ms: Date.now() };
  localStorage.setItem("dropfour.games", JSON.stringify(games));
}"""

APART = """(parts) => {
  const [one, other] = parts.map((part) => document.querySelector(part).getBoundingClientRect());
  return one.top >= other.bottom || one.left >= other.right;
}"""


def invited(opened: Opened) -> str:
    """The link of a new invitation, with the dialog closed."""
    opened.page.click("#invite")
    expect(opened.page.locator(".code-picture")).to_be_visible()
    link = opened.page.locator("#link-friend").input_value()
    opened.page.keyboard.press("Escape")
    return link


def seated(opened: Opened, second: Opened, *, clock: str | None = None) -> None:
    """Both at a new game, the first as Red."""
    opened.open()
    if clock:
        opened.page.locator("#time select").select_option(clock)
    opened.players("human", "human")
    opened.page.click("[data-game=classic]")
    second.page.goto(invited(opened))
    second.status("Red to move")
    expect(opened.page.locator("#players")).to_contain_text("here")


def test_a_friend_is_invited_and_takes_the_seat(
    opened: Opened, second: Opened, browser: Browser, server: Server
) -> None:
    page = opened.start("classic")
    link = invited(opened)
    assert re.search(r"/#g=[\w-]+&k=\w+$", link), "nothing in it but what it needs"
    page.click("#invite")
    expect(page.locator("#share-dialog")).to_be_visible()
    expect(page.locator("#unreachable")).to_contain_text("--allow-remote")
    assert page.locator("#link-friend").input_value() == link, "the same link until it is used"
    page.keyboard.press("Escape")
    expect(page.locator("#players")).to_contain_text("has yet to open the link")
    opened.play("D")
    page.keyboard.press("d")
    expect(page.locator("#message")).to_contain_text("has yet to open the link")
    page.click("#nav-mine")
    expect(page.locator(".my-game .state")).to_have_text("Yellow to move")
    # Who opens the own invitation keeps the seats.
    page.goto("about:blank")
    page.goto(link)
    opened.wait_for_moves(1)
    page.keyboard.press("d")
    expect(page.locator("#message")).to_contain_text("has yet to open the link")

    second.page.goto(link)
    second.wait_for_moves(1)
    assert "k=" not in second.page.url, "the key leaves the address at once"
    assert "#r=classic&" in second.page.url, "and the rest is short"
    expect(page.locator("#message")).to_have_text("Your friend is here.")
    expect(page.locator("#players")).to_contain_text("Your opponent")
    page.keyboard.press("d")
    expect(page.locator("#message")).to_contain_text("other side's turn")
    assert page.title() == "dropfour"
    expect(second.page).to_have_title("● Your turn · dropfour")
    second.play("D")
    opened.wait_for_moves(2)
    expect(page).to_have_title("● Your turn · dropfour")

    # The friend may open the link again; a third one only watches, and is asked nothing.
    second.page.goto("about:blank")
    second.page.goto(link)
    second.wait_for_moves(2)
    second.page.click("#undo")
    expect(second.page.locator("#withdraw")).to_be_visible()
    context = browser.new_context()
    third = watched(context, server.url)
    third.page.goto(link)
    third.wait_for_moves(2)
    expect(third.page.locator("#message")).to_contain_text("invitation was withdrawn, or somebody")
    expect(third.page.locator("#ask")).to_contain_text("Yellow would like to take back")
    expect(third.page.locator("#ask button")).to_have_count(0)
    third.page.keyboard.press("a")
    expect(third.page.locator("#message")).to_contain_text("watching")
    third.page.click("#nav-mine")
    expect(third.page.locator(".my-game")).to_contain_text("Watched")
    context.close()

    page.click("#decline")
    expect(second.page.locator("#message")).to_contain_text("rather not")
    second.wait_for_moves(2)
    second.page.click("#undo")
    page.click("#agree")
    second.wait_for_moves(1)
    opened.wait_for_moves(1)
    # Away, and back.
    second.page.goto("about:blank")
    expect(page.locator("#players")).to_contain_text("away")


def test_a_side_that_cannot_be_changed_keeps_its_link(opened: Opened) -> None:
    def refuse_red(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()

        def pass_on(text: str | bytes) -> None:
            asked = json.loads(text)
            if (asked["type"], asked.get("side")) != ("invite", 0):
                return server.send(text)
            error = {"code": "busy", "message": "not now"}
            return socket.send(json.dumps({"type": "error", "id": asked["id"], "error": error}))

        socket.on_message(pass_on)

    opened.page.route_web_socket("**/ws", refuse_red)
    opened.page.route("**/api/code", lambda route: route.abort(), times=1)
    opened.allowed.append("ERR_FAILED")
    page = opened.start("classic")
    page.click("#invite")
    link = page.locator("#link-friend").input_value()
    expect(page.locator(".code-picture")).to_have_count(0)  # the link will do
    red, yellow = (page.locator(f"[name=friend-side][value='{side}']") for side in (0, 1))
    for _ in range(2):
        red.click()
        expect(page.locator("#share-dialog .problem")).to_have_text("Not now.")
        expect(yellow).to_be_checked()
    assert page.locator("#link-friend").input_value() == link


def test_names_draw_resignation_and_rematch(opened: Opened, second: Opened) -> None:
    page, other = opened.page, second.page
    page.add_init_script(COUNT_TONES)
    opened.allowed += ["ERR_INTERNET_DISCONNECTED", "WebSocket", "404"]
    seated(opened, second, clock="5+3")
    name = "<img src=x onerror=alert(1)> " + "W" * 11
    other.click("#name")
    other.fill("#my-name", name)
    other.keyboard.press("Enter")
    expect(page.locator("#players")).to_contain_text(name)
    assert page.locator("#players img").count() == 0
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")

    opened.play("D")
    second.wait_for_moves(1)
    expect(page.locator("#sound")).to_have_attribute("aria-checked", "false")
    second.play("D")
    opened.wait_for_moves(2)
    assert page.evaluate("tones") == 0
    expect(page.locator(".player").first.locator(".clock.running")).to_have_text(
        re.compile(r"^[0-4]:\d\d$")
    )
    other.click("#draw")
    expect(page.locator("#ask")).to_contain_text(f"{name} offers a draw.")
    for width, height in ((360, 740), (768, 1024), (1200, 800)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(APART, ["#ask", "#toolbar"]), (width, height)
    page.click("#decline")
    expect(other.locator("#message")).to_have_text("The draw was declined.")
    other.click("#resign")
    expect(other.locator("#resign")).to_have_text("Really resign?")
    other.click("#resign")
    for each in (opened, second):
        each.status("Red wins, Yellow resigned")
    expect(page.locator(".clock.running")).to_have_count(0)
    page.keyboard.press("a")
    expect(page.locator("#message")).to_have_text("The game is over.")
    expect(page.locator("#undo")).to_be_disabled()
    expect(page.locator("#new-game")).to_be_visible()

    before = page.url
    page.click("#rematch")
    expect(other.locator("#ask")).to_contain_text("would like a rematch")
    other.click("#agree")
    for each in (opened, second):
        each.wait_for_moves(0)
        each.status("Red to move")
    expect(page.locator(".player").first).to_contain_text(name)  # now Red
    page.keyboard.press("a")
    expect(page.locator("#message")).to_contain_text("other side's turn")
    page.click("#sound")
    heard = page.evaluate("tones")
    second.play("D")
    opened.wait_for_moves(1)
    assert page.evaluate("tones") > heard > 0
    assert page.url != before
    # The old game knows where it went on.
    page.go_back()
    opened.wait_for_moves(2)
    expect(page.locator("#rematch")).to_have_text("To the rematch")
    page.click("#rematch")
    opened.wait_for_moves(1)

    # Both are among the games of this browser, whose turn it is and how they ended; what another
    # server has is not shown, and not forgotten.
    page.evaluate(REMEMBER_ANOTHER)
    page.click("#nav-mine")
    expect(page.locator(".my-game")).to_have_count(2)
    expect(page.locator(".my-game").first).to_contain_text("Your turn")
    expect(page.locator(".my-game").last).to_contain_text("Red wins, Yellow resigned")
    assert page.locator(".my-game .d4-plate").count() == 2
    page.locator(".my-game .delete").last.click()
    page.locator(".my-game .delete", has_text="Delete?").click()
    expect(page.locator(".my-game")).to_have_count(1)
    page.reload()
    expect(page.locator(".my-game")).to_have_count(1)
    assert "elsewhere" in page.evaluate("localStorage.getItem('dropfour.games')")
    page.context.set_offline(True)
    page.evaluate("document.querySelector('#nav-mine').click()")
    expect(page.locator("#mine .faults")).to_have_text("The server does not answer.")
    page.context.set_offline(False)
    page.click("#more-games")
    page.locator(".my-game a").click()
    opened.wait_for_moves(1)
    # The sound is still on, and heard.
    opened.play("C")
    second.wait_for_moves(2)
    second.play("C")
    opened.wait_for_moves(3)
    page.evaluate(SOUNDING)
    assert page.evaluate("tones") == 2
    other.click("#nav-mine")
    expect(other.locator(".my-game")).to_have_count(2)  # what others play too stays theirs


def test_a_link_from_a_chat_opens_a_server_with_a_token(opened: Opened, second: Opened) -> None:
    """The friend is elsewhere, has never been here, and comes from another site."""
    options = ("--host", "0.0.0.0", "--allow-remote", "--db", ":memory:")
    with ServerProcess("web", *options, module="dropfour") as server:
        opened.base = server.address  # as it was printed; no friend could open 0.0.0.0
        opened.allowed.append("Cross-Origin-Opener-Policy")  # nothing over plain http
        page = opened.start("classic")
        page.click("#invite")
        expect(page.locator("#share-dialog")).to_be_visible()
        link = page.locator("#link-friend").input_value()
        reached = page.request.get(opened.base.split("?")[0] + "api/addresses").json()
        assert link.startswith((*reached["addresses"], "http://0.0.0.0")[0])
        assert page.locator("#unreachable").count() == (not reached["addresses"])
        page.keyboard.press("Escape")
        other = second.page
        chat = f'<a href="{escape(link)}">Play me!</a>'
        other.route(
            "http://chat.example/", lambda route: route.fulfill(body=chat, content_type="text/html")
        )
        other.goto("http://chat.example/")
        other.click("a")
        expect(page.locator("#message")).to_have_text("Your friend is here.")
        assert "token" not in other.url and "k=" not in other.url
        opened.play("D")
        second.wait_for_moves(1)
        half = second.page.context.browser
        assert half is not None
        context = half.new_context()
        stranger = context.new_page()
        stranger.goto(link.replace("?token=", "?"))
        expect(stranger.locator("h1")).to_have_text("This table is by invitation")
        context.close()


def test_time_runs_out(opened: Opened, second: Opened) -> None:
    def hurry(route: Route) -> None:
        """Less time than the page offers."""
        asked = json.loads(route.request.post_data or "{}")
        route.continue_(post_data=json.dumps({**asked, "clock": {"initial_s": 1}}))

    opened.page.route("**/api/games", hurry)
    seated(opened, second, clock="1+0")
    opened.play("D")
    second.wait_for_moves(1)
    second.play("D")
    for each in (opened, second):
        each.status("Yellow wins on time")
    expect(opened.page.locator(".clock").first).to_have_text("0.0")


def test_a_friend_takes_over_from_the_computer(opened: Opened, second: Opened) -> None:
    page = opened.open()
    page.locator("#time select").select_option("other")
    page.get_by_label("Minutes for each side").fill("7.5")
    page.get_by_label("Seconds more with each move").fill("4")
    page.keyboard.press("Tab")
    opened.start("classic", "computer", "human")  # the clock is remembered
    opened.wait_for_moves(1)
    expect(page.locator(".clock")).to_have_text(["7:30", "7:30"])
    second.page.goto(invited(opened))
    expect(page.locator("#message")).to_have_text("Your friend is here.")
    opened.play("D")
    second.wait_for_moves(2)
    second.page.keyboard.press("d")
    opened.wait_for_moves(3)
