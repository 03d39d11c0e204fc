"""Flat Monte Carlo: the games' rules of choice, the textbook's numbers, every allocation."""

from __future__ import annotations

import random

import pytest

import dropfour as d4
from dropfour.agents.montecarlo import MonteCarloAgent
from dropfour.classroom import monte_carlo as textbook

ALLOCATIONS = MonteCarloAgent.allocation.words
CLASSIC = d4.load_rules("classic")
EXAMPLE = [
    "       ",
    "       ",
    "       ",
    "   X   ",
    "  OXO  ",
    " XOXOX ",
]


def from_rows(rows: list[str], player: str) -> d4.Position:
    """The board of a picture, top row first."""
    columns = ["".join(column).strip() or "-" for column in zip(*rows[::-1], strict=True)]
    rules = d4.Rules.grid(rows=len(rows), columns=len(rows[0]))
    return d4.Position.from_text(f"{'/'.join(columns)} {player}", rules)


def random_rows(rng: random.Random) -> tuple[list[str], str]:
    """A board in the middle of a game."""
    rules = d4.Rules.grid(rows=rng.randint(4, 6), columns=rng.randint(4, 7))
    position = d4.Position(rules)
    for _ in range(rng.randrange(12)):
        after = position.play(rng.choice(position.legal))
        if after.outcome is not None:
            break
        position = after
    first, second = position.setup.discs
    rows = [
        "".join(
            "X" if d4.Cell(c, r) in first else "O" if d4.Cell(c, r) in second else " "
            for c in range(rules.columns)
        )
        for r in range(rules.rows - 1, -1, -1)
    ]
    return rows, "XO"[position.turn]


def test_the_exercises_example_wins_at_once() -> None:
    analysis = d4.agent("montecarlo", policy="uniform").analyse(from_rows(EXAMPLE, "X"))
    assert analysis.move == 3
    assert analysis.exact == d4.Exact(1, plies=1)
    assert analysis.playouts == 0


@pytest.mark.parametrize("policy", ["uniform", "wins"])
@pytest.mark.parametrize("number", range(12))
def test_the_numbers_are_the_textbooks(number: int, policy: str) -> None:
    rng = random.Random(f"textbook {number}")
    rows, player = random_rows(rng)
    board = [list(row) for row in rows]
    take_wins = policy == "wins"
    analysis = MonteCarloAgent(per_candidate=40, policy=policy, seed=number).analyse(
        from_rows(rows, player)
    )
    move = textbook.solve_monte_carlo(board, player, 40, seed=number, take_wins=take_wins)
    if analysis.playouts == 0:  # a win at once; the textbook looks for one with `take_wins`
        assert analysis.exact is not None
        assert not take_wins or move == analysis.move
        return
    evaluations = textbook.evaluate_moves(board, player, 40, seed=number, take_wins=take_wins)
    assert {e.column: (e.simulations, e.wins) for e in evaluations} == {
        c.column: (c.visits, c.wins) for c in analysis.columns.values()
    }
    assert analysis.move == move


def test_a_shared_effort_is_shared_evenly() -> None:
    analysis = d4.agent("montecarlo", playouts=703).analyse(d4.Position(CLASSIC))
    assert [c.visits for c in analysis.columns.values()] == [101, 101, 101, 100, 100, 100, 100]
    same = d4.agent("montecarlo", playouts=700).analyse(d4.Position(CLASSIC))
    each = d4.agent("montecarlo", per_candidate=100).analyse(d4.Position(CLASSIC))
    assert same.columns == each.columns


@pytest.mark.parametrize("allocation", ALLOCATIONS)
def test_every_candidate_gets_one_at_least(allocation: str) -> None:
    for playouts in (1, 6, 7, 8, 20):
        analysis = MonteCarloAgent(
            limit=d4.Limit(playouts=playouts), allocation=allocation
        ).analyse(d4.Position(CLASSIC))
        assert min(c.visits for c in analysis.columns.values()) >= 1
        assert analysis.playouts == max(playouts, 7)


@pytest.mark.parametrize("allocation", ALLOCATIONS)
@pytest.mark.parametrize("policy", ["uniform", "wins", "weighted"])
def test_threads_change_nothing(allocation: str, policy: str) -> None:
    position = d4.Position.from_moves("DDDC", CLASSIC)
    one, three = (
        d4.agent(
            "montecarlo", playouts=50_000, threads=n, allocation=allocation, policy=policy, seed=9
        ).analyse(position)
        for n in (1, 3)
    )
    assert (one.move, one.columns) == (three.move, three.columns)
    assert one.playouts == 50_000


@pytest.mark.parametrize("allocation", ["ucb1", "halving"])
def test_better_moves_get_more(allocation: str) -> None:
    analysis = MonteCarloAgent(
        limit=d4.Limit(playouts=20_000), allocation=allocation, policy="uniform"
    ).analyse(d4.Position(CLASSIC))
    visits = {c.column: c.visits for c in analysis.columns.values()}
    assert analysis.move == 3
    assert max(visits, key=lambda column: visits[column]) == 3
    assert visits[3] > 2 * visits[0]


