"""Every column's score on 7 × 6 against bitbully, an independent solver, in its own process.

`DROPFOUR_LONG=1 pytest tests/test_solver_against_bitbully.py` compares 5,000 positions; without,
a few hundred.
"""

from __future__ import annotations

import importlib.util
import os
import random

import pytest

import dropfour as d4
from benchmarks.games import opening
from benchmarks.peers import bitbully_columns, bitbully_score

LONG = bool(os.environ.get("DROPFOUR_LONG"))
# discs on the board: positions (long run), positions (short run)
STAGES = {(8, 10): (100, 0), (11, 15): (700, 8), (16, 27): (1700, 100), (28, 41): (2500, 200)}

pytestmark = pytest.mark.skipif(
    importlib.util.find_spec("bitbully") is None,
    reason="for want of bitbully (pip install bitbully)",
)


@pytest.mark.parametrize("stage", STAGES)
def test_scores_of_all_columns(stage: tuple[int, int]) -> None:
    number = STAGES[stage][0 if LONG else 1]
    rng, rules = random.Random(f"bitbully {stage}"), d4.load_rules("classic")
    positions = [opening(rules, rng.randint(*stage), rng) for _ in range(number)]
    solver = d4.Solver(rules, book=False)
    for position, theirs in zip(positions, bitbully_columns(positions), strict=True):
        left = rules.playable - len(position.moves)
        ours = {c: bitbully_score(e, left) for c, e in solver.score_columns(position).items()}
        assert ours == theirs, position.moves_text()


def test_the_book_of_openings() -> None:
    """Bitbully has a book of its own, of twelve plies."""
    rng, rules = random.Random("bitbully's book"), d4.load_rules("classic")
    positions = [opening(rules, rng.randint(0, 9), rng) for _ in range(2000 if LONG else 200)]
    for position, theirs in zip(positions, bitbully_columns(positions, book=True), strict=True):
        left = rules.playable - len(position.moves)
        solution = d4.solve(position, every_column=True)
        assert solution.source == "book"
        assert {c: bitbully_score(e, left) for c, e in solution.columns.items()} == theirs
