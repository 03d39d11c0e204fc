"""Perft tables, one file per preset: `depth count` lines, agreed by the oracle.

To regenerate after a deliberate change: `python -m tests.test_golden_perft`.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from dropfour.game import Position, perft
from dropfour.reference import ReferenceGame
from dropfour.reference import perft as reference_perft
from dropfour.variants import load_rules, preset_names

GOLDEN = Path(__file__).parent / "golden"
DEEPEST = 8
ORACLE_DEPTH = 4  # as deep as lists get in a moment


def table(preset: str) -> str:
    position = Position(load_rules(preset))
    counts = (f"{depth} {perft(position, depth)}\n" for depth in range(DEEPEST + 1))
    return f"# {preset}: move sequences by length\n" + "".join(counts)


@pytest.mark.parametrize("preset", preset_names())
def test_perft(preset: str) -> None:
    assert table(preset) == (GOLDEN / f"{preset}.perft").read_text(encoding="utf-8")


@pytest.mark.parametrize("preset", preset_names())
def test_the_oracle_agrees(preset: str) -> None:
    rules = load_rules(preset)
    lines = (GOLDEN / f"{preset}.perft").read_text(encoding="utf-8").splitlines()[1:]
    for depth in range(ORACLE_DEPTH + 1):
        assert lines[depth] == f"{depth} {reference_perft(ReferenceGame(rules), depth)}"


def test_published_counts_of_seven_by_six() -> None:
    position = Position(load_rules("classic"))
    sequences = [perft(position, depth) for depth in range(9)]
    assert sequences == [1, 7, 49, 343, 2401, 16807, 117649, 823536, 5673234]


def test_published_numbers_of_distinct_positions_of_seven_by_six() -> None:
    # John Tromp's counts: number of positions after n plies (OEIS A212693 sums them).
    distinct, counts = {Position(load_rules("classic"))}, [1]
    for _ in range(8):
        distinct = {p.play(column) for p in distinct for column in p.legal}
        counts.append(len(distinct))
    assert counts == [1, 7, 49, 238, 1120, 4263, 16422, 54859, 184275]


if __name__ == "__main__":
    for name in preset_names():
        (GOLDEN / f"{name}.perft").write_text(table(name), encoding="utf-8")
