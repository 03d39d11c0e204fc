"""Proven values of whole games: the data, the page made of it, and proofs of small ones again."""

from __future__ import annotations

import runpy
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import dropfour as d4
from dropfour.values import GameValue, all_values, find_value, read_values
from tests.cli.programs import run

ROOT = Path(__file__).parent.parent
# John Tromp's table, https://tromp.github.io/c4/c4.html: by rows, then from 4 columns on.
PUBLISHED = {10: "=", 9: "==", 8: "==-", 7: "==+=", 6: "==-+-", 5: "====++", 4: "==-=---"}


@pytest.mark.parametrize("rows", PUBLISHED)
def test_connect_four_as_published(rows: int) -> None:
    for columns, sign in enumerate(PUBLISHED[rows], start=4):
        known = find_value(d4.Rules.grid(rows=rows, columns=columns))
        if known is not None and known.value is not None:
            assert sign == "-=+"[known.value + 1], (columns, rows)


def test_entries_make_sense() -> None:
    for entry in all_values():
        assert -1 <= entry.lower <= entry.upper <= 1
        assert entry.is_bounded
        assert GameValue.from_mapping(entry.to_mapping()) == entry
        if entry.plies and entry.value and not entry.rules.bonus:
            assert entry.plies % 2 == (entry.value == 1), entry  # who moves last has won
            assert entry.plies <= entry.rules.playable
        if entry.quiet_plies is not None:
            assert (entry.lower, entry.upper) == (-1, 1)
            assert 0 < entry.quiet_plies < entry.rules.playable
        if entry.margins is not None:
            assert entry.rules.ending == "full"
            assert entry.margins[0] <= entry.margins[1]


def test_small_games_again() -> None:
    small = [entry for entry in all_values() if entry.nodes <= 3_000]
    assert len(small) > 50
    for entry in small:
        proven = d4.solve(d4.Position(entry.rules), table_mb=1, details=False, book=False)
        margins = None if proven.margin is None else (proven.margin, proven.margin)
        assert (proven.value, proven.plies, margins) == (entry.value, entry.plies, entry.margins)


def test_a_mirror_image_is_known_too() -> None:
    left, right = (d4.Rules.grid(rows=6, columns=6, dead=[cell]) for cell in ("B1", "E1"))
    assert find_value(left) is not None
    assert find_value(left) == find_value(right)
    assert find_value(d4.Rules(heights=[9, 8, 7])) is None


@pytest.mark.parametrize(
    ("lower", "upper", "plies", "margins", "words"),
    [
        (-1, 1, None, None, "not proven"),
        (0, 0, 42, None, "a draw"),
        (0, 1, None, None, "the first player can hold a draw"),
        (-1, 0, None, None, "the second player can hold a draw"),
        (-1, -1, 8, None, "the second player wins on ply 8"),
        (1, 1, None, None, "the first player wins"),
        (0, 0, 16, (0, 0), "a draw"),
        (-1, -1, 16, (-1, -1), "the second player wins by 1 point"),
        (-1, 0, None, (-3, 0), "the first player's margin is -3 to 0"),
    ],
)
def test_in_words(
    lower: int, upper: int, plies: int | None, margins: tuple[int, int] | None, words: str
) -> None:
    rules = d4.Rules.grid(rows=4, columns=4, ending="full" if margins else "first")
    assert str(GameValue(rules, lower, upper, plies, margins, nodes=1, seconds=0.1)) == words


def test_proofs_of_one_game_are_joined() -> None:
    rules = d4.Rules.grid(rows=4, columns=4)
    no_win = GameValue(rules, -1, 0, None, None, nodes=5, seconds=0.5)
    no_loss = GameValue(rules, 0, 1, None, None, nodes=3, seconds=0.3)
    draw = GameValue(rules, 0, 0, None, None, nodes=8, seconds=0.8)
    assert no_win.joined(no_loss) == no_loss.joined(no_win) == draw
    whole = GameValue(rules, 0, 0, 16, None, nodes=100, seconds=9)
    assert draw.joined(whole) == whole.joined(draw) == whole  # it shows all that both show
    dearer = replace(whole, nodes=200)
    assert dearer.joined(whole) == whole
    with pytest.raises(ValueError, match="a draw, and yet the second player wins on ply 14"):
        draw.joined(GameValue(rules, -1, -1, 14, None, nodes=1, seconds=0.1))
    with pytest.raises(ValueError, match="and yet"):
        whole.joined(replace(whole, plies=15))

    quiet = GameValue(rules, -1, 1, None, None, nodes=1, seconds=0.1, quiet_plies=7)
    assert str(quiet) == "nobody can force a win within 7 plies"
    assert quiet.joined(replace(quiet, nodes=2, quiet_plies=5)) == quiet
    assert quiet.joined(draw) == draw
    with pytest.raises(ValueError, match="on ply 7, and yet nobody can force a win within 7"):
        GameValue(rules, 1, 1, 7, None, nodes=1, seconds=0.1).joined(quiet)

    points = d4.Rules.grid(rows=4, columns=4, ending="full")
    some, others = (
        GameValue(points, -1, 1, None, margins, nodes=1, seconds=0.1)
        for margins in ((-9, 2), (-1, 5))
    )
    assert some.joined(others).margins == (-1, 2)


