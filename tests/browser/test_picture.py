"""The README's picture of the page can be made at any time, and shows what it is said to show.

To make it again after a change of the page: `make picture`.
"""

from __future__ import annotations

import struct
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import expect

from tests.browser.conftest import Opened, Server, chromium, watched

PICTURE = Path(__file__).parents[2] / "docs" / "page.png"
SIZE = (1180, 760)
POSITION = "#r=irregular&m=GDAECIDACFBBDBDBBEDGHGEF"  # late enough for proofs of every column


def take(window: Opened) -> bytes:
    """The page with a game on an irregular board and the analysis of every column."""
    width, height = SIZE
    window.page.set_viewport_size({"width": width, "height": height})
    page = window.open(POSITION)
    page.click("#analyse")
    expect(page.locator("#work-done")).to_contain_text("all proven")
    expect(page.locator("#analysis-body")).to_contain_text("wins in 9 moves")
    return page.screenshot()


def size_of(png: bytes) -> tuple[int, int]:
    assert png.startswith(b"\x89PNG")
    width, height = struct.unpack(">II", png[16:24])
    return width, height


def test_the_picture_can_be_made_again(opened: Opened) -> None:
    assert size_of(take(opened)) == size_of(PICTURE.read_bytes()) == SIZE


def main() -> None:
    with TemporaryDirectory() as folder, chromium() as browser:
        server = Server(Path(folder) / "games.sqlite")
        server.start()
        context = browser.new_context(color_scheme="light", reduced_motion="reduce")
        PICTURE.write_bytes(take(watched(context, server.url)))
        server.kill()


if __name__ == "__main__":
    main()
