"""Flat Monte Carlo: the exercise's example, its tie-breaks, its playouts and its random numbers."""

from __future__ import annotations

import copy
import inspect
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dropfour.classroom.monte_carlo import (
    Board,
    Evaluation,
    check_winner,
    evaluate_moves,
    get_legal_moves,
    make_move,
    rollout,
    solve_monte_carlo,
)
from dropfour.classroom.streams import AnyRandom, Stream
from dropfour.reference import ReferenceGame
from dropfour.rules import Rules


def board(*rows: str) -> Board:
    return [list(row) for row in rows]


SEED_EXAMPLE = board("       ", "       ", "       ", "   X   ", "  OXO  ", " XOXOX ")
EMPTY = board("       ", "       ", "       ", "       ", "       ", "       ")


class Prepared:
    """A source of draws that were written down beforehand."""

    def __init__(self, *draws: int) -> None:
        self.draws = list(draws)

    def below(self, n: int, /) -> int:
        draw = self.draws.pop(0)
        assert draw < n
        return draw


def test_the_seed_example_is_won_in_column_3() -> None:
    assert solve_monte_carlo(SEED_EXAMPLE, "X", 100) == 3
    evaluations = evaluate_moves(SEED_EXAMPLE, "X", 100)
    assert [e.column for e in evaluations] == list(range(7))
    assert evaluations[3] == Evaluation(column=3, simulations=100, wins=100)
    assert evaluations[3].win_rate == 1.0


def test_ten_thousand_simulations_by_default() -> None:
    assert inspect.signature(solve_monte_carlo).parameters["simulations"].default == 10_000


def test_legal_moves() -> None:
    assert get_legal_moves(SEED_EXAMPLE) == [0, 1, 2, 3, 4, 5, 6]
    assert get_legal_moves(board("X O ", "XXOO")) == [1, 3]


def test_make_move_returns_a_new_board() -> None:
    before = copy.deepcopy(SEED_EXAMPLE)
    after = make_move(SEED_EXAMPLE, 2, "O")
    assert before == SEED_EXAMPLE
    assert after[3] == list("  OX   ")
    after[0][0] = "X"
    assert before == SEED_EXAMPLE


@pytest.mark.parametrize("column", [-1, 0, 4])
def test_make_move_refuses_full_and_unknown_columns(column: int) -> None:
    with pytest.raises(ValueError, match="column"):
        make_move(board("X   ", "O   "), column, "X")


@pytest.mark.parametrize(
    ("rows", "winner"),
    [
        (("     ", " OOOO"), "O"),
        (("     ", "XXXOX"), None),
        ((" X ", " X ", " X ", " X "), "X"),
        (("O    ", "XO   ", "XXO  ", "OXXO "), "O"),
        (("   X ", "  XO ", " XOX ", "XOXO "), "X"),
        (("     ", "XXXXX"), "X"),
        (("XXX", "   "), None),
        (("  XX", "XX  "), None),
    ],
)
def test_check_winner(rows: tuple[str, ...], winner: str | None) -> None:
    assert check_winner(board(*rows)) == winner


def test_rollout_plays_the_drawn_columns_and_passes_over_full_ones() -> None:
    # O fills column 0, X draws it twice in vain, then plays 2; O plays 1, X plays 2.
    source = Prepared(0, 0, 0, 2, 1, 2)
    assert rollout(board("   ", "XO "), "O", source) is None
    assert source.draws == []


def test_rollout_stops_at_the_win() -> None:
    source = Prepared(3, 6)
    assert rollout(board("       ", "XXX  OO"), "X", source) == "X"
    assert source.draws == [6]


def test_rollout_draws_from_whatever_there_is() -> None:
    def games(rng: AnyRandom | None) -> list[str | None]:
        return [rollout(EMPTY, "X", rng) for _ in range(30)]

    assert games(random.Random(1)) == games(random.Random(1)) != games(random.Random(2))
    assert set(games(random)) | set(games(None)) | set(games(Stream(1, 1))) >= {"X", "O"}
    assert len({tuple(games(None)) for _ in range(3)}) > 1


