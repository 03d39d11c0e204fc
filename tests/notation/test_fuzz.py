"""No reader raises anything but `FormatError`, and none looks at a text of absurd length."""

from __future__ import annotations

import os

import pytest

from dropfour.errors import FormatError
from dropfour.notation import LONGEST_TEXT
from tests.notation.fuzz import Target, check, fuzz, targets

COUNT = int(os.environ.get("DROPFOUR_FUZZ", "2000"))
TARGETS = targets()


@pytest.mark.parametrize("name", TARGETS)
def test_random_and_mutated_texts_are_read_or_refused(name: str) -> None:
    _, mutated_read = fuzz(TARGETS[name], COUNT, seed=1)
    assert 0 < mutated_read < COUNT  # The mutations reach both ways out of the reader.


@pytest.mark.parametrize("name", TARGETS)
@pytest.mark.parametrize("filling", ["0", "\n"])
def test_a_hundred_million_characters_are_refused(name: str, filling: str) -> None:
    huge = filling * 100_000_000
    with pytest.raises(FormatError, match=f"longer than {LONGEST_TEXT} characters"):
        TARGETS[name].parse(huge)


@pytest.mark.parametrize("name", TARGETS)
@pytest.mark.parametrize("filling", ["0", " ", "\n", "\r\n", "|", "| ", "A", "1 ", "1 1\n", "/-"])
def test_the_longest_text_is_read_or_refused(name: str, filling: str) -> None:
    text = (filling * LONGEST_TEXT)[:LONGEST_TEXT]
    check(TARGETS[name], text)


def test_the_check_notices_a_place_outside_the_text() -> None:
    def parse(text: str) -> None:
        raise FormatError("wrong", line=1, column=len(text) + 2)

    with pytest.raises(AssertionError):
        check(Target(parse, lambda _: "", lambda _: ""), "XO")
