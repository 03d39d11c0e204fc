"""The tutorial's board is played on in JupyterLab."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

pytest.importorskip("jupyterlab", reason="for want of JupyterLab (pip install jupyterlab)")
nbformat = pytest.importorskip("nbformat")  # it comes with that

TOUR = Path(__file__).parents[2] / "examples" / "tour.ipynb"
STARTUP_S = 60
OURS = ("http://127.0.0.1:", "ws://127.0.0.1:", "blob:", "data:", "about:")
NO_NEWS = {"fetchNews": "false", "checkForUpdates": False}

# A computer that thinks for ever, and a cell after it: the kernel is not waited for.
SLOW = """slow = d4.play("classic", against="uct:seconds=600", seed=1)
slow.play("D")
slow"""
AFTER = """print("six times", 7)"""


@pytest.fixture(scope="module")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a JupyterLab of its own, with the tour and two cells more."""
    home = tmp_path_factory.mktemp("lab")
    tour = nbformat.read(TOUR, 4)
    tour.cells += [nbformat.v4.new_code_cell(SLOW), nbformat.v4.new_code_cell(AFTER)]
    (home / "root").mkdir()
    nbformat.write(tour, home / "root" / "tour.ipynb")
    settings = home / "settings" / "@jupyterlab" / "apputils-extension"
    settings.mkdir(parents=True)
    (settings / "notification.jupyterlab-settings").write_text(json.dumps(NO_NEWS), "utf-8")
    environment = os.environ | {
        "HOME": str(home),
        "IPYTHONDIR": str(home / "ipython"),
        "JUPYTER_CONFIG_DIR": str(home / "config"),
        "JUPYTER_DATA_DIR": str(home / "data"),
        "JUPYTER_RUNTIME_DIR": str(home / "runtime"),
        "JUPYTERLAB_SETTINGS_DIR": str(home / "settings"),
        "JUPYTERLAB_WORKSPACES_DIR": str(home / "workspaces"),
    }
    command = [sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root"]
    command += ["--ip=127.0.0.1", "--port=0", f"--ServerApp.root_dir={home / 'root'}"]
    with (
        (home / "log").open("w") as log,
        subprocess.Popen(command, env=environment, stdout=log, stderr=log) as server,
    ):
        try:
            yield address_of(server, home)
        finally:
            server.terminate()


def address_of(server: subprocess.Popen[bytes], home: Path) -> str:
    """Where the tour is, once the server is up."""
    deadline = time.monotonic() + STARTUP_S
    while time.monotonic() < deadline and server.poll() is None:
        for path in (home / "runtime").glob("jpserver-*.json"):
            found = json.loads(path.read_text("utf-8"))
            return f"{found['url']}lab/tree/tour.ipynb?token={found['token']}"
        time.sleep(0.05)
    raise AssertionError((home / "log").read_text("utf-8"))


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """So high that no cell is out of sight, and without a network beyond this machine."""
    context = browser.new_context(viewport={"width": 1200, "height": 5000}, reduced_motion="reduce")
    opened = context.new_page()
    opened.set_default_timeout(60_000)
    strangers: list[str] = []
    errors: list[str] = []
    opened.on("request", lambda asked: strangers.append(asked.url))
    opened.on("pageerror", lambda error: errors.append(str(error)))
    yield opened
    context.close()
    assert not [url for url in strangers if not url.startswith(OURS)]
    assert not errors


def discs(board: Locator) -> Locator:
    return board.locator(".d4-discs > .d4-disc")


def test_its_board_is_played_on_in_jupyterlab(page: Page, lab: str) -> None:
    page.goto(lab)
    page.get_by_text("Python 3 (ipykernel) | Idle").wait_for(state="attached")
    page.locator(".lm-MenuBar-itemLabel", has_text="Run").click()
    page.get_by_text("Run All Cells", exact=True).click()
    boards = page.locator(".d4-widget")
    expect(boards).to_have_count(3)
    mine, _, slow = (boards.nth(number) for number in range(3))

    # The last cell has run though the computer of the cell before still thinks.
    expect(page.locator(".jp-OutputArea-output", has_text="six times 7")).to_be_visible()
    expect(slow.locator(".d4-status")).to_contain_text("Yellow is thinking…")
    expect(page.locator("[data-mime-type='application/vnd.jupyter.error']")).to_have_count(0)
    slow.get_by_role("button", name="Take back").click()
    expect(slow.locator(".d4-status")).to_contain_text("Red to move")

    # A press is a move, the computer answers, and Python knows of both.
    mine.locator(".d4-column").nth(3).click()
    expect(discs(mine)).to_have_count(2)
    expect(mine.locator(".d4-status")).to_contain_text("Red to move")
    cell = page.locator(".jp-CodeCell", has_text="w.position.moves_text()")
    cell.locator(".cm-content").click()
    page.keyboard.press("Shift+Enter")
    expect(cell.locator(".jp-OutputArea-output")).to_contain_text("'D")

    mine.get_by_role("button", name="Take back").click()
    expect(discs(mine)).to_have_count(0)
    mine.get_by_role("switch", name="Analysis").click()
    expect(mine.locator(".verdict")).to_have_text("Red wins in 41 moves")
    expect(mine.locator(".columns .best")).to_contain_text("proven")

    # Keys are the board's, not shortcuts of the notebook: B would insert a cell.
    cells = page.locator(".jp-Cell")
    before = cells.count()
    mine.locator(".d4-column").nth(3).focus()
    for key in ("b", "ArrowRight", "Enter"):
        page.keyboard.press(key)
    expect(discs(mine)).to_have_count(2)
    expect(cells).to_have_count(before)
