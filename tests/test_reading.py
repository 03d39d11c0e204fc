"""Whatever people paste: one function reads all of it."""

from __future__ import annotations

import pytest

from dropfour.errors import DropfourError, FormatError, IllegalMove
from dropfour.game import Position
from dropfour.notation import format_max
from dropfour.reading import read_position
from dropfour.replay import record_of
from dropfour.variants import load_rules

CLASSIC = load_rules("classic")
SAVED = """# dropfour saved game
# x: human
# o: auto:level=3
# seed: 7
classic; DDEC
"""
ARENA = """Game 3 on classic: a (X) against b (O)
. . . . . . .
X . . . . . .

1. X plays A (opening)
. . . . . . .

b wins: a crashed; it was late
classic; DDEC
"""


@pytest.mark.parametrize(
    "text", ["DDEC", "ddec", "4453", " 4 4 5 3\n", "\ufeff4453", "classic; DDEC", SAVED, ARENA]
)
def test_moves_and_records(text: str) -> None:
    assert read_position(text).moves_text() == "DDEC"
    assert read_position(text, CLASSIC).rules == CLASSIC


def test_digits_are_moves_on_any_rules() -> None:
    assert read_position("1122", load_rules("square")).moves_text() == "AABB"
    assert read_position("1122").moves_text() == "AABB"  # and no Max-Connect4 file of one line


def test_boards() -> None:
    position = Position.from_moves("DDEC", CLASSIC)
    assert read_position(position.to_text()).setup.discs == position.setup.discs
    assert read_position(format_max(position.setup, CLASSIC)).rules == load_rules("max")


@pytest.mark.parametrize("game", ["classic", "bonus", "forbidden", "max"])
def test_a_record_says_its_own_rules(game: str) -> None:
    position = Position.from_moves("AB", load_rules(game))
    assert read_position(record_of(position), load_rules("irregular")).rules == position.rules


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("nonsense", FormatError),
        ("classic; ZZ", FormatError),
        ("44444444", IllegalMove),
        ("Game 1 on classic: a (X) against b (O)", DropfourError),
        ("Game 1 on classic: a (X) against b (O)\n\n", DropfourError),
    ],
)
def test_what_is_no_position_says_why(text: str, error: type[DropfourError]) -> None:
    with pytest.raises(error):
        read_position(text)
