"""Playouts: the same games whoever plays them, and fair ones."""

from __future__ import annotations

import random
import threading
import time
from collections import Counter
from collections.abc import Sequence
from itertools import accumulate, pairwise

import pytest

import dropfour as d4
from dropfour import _native
from dropfour.classroom.streams import Stream
from dropfour.reference import ReferenceGame
from tests.random_rules import random_rules

POLICIES = ("uniform", "wins", "weighted")
KERNELS = _native.kernels()
SIZES = [(7, 6), (9, 7), (12, 12), (15, 15), (8, 25), (17, 14), (20, 20), (32, 32)]

Totals = tuple[int, int, int]


def centre_weights(columns: int) -> list[int]:
    return [1 + min(column, columns - 1 - column) for column in range(columns)]


def draw(stream: Stream, policy: str, weights: Sequence[int]) -> int:
    """A column, full or not."""
    if policy != "weighted":
        return stream.below(len(weights))
    number = stream.below(sum(weights))
    return next(column for column, upto in enumerate(accumulate(weights)) if number < upto)


def textbook_playout(
    game: ReferenceGame | d4.Position, policy: str, stream: Stream, weights: Sequence[int]
) -> int | None:
    """The winner of one playout, as native/core/playout/playout.hpp defines it."""
    while (outcome := game.outcome) is None:
        if policy == "wins" and game.rules.ending == "first" and not game.banning:
            for column in game.legal:
                after = game.play(column).outcome
                if after is not None and after.winner == game.turn:
                    return game.turn
        while (column := draw(stream, policy, weights)) not in game.legal:
            pass
        game = game.play(column)
    return outcome.winner


def textbook_playouts(
    game: ReferenceGame | d4.Position, count: int, policy: str, seed: int
) -> Totals:
    weights = centre_weights(game.rules.columns)
    found = Counter(
        textbook_playout(game, policy, Stream(seed, number), weights) for number in range(count)
    )
    return found[0], found[None], found[1]


def later(position: d4.Position, plies: int, rng: random.Random) -> d4.Position:
    """Some random moves on, but not to the end of the game."""
    for _ in range(plies):
        after = position.play(rng.choice(position.legal))
        if after.outcome is not None:
            break
        position = after
    return position


def test_the_kernels_of_this_processor() -> None:
    assert KERNELS[0] == "scalar"
    assert set(KERNELS) <= {"scalar", "avx2", "avx512"}
    with pytest.raises(TypeError, match="incompatible function arguments"):
        _native.playouts(
            d4.Position(d4.load_rules("classic")), count=1, policy="wins", kernel="gpu"
        )


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("chunk", range(10))
def test_playouts_are_those_of_the_reference(policy: str, chunk: int) -> None:
    for number in range(chunk, 60, 10):
        rng = random.Random(f"reference {number}")
        rules = random_rules(rng, max_columns=7, max_rows=6)
        expected = textbook_playouts(ReferenceGame(rules), 12, policy, seed=number)
        for kernel in KERNELS:
            assert expected == _native.playouts(
                d4.Position(rules), count=12, policy=policy, seed=number, kernel=kernel
            ), f"{rules} {kernel}"


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("columns, rows", SIZES)
def test_large_boards_against_plain_positions(policy: str, columns: int, rows: int) -> None:
    position = d4.Position(d4.Rules.grid(rows=rows, columns=columns, bonus=["A2", "D1"]))
    expected = textbook_playouts(position, 5, policy, seed=3)
    for kernel in KERNELS:
        got = _native.playouts(position, count=5, policy=policy, seed=3, kernel=kernel)
        assert got == expected, kernel


@pytest.mark.parametrize("chunk", range(8))
def test_all_kernels_play_the_same_games(chunk: int) -> None:
    """Random rules of every sort, from positions on the way, bans and all."""
    for number in range(chunk, 320, 8):
        rng = random.Random(f"kernels {number}")
        rules = random_rules(rng, max_columns=14, max_rows=15)
        position = later(d4.Position(rules), rng.randrange(20), rng)
        count = rng.choice([1, 3, 20, 100, 500])
        for policy in POLICIES:
            totals = {
                kernel: _native.playouts(
                    position, count=count, policy=policy, seed=number, kernel=kernel
                )
                for kernel in KERNELS
            }
            assert len(set(totals.values())) == 1, f"{position!r} {rules} {policy} {totals}"
            assert sum(totals["scalar"]) == count


@pytest.mark.parametrize("ending", ["first", "full"])
@pytest.mark.parametrize("goal", [d4.Line(4), d4.Line(3), d4.Square(2)], ids=str)
@pytest.mark.parametrize("columns, rows", SIZES)
def test_all_kernels_on_boards_of_every_word_count(
    columns: int, rows: int, goal: d4.Line | d4.Square, ending: d4.rules.Ending
) -> None:
    rules = d4.Rules.grid(
        rows=rows, columns=columns, goal=goal, ending=ending, dead=["C2"], blocked=["B3", "D1"]
    )
    position = d4.Position(rules)
    for policy in POLICIES:
        totals = {
            kernel: _native.playouts(position, count=60, policy=policy, kernel=kernel)
            for kernel in KERNELS
        }
        assert len(set(totals.values())) == 1, f"{policy} {totals}"


