"""The oracle itself, against the rules in words and published numbers."""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dropfour.cells import Cell
from dropfour.errors import IllegalMove
from dropfour.reference import (
    Content,
    Memo,
    ReferenceGame,
    ReferenceOutcome,
    ReferenceValue,
    minimax,
    perft,
)
from dropfour.rules import Line, Rules, Shapes, Square

CLASSIC = Rules.grid(rows=6, columns=7)


def played(rules: Rules, letters: str) -> ReferenceGame:
    """The position after these columns, A B C ..., spaces ignored."""
    game = ReferenceGame(rules)
    for letter in letters.replace(" ", ""):
        game = game.play(ord(letter) - ord("A"))
    return game


def board(rules: Rules, picture: str, *, turn: int = 0) -> ReferenceGame:
    """The position of a picture as `str(game)` draws it."""
    contents: dict[str, Content] = {".": None, "X": 0, "O": 1, "=": "ban", "*": "blocked"}
    rows = [row.strip() for row in reversed(picture.split())]
    cells = [
        [contents[rows[row][column]] for row in range(height)]
        for column, height in enumerate(rules.heights)
    ]
    return ReferenceGame(rules, cells=cells, turn=1 if turn else 0)


def names(cells: Iterable[Cell]) -> str:
    return " ".join(map(str, cells))


def ended(game: ReferenceGame) -> ReferenceOutcome:
    assert game.outcome is not None
    assert game.legal == ()
    return game.outcome


# Dropping discs


def test_the_start() -> None:
    game = ReferenceGame(CLASSIC)
    assert game.turn == 0
    assert not game.banning
    assert game.legal == (0, 1, 2, 3, 4, 5, 6)
    assert game.outcome is None
    assert game.winning_cells(0) == game.winning_cells(1) == ()
    assert game.cells == ((None,) * 6,) * 7


def test_playing_changes_a_copy_only() -> None:
    game = ReferenceGame(CLASSIC)
    after = game.play(3)
    assert game.cells[3][0] is None
    assert after.cells[3][0] == 0
    assert (game.turn, after.turn) == (0, 1)


def test_a_full_column_is_illegal() -> None:
    game = played(CLASSIC, "AAAAAA")
    assert game.legal == (1, 2, 3, 4, 5, 6)
    with pytest.raises(IllegalMove, match="full"):
        game.play(0)


@pytest.mark.parametrize("column", [-1, 7, 99])
def test_a_column_beyond_the_board_is_illegal(column: int) -> None:
    with pytest.raises(IllegalMove):
        ReferenceGame(CLASSIC).play(column)


def test_nothing_is_legal_after_the_end() -> None:
    with pytest.raises(IllegalMove, match="over"):
        played(CLASSIC, "ABABABA").play(2)


def test_columns_have_their_own_heights() -> None:
    game = played(Rules(heights=[1, 3, 2]), "ABCBC")
    assert str(game) == "#.#\n#OX\nXOX"
    assert game.legal == (1,)


@pytest.mark.parametrize(
    ("blocked", "rows"),
    [("D2", [1, 3, 4, 5, 6]), ("D1", [2, 3, 4, 5, 6]), ("D6", [1, 2, 3, 4, 5])],
)
def test_discs_fall_through_a_blocked_cell(blocked: str, rows: list[int]) -> None:
    game = ReferenceGame(Rules.grid(rows=6, columns=7, blocked=[blocked]))
    landed = []
    while 3 in game.legal:
        before, game = game, game.play(3)
        landed += [row + 1 for row in range(6) if before.cells[3][row] != game.cells[3][row]]
    assert landed == rows


# Patterns


@pytest.mark.parametrize(
    ("moves", "cells"),
    [
        ("AABBCCD", "A1 B1 C1 D1"),
        ("ABABABA", "A1 A2 A3 A4"),
        ("ABBCCDCDDGD", "A1 B2 C3 D4"),
        ("GFFEEDEDDAD", "D4 E3 F2 G1"),
    ],
)
def test_four_in_a_row_wins_in_every_direction(moves: str, cells: str) -> None:
    outcome = ended(played(CLASSIC, moves))
    assert outcome.winner == 0
    assert outcome.scores == (1, 0)
    assert names(outcome.cells) == cells


