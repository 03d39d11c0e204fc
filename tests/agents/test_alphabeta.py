"""Alpha-beta finds what plain minimax finds, says only what is proven, and stops when told."""

from __future__ import annotations

import dataclasses
import threading

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import dropfour as d4
from dropfour import _native
from dropfour.classroom import max_connect4
from tests.agents import plain
from tests.agents.plain import POINT, WIN, positions
from tests.strategies import rules

SMALL = rules(max_columns=4, max_rows=5, max_cells=16)
NARROW = rules(max_columns=3, max_rows=4, max_cells=10)


def native_evaluate(position: d4.Position, player: int) -> int:
    return _native.evaluate(position, player)


def value_of(score: int, *, to_the_end: bool) -> float:
    return (score > 0) - (score < 0) if to_the_end else score / (POINT + abs(score))


# The evaluation


@settings(max_examples=200)
@given(positions(rules()))
def test_evaluate_is_its_definition(position: d4.Position) -> None:
    for player in (0, 1):
        assert native_evaluate(position, player) == plain.evaluate(position, player)


def test_evaluate_on_the_largest_board() -> None:
    position = d4.Position(d4.Rules.grid(rows=32, columns=32, goal=d4.Square(3), ending="full"))
    for ply in range(700):
        position = position.play(ply * 7 % 29)
    assert native_evaluate(position, 0) == plain.evaluate(position, 0) != 0


@given(positions(rules(endings=("full",), max_cells=30)))
def test_on_a_full_board_only_points_count(position: d4.Position) -> None:
    while position.outcome is None:
        position = position.play(position.legal[0])
    first, second = position.outcome.scores
    assert native_evaluate(position, 0) == POINT * (first - second)


# The same as plain minimax


def check_against_plain(position: d4.Position, depth: int) -> None:
    values = plain.column_values(position, depth, native_evaluate)
    best = plain.best_column(values)

    found = d4.agent("alphabeta", evaluation="none", depth=depth).analyse(position)
    assert (found.move, found.best.score) == (best, values[best])
    assert tuple(found.columns) == position.legal
    proven = abs(values[best]) > WIN // 2
    for column, analysis in found.columns.items():
        if proven:  # then it stopped before `depth`
            continue
        if analysis.score is not None:
            assert analysis.score == values[column]
        elif analysis.exact is None:
            value = value_of(values[column], to_the_end=found.exact is not None)
            assert value <= analysis.value <= found.value

    found = d4.agent("alphabeta", evaluation="none", depth=depth, every_column=True).analyse(
        position
    )
    assert {column: c.score for column, c in found.columns.items()} == values
    assert found.move == best
    check_line(position, found)


def check_line(position: d4.Position, found: d4.Analysis) -> None:
    """The principal variation is legal, and its end is worth what the search said."""
    me, score = position.turn, found.best.score
    for column in found.line:
        position = position.play(column)
    if position.outcome is None or position.rules.ending == "full":
        assert score == native_evaluate(position, me)
        assert len(found.line) == found.depth
    elif position.outcome.winner is None:
        assert score == 0
    else:
        plies = len(found.line)
        assert score == (WIN - plies if position.outcome.winner == me else plies - WIN)


@settings(max_examples=250)
@given(positions(SMALL), st.integers(1, 6))
def test_it_is_plain_minimax(position: d4.Position, depth: int) -> None:
    check_against_plain(position, depth)


@settings(max_examples=120)
@given(positions(NARROW))
def test_it_is_plain_minimax_to_the_end(position: d4.Position) -> None:
    check_against_plain(position, 10)


@settings(max_examples=80)
@given(positions(rules(max_columns=9, max_rows=12)), st.integers(1, 3))
def test_it_is_plain_minimax_on_large_boards(position: d4.Position, depth: int) -> None:
    check_against_plain(position, depth)


@settings(max_examples=60)
@given(
    positions(rules(max_columns=5, max_rows=5, goal=st.just(d4.Line(4)))),
    st.sampled_from([4, 5, 6]),
)
def test_it_is_plain_minimax_with_lines_of_four(position: d4.Position, depth: int) -> None:
    check_against_plain(position, depth)


