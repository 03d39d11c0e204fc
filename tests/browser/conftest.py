"""A real Chromium on the page of a real server, both started once for all tests here."""

from __future__ import annotations

import re
import select
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest

playwright = pytest.importorskip(
    "playwright.sync_api", reason="for want of playwright (pip install playwright)"
)

from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright  # noqa: E402

CHROMIUM = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
ARGUMENTS = ("--no-sandbox", "--disable-background-networking", "--disable-gpu")
STARTUP_S = 30
TIMEOUT_MS = 60_000  # patient: the machine may be busy with other tests
expect.set_options(timeout=TIMEOUT_MS)


@dataclass
class Server:
    """`dropfour web` as a process of its own, which can be killed and started again."""

    database: Path
    port: int = 0
    process: subprocess.Popen[str] | None = field(default=None, repr=False)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/"

    def start(self) -> None:
        command = [sys.executable, "-m", "dropfour", "web", "--no-browser"]
        command += ["--port", str(self.port), "--db", str(self.database)]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        deadline = time.monotonic() + STARTUP_S
        while select.select([self.process.stdout], [], [], deadline - time.monotonic())[0]:
            line = self.process.stdout.readline()
            if found := re.search(r"http://[\w.]+:(\d+)/", line):
                self.port = int(found[1])
                return
            assert line, f"the server ended with status {self.process.wait()}"
        raise AssertionError(f"the server was not up after {STARTUP_S} s")

    def kill(self) -> None:
        """End it as a power cut would."""
        if self.process is not None:
            self.process.send_signal(signal.SIGKILL)
            self.process.wait()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    started = Server(tmp_path_factory.mktemp("web") / "games.sqlite")
    started.start()
    yield started
    started.kill()


@contextmanager
def chromium() -> Iterator[Browser]:
    found = next(filter(None, map(shutil.which, CHROMIUM)), None)
    if found is None:
        pytest.skip("for want of Chromium (apt-get install chromium)")
    with sync_playwright() as driver:
        launched = driver.chromium.launch(executable_path=found, args=list(ARGUMENTS))
        yield launched
        launched.close()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with chromium() as launched:
        yield launched


@dataclass
class Opened:
    """A browser window on the page, with the steps that many tests share."""

    page: Page
    base: str
    allowed: list[str] = field(default_factory=lambda: ["Service Worker registration blocked"])
    complaints: list[str] = field(default_factory=list)

    def open(self, fragment: str = "") -> Page:
        """Open the page and wait for what the fragment says."""
        self.page.goto("about:blank")
        self.page.goto(self.base + fragment)
        expect(self.page.locator("main > section:visible")).to_have_count(1)
        return self.page

    def players(self, *kinds: str) -> None:
        """Choose who plays on the first page: "human", "computer" (the weakest) or "agent"."""
        for side, kind in enumerate(kinds):
            choice = self.page.locator("#versus .picker").nth(side).locator("select").first
            choice.select_option("auto:level=1" if kind == "computer" else kind)

    def start(self, game: str, first: str = "human", second: str = "human") -> Page:
        """One press on a card, after choosing the players."""
        self.open()
        self.players(first, second)
        self.page.click(f"[data-game={game}]")
        expect(self.page.locator("#game")).to_be_visible()
        return self.page

    def play(self, moves: str) -> None:
        """Press letters, each once the one before has landed."""
        for letter in moves:
            before = self.count()
            self.page.keyboard.press(letter.lower())
            self.wait_for_moves(before + 1)

    def count(self) -> int:
        """The number of discs and bans on the board."""
        return self.page.locator("#board .d4-discs > .d4-disc").count()

    def wait_for_moves(self, number: int) -> None:
        expect(self.page.locator("#board .d4-discs > .d4-disc")).to_have_count(number)

    def status(self, text: str) -> None:
        expect(self.page.locator("#status")).to_contain_text(text)

    def column(self, number: int) -> None:
        """Press on a column with the mouse."""
        self.page.locator(f".d4-column[data-column='{number}']").click()


def watched(context: BrowserContext, address: str) -> Opened:
    """A window that will have the address, and remembers what was said on its console."""
    opened = Opened(context.new_page(), address)
    page = opened.page
    page.set_default_timeout(TIMEOUT_MS)
    page.on("pageerror", lambda error: opened.complaints.append(f"error: {error}"))
    page.on(
        "console",
        lambda message: (
            opened.complaints.append(f"{message.type}: {message.text}")
            if message.type in ("error", "warning")
            else None
        ),
    )
    return opened


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    made = browser.new_context(
        viewport={"width": 1200, "height": 800}, reduced_motion="reduce", service_workers="block"
    )
    yield made
    made.close()


@pytest.fixture
def opened(context: BrowserContext, server: Server) -> Iterator[Opened]:
    """The page in a fresh browser; the test fails if anything was said on the console."""
    window = watched(context, server.url)
    yield window
    heard = [c for c in window.complaints if not any(word in c for word in window.allowed)]
    assert not heard, heard


@pytest.fixture
def second(browser: Browser, server: Server) -> Iterator[Opened]:
    """A second browser, with nothing in common with the first."""
    made = browser.new_context(
        viewport={"width": 1200, "height": 800}, reduced_motion="reduce", service_workers="block"
    )
    yield watched(made, server.url)
    made.close()
