"""The random agent: even draws that depend on the seed and the number of discs alone."""

from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

import dropfour as d4
from dropfour.classroom.streams import Stream
from tests.agents.plain import positions
from tests.strategies import rules


@given(positions(rules()), st.integers(0, 2**64 - 1))
def test_it_draws_from_the_stream_of_the_ply(position: d4.Position, seed: int) -> None:
    setup = position.setup
    ply = len(setup.discs[0]) + len(setup.discs[1]) + len(setup.bans)
    expected = position.legal[Stream(seed, ply).below(len(position.legal))]
    found = d4.agent("random", seed=seed).analyse(position)
    assert found.move == expected
    assert tuple(found.columns) == position.legal
    assert found.line == (expected,)


def test_every_column_is_as_likely_as_the_next() -> None:
    board = d4.Position(d4.load_rules("classic"))
    drawn = Counter(d4.agent("random", seed=seed).choose(board) for seed in range(7000))
    chi_square = sum((drawn[column] - 1000) ** 2 / 1000 for column in range(7))
    assert chi_square < 22.46  # 6 degrees of freedom: exceeded by chance once in a thousand
