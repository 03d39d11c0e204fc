"""The engine against OpenSpiel's Connect Four, on every board size both support."""

from __future__ import annotations

import os
import random

import pytest

from dropfour.game import Position
from dropfour.rules import Line, Rules

pyspiel = pytest.importorskip("pyspiel", reason="for want of OpenSpiel (pip install open_spiel)")

GAMES = int(os.environ.get("DROPFOUR_OPENSPIEL_GAMES", "20000"))
SIZES = [(rows, columns) for rows in range(4, 11) for columns in range(4, 11)]
LENGTHS = (3, 4, 5)
GAMES_EACH = -(-GAMES // (len(SIZES) * len(LENGTHS)))


@pytest.mark.parametrize("in_row", LENGTHS)
@pytest.mark.parametrize("rows, columns", SIZES)
def test_same_games(rows: int, columns: int, in_row: int) -> None:
    theirs = pyspiel.load_game(f"connect_four(rows={rows},columns={columns},x_in_row={in_row})")
    rules = Rules.grid(rows=rows, columns=columns, goal=Line(in_row))
    rng = random.Random(f"{rows} {columns} {in_row}")
    for _ in range(GAMES_EACH):
        state, position = theirs.new_initial_state(), Position(rules)
        while not state.is_terminal():
            assert position.outcome is None
            assert list(position.legal) == state.legal_actions()
            assert position.turn == state.current_player()
            column = rng.choice(position.legal)
            state.apply_action(column)
            position = position.play(column)
        assert position.outcome is not None
        winner = {1.0: 0, 0.0: None, -1.0: 1}[state.returns()[0]]
        assert position.outcome.winner == winner