def test_a_tiny_table_changes_nothing() -> None:
    position = d4.Position.from_moves("DDCE", d4.load_rules("max"))
    small, large = (
        d4.agent("alphabeta", evaluation="none", depth=8, table_mb=megabytes).analyse(position)
        for megabytes in (1, 64)
    )
    assert (small.move, small.best.score) == (large.move, large.best.score)


# A bonus cell: the same player moves twice


def by_ply(position: d4.Position, depth: int) -> int:
    """The common mistake: a negamax whose sign changes with every ply."""
    if position.outcome is not None:
        return 0 if position.outcome.winner is None else -WIN
    if depth == 0:
        return native_evaluate(position, position.turn)
    return max(-by_ply(position.play(column), depth - 1) for column in position.legal)


def test_the_sign_follows_the_player_not_the_ply() -> None:
    # X gains by D1: the ban it drops next leaves the move to O, who has no disc yet.
    board = d4.Rules.grid(rows=3, columns=4, goal=d4.Line(3), bonus=["D1"])
    position = d4.Position(board)
    truth = plain.column_values(position, 99, native_evaluate)
    mistaken = {column: -by_ply(position.play(column), 1) for column in position.legal}
    assert truth[plain.best_column(mistaken)] < -WIN // 2
    found = d4.agent("alphabeta", evaluation="none", depth=2).analyse(position)
    assert found.move == 3
    assert truth[3] > WIN // 2


# Who may claim what


@pytest.mark.parametrize("depth", [3, 5, 20])
def test_a_forced_win_is_found_and_proven(depth: int) -> None:
    position = d4.Position.from_text("-/-/X/X/-/-/- X", d4.load_rules("classic"))
    found = d4.agent("alphabeta", evaluation="none", depth=depth).analyse(position)
    assert found.move == 1
    assert found.best.score == WIN - 3
    assert found.exact is not None and (found.exact.value, found.exact.plies) == (1, 3)
    assert found.value == 1.0
    assert found.depth == 3
    assert len(found.line) == 3


def test_a_loss_is_put_off() -> None:
    position = d4.Position.from_text("-/-/X/X/X/-/- O", d4.load_rules("classic"))
    found = d4.agent("alphabeta", evaluation="none", depth=6).analyse(position)
    assert found.exact is not None and (found.exact.value, found.exact.plies) == (-1, 2)
    assert found.move == 0


def test_before_the_win_is_in_sight_nothing_is_exact() -> None:
    position = d4.Position.from_text("-/-/X/X/-/-/- X", d4.load_rules("classic"))
    found = d4.agent("alphabeta", evaluation="none", depth=2).analyse(position)
    assert all(c.exact is None for c in found.columns.values())
    assert -1 < found.value < 1


@settings(max_examples=200)
@given(
    positions(rules(max_columns=4, max_cells=12)),
    st.one_of(st.integers(1, 5), st.just(12)),
)
def test_exact_values_are_those_of_the_whole_game(position: d4.Position, depth: int) -> None:
    truth = plain.column_values(position, 99, native_evaluate)
    for every_column in (False, True):
        found = d4.agent(
            "alphabeta", evaluation="none", depth=depth, every_column=every_column
        ).analyse(position)
        for column, analysis in found.columns.items():
            exact, true = analysis.exact, truth[column]
            if exact is None:
                continue
            assert exact.value == (true > 0) - (true < 0) == analysis.value
            if position.rules.ending == "full":
                assert exact.margin == true // POINT
            elif exact.plies is not None and true != 0:
                assert exact.plies == WIN - abs(true)


@pytest.mark.parametrize("ending", ["first", "full"])
def test_a_search_to_the_end_is_exact(ending: d4.rules.Ending) -> None:
    board = d4.Rules.grid(rows=3, columns=3, goal=d4.Line(3), ending=ending)
    found = d4.agent("alphabeta", evaluation="none", depth=99).analyse(d4.Position(board))
    assert found.exact is not None
    if ending == "full":
        assert found.depth == found.exact.plies == 9
        assert found.best.score == POINT * (found.exact.margin or 0)


