"""Positions: what a user of the Python API relies on."""

from __future__ import annotations

import pickle
import xml.etree.ElementTree as ET

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import dropfour as d4
from dropfour.cells import Cell
from dropfour.notation import Setup
from tests import strategies

CLASSIC = d4.load_rules("classic")


def cells(names: str) -> tuple[Cell, ...]:
    return tuple(map(Cell.parse, names.split()))


def test_the_start() -> None:
    p = d4.Position(CLASSIC)
    assert (p.turn, p.banning, p.legal, p.outcome, p.moves) == (0, False, tuple(range(7)), None, ())
    assert p.to_text() == "-/-/-/-/-/-/- X"


def test_columns_by_letter_and_number_are_the_same() -> None:
    start = d4.Position(CLASSIC)
    assert start.play("D") == start.play("d") == start.play(3)


@pytest.mark.parametrize(
    "column, why",
    [
        ("H", "there is no column H, only A to G"),
        (7, "there is no column H, only A to G"),
        (-1, "there is no column number -1, only A to G"),
        (10**30, f"there is no column number {10**30}, only A to G"),
        ("", "'' is not a column name"),
        ("1", "'1' is not a column name"),
        ("D3", "'D3' is not a column name"),
        ("DDEC", "there is no column DDEC, only A to G"),
        ("D" * 10**6, "'DDDDDDDD'... is not a column name"),
    ],
)
def test_unknown_columns(column: str | int, why: str) -> None:
    with pytest.raises(d4.IllegalMove, match=why.replace("(", r"\(")):
        d4.Position(CLASSIC).play(column)


def test_a_full_column_says_so() -> None:
    full = d4.Position.from_moves("DDDDDD", CLASSIC)
    assert 3 not in full.legal
    with pytest.raises(d4.IllegalMove, match="column D is full"):
        full.play("D")


def test_a_won_game() -> None:
    p = d4.Position.from_moves("ABABABA", CLASSIC)
    assert p.outcome == d4.Outcome(winner=0, scores=(1, 0), cells=cells("A1 A2 A3 A4"))
    assert p.legal == ()
    with pytest.raises(d4.IllegalMove, match="the game is over"):
        p.play("C")


def test_five_in_a_row_are_two_fours_and_win() -> None:
    p = d4.Position.from_moves("AABBDDEEC", CLASSIC)
    assert p.outcome == d4.Outcome(0, (2, 0), cells("A1 B1 C1 D1 E1"))


def test_completed_patterns_one_by_one() -> None:
    p = d4.Position.from_moves("AABBDDEEC", CLASSIC)
    left, right = cells("A1 B1 C1 D1"), cells("B1 C1 D1 E1")
    assert p.completed_patterns(0) == (left, right)
    assert p.completed_patterns(0, through=Cell(0, 0)) == (left,)
    assert p.completed_patterns(0, most=1) == (left,)
    assert p.completed_patterns(0, through=Cell(0, 1)) == p.completed_patterns(1) == ()
    with pytest.raises(ValueError, match="player must be 0 or 1"):
        p.completed_patterns(2)


def test_a_draw() -> None:
    p = d4.Position.from_moves("AABB", d4.Rules.grid(rows=2, columns=2))
    assert p.outcome == d4.Outcome(None, (0, 0), ())


def test_points_decide_with_ending_full() -> None:
    rules = d4.Rules.grid(rows=1, columns=5, goal=d4.Line(2), ending="full")
    p = d4.Position.from_moves("ACBDE", rules)
    assert p.outcome == d4.Outcome(None, (1, 1), cells("A1 B1 C1 D1"))


def test_a_dead_cell_breaks_the_line() -> None:
    rules = d4.Rules.grid(rows=6, columns=7, dead=["A2"])
    p = d4.Position.from_moves("ABABABA", rules)
    assert p.outcome is None and p.play("B").outcome == d4.Outcome(1, (0, 1), cells("B1 B2 B3 B4"))


@pytest.mark.parametrize(
    "blocked, rows", [("A2", [1, 3, 4, 5, 6]), ("A1", [2, 3, 4, 5, 6]), ("A6", [1, 2, 3, 4, 5])]
)
def test_discs_fall_past_a_blocked_cell(blocked: str, rows: list[int]) -> None:
    p = d4.Position(d4.Rules.grid(rows=6, columns=7, blocked=[blocked]))
    landed = []
    while 0 in p.legal:
        p = p.play("A")
        assert p.last_cell is not None
        landed.append(p.last_cell.row + 1)
    assert landed == rows


