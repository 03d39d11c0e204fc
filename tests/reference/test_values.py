"""The oracle's exact values, against published ones and a second search."""

from __future__ import annotations

import random

import pytest

from dropfour.reference import Memo, ReferenceGame, ReferenceValue, minimax
from dropfour.rules import Line, Rules, Square
from tests.reference.games import board, played


def test_the_4_x_4_board_is_a_draw_with_161029_positions() -> None:
    # Both from John Tromp's Connect-4 page; the search meets every legal position.
    memo: Memo = {}
    assert minimax(ReferenceGame(Rules.grid(rows=4, columns=4)), memo) == (0, 16, 0)
    assert len(memo) == 161_029


def test_the_winner_hurries_and_the_loser_delays() -> None:
    rules = Rules.grid(rows=3, columns=4, goal=Line(3))
    # C1 wins at once; A, B and D win as well, but later.
    assert minimax(board(rules, "....  O...  XX.O")) == (1, 1, 0)
    # C3 stops three Os in the column and loses two plies later; any other move loses at once.
    assert minimax(board(rules, "....  ..O.  XXO.")) == (-1, 4, 0)


def test_a_finished_game_has_its_value_for_the_player_who_would_be_next() -> None:
    rules = Rules.grid(rows=1, columns=3, goal=Line(2))
    assert minimax(played(rules, "ACB")) == (-1, 0, 0)


def test_points_are_what_counts_with_ending_full() -> None:
    rules = Rules.grid(rows=1, columns=3, goal=Line(2), ending="full")
    # B, and whatever the second player takes, A or C is left: one pair to none.
    assert minimax(ReferenceGame(rules)) == (1, 3, 1)
    assert minimax(played(rules, "A")) == (0, 2, 0)  # the second player takes B


SMALL = [
    Rules.grid(rows=3, columns=3, goal=Line(3)),
    Rules.grid(rows=3, columns=3, goal=Line(2)),
    Rules.grid(rows=3, columns=3, goal=Square(2)),
    Rules(heights=[3, 1, 2, 3], goal=Line(3), dead=["C1"]),
    Rules(heights=[2, 3, 2, 2], goal=Line(3), blocked=["B2"]),
    Rules.grid(rows=2, columns=4, goal=Line(3), bonus=["B1"]),
    Rules.grid(rows=3, columns=3, goal=Line(3), bonus=["B1", "A2", "C2"]),
    Rules.grid(rows=2, columns=4, goal=Line(2), ending="full"),
    Rules.grid(rows=3, columns=3, goal=Line(2), ending="full", bonus=["B2", "C1"]),
]


def value_for_first(game: ReferenceGame, known: dict[object, tuple[int, int]]) -> tuple[int, int]:
    """(result, plies) for the first player: a second search, with no sign to get wrong."""
    key = (game.cells, game.turn, game.banning)
    if key not in known:
        if game.outcome is not None:
            first, second = game.outcome.scores
            full = game.rules.ending == "full"
            result = first - second if full else (first > 0) - (second > 0)
            known[key] = (result, 0)
        else:
            found = []
            for column in game.legal:
                result, plies = value_for_first(game.play(column), known)
                found.append((result, plies + 1))
            # A win soon is more than a win late, a loss late more than a loss soon.
            best = max if game.turn == 0 else min
            known[key] = best(
                found, key=lambda v: 100 * v[0] - (v[1] if v[0] > 0 else -v[1] if v[0] < 0 else 0)
            )
    return known[key]


@pytest.mark.parametrize("rules", SMALL, ids=str)
def test_minimax_agrees_with_a_search_for_the_first_player(rules: Rules) -> None:
    known: dict[object, tuple[int, int]] = {}
    memo: Memo = {}
    rng = random.Random(5)
    for _ in range(20):
        game = ReferenceGame(rules)
        while True:
            value = minimax(game, memo)
            result, plies = value_for_first(game, known)
            sign = 1 if game.turn == 0 else -1
            margin = sign * result if rules.ending == "full" else 0
            wanted = ReferenceValue(sign * ((result > 0) - (result < 0)), plies, margin)
            assert value == wanted
            if game.outcome is not None:
                break
            game = game.play(rng.choice(game.legal))