# The textbook program


@st.composite
def textbook_boards(draw: st.DrawFn) -> max_connect4.Board:
    columns = draw(st.lists(st.lists(st.integers(1, 2), max_size=6), min_size=7, max_size=7))
    return [
        [column[height] if height < len(column) else 0 for column in columns]
        for height in range(5, -1, -1)
    ]


@settings(max_examples=60)
@given(textbook_boards(), st.integers(1, 2), st.integers(1, 4))
def test_it_decides_as_the_max_connect4_program(
    board: max_connect4.Board, turn: int, depth: int
) -> None:
    assume(max_connect4.viable(board))
    marks = {0: "", 1: "X", 2: "O"}
    stacks = [
        "".join(marks[cell] for cell in reversed(column)) for column in zip(*board, strict=True)
    ]
    text = "/".join(stack or "-" for stack in stacks) + " " + marks[turn]
    position = d4.Position.from_text(text, d4.load_rules("max"))
    textbook = max_connect4.minimax(board, turn, depth)
    assert native_evaluate(position, turn - 1) == textbook.evaluate(board)
    assert (
        d4.agent("alphabeta", evaluation="none", depth=depth).choose(position) == textbook.decide()
    )


# Limits


def test_the_same_numbers_for_any_seed_and_thread_count() -> None:
    position = d4.Position.from_moves("DDC", d4.load_rules("bonus"))
    runs = [
        dataclasses.replace(
            d4.agent("alphabeta", evaluation="none", depth=6, seed=seed, threads=threads).analyse(
                position
            ),
            seconds=0,
        )
        for seed, threads in [(0, 1), (0, 1), (5, 2), (9, 4)]
    ]
    assert runs == [runs[0]] * 4


@pytest.mark.parametrize("nodes", [1, 7, 100, 5000])
def test_a_limit_of_nodes_or_playouts(nodes: int) -> None:
    position = d4.Position(d4.load_rules("classic"))
    first = d4.agent("alphabeta", evaluation="none", nodes=nodes).analyse(position)
    again = d4.agent("alphabeta", evaluation="none", playouts=nodes, depth=30).analyse(position)
    assert first.nodes <= nodes + 1
    assert (first.move, first.columns, first.nodes) == (again.move, again.columns, again.nodes)
    assert first.depth >= 1 and first.best.score is not None


def test_a_depth_beyond_the_end() -> None:
    position = d4.Position(d4.Rules.grid(rows=2, columns=2, ending="full"))
    found = d4.agent("alphabeta", evaluation="none", depth=10**12).analyse(position)
    assert found.depth == 4
    assert found.exact is not None and found.exact.value == 0


def test_a_time_limit_on_the_largest_board() -> None:
    position = d4.Position(d4.Rules.grid(rows=32, columns=32, goal=d4.Line(5)))
    assert d4.agent("alphabeta", evaluation="none", seconds=0.05).analyse(position).depth >= 1


def test_stop_from_another_thread() -> None:
    position = d4.Position(d4.load_rules("max"))
    agent = d4.agent("alphabeta", evaluation="none", seconds=60)
    found = agent.analyse(position, progress=lambda _: threading.Thread(target=agent.stop).start())
    assert found.depth >= 1 and found.move in position.legal
    assert found.seconds < 60


def test_progress() -> None:
    seen: list[d4.Analysis] = []
    position = d4.Position(d4.load_rules("max"))
    found = d4.agent("alphabeta", evaluation="none", seconds=0.4).analyse(
        position, progress=seen.append
    )
    assert len(seen) >= 2
    depths = [analysis.depth for analysis in seen]
    assert depths == sorted(depths) and depths[0] >= 1 and depths[-1] <= found.depth
    assert all(analysis.move in position.legal for analysis in seen)


def test_bad_settings() -> None:
    with pytest.raises(ValueError, match="table_mb"):
        d4.agent("alphabeta", evaluation="none", table_mb=0)