def test_the_second_player_wins_too() -> None:
    outcome = ended(played(CLASSIC, "ABABABCB"))
    assert (outcome.winner, outcome.scores) == (1, (0, 1))
    assert names(outcome.cells) == "B1 B2 B3 B4"


def test_more_than_four_in_a_line_win_and_every_four_is_counted() -> None:
    outcome = ended(played(CLASSIC, "AABBDDEEC"))
    assert outcome.scores == (2, 0)
    assert names(outcome.cells) == "A1 B1 C1 D1 E1"


def test_lines_do_not_wrap_around_the_edge() -> None:
    game = played(Rules.grid(rows=4, columns=4), "AABBDD")
    assert game.outcome is None


def test_a_dead_cell_breaks_a_line_and_its_disc_counts_for_nothing() -> None:
    game = played(Rules.grid(rows=6, columns=7, dead=["C1"]), "AABBCCD")
    assert game.outcome is None
    assert game.cells[2][0] == 0
    assert game.winning_cells(0) == ()


def test_a_line_past_a_short_column_is_broken() -> None:
    rules = Rules(heights=[2, 2, 1, 2, 2], goal=Line(2))
    game = board(rules, "..#..  O.OO.", turn=0)
    assert names(game.winning_cells(1)) == "A2 B1 B2 D2 E1 E2"


def test_squares() -> None:
    rules = Rules.grid(rows=4, columns=4, goal=Square(2))
    outcome = ended(played(rules, "ACADBDB"))
    assert outcome.winner == 0
    assert names(outcome.cells) == "A1 A2 B1 B2"
    assert played(rules, "AABBCCD").outcome is None  # a line of four is nothing here


def test_any_shape() -> None:
    rules = Rules.grid(rows=3, columns=3, goal=Shapes([["X.", "XX"]]))
    assert played(rules, "BCAC").outcome is None
    assert names(ended(played(rules, "BCACA")).cells) == "A1 A2 B1"
    assert played(rules, "BCACB").outcome is None  # the mirror image is another shape


def test_a_win_with_the_last_disc_is_no_draw() -> None:
    rules = Rules.grid(rows=1, columns=3, goal=Line(2))
    assert ended(played(rules, "ACB")).winner == 0


def test_a_full_board_is_a_draw() -> None:
    outcome = ended(played(Rules.grid(rows=2, columns=2), "ABAB"))
    assert outcome == ReferenceOutcome(None, (0, 0), ())


# Bonus cells and bans


def test_a_bonus_cell_earns_a_ban_right_away() -> None:
    rules = Rules.grid(rows=6, columns=7, bonus=["D1"])
    landed = ReferenceGame(rules).play(3)
    assert (landed.turn, landed.banning) == (0, True)
    assert landed.legal == (0, 1, 2, 3, 4, 5, 6)
    after = landed.play(3)
    assert (after.turn, after.banning) == (1, False)
    assert after.cells[3][:3] == (0, "ban", None)


def test_the_second_player_earns_it_too_and_then_the_first_moves() -> None:
    rules = Rules.grid(rows=6, columns=7, bonus=["D2"])
    game = played(rules, "DD")
    assert (game.turn, game.banning) == (1, True)
    game = game.play(0)
    assert (game.turn, game.banning) == (0, False)


def test_a_ban_must_fit() -> None:
    game = played(Rules.grid(rows=2, columns=3, bonus=["A2"]), "AA")
    assert game.banning
    assert game.legal == (1, 2)
    with pytest.raises(IllegalMove):
        game.play(0)


def test_a_ban_falls_through_blocked_cells_and_triggers_no_bonus() -> None:
    rules = Rules.grid(rows=3, columns=4, bonus=["A1", "B2"], blocked=["B1"])
    game = played(rules, "AB")
    assert game.cells[1] == ("blocked", "ban", None)
    assert (game.turn, game.banning) == (1, False)


def test_a_ban_counts_for_no_line_and_breaks_it() -> None:
    rules = Rules.grid(rows=6, columns=7, bonus=["B1"])
    game = played(rules, "BC G A G D")
    assert str(game).splitlines()[-1] == "XX=X..O"
    assert game.outcome is None
    assert game.winning_cells(0) == ()


