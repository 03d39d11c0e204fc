"""The engine against the oracle: random rules, random games, everything compared."""

from __future__ import annotations

import os
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dropfour.errors import IllegalMove
from dropfour.game import Position, perft
from dropfour.reference import ReferenceGame
from dropfour.reference import perft as reference_perft
from dropfour.rules import Rules
from tests import strategies
from tests.random_rules import random_rules

GAMES = int(os.environ.get("DROPFOUR_GAMES", "10000"))
CHUNKS = 20


def assert_same(position: Position, reference: ReferenceGame) -> None:
    assert position.turn == reference.turn
    assert position.banning == reference.banning
    assert position.legal == reference.legal
    for player in (0, 1):
        assert position.winning_cells(player) == reference.winning_cells(player)
    ours, theirs = position.outcome, reference.outcome
    assert (ours is None) == (theirs is None)
    if ours is not None and theirs is not None:
        assert tuple(ours) == tuple(theirs)
        for counted, expected in (
            (position.completed_patterns(0, most=10**6), reference._completed(0)),
            (position.completed_patterns(1, most=10**6), reference._completed(1)),
        ):
            assert sorted(counted) == sorted(expected)


def play_both(rules: Rules, rng: random.Random) -> None:
    position, reference = Position(rules), ReferenceGame(rules)
    assert_same(position, reference)
    while position.legal:
        column = rng.choice(position.legal)
        before, position = position, position.play(column)
        reference = reference.play(column)
        assert_same(position, reference)
        assert position.undo() is before
    with pytest.raises(IllegalMove):
        position.play(0)


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_random_games(chunk: int) -> None:
    for number in range(chunk, GAMES, CHUNKS):
        rng = random.Random(number)
        play_both(random_rules(rng), rng)


@pytest.mark.parametrize("columns, rows", [(9, 7), (12, 12), (14, 15), (20, 20), (32, 32)])
def test_random_games_on_boards_of_several_words(columns: int, rows: int) -> None:
    for number in range(4):
        rng = random.Random(f"{columns} {rows} {number}")
        rules = random_rules(rng, max_columns=columns, max_rows=rows, ending="full")
        grid = Rules.grid(rows=rows, columns=columns, goal=rules.goal, ending=rules.ending)
        position, reference = Position(grid), ReferenceGame(grid)
        while position.legal:
            column = rng.choice(position.legal)
            position, reference = position.play(column), reference.play(column)
            if rng.random() < 8 / (columns * rows):
                assert_same(position, reference)
        assert_same(position, reference)


@given(strategies.rules(max_columns=8, max_rows=8), st.randoms(use_true_random=False))
@settings(max_examples=150)
def test_any_game_hypothesis_thinks_of(rules: Rules, rng: random.Random) -> None:
    play_both(rules, rng)


def test_perft_to_depth_four() -> None:
    for number in range(150):
        rng = random.Random(number)
        rules = random_rules(rng, max_columns=5, max_rows=6)
        position, reference = Position(rules), ReferenceGame(rules)
        for _ in range(rng.randrange(6)):
            if position.legal:
                column = rng.choice(position.legal)
                position, reference = position.play(column), reference.play(column)
        for depth in range(5):
            assert perft(position, depth) == reference_perft(reference, depth)
