"""Numbers of games and of positions in the oracle, against published ones."""

from __future__ import annotations

from dropfour.reference import ReferenceGame, perft
from dropfour.rules import Line, Rules
from tests.reference.games import CLASSIC, played


def test_perft_of_the_classic_board() -> None:
    counts = [perft(ReferenceGame(CLASSIC), depth) for depth in range(6)]
    assert counts == [1, 7, 49, 343, 2401, 16807]


def test_perft_ends_with_the_game() -> None:
    rules = Rules.grid(rows=1, columns=3, goal=Line(2))
    assert [perft(ReferenceGame(rules), depth) for depth in range(5)] == [1, 3, 6, 6, 0]
    assert perft(played(rules, "ACB"), 0) == 1
    assert perft(played(rules, "ACB"), 1) == 0
    # AB, BC or CD for the first player ends it after three plies: three pairs, two orders of each,
    # two cells for the second player.
    rules = Rules.grid(rows=1, columns=4, goal=Line(2))
    assert [perft(ReferenceGame(rules), depth) for depth in range(6)] == [1, 4, 12, 24, 12, 0]


def test_perft_counts_bans_as_plies() -> None:
    rules = Rules.grid(rows=1, columns=3, bonus=["A1"])
    assert [perft(ReferenceGame(rules), depth) for depth in range(5)] == [1, 3, 6, 6, 0]
    rules = Rules.grid(rows=2, columns=2, bonus=["A1"], goal=Line(2))
    # A is a disc, then a ban: AAB, ABA, ABB. BA is one as well: BAA, BAB. BBA wins. So six, and
    # each but the last has one cell left.
    assert [perft(ReferenceGame(rules), depth) for depth in range(6)] == [1, 2, 4, 6, 5, 0]


def test_the_numbers_of_different_positions_are_the_published_ones() -> None:
    # OEIS A212693: positions after n plies on the board of 7 columns and 6 rows.
    level = {ReferenceGame(CLASSIC).cells: ReferenceGame(CLASSIC)}
    counts = []
    for _ in range(6):
        counts.append(len(level))
        level = {
            after.cells: after
            for game in level.values()
            for after in (game.play(column) for column in game.legal)
        }
    assert counts == [1, 7, 49, 238, 1120, 4263]
