"""Records of whole games: written, read back, and safe to read from strangers."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dropfour.errors import DropfourError, FormatError, IllegalMove, RulesError
from dropfour.game import Position
from dropfour.notation import Setup
from dropfour.replay import is_record, record_of, replay, rules_of
from dropfour.rules import Rules
from dropfour.variants import load_rules, preset_names
from tests.strategies import rules as some_rules


def _played(position: Position, rng: Random) -> Position:
    for _ in range(rng.randrange(60)):
        if position.outcome is not None:
            break
        position = position.play(rng.choice(position.legal))
    return position


@given(some_rules(), st.randoms(use_true_random=False), st.integers(0, 1))
def test_every_game_reads_back_with_its_history(rules: Rules, rng: Random, turn: int) -> None:
    game = _played(Position.from_setup(Setup(turn=turn), rules), rng)
    text = record_of(game)
    assert "\n" not in text
    assert is_record(text)
    again = replay(text)
    assert again == game
    assert again.rules == rules
    assert again.history == game.history


@pytest.mark.parametrize("name", preset_names())
def test_presets_are_named(name: str) -> None:
    game = Position(load_rules(name)).play(0)
    assert record_of(game) == f"{name}; A"


def test_other_rules_are_spelled_out_and_keep_their_name() -> None:
    game = Position(load_rules("forbidden", seed=1)).play_moves("AB")
    assert record_of(game) == (
        '{"name":"forbidden (seed 1)","rows":9,"columns":10,"blocked":["E4"]}; AB'
    )
    assert replay(record_of(game)).rules.name == "forbidden (seed 1)"


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("chess; E", RulesError),
        ('{"rows":4}; A', RulesError),
        ('{"extends":"../secret.toml"}; A', RulesError),
        ("classic; DDDDDDD", IllegalMove),
        ("classic; D!C", IllegalMove),
        ("classic; H", FormatError),
        ("classic; X/- O; A", FormatError),
    ],
)
def test_wrong_records_are_refused(text: str, error: type[DropfourError]) -> None:
    with pytest.raises(error):
        replay(text)


@pytest.mark.parametrize("text", ["classic;DDEC", "  classic ;  DDEC \r\n", "\ufeffclassic; DDEC"])
def test_blanks_and_line_ends_do_not_matter(text: str) -> None:
    assert replay(text) == replay("classic; DDEC")


def test_comments_and_blank_lines_are_passed_over() -> None:
    assert replay("# x: human; o: uct\n\n  # note\nclassic; DD\n") == replay("classic; DD")


def test_a_semicolon_in_a_name_ends_no_part() -> None:
    game = Position(Rules.grid(rows=4, columns=5, name="a; b")).play_moves("ABBC")
    assert replay(record_of(game)) == game


def test_rules_stand_alone() -> None:
    assert rules_of("square") == load_rules("square")
    with pytest.raises(FormatError, match="line 1, column 7: the rules end here"):
        rules_of("square; A")


@pytest.mark.parametrize(
    ("text", "line", "column", "fault"),
    [
        ("", 1, 1, "no record"),
        ("# only a note\n", 2, 1, "no record"),
        ("classic DDEC", 1, 9, "expected ';' after the rules"),
        ("classic", 1, 8, "expected ';' after the rules"),
        ("Dear Alice", 1, 6, "expected ';' after the rules"),
        ("; DDEC", 1, 1, "expected the name of a game"),
        ("../x; DDEC", 1, 1, "expected the name of a game"),
        ("classic; a; b; c", 1, 14, "too many ';'"),
        ("classic; D\nclassic; E", 2, 1, "a second record"),
        ('# x\n{"rows": 4,}; A', 2, 12, "rules: "),
        ('{"rows": 1.5}; A', 1, 1, "only short whole numbers"),
        ('{"rows": NaN}; A', 1, 1, "only short whole numbers"),
        ('{"rows": ' + "9" * 5000 + "}; A", 1, 1, "only short whole numbers"),
        ('{"rows": ' + "[" * 50000, 1, 1, "too deeply nested"),
        ("# x\nclassic; DDH", 2, 12, "unknown column 'H'"),
        ("# x\nclassic; X/- O; D", 2, 13, "the board has 7 columns"),
    ],
)
def test_a_fault_is_named_with_its_place(text: str, line: int, column: int, fault: str) -> None:
    with pytest.raises(FormatError) as caught:
        replay(text)
    assert caught.value.fault.startswith(fault) or fault in caught.value.fault
    assert (caught.value.line, caught.value.column) == (line, column)


@pytest.mark.parametrize("text", ["DDEC", "X/-/- O", "| | |X|", "# a; b", ""])
def test_other_texts_are_no_records(text: str) -> None:
    assert not is_record(text)
