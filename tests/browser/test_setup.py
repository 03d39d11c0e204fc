"""Setting up: the board editor, TOML, start positions, and faults in words."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import Opened


def editor(opened: Opened, fragment: str = "#v=editor") -> Page:
    page = opened.open(fragment)
    expect(page.locator("#faults")).to_contain_text("can be played")
    return page


def test_rows_columns_and_heights(opened: Opened) -> None:
    page = editor(opened)
    page.get_by_role("button", name="More columns").click()
    page.get_by_role("button", name="Fewer rows").click()
    expect(page.locator("#toml")).to_have_value(
        'rows = 5\ncolumns = 8\nending = "first"\n\n[goal]\nline = 4\n'
    )
    handle = page.locator("[data-handle='1']")
    handle.focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    expect(page.locator("#toml")).to_have_value(
        'heights = [5, 3, 5, 5, 5, 5, 5, 5]\nending = "first"\n\n[goal]\nline = 4\n'
    )


def test_a_columns_top_can_be_dragged(opened: Opened) -> None:
    page = editor(opened)
    box = page.locator("[data-handle='2']").bounding_box()
    cell = page.locator("[data-cell='A1']").bounding_box()
    assert box is not None and cell is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x, y + 1.1 * cell["height"], steps=4)
    page.mouse.move(x, y + 2.2 * cell["height"], steps=4)
    page.mouse.up()
    expect(page.locator("[data-handle='2']")).to_have_attribute("aria-valuenow", "4")
    expect(page.locator("[data-handle='1']")).to_have_attribute("aria-valuenow", "6")


def test_special_cells(opened: Opened) -> None:
    page = editor(opened)
    for tool, cell in (("dead", "D3"), ("blocked", "C2"), ("bonus", "E3"), ("dead", "A1")):
        page.click(f"[data-tool={tool}]")
        page.click(f"[data-cell={cell}]")
    page.click("[data-cell=A1]")
    expect(page.locator("#toml")).to_have_value(
        'rows = 6\ncolumns = 7\ndead = ["D3"]\nblocked = ["C2"]\nbonus = ["E3"]\n'
        'ending = "first"\n\n[goal]\nline = 4\n'
    )
    page.click("#editor-analyse")
    expect(page.locator("#board .d4-marks > g")).to_have_count(3)


def test_goals_and_ending(opened: Opened) -> None:
    page = editor(opened)
    page.get_by_label("Square", exact=True).check()
    expect(page.locator("#toml")).to_have_value(
        'rows = 6\ncolumns = 7\nending = "first"\n\n[goal]\nsquare = 2\n'
    )
    page.get_by_label("Own shape").check()
    expect(page.locator("#toml")).to_have_value(re.compile("shapes"))  # an L to begin with
    for place in ("Column 3, row 1", "Column 3, row 2", "Column 1, row 2"):
        page.get_by_role("button", name=place, exact=True).click()
    page.get_by_label("Play until full").check()
    expect(page.locator("#toml")).to_have_value(
        'rows = 6\ncolumns = 7\nending = "full"\n\n[goal]\nshapes = [["X.", "XX"]]\n'
        "rotate = true\nmirror = true\n"
    )


def test_faults_and_warnings_as_they_arise(opened: Opened) -> None:
    page = editor(opened)
    page.get_by_label("Discs in a line").fill("9")
    expect(page.locator("#faults")).to_contain_text("A line of 9 fits nowhere on this board.")
    page.get_by_label("Discs in a line").fill("99")
    expect(page.locator("#faults")).to_contain_text("must be 1 to 32")
    expect(page.locator("#editor-play")).to_be_disabled()
    page.get_by_label("Discs in a line").fill("4")
    expect(page.locator("#faults")).to_contain_text("can be played")
    expect(page.locator("#editor-play")).to_be_enabled()


def test_toml_is_loaded_and_saved(opened: Opened, tmp_path: Path) -> None:
    page = editor(opened)
    file = tmp_path / "mine.toml"
    file.write_text('name = "mine"\nheights = [4, 5, 4]\n[goal]\nline = 3\n')
    page.set_input_files("#toml-file", file)
    expect(page.locator("#editor-name")).to_have_value("mine")
    expect(page.locator("[data-handle]")).to_have_count(3)
    expect(page.locator("#toml")).to_have_value(
        'name = "mine"\nheights = [4, 5, 4]\nending = "first"\n\n[goal]\nline = 3\n'
    )
    with page.expect_download() as saved:
        page.click("#toml-save")
    assert saved.value.suggested_filename == "mine.toml"


def test_toml_is_taken_as_it_is_typed(opened: Opened) -> None:
    page = editor(opened)
    page.fill("#toml", "rows = [")
    expect(page.locator("#toml-faults")).to_contain_text("Invalid value")
    page.fill("#toml", "rows = 0\ncolumns = 40\n")
    expect(page.locator("#toml-faults")).to_contain_text("Line 2: columns: 40, must be")
    expect(page.locator("#faults")).not_to_contain_text("can be played")
    expect(page.locator("#editor-play")).to_be_disabled()
    expect(page.locator("[data-handle]")).to_have_count(7)
    page.fill("#toml", "rows = 6\ncolumns = 7\nlins = 4\n")
    expect(page.locator("#toml-faults")).to_contain_text("Line 3: unknown key 'lins'")
    page.fill("#toml", "rows = 3\ncolumns = 4\n[goal]\nline = 3\n")
    expect(page.locator("[data-handle]")).to_have_count(4)
    expect(page.locator("#toml-faults")).to_be_hidden()
    page.locator("#toml").blur()
    expect(page.locator("#toml")).to_have_value(re.compile('ending = "first"'))
    expect(page.locator("#faults")).to_contain_text("can be played")


def test_what_was_typed_last_is_what_is_opened(opened: Opened) -> None:
    page = editor(opened)
    page.fill("#toml", "rows = [")
    page.click("#editor-analyse")
    expect(page.locator("#toml-faults")).to_contain_text("Invalid value")
    expect(page.locator("#editor")).to_be_visible()
    page.fill("#toml", "rows = 3\ncolumns = 4\n[goal]\nline = 3\n")
    page.click("#editor-analyse")
    expect(page.locator("#board .d4-column")).to_have_count(4)


def test_discs_outlast_a_number_that_is_half_typed(opened: Opened) -> None:
    page = editor(opened)
    page.click("[data-tool=X]")
    page.click("[data-cell=A1]")
    page.click("[data-cell=G1]")
    discs = page.locator("#editor .d4-discs > .d4-disc")
    page.fill("#toml", "rows = 6\ncolumns = 1\n")
    expect(page.locator("[data-handle]")).to_have_count(1)
    expect(discs).to_have_count(1)
    page.fill("#toml", "rows = 6\ncolumns = 10\n")
    expect(page.locator("[data-handle]")).to_have_count(10)
    expect(discs).to_have_count(2)
    page.click("[data-cell=J1]")
    expect(page.locator("#toml")).to_have_value(re.compile('ending = "first"'))
    expect(discs).to_have_count(3)


def test_toml_that_cannot_be_sent_is_no_secret(opened: Opened) -> None:
    opened.allowed.append("ERR_FAILED")
    page = editor(opened)
    page.route("**/api/rules/check", lambda route: route.abort())
    page.fill("#toml", "rows = 3\ncolumns = 4\n")
    expect(page.locator("#toml-faults")).to_contain_text("The server does not answer.")


def test_a_start_position_is_placed_and_played(opened: Opened) -> None:
    page = editor(opened)
    for tool, cells in (("X", ("A1", "A6")), ("O", ("B1",))):
        page.click(f"[data-tool={tool}]")
        for cell in cells:
            page.click(f"[data-cell={cell}]")
    page.click("[data-tool=off]")
    page.click("[data-cell=A3]")
    page.get_by_label("Yellow", exact=True).last.check()
    expect(page.locator("#faults")).to_contain_text("can be played")
    page.click("#editor-play")
    dialog = page.locator("#players-dialog")
    dialog.locator(".picker").nth(1).locator("select").first.select_option("human")
    dialog.get_by_role("button", name="Play", exact=True).click()
    expect(page.locator("#change-players")).to_be_visible()
    opened.wait_for_moves(2)
    opened.status("Yellow to move")
    opened.play("C")
    assert "s=X/O/-" in page.url and "m=C" in page.url


def test_every_step_can_be_undone(opened: Opened) -> None:
    page = editor(opened)
    discs = page.locator("#editor .d4-discs > .d4-disc")
    handles = page.locator("[data-handle]")
    expect(page.locator("#editor-undo")).to_be_disabled()
    page.click("[data-tool=X]")
    page.click("[data-cell=A1]")
    page.click("[data-cell=B1]")
    # What no game leads to can be played, with a warning in the players' names.
    expect(page.locator("#faults")).to_have_class("faults warn")
    expect(page.locator("#faults")).to_contain_text("Red has 2 discs, Yellow has 0, and Red is")
    expect(page.locator("#editor-play")).to_be_enabled()
    page.get_by_role("button", name="More columns").click()
    page.fill("#editor-name", "a long name")
    page.click("#editor-clear")
    expect(discs).to_have_count(0)
    page.click("#editor-undo")
    expect(discs).to_have_count(2)
    page.keyboard.press("Control+z")  # the name, letter by letter, is one step
    expect(page.locator("#editor-name")).to_have_value("")
    expect(handles).to_have_count(8)
    page.keyboard.press("Control+z")
    expect(handles).to_have_count(7)
    page.keyboard.press("Control+z")
    page.keyboard.press("Control+z")
    expect(discs).to_have_count(0)
    expect(page.locator("#editor-undo")).to_be_disabled()
    for _ in range(5):
        page.click("#editor-redo")
    expect(page.locator("#editor-name")).to_have_value("a long name")
    expect(discs).to_have_count(0)
    expect(page.locator("#editor-redo")).to_be_disabled()


def test_a_random_board_is_drawn_and_drawn_again(opened: Opened) -> None:
    page = editor(opened)
    page.get_by_label("Bonus", exact=True).check()
    page.select_option("#random [name=rows]", "5")
    page.select_option("#random [name=columns]", "9")
    toml = page.locator("#toml")
    seen = set()
    for _ in range(3):
        before = toml.input_value()
        page.click("#random-draw")
        expect(toml).not_to_have_value(before)
        expect(toml).to_have_value(re.compile(r"rows = 5\ncolumns = 9\nbonus"))
        seen.add(toml.input_value())
    assert len(seen) == 3
    page.get_by_label("Forbidden", exact=True).check()
    page.select_option("#random [name=rows]", "")
    page.click("#random-draw")
    expect(toml).to_have_value(re.compile(r"columns = 9\nblocked"))
    page.click("#editor-undo")
    expect(toml).to_have_value(re.compile(r"rows = 5\ncolumns = 9\nbonus"))


def test_a_finished_game_is_not_played_from(opened: Opened) -> None:
    page = opened.open("#r=classic&m=DDEEFFG")
    opened.status("Red wins")
    expect(page.locator("#play-on")).to_have_count(0)
    expect(page.locator("#player-actions")).not_to_contain_text("try any move")
    page.click("#back")
    expect(page.locator("#play-on")).to_be_visible()


def test_the_editor_works_from_the_keyboard(opened: Opened) -> None:
    page = editor(opened)
    page.locator("[data-cell=A1]").focus()
    for key in ("ArrowRight", "ArrowUp", "Enter"):
        page.keyboard.press(key)
    expect(page.locator("[data-cell=B2]")).to_have_attribute("aria-label", "B2, dead")
    expect(page.locator("[data-cell=B2]")).to_be_focused()


def test_the_board_on_the_table_can_be_edited(opened: Opened) -> None:
    page = opened.open("#r=irregular&m=DD")
    page.click("#nav-editor")
    expect(page.locator("#editor .d4-discs > .d4-disc")).to_have_count(2)
    page.click("#editor-clear")
    expect(page.locator("#editor .d4-discs > .d4-disc")).to_have_count(0)
    expect(page).to_have_url(re.compile("dead.*v=editor"))
    page.reload()
    expect(page.locator("[data-cell=D3]")).to_have_attribute("aria-label", "D3, dead")


def test_the_editor_opens_once_its_board_is_there(opened: Opened) -> None:
    page = opened.open()
    held: list[Route] = []
    page.route("**/api/position", lambda route: held.append(route), times=1)
    with page.expect_request("**/api/position"):
        page.goto(opened.base + "#r=square&v=editor")
    page.evaluate("() => fetch('/api/variants').then((answer) => answer.text())")
    expect(page.locator("#editor")).to_be_hidden()
    held[0].continue_()
    expect(page.locator("[name=goal][value=square]")).to_be_checked()


def test_the_game_stays_in_the_history_when_its_board_is_edited(opened: Opened) -> None:
    page = opened.start("classic")
    opened.play("D")
    game = page.url
    held: list[Route] = []
    page.route("**/editor.js", lambda route: held.append(route), times=1)
    with page.expect_request("**/editor.js"):
        page.click("#nav-editor")
    opened.play("E")  # the game goes on until the editor is there
    assert page.url == game.replace("m=D", "m=DE")
    held[0].continue_()
    expect(page.locator("#editor .d4-discs > .d4-disc")).to_have_count(1)
    page.go_back()
    opened.wait_for_moves(2)
    expect(page.locator("#change-players")).to_be_visible()


def test_a_board_that_cannot_be_edited_says_why(opened: Opened) -> None:
    page = opened.open("#r=nothing&v=editor")
    expect(page.locator("#editor")).to_be_visible()
    expect(page.locator("#notice")).to_contain_text("No game is called 'nothing'")
