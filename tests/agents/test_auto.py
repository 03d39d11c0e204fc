"""The agent `auto`: exact where it can be, UCT otherwise, levels."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

import dropfour as d4
from dropfour.agents import ColumnAnalysis, Control
from dropfour.agents.auto import LEVELS, AutoAgent
from dropfour.agents.perfect import PerfectAgent
from dropfour.agents.uct import UctAgent
from dropfour.web.settings import Allowances

CLASSIC = d4.load_rules("classic")


def test_a_position_that_can_be_solved_is_solved() -> None:
    position = d4.Position.from_moves("DDDDDCCCEEBGB", CLASSIC)
    analysis = d4.agent("auto", playouts=200_000).analyse(position)
    assert analysis.exact is not None
    assert analysis.exact == d4.solve(position).exact
    assert all(c.exact is not None for c in analysis.columns.values())


def test_what_cannot_be_solved_is_left_to_playouts() -> None:
    position = d4.Position.from_moves("DDDD", CLASSIC)
    analysis = d4.agent("auto", playouts=500, book=False).analyse(position)
    assert analysis.exact is None
    assert analysis.playouts == 500


def nothing_proven(position: d4.Position) -> d4.Analysis:
    columns = {c: ColumnAnalysis(column=c, value=0.0) for c in position.legal}
    return d4.Analysis(move=0, columns=columns)


def shares_of(
    agent: AutoAgent, position: d4.Position, monkeypatch: pytest.MonkeyPatch
) -> list[dict[str, float]]:
    """What each of its searches may do, by a clock that only they move, and to its end.

    The solver never proves anything.
    """
    now, shares = 0.0, []
    search = agent._tree._search

    def take(limit: d4.Limit) -> None:
        nonlocal now
        shares.append(limit.given())
        now += limit.seconds or 0

    def prove(position: d4.Position, _: object, limit: d4.Limit) -> d4.Analysis:
        take(limit)
        return nothing_proven(position)

    def grow(*arguments: Any) -> Any:
        take(agent._tree.limit)
        agent._tree.limit = d4.Limit(playouts=10)
        return search(*arguments)

    monkeypatch.setattr("dropfour.agents.auto.time", SimpleNamespace(perf_counter=lambda: now))

    def hold(position: d4.Position, _: object, seconds: float, order: list[int]) -> Any:
        return order[0], None

    monkeypatch.setattr(agent, "_prove", prove)
    monkeypatch.setattr(agent._exact, "hold", hold)
    monkeypatch.setattr(agent._tree, "_search", grow)
    agent.analyse(position)
    return shares


def test_both_searches_share_the_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """The solver has a look, and what uct leaves is the solver's again."""
    empty = d4.Position(d4.Rules.grid(rows=5, columns=8))
    shares = shares_of(AutoAgent(seconds=8), empty, monkeypatch)
    assert shares == [{"seconds": s} for s in (pytest.approx(0.8), 4, pytest.approx(3.2))]


def test_few_cells_are_the_solvers(monkeypatch: pytest.MonkeyPatch) -> None:
    empty = d4.Position(d4.Rules.grid(rows=4, columns=7))
    shares = shares_of(AutoAgent(seconds=8), empty, monkeypatch)
    assert [share["seconds"] for share in shares[:2]] == [pytest.approx(0.4), pytest.approx(0.8)]


