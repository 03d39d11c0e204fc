"""Every column's score on 7 × 6 against bitbully, an independent solver, in its own process.

`DROPFOUR_LONG=1 pytest tests/test_solver_against_bitbully.py` compares 5,000 positions; without,
a few hundred.
"""

from __future__ import annotations

import importlib.util
import json
import os
import random
import subprocess
import sys

import pytest

import dropfour as d4

LONG = bool(os.environ.get("DROPFOUR_LONG"))
# discs on the board: positions (long run), positions (short run)
STAGES = {(8, 10): (100, 0), (11, 15): (700, 8), (16, 27): (1700, 100), (28, 41): (2500, 200)}

pytestmark = pytest.mark.skipif(
    importlib.util.find_spec("bitbully") is None, reason="bitbully is not installed"
)

# bitbully is under the AGPL: a program of its own that answers with JSON.
THEIR_PROGRAM = """
import json, sys
from bitbully import bitbully_core
solver = bitbully_core.BitBullyCore()
for line in sys.stdin:
    board = bitbully_core.BoardCore()
    for column in json.loads(line):
        assert board.play(column)
    print(json.dumps([int(s) for s in solver.scoreMoves(board)]), flush=True)
"""
THEIR_ILLEGAL = -1000


def random_position(rng: random.Random, rules: d4.Rules, discs: int) -> d4.Position:
    while True:
        position = d4.Position(rules)
        for _ in range(discs):
            if position.outcome is not None:
                break
            position = position.play(rng.choice(position.legal))
        if position.outcome is None and len(position.moves) == discs:
            return position


def their_score(exact: d4.Exact, left: int) -> int:
    """Bitbully counts a player's own discs: a win with the last disc but n scores n // 2 + 1."""
    if exact.value == 0:
        return 0
    assert exact.plies is not None
    return exact.value * ((left - exact.plies) // 2 + 1)


@pytest.mark.parametrize("stage", STAGES)
def test_scores_of_all_columns(stage: tuple[int, int]) -> None:
    number = STAGES[stage][0 if LONG else 1]
    rng, rules = random.Random(f"bitbully {stage}"), d4.load_rules("classic")
    positions = [random_position(rng, rules, rng.randint(*stage)) for _ in range(number)]
    asked = "".join(json.dumps(p.moves) + "\n" for p in positions)
    answered = subprocess.run(
        [sys.executable, "-c", THEIR_PROGRAM], input=asked, capture_output=True, text=True
    )
    assert answered.returncode == 0, answered.stderr
    theirs = [json.loads(line) for line in answered.stdout.splitlines()]
    solver = d4.Solver(rules)
    for position, their_scores in zip(positions, theirs, strict=True):
        left = rules.playable - len(position.moves)
        ours = {c: their_score(e, left) for c, e in solver.score_columns(position).items()}
        legal = {c: s for c, s in enumerate(their_scores) if s > THEIR_ILLEGAL}
        assert ours == legal, position.moves_text()