def test_a_bonus_disc_that_wins_ends_the_game_without_a_ban() -> None:
    rules = Rules.grid(rows=6, columns=7, bonus=["A4"])
    game = played(rules, "ABABABA")
    assert ended(game).winner == 0
    assert not game.banning


def test_a_bonus_disc_that_fills_the_board_makes_a_draw() -> None:
    game = played(Rules.grid(rows=1, columns=2, bonus=["B1"]), "AB")
    assert ended(game).winner is None
    assert not game.banning


def test_a_bonus_disc_that_fills_the_board_is_decided_by_points() -> None:
    rules = Rules.grid(rows=1, columns=3, goal=Line(2), ending="full", bonus=["B1"])
    game = played(rules, "ACB")
    assert not game.banning
    assert ended(game) == ReferenceOutcome(0, (1, 0), (Cell(0, 0), Cell(1, 0)))


def test_with_ending_full_a_point_on_a_bonus_cell_still_earns_the_ban() -> None:
    rules = Rules.grid(rows=2, columns=2, goal=Line(2), ending="full", bonus=["A2"])
    game = played(rules, "ABA")
    assert (game.turn, game.banning) == (0, True)
    assert ended(game.play(1)).scores == (1, 0)


# Playing on until the board is full


def test_with_ending_full_a_pattern_never_ends_the_game() -> None:
    game = played(Rules.grid(rows=6, columns=7, ending="full"), "ABABABA")
    assert game.outcome is None
    assert game.legal == (0, 1, 2, 3, 4, 5, 6)


def test_with_ending_full_most_patterns_win_and_all_are_shown() -> None:
    rules = Rules.grid(rows=2, columns=5, ending="full")
    game = board(rules, "OOOO.  XXXXX", turn=1)
    assert game.outcome is None
    outcome = ended(game.play(4))
    assert (outcome.winner, outcome.scores) == (None, (2, 2))
    assert len(outcome.cells) == 10
    outcome = ended(board(rules, "OOOOX  XXXXX"))
    assert (outcome.winner, outcome.scores) == (0, (2, 1))
    assert names(outcome.cells) == "A1 A2 B1 B2 C1 C2 D1 D2 E1"


# Winning cells


def test_winning_cells_need_not_be_reachable() -> None:
    game = board(
        CLASSIC,
        """
        .......
        .......
        .......
        .......
        ..XXX..
        ..OOX..
        """,
    )
    assert names(game.winning_cells(0)) == "B2 F2"
    assert game.winning_cells(1) == ()


def test_winning_cells_are_not_dead_blocked_or_taken() -> None:
    rules = Rules.grid(rows=2, columns=7, dead=["B1"], blocked=["F1"])
    assert board(rules, ".......  ..XXX*.").winning_cells(0) == ()
    rules = Rules.grid(rows=1, columns=4)
    assert board(rules, "XXX=").winning_cells(0) == ()
    assert board(rules, "XXXO").winning_cells(0) == ()
    assert names(board(rules, "XXX.").winning_cells(0)) == "D1"


@given(st.lists(st.integers(0, 4), max_size=20), st.integers(0, 1))
def test_a_winning_cell_is_where_a_disc_makes_more_patterns(
    columns: list[int], player_number: int
) -> None:
    rules = Rules(
        heights=[4, 3, 4, 5, 2], goal=Line(3), ending="full", dead=["C2"], bonus=["B1", "D2"]
    )
    game = ReferenceGame(rules)
    for column in columns:
        if column in game.legal:
            game = game.play(column)
    player: Literal[0, 1] = 1 if player_number else 0
    found = []
    for column, contents in enumerate(game.cells):
        for row, content in enumerate(contents):
            if content is None:
                cells = [list(held) for held in game.cells]
                cells[column][row] = player
                tried = ReferenceGame(rules, cells=cells)
                if len(tried._completed(player)) > len(game._completed(player)):
                    found.append(Cell(column, row))
    assert game.winning_cells(player) == tuple(found)


# Counting


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


# Exact values


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