def test_rollout_of_a_finished_game_draws_nothing() -> None:
    assert rollout(board("    ", "XXXX"), "O", Prepared()) == "X"
    assert rollout(board("XO", "OX"), "X", Prepared()) is None


def test_rollout_with_wins_takes_them_for_the_side_to_move() -> None:
    both_can_win = board("       ", "XXX OOO")
    assert rollout(both_can_win, "O", Prepared(), take_wins=True) == "O"
    assert rollout(both_can_win, "X", Prepared(), take_wins=True) == "X"
    # Here X cannot win at once: it moves at random to 0, and then O wins.
    assert rollout(board("       ", "XX  OOO"), "X", Prepared(0), take_wins=True) == "O"


def test_a_tie_goes_to_the_centre_and_then_to_the_lower_column() -> None:
    # Nobody can make four on these boards: every win rate is 0.
    assert solve_monte_carlo(board("   ", "   "), "X", 5) == 1
    assert solve_monte_carlo(board("    ", "XOXO"), "O", 5) == 2  # 4 // 2
    assert solve_monte_carlo(board("  X ", "XOXO"), "O", 5) == 1  # and not 3


def test_more_wins_beat_the_centre() -> None:
    position = board("       ", "X      ", "X      ", "XOO O O")
    assert solve_monte_carlo(position, "X", 60, seed=3) == 0


def test_a_draw_is_no_win() -> None:
    [only] = evaluate_moves(board(" "), "X", 10)
    assert only == Evaluation(0, 10, 0)


def test_every_playout_has_its_own_stream() -> None:
    numbers: list[int] = []

    def rng_for(number: int) -> Stream:
        numbers.append(number)
        return Stream(4, number)

    position = board("X      ", "O      ", "X      ", "O      ", "X      ", "O      ")
    mine = evaluate_moves(position, "X", 3, rng_for=rng_for)
    assert numbers == list(range(6 * 3))
    assert mine == evaluate_moves(position, "X", 3, seed=4)
    assert [e.column for e in mine] == [1, 2, 3, 4, 5, 6]


def test_pinned_totals() -> None:
    # The fast code must reach these, too.
    assert [e.wins for e in evaluate_moves(EMPTY, "X", 100, seed=1)] == [55, 51, 64, 62, 59, 53, 46]
    wins = evaluate_moves(EMPTY, "X", 100, seed=1, take_wins=True)
    assert [e.wins for e in wins] == [47, 53, 68, 71, 62, 59, 46]


def test_with_take_wins_a_winning_move_is_played_without_trials() -> None:
    def no_trials(number: int) -> Stream:
        raise AssertionError(number)

    position = board("       ", "O      ", "O      ", "XXX  OO")
    assert solve_monte_carlo(position, "X", take_wins=True, rng_for=no_trials) == 3
    # Two winning moves: the one nearer to the centre.
    position = board("       ", " XXX   ")
    assert solve_monte_carlo(position, "X", take_wins=True, rng_for=no_trials) == 4


@pytest.mark.parametrize("position", [board("XO", "OX"), board("    ", "XXXX")])
@pytest.mark.parametrize("take_wins", [False, True])
def test_a_finished_game_is_refused(position: Board, take_wins: bool) -> None:
    with pytest.raises(ValueError, match="over"):
        solve_monte_carlo(position, "X", take_wins=take_wins)


def test_no_simulations_are_refused() -> None:
    with pytest.raises(ValueError, match="at least one"):
        solve_monte_carlo(EMPTY, "X", 0)


@settings(max_examples=60)
@given(st.integers(1, 6), st.integers(1, 7), st.lists(st.integers(0, 6), max_size=42))
def test_the_rules_are_those_of_the_reference(rows: int, columns: int, moves: list[int]) -> None:
    game = ReferenceGame(Rules.grid(rows=rows, columns=columns))
    position = board(*[" " * columns] * rows)
    for column in moves:
        if column in game.legal:
            position = make_move(position, column, "XO"[game.turn])
            game = game.play(column)
    outcome = game.outcome
    winner = None if outcome is None or outcome.winner is None else "XO"[outcome.winner]
    assert check_winner(position) == winner
    if outcome is None:
        assert tuple(get_legal_moves(position)) == game.legal