@pytest.mark.parametrize(("moves", "first"), [("AAA", 0.8), ("AAD", 0.4)])
def test_few_cells_are_the_solvers_once_the_bonus_is_taken(
    moves: str, first: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    position = d4.Position.from_moves(moves, d4.Rules.grid(rows=4, columns=7, bonus=["D1"]))
    shares = shares_of(AutoAgent(seconds=8), position, monkeypatch)
    assert shares[0]["seconds"] == pytest.approx(first)


BONUS = d4.Rules.grid(rows=5, columns=6, bonus=["A5"])


@pytest.mark.parametrize(
    ("rules", "moves", "column", "value"),
    [
        (CLASSIC, "DDDDDACEEE", 4, 1),
        (CLASSIC, "CACCDEDDDD", 3, 0),
        (BONUS, "BFBBFADDECE", 4, 1),  # whose bans make a proof less likely
        (BONUS, "CADADBBCA", 3, 0),
    ],
)
def test_a_win_or_a_draw_is_held(
    rules: d4.Rules, moves: str, column: int, value: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One column alone keeps it: to prove that one is enough, and sooner done than all of them."""
    position, agent = d4.Position.from_moves(moves, rules), AutoAgent(seconds=60, memory_mb=64)
    tree = UctAgent(playouts=200, seed=10, evaluation="none")  # which misses all four
    assert tree.choose(position) != column
    monkeypatch.setattr(agent, "_prove", lambda position, *_: nothing_proven(position))
    monkeypatch.setattr(agent._tree, "_search", tree._search)
    found = agent.analyse(position)
    assert (found.move, found.exact and found.exact.value) == (column, value)
    assert found.line[0] == column


@pytest.mark.parametrize(
    ("moves", "exact"),
    [
        ("GCCFBEFGDD", d4.Exact(1)),
        ("GDDBADDECBB", d4.Exact(1)),
        ("EEFGEECDDDD", d4.Exact(0, 31)),
    ],
)
def test_the_book_tells_what_there_is_to_keep(moves: str, exact: d4.Exact) -> None:
    """Of a position, and of one ply beyond it what the move has left: that, or more."""
    position = d4.Position.from_moves(moves, CLASSIC)
    assert PerfectAgent()._promised(position) == exact.value
    assert PerfectAgent(book=False)._promised(position) is None
    column, held = PerfectAgent().hold(position, Control(), 60, position.legal)
    assert held == exact
    assert d4.solve(position.play(column), weak=True, details=False).value == -exact.value


def test_what_cannot_keep_it_needs_no_time() -> None:
    position = d4.Position.from_moves("BCGGEFGFEF", CLASSIC)  # all columns but F lose at once
    found = PerfectAgent().hold(position, Control(), 1e-6, (0, 1, 2, 3, 4, 6, 5))
    assert found == (5, d4.Exact(0, 32))


def test_what_is_lost_is_left_to_playouts(monkeypatch: pytest.MonkeyPatch) -> None:
    position = d4.Position.from_moves("DDDDDCCCEEBGBG", CLASSIC)
    agent = AutoAgent(seconds=60, memory_mb=64)
    tree, same = (UctAgent(playouts=200, seed=1) for _ in range(2))
    monkeypatch.setattr(agent, "_prove", lambda position, *_: nothing_proven(position))
    monkeypatch.setattr(agent._tree, "_search", tree._search)
    assert agent.choose(position) == same.choose(position)


def test_it_goes_on_until_every_column_is_proven() -> None:
    position = d4.Position.from_moves("DDDDDCCCEE", CLASSIC)
    ours = AutoAgent(every_column=True, memory_mb=64, book=False)
    seen: list[d4.Analysis] = []
    found = ours.go_on(position, progress=seen.append)
    exact = {number: column.exact for number, column in found.columns.items()}
    assert exact == d4.solve(position, every_column=True).columns
    assert found.exact == d4.solve(position).exact
    work = [(len([c for c in a.columns.values() if c.exact]), a.playouts + a.nodes) for a in seen]
    assert work == sorted(work)


def test_it_goes_on_where_it_was_stopped_until_it_forgets() -> None:
    position = d4.Position(d4.Rules.grid(rows=8, columns=8))  # the solver gets its turn late
    ours = AutoAgent(memory_mb=64)

    def more() -> int:
        control = Control()
        return ours.go_on(position, progress=lambda _: control.stop(), control=control).playouts

    first, second = more(), more()
    assert second > first > 0
    assert ours._exact._kept is None
    ours.forget()
    assert ours._tree.nodes_held == 0


def test_what_comes_from_a_book_needs_no_search() -> None:
    seen: list[d4.Analysis] = []
    found = AutoAgent(every_column=True).go_on(d4.Position(CLASSIC), progress=seen.append)
    assert (found.source, found.move, seen) == ("book", 3, [])


def test_a_large_board_goes_to_uct_at_once() -> None:
    position = d4.Position(d4.Rules.grid(rows=12, columns=12))
    analysis = d4.agent("auto", playouts=100).analyse(position)
    assert analysis.playouts == 100


def test_every_column_is_looked_into_beside_a_win() -> None:
    position = d4.Position.from_moves("DDEE", d4.load_rules("irregular"))
    found = d4.agent("auto", playouts=4000, every_column=True).analyse(position)
    assert found.exact == d4.Exact(1, plies=3)
    assert all(c.exact or c.visits > 100 for c in found.columns.values())


def test_a_move_that_is_proven_to_lose_is_not_played() -> None:
    # O has three on the floor: every answer but D loses at once.
    position = d4.Position.from_text("O/O/O/-/-/-/-/-/- X", d4.Rules.grid(rows=9, columns=9))
    assert d4.agent("auto", level=1).choose(position) == 3


def test_one_who_watches_sees_something_before_the_solver_looks(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    position = d4.Position.from_moves("DD", CLASSIC)
    agent = d4.agent("auto", seconds=20)
    seen: list[d4.Analysis] = []

    def prove(*_: object, **__: object) -> d4.Analysis:
        assert seen
        agent.stop()
        return seen[-1]

    monkeypatch.setattr(agent, "_prove", prove)
    analysis = agent.analyse(position, progress=seen.append)
    assert analysis.playouts >= seen[-1].playouts > 0  # a stop loses nothing


@pytest.mark.parametrize("level", range(1, len(LEVELS) + 1))
def test_levels_think_ever_harder(level: int) -> None:
    ours = LEVELS[level - 1]
    assert d4.agent("auto", level=level).limit.playouts == (ours.judged or ours.playouts)
    without = d4.agent("auto", level=level, evaluation="none")
    assert without.limit.playouts == ours.playouts
    if level > 1:
        below = LEVELS[level - 2]
        assert ours.playouts > below.playouts and ours.solver_nodes >= below.solver_nodes
        assert ours.judged > below.judged or ours.judged == 0


@pytest.mark.parametrize("level", [0, 11, -1])
def test_there_are_ten_levels(level: int) -> None:
    with pytest.raises(ValueError, match="level must be a whole number from 1 to 10"):
        d4.agent("auto", level=level)


@pytest.mark.parametrize("limit", [{"playouts": 10}, {"nodes": 10}, {"depth": 3, "seconds": 1}])
def test_a_level_has_its_own_count_of_work(limit: dict[str, int]) -> None:
    with pytest.raises(ValueError, match="only seconds may bound it"):
        d4.agent("auto", level=3, **limit)


@pytest.mark.parametrize("level", [1, 7, 8])
def test_seconds_that_are_not_needed_change_nothing_of_a_level(level: int) -> None:
    for moves in ("DDDD", "DDDDDCCCEEBGB"):
        position = d4.Position.from_moves(moves, CLASSIC)
        free, bounded = (
            d4.agent("auto", level=level, seed=5, **limit).analyse(position)
            for limit in ({}, {"seconds": 1000})
        )
        assert replace(free, seconds=0) == replace(bounded, seconds=0)


@pytest.mark.parametrize(
    "position",
    [
        d4.Position.from_moves("DDDD", CLASSIC),
        d4.Position(d4.Rules.grid(rows=12, columns=12)),  # too large for the solver
    ],
    ids=["classic", "large"],
)
def test_the_best_level_plays_alike_in_the_memory_that_the_page_allows(
    position: d4.Position,
) -> None:
    ours, theirs = (
        d4.agent("auto", level=10, **memory).analyse(position)
        for memory in ({}, {"memory_mb": Allowances().memory_mb})
    )
    assert replace(ours, seconds=0) == replace(theirs, seconds=0)


@pytest.mark.parametrize(
    "rules, shares",
    [
        (d4.Rules.grid(rows=32, columns=32), [{"playouts": 60_000, "seconds": 8}]),
        (
            d4.Rules.grid(rows=5, columns=8),  # the solver looks first, and takes half
            [{"nodes": 2_000_000, "seconds": 4}, {"playouts": 60_000, "seconds": 4}],
        ),
    ],
)
def test_seconds_end_a_level(
    monkeypatch: pytest.MonkeyPatch, rules: d4.Rules, shares: list[dict[str, float]]
) -> None:
    empty = d4.Position(rules)
    assert shares_of(AutoAgent(level=10, seconds=8), empty, monkeypatch) == shares


@pytest.mark.parametrize("memory_mb", [4, 19, 64, 320, 5000])
def test_all_of_its_searches_share_its_memory(
    monkeypatch: pytest.MonkeyPatch, memory_mb: int
) -> None:
    position = d4.Position.from_moves("DDDD", CLASSIC)
    agent = AutoAgent(memory_mb=memory_mb, seconds=1)
    parts = [agent._exact.table_mb, agent._tree.memory_mb]

    def stopped(tree: UctAgent, *_: object) -> Any:
        parts.append(tree.memory_mb)
        agent.stop()
        return d4.agent("greedy")._search(position, Control(), None)

    monkeypatch.setattr(UctAgent, "_search", stopped)  # only the glance is made later
    agent.analyse(position, progress=lambda _: None)
    assert len(parts) == 3 and min(parts) >= 1 and sum(parts) == memory_mb


@pytest.mark.parametrize(
    "text, playouts, seed",
    [
        ("XOXXX/XO/OX/OOO/- X", 200, 8970),
        ("XO/XOXXO/O/O/XXO X", 400, 8106),
        ("XOXOX/-/O/XXO/OX O", 400, 7377),
    ],
)
def test_a_proven_win_by_points_is_played(text: str, playouts: int, seed: int) -> None:
    rules = d4.Rules.grid(rows=5, columns=5, goal=d4.Line(3), ending="full")
    position = d4.Position.from_text(text, rules)
    assert d4.solve(position).value == 1
    move = d4.agent("auto", playouts=playouts, seed=seed).choose(position)
    after = position.play(move)
    assert d4.solve(after).value == (1 if after.turn == position.turn else -1)


def test_the_whole_limit_is_kept() -> None:
    position = d4.Position.from_moves("DDDD", CLASSIC)
    assert d4.agent("auto", nodes=100).analyse(position).nodes <= 110