def test_what_is_proven_elsewhere_is_merged(tmp_path: Path) -> None:
    def tool(*arguments: str | Path) -> str:
        program = [sys.executable, ROOT / "tools" / "value_tables.py", *arguments]
        return subprocess.run(program, check=True, capture_output=True, text=True).stdout

    there, here = tmp_path / "there.json", tmp_path / "here.json"
    small = ("--table-mb", "1")
    told = tool("prove", "4x4 line 4 dead A*", "--processes", "2", "--data", there, *small)
    assert len(told.splitlines()) == 4
    told = tool("prove", "4x4 line 4 dead A1", "--nodes", "5", "--data", here, *small)
    assert told.startswith("4x4 line 4 dead A1: not proven (5 nodes, ")
    tool("merge", there, "--data", here)
    assert here.read_text() == there.read_text()
    quiet = ("--soon", "2000", "--data", tmp_path / "quiet.json", *small)
    assert "nobody can force a win within 10 plies (" in tool("prove", "7x6 line 4", *quiet)
    kept = ("--journal", tmp_path / "journal", "--data", tmp_path / "win.json")
    guided = ("--guided", "win", *kept, *small)
    told = tool("prove", "6x5 line 4 dead A4", *guided)
    assert "the empty board: a win (" in told
    assert told.splitlines()[-1].startswith("6x5 line 4 dead A4: the first player wins (")
    with pytest.raises(subprocess.CalledProcessError) as other:
        tool("prove", "6x5 line 4 dead A3", *guided)
    assert other.value.stderr.endswith("is of another game\n")
    for proven in read_values(here.read_text()):
        known = find_value(proven.rules)
        assert known is not None
        assert (proven.value, proven.plies) == (known.value, known.plies)


SMALL_GAMES = [  # with wins of the first player, of the second, and draws
    d4.Rules.grid(rows=5, columns=5, blocked=["C1"]),
    d4.Rules.grid(rows=5, columns=6, dead=["B3"]),
    d4.Rules.grid(rows=5, columns=6, dead=["C2"]),
    d4.Rules.grid(rows=4, columns=5, dead=["C3"]),
    d4.Rules(heights=[5, 4, 5, 3, 4]),
    d4.Rules.grid(rows=4, columns=4, bonus=["B2"]),
    d4.Rules.grid(rows=3, columns=5, goal=d4.Line(3), ending="full"),
]


@pytest.mark.parametrize("goal", ["win", "draw"])
@pytest.mark.parametrize("rules", SMALL_GAMES)
def test_a_guided_proof_says_who_wins(rules: d4.Rules, goal: str, tmp_path: Path) -> None:
    guided_proof = runpy.run_path(str(ROOT / "tools" / "guided_proof.py"))["GuidedProof"]
    start, journal = d4.Position(rules), tmp_path / "journal"
    asked: dict[str, Any] = {"journal": journal, "playouts": 500, "table_mb": 1, "threads": 2}
    proof = guided_proof(rules, goal, patience=1e-8, **asked)  # so that much is taken apart
    wanted = 1 if goal == "win" else 0
    value = d4.solve(start, book=False).value

    def is_right(bounds: tuple[int, int]) -> bool:
        least, most = bounds
        return least <= value <= most and (least >= wanted or most < wanted)

    assert is_right(proof.bounds(start))

    # Ended half-way, in the middle of a line, it goes on from there.
    text = journal.read_text()
    assert len(text.splitlines()) > 1
    for end in (len(text) // 2, 10, 0):
        journal.write_text(text[:end])
        assert is_right(guided_proof(rules, goal, patience=1e-8, **asked).bounds(start))
    whole = guided_proof(rules, goal, **asked | {"threads": 1})
    assert is_right(whole.bounds(start)) and whole.nodes > 0

    # With the other goal it knows what the journal has.
    other = guided_proof(rules, "draw" if goal == "win" else "win", **asked)
    assert other.bounds(start) == (value, value)


INTERRUPTED = """
import os, runpy, signal, sys, threading
from pathlib import Path
import dropfour as d4

signal.signal(signal.SIGINT, signal.default_int_handler)  # even if it is ignored out here
rules = d4.Rules.grid(rows=10, columns=12)
guided_proof = runpy.run_path(sys.argv[1])["GuidedProof"]
proof = guided_proof(rules, "win", patience=1e3, threads=2, journal=Path(sys.argv[2]))
threading.Timer(0.2, os.kill, [os.getpid(), signal.SIGINT]).start()
try:
    proof.bounds(d4.Position(rules))
except KeyboardInterrupt:
    print("interrupted")
"""


def test_a_guided_proof_can_be_interrupted(tmp_path: Path) -> None:
    tool, journal = ROOT / "tools" / "guided_proof.py", tmp_path / "journal"
    program: list[str | Path] = [sys.executable, "-c", INTERRUPTED, tool, journal]
    done = subprocess.run(program, check=True, capture_output=True, text=True, timeout=60)
    assert done.stdout == "interrupted\n"
    # That the first position has not been settled says nothing of it: it had time left.
    assert len(journal.read_text().splitlines()) == 1


@pytest.mark.parametrize(
    "text", ["no journal\n", "no line", "[1]\n", "{}\n", "3\n", '{"rows": 3}\n']
)
def test_what_is_no_journal_is_refused(text: str, tmp_path: Path) -> None:
    guided_proof = runpy.run_path(str(ROOT / "tools" / "guided_proof.py"))["GuidedProof"]
    journal = tmp_path / "journal"
    journal.write_text(text)
    with pytest.raises(SystemExit, match="is no journal of a proof"):
        guided_proof(SMALL_GAMES[0], "win", journal=journal)
    assert journal.read_text() == text


def test_rules_show_says_it() -> None:
    shown = run("dropfour", "rules", "show", "classic").out
    assert "# under best play: the first player wins on ply 41\n" in shown


def test_the_page_is_of_the_data() -> None:
    page = runpy.run_path(str(ROOT / "tools" / "value_tables.py"))["page"]()
    assert (ROOT / "docs" / "values.md").read_text(encoding="utf-8") == page