def test_ties_go_to_the_middle_then_to_the_lower_column() -> None:
    # No line fits, so every playout is drawn and every win rate is 0.
    for columns, expected in ((1, 0), (2, 1), (3, 1), (6, 3), (7, 3)):
        position = d4.Position(d4.Rules.grid(rows=2, columns=columns, goal=d4.Square(3)))
        assert d4.agent("montecarlo", playouts=50).choose(position) == expected
    rules = d4.Rules.grid(rows=1, columns=7)
    middle_taken = d4.Position(rules).play("D")
    assert d4.agent("montecarlo", playouts=50).choose(middle_taken) == 2


def test_values_and_intervals() -> None:
    analysis = d4.agent("montecarlo", playouts=7000).analyse(d4.Position(CLASSIC))
    for column in analysis.columns.values():
        assert column.win_rate == column.wins / column.visits
        assert column.value == (column.wins - column.losses) / column.visits
        low, high = column.interval or (1.0, -1.0)
        assert low < column.value < high


def test_only_independent_playouts_have_an_interval() -> None:
    for agent in (
        d4.agent("montecarlo", playouts=700, allocation="ucb1"),
        d4.agent("montecarlo", playouts=700, allocation="halving"),
        d4.agent("uct", playouts=700),
        d4.agent("auto", playouts=700, book=False),
    ):
        analysis = agent.analyse(d4.Position(CLASSIC))
        assert all(c.visits and c.interval is None for c in analysis.columns.values()), agent


def test_the_last_move_of_a_game_has_an_exact_value() -> None:
    position = d4.Position.from_moves("AB", d4.Rules.grid(rows=1, columns=3))
    analysis = d4.agent("montecarlo", playouts=10).analyse(position)
    assert analysis.exact == d4.Exact(0, plies=1)
    points = d4.Rules.grid(rows=1, columns=3, goal=d4.Shapes([[(0, 0)]]), ending="full")
    analysis = d4.agent("montecarlo", playouts=10).analyse(d4.Position.from_moves("AB", points))
    assert analysis.exact == d4.Exact(1, plies=1, margin=1)


def test_bans_are_candidates_like_discs() -> None:
    # O threatens a row of four at E1: only a ban there saves X.
    rules = d4.Rules.grid(rows=4, columns=5, bonus=["A1"])
    position = d4.Position.from_text("-/O/O/O/- X", rules).play("A")
    assert position.banning and position.turn == 0
    analysis = d4.agent("montecarlo", per_candidate=200).analyse(position)
    assert analysis.move == 4
    assert all(c.value == -1 for c in analysis.columns.values() if c.column != 4)


@pytest.mark.parametrize("allocation", ALLOCATIONS)
def test_a_time_limit(allocation: str) -> None:
    position = d4.Position(d4.Rules.grid(rows=8, columns=9))
    agent = d4.agent("montecarlo", seconds=0.1, allocation=allocation, threads=2)
    analysis = agent.analyse(position)
    assert min(c.visits for c in analysis.columns.values()) > 100


def test_a_draw_counts_no_more_than_a_loss() -> None:
    # The rule, to the letter: no move wins here, so the middle is played, although O then
    # wins at A2 in every playout, and X in A would lead to a draw in every one.
    rules = d4.Rules.grid(rows=2, columns=2, goal=d4.Shapes([[(0, 0), (0, 1)]]))
    position = d4.Position.from_text("O/- X", rules)
    analysis = d4.agent("montecarlo", playouts=20).analyse(position)
    assert [c.value for c in analysis.columns.values()] == [0, -1]
    assert analysis.move == 1


@pytest.mark.parametrize("allocation", ALLOCATIONS)
def test_it_finds_the_only_block(allocation: str) -> None:
    # O threatens a row of four at C1 and nowhere else.
    position = d4.Position.from_text("O/O/-/O/-/X/X X", CLASSIC)
    analysis = MonteCarloAgent(limit=d4.Limit(playouts=3000), allocation=allocation).analyse(
        position
    )
    assert analysis.move == 2
    assert all(c.losses == c.visits for c in analysis.columns.values() if c.column != 2)


def test_bad_settings() -> None:
    with pytest.raises(ValueError, match="playouts= or per_candidate=, not both"):
        d4.agent("montecarlo", playouts=10, per_candidate=10)
    with pytest.raises(ValueError, match="allocation must be 'even', 'ucb1' or 'halving'"):
        d4.agent("montecarlo", allocation="odd")
    with pytest.raises(ValueError, match="per_candidate must be a whole number from 1 to"):
        d4.agent("montecarlo", per_candidate=0)
    with pytest.raises(ValueError, match="policy must be"):
        d4.agent("montecarlo", policy="greedy")
    agent = d4.agent("montecarlo", policy="weighted", weights=[1, 2])
    with pytest.raises(ValueError, match="one weight a column"):
        agent.choose(d4.Position(CLASSIC))
