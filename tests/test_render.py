"""The SVG picture: well-formed, self-contained, and everything in it is there to see."""

from __future__ import annotations

import re
from importlib.resources import files
from random import Random
from xml.etree import ElementTree

import pytest

from dropfour.cells import Cell, column_name
from dropfour.notation import Setup, parse_position
from dropfour.render import _shapes, svg
from dropfour.rules import Rules
from tests.notation.fuzz import random_rules, random_setup

EVERY_KIND = Rules(heights=[4, 3, 4, 2], dead=["A1", "B2"], blocked=["C2"], bonus=["D1", "D2"])
SVG = "{http://www.w3.org/2000/svg}"


def drawn(rules: Rules, setup: Setup, **options: object) -> ElementTree.Element:
    return ElementTree.fromstring(svg(rules, setup, **options))  # type: ignore[arg-type]


def count(root: ElementTree.Element, colour: str) -> int:
    """How many shapes lie in the groups of a fill or stroke colour."""
    groups = [g for g in root.iter(f"{SVG}g") if colour in (g.get("fill"), g.get("stroke"))]
    return sum(len(group) for group in groups)


def test_random_boards_are_well_formed_and_refer_to_nothing() -> None:
    rng = Random(34)
    for number in range(200):
        rules = random_rules(rng, largest=32 if number % 20 == 0 else 8)
        setup = random_setup(rng, rules)
        cells = sorted(setup.filled)
        text = svg(rules, setup, last=cells[0] if cells else None, highlight=cells[:4])
        root = ElementTree.fromstring(text)
        assert root.tag == f"{SVG}svg"
        assert root.get("role") == "img"
        assert root[0].tag == f"{SVG}title"
        assert root[0].text
        assert not re.search(r"href|url\(|<style|<script|\bid=|\bclass=|@import|nan|inf", text)
        labels = [label.text for label in root.iter(f"{SVG}text")]
        assert labels == [column_name(column) for column in range(rules.columns)]


def test_everything_stays_inside_the_picture() -> None:
    setup = parse_position("XO!X/XOX/XOX/OX O", EVERY_KIND)
    root = drawn(EVERY_KIND, setup, last=Cell(0, 3), highlight=[Cell(0, 0)])
    _, _, width, height = map(float, root.attrib["viewBox"].split())
    for circle in root.iter(f"{SVG}circle"):
        x, y, r = (float(circle.attrib[name]) for name in ("cx", "cy", "r"))
        assert r <= x <= width - r
        assert r <= y <= height - r
    for path in root.iter(f"{SVG}path"):
        numbers = [float(word) for word in re.findall(r"-?[\d.]+", path.attrib["d"])]
        assert all(0 <= x <= width for x in numbers[::2])
        assert all(0 <= y <= height for y in numbers[1::2])


def test_players_are_told_apart_by_shape() -> None:
    rules = Rules.grid(rows=1, columns=1)
    shapes = {}
    for letter in ("X", "O", "!"):
        group = drawn(rules, parse_position(f"{letter} X", rules)).findall(f"{SVG}g")[1]
        shapes[letter] = [(part.tag, part.get("d"), part.get("r")) for part in group]
    assert len({str(shape) for shape in shapes.values()}) == 3


@pytest.mark.parametrize("kind", ["dead", "blocked", "bonus"])
def test_a_special_cell_is_visible_empty_and_under_a_disc(kind: str) -> None:
    plain = Rules(heights=[2, 2])
    special = Rules.from_mapping({"heights": [2, 2], kind: ["A1"]})
    assert svg(plain, Setup()).count("<path") < svg(special, Setup()).count("<path")
    one = parse_position("X/- O", special)
    two = parse_position("-/X O" if kind == "blocked" else "X/- O", plain)
    assert svg(special, one).count("<path") > svg(plain, two).count("<path")


def test_colours_are_those_of_the_page() -> None:
    page = (files("dropfour") / "web/static/board.css").read_text(encoding="utf-8")
    players = ("RED", "YELLOW", "STEEL")
    names = [name + shade for name in players for shade in ("", "_EDGE", "_DARK")]
    for name in (*names, "BOARD", "BOARD_EDGE", "HOLE", "CROSS", "HATCH", "BONUS"):
        assert getattr(_shapes, name) in page, name


def test_last_move_and_winning_cells_are_marked() -> None:
    rules = Rules.grid(rows=4, columns=4)
    setup = parse_position("XXXX/OOO/-/- O", rules)
    white = "#ffffff"
    won = [Cell(0, row) for row in range(4)]
    assert count(drawn(rules, setup), white) == 0
    assert count(drawn(rules, setup, highlight=won), white) == 4
    assert count(drawn(rules, setup, highlight=won + won, last=won[-1]), white) == 5


def test_the_picture_says_what_it_shows() -> None:
    root = drawn(EVERY_KIND, parse_position("XO/X/-/- O", EVERY_KIND))
    assert root[0].text == "Board with 2 X and 1 O"
    assert root[1].text == "XO/X/-/- O"


def test_the_outline_follows_the_columns() -> None:
    rng = Random(55)
    for _ in range(50):
        rules = random_rules(rng)
        root = drawn(rules, Setup())
        outline = root.findall(f"{SVG}path")[0].attrib["d"]
        corners = [(float(x), float(y)) for x, y in re.findall(r"Q([\d.]+) ([\d.]+)", outline)]
        for (x, y), (next_x, next_y) in zip(corners, corners[1:] + corners[:1], strict=True):
            assert (x == next_x) != (y == next_y)
        # A column's letter stands under it; the board above it is as high as the column.
        for label, height in zip(root.iter(f"{SVG}text"), rules.heights, strict=True):
            middle = float(label.attrib["x"])
            edges = zip(corners, corners[1:] + corners[:1], strict=True)
            crossed = [a[1] for a, b in edges if min(a[0], b[0]) < middle < max(a[0], b[0])]
            assert max(crossed) - min(crossed) == height * 48 + 12