def test_a_bonus_cell_gives_a_ban() -> None:
    rules = d4.Rules.grid(rows=6, columns=7, bonus=["D1"])
    p = d4.Position(rules).play("D")
    assert p.banning and p.turn == 0
    q = p.play("D")
    assert not q.banning and q.turn == 1
    assert q.setup == Setup((frozenset(cells("D1")), frozenset()), frozenset(cells("D2")), 1)
    assert q.moves_text() == "D!D"
    assert d4.Position.from_moves("D!D", rules) == q


@pytest.mark.parametrize("text", ["DD", "!D", "D!D!D"])
def test_bans_are_written_as_bans(text: str) -> None:
    with pytest.raises(d4.IllegalMove, match="this must be"):
        d4.Position.from_moves(text, d4.Rules.grid(rows=6, columns=7, bonus=["D1"]))


def test_an_illegal_move_in_a_list_is_counted() -> None:
    with pytest.raises(d4.IllegalMove, match="move 7: column D is full"):
        d4.Position.from_moves("DDDDDDD", CLASSIC)


def test_positions_compare_by_content_and_keep_their_history() -> None:
    p, q = d4.Position.from_moves("DCE", CLASSIC), d4.Position.from_moves("ECD", CLASSIC)
    assert p == q and hash(p) == hash(q) and p.moves != q.moves
    assert p != d4.Position.from_moves("DC", CLASSIC)
    assert p != d4.Position.from_moves("DCE", d4.load_rules("square"))
    assert p.undo().moves == (3, 2)
    assert p.history[0] == d4.Position(CLASSIC)
    with pytest.raises(d4.IllegalMove, match="no move to take back"):
        d4.Position(CLASSIC).undo()


def test_pickle_keeps_content_and_history() -> None:
    p = d4.Position.from_moves("DCE", CLASSIC)
    copy = pickle.loads(pickle.dumps(p))
    assert copy == p and copy.moves == p.moves and copy.rules == p.rules
    placed = d4.Position.from_text("X/-/-/XO/-/-/- O", CLASSIC).play("B")
    assert pickle.loads(pickle.dumps(placed)).undo() == placed.undo()


def test_both_players_cannot_have_won() -> None:
    with pytest.raises(d4.FormatError, match="both players have a completed pattern"):
        d4.Position.from_text("XXXX/OOOO/-/-/-/-/- X", CLASSIC)


def test_a_finished_set_up_is_fine() -> None:
    p = d4.Position.from_text("XXXX/OOO/-/-/-/-/- X", CLASSIC)
    assert p.outcome is not None and p.outcome.winner == 0


def test_discs_need_not_balance() -> None:
    p = d4.Position.from_text("XXX/-/-/-/-/-/- X", CLASSIC)
    assert p.winning_cells(0) == cells("A4")


def test_mirror_images_exist_on_symmetric_rules_only() -> None:
    p = d4.Position.from_moves("AAB", CLASSIC)
    assert p.mirrored() == d4.Position.from_moves("GGF", CLASSIC)
    with pytest.raises(ValueError, match="not symmetric"):
        d4.Position(d4.load_rules("irregular")).mirrored()


def test_bad_arguments() -> None:
    p = d4.Position(CLASSIC)
    with pytest.raises(ValueError, match="depth must be 0 or more"):
        d4.perft(p, -1)
    with pytest.raises(ValueError, match="player must be 0 or 1"):
        p.winning_cells(2)


@given(strategies.rules(), st.randoms(use_true_random=False))
@settings(max_examples=100)
def test_text_pictures_and_pickles_of_any_position(rules: d4.Rules, rng: object) -> None:
    import random

    assert isinstance(rng, random.Random)
    p = d4.Position(rules)
    stop_after = rng.randrange(40)
    while p.legal and len(p.moves) < stop_after:
        p = p.play(rng.choice(p.legal))
    assert d4.Position.from_text(p.to_text(), rules) == p
    assert d4.Position.from_moves(p.moves_text(), rules) == p
    assert pickle.loads(pickle.dumps(p)).moves == p.moves
    assert str(p).count("\n") >= rules.rows
    ET.fromstring(p._repr_svg_())