@pytest.mark.parametrize("preset", d4.preset_names())
@pytest.mark.parametrize("policy", POLICIES)
def test_threads_and_splits_change_nothing(preset: str, policy: str) -> None:
    position = d4.Position(d4.load_rules(preset))
    count = 10_007
    whole = _native.playouts(position, count=count, policy=policy, seed=5)
    for threads in (2, 3, 8):
        assert whole == _native.playouts(
            position, count=count, policy=policy, seed=5, threads=threads
        )
    cuts = [0, 1, 17, 4096, 8191, count]
    parts = [
        _native.playouts(position, first=begin, count=end - begin, policy=policy, seed=5)
        for begin, end in pairwise(cuts)
    ]
    assert whole == tuple(map(sum, zip(*parts, strict=True)))


def test_a_finished_game_counts_as_it_ended() -> None:
    rules = d4.load_rules("classic")
    assert d4.playouts(d4.Position.from_moves("ABABABA", rules), 10) == (10, 0, 0)
    assert d4.playouts(d4.Position.from_moves("ABABABA", rules), 0) == (0, 0, 0)
    line = d4.Rules.grid(rows=1, columns=3)
    assert d4.playouts(d4.Position.from_moves("ABC", line), 10) == (0, 10, 0)


def test_wins_are_taken_by_whoever_has_one() -> None:
    rules = d4.load_rules("classic")
    assert d4.playouts(d4.Position.from_moves("ABABAB", rules), 50, policy="wins") == (50, 0, 0)
    assert d4.playouts(d4.Position.from_moves("ABABABC", rules), 50, policy="wins") == (0, 0, 50)


def test_with_ending_full_wins_is_uniform() -> None:
    position = d4.Position(d4.load_rules("max"))
    assert d4.playouts(position, 5000, policy="wins") == d4.playouts(position, 5000)


def ply_two_game(column: str, *, full: int = 0) -> d4.Position:
    """A, B and C have one free cell, `full` further columns none; only one cell counts.

    The game ends when the board is full, so the second player, who moves only once, wins exactly
    if that move goes to `column`.
    """
    columns = 3 + full
    dead = [d4.Cell(c, 0) for c in range(columns) if d4.Cell(c, 0) != d4.Cell.parse(column + "1")]
    goal = d4.Shapes([[(0, 0)]])
    rules = d4.Rules.grid(rows=1, columns=columns, dead=dead, goal=goal, ending="full")
    text = "/".join("-" * 3 + "X" * full)
    return d4.Position.from_text(f"{text} X", rules)


def test_weights_are_followed() -> None:
    n = 100_000
    expected = n * (1 / 8 * 5 / 7 + 2 / 8 * 5 / 6)  # A then B, or C then B
    won = d4.playouts(ply_two_game("B"), n, policy="weighted", weights=(1, 5, 2))[2]
    assert abs(won - expected) < 5 * (n * 0.3 * 0.7) ** 0.5


@pytest.mark.parametrize("full", [0, 1, 4, 9])
@pytest.mark.parametrize("kernel", KERNELS)
def test_the_choice_among_free_columns_is_uniform(full: int, kernel: str) -> None:
    # The draws do not depend on what counts: the three games below are the same ones, and their
    # numbers together are how often the second disc went to A, to B and to C.
    n = 90_000
    went = [
        _native.playouts(
            ply_two_game(column, full=full), count=n, policy="uniform", seed=11, kernel=kernel
        )[2]
        for column in "ABC"
    ]
    assert sum(went) == n
    chi_square = sum((x - n / 3) ** 2 / (n / 3) for x in went)
    assert chi_square < 13.8  # 2 degrees of freedom: exceeded once in 1000 seeds


@pytest.mark.parametrize("columns", [2, 3, 7, 12, 32])
def test_first_columns_are_uniform_over_streams(columns: int) -> None:
    n = 30_000
    drawn = Counter(Stream(5, number).below(columns) for number in range(n))
    expected = n / columns
    chi_square = sum((drawn[c] - expected) ** 2 / expected for c in range(columns))
    freedom = columns - 1
    assert chi_square < freedom + 4 * (2 * freedom) ** 0.5


def test_bad_arguments() -> None:
    position = d4.Position(d4.load_rules("classic"))
    with pytest.raises(ValueError, match="policy must be 'uniform', 'wins' or 'weighted', not 'x'"):
        d4.playouts(position, 1, policy="x")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="number of playouts must be a whole number from 0 to"):
        d4.playouts(position, -1)
    with pytest.raises(ValueError, match="number of playouts must be a whole number"):
        d4.playouts(position, 1.5)  # type: ignore[arg-type]
    for threads in (0, 1025):
        with pytest.raises(ValueError, match="threads must be a whole number from 1 to 1024"):
            d4.playouts(position, 1, threads=threads)
    with pytest.raises(ValueError, match="seed must be a whole number"):
        d4.playouts(position, 1, seed=1.5)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="weights are for the policy 'weighted'"):
        d4.playouts(position, 1, weights=[1] * 7)
    with pytest.raises(ValueError, match="one weight a column is needed: 7, not 2"):
        d4.playouts(position, 1, policy="weighted", weights=[1, 2])
    for weight in (0, 1001, 0.5):
        with pytest.raises(ValueError, match="whole numbers from 1 to 1000"):
            d4.playouts(position, 1, policy="weighted", weights=[weight] * 7)  # type: ignore[list-item]


def test_other_python_threads_go_on_meanwhile() -> None:
    position = d4.Position(d4.Rules.grid(rows=12, columns=12))
    worker = threading.Thread(target=d4.playouts, args=(position, 3_000_000))
    worker.start()
    steps = 0
    while worker.is_alive():
        steps += 1
        time.sleep(0.001)
    assert steps > 5
