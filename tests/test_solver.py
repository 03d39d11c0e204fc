"""The exact solver against brute force, published values, and its own promises."""

from __future__ import annotations

import pickle
import random
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from copy import deepcopy
from functools import partial
from typing import Any

import pytest

import dropfour as d4
from dropfour._native import Task
from dropfour.agents import Control
from dropfour.cells import Cell
from dropfour.reference import Memo, ReferenceGame, minimax
from dropfour.rules import Ending
from tests.random_rules import random_rules

SMALL_RULES = 60  # in Python; native/tests compare 3,000 more


def reference_scores(game: ReferenceGame, memo: Memo) -> dict[int, tuple[int, int, int]]:
    """Value, plies and margin of every column, for the player to move."""
    scores = {}
    for column in game.legal:
        after = game.play(column)
        value, plies, margin = minimax(after, memo)
        sign = 1 if after.turn == game.turn else -1
        scores[column] = (sign * value, plies + 1, sign * margin)
    return scores


@pytest.mark.parametrize("number", range(SMALL_RULES))
def test_small_games_against_the_reference(number: int) -> None:
    rng = random.Random(f"solver {number}")
    rules = random_rules(rng, max_columns=5, max_rows=4, max_cells=11)
    solver, memo = d4.Solver(rules, table_mb=1), Memo()
    position, game = d4.Position(rules), ReferenceGame(rules)
    while True:
        full = rules.ending == "full"
        value, plies, margin = minimax(game, memo)
        solution = solver.solve(position)
        assert (solution.value, solution.plies) == (value, plies)
        assert solution.margin == (margin if full else None)
        assert len(solution.line) == plies
        if game.outcome is not None:
            assert (solution.best, solution.line) == ((), ())
            break
        scores = reference_scores(game, memo)
        assert {
            column: (exact.value, exact.plies, exact.margin or 0)
            for column, exact in solver.score_columns(position).items()
        } == scores
        whole = solver.solve(position, every_column=True)
        assert whole.columns == solver.score_columns(position) and not solution.columns
        assert (whole.best, whole.line) == (solution.best, solution.line)
        weak = solver.solve(position, every_column=True, weak=True)
        assert {c: e.value for c, e in weak.columns.items()} == {c: s[0] for c, s in scores.items()}
        best = (value, plies, margin)
        assert solution.best == tuple(c for c, score in scores.items() if score == best)
        assert d4.solve(position, weak=True).value == value
        assert d4.solve(position, details=False).best[0] in solution.best
        column = rng.choice(position.legal)
        position, game = position.play(column), game.play(column)


def test_the_line_takes_the_centre_on_the_widest_board() -> None:
    rules = d4.Rules(heights=[1] * 32, goal=d4.Line(32))  # nobody can win, every column is best
    from_centre = sorted(range(32), key=lambda c: (abs(2 * c - 31), c))
    assert d4.solve(d4.Position(rules)).line == tuple(from_centre)


# Value for the first player; John Tromp's table, https://tromp.github.io/c4/c4.html
PUBLISHED = {
    (4, 4): 0,
    (5, 4): 0,
    (6, 4): -1,
    (7, 4): 0,
    (8, 4): -1,
    (4, 5): 0,
    (5, 5): 0,
    (6, 5): 0,
    (4, 6): 0,
    (5, 6): 0,
    (4, 7): 0,
    (5, 7): 0,
    (6, 6): -1,
}


@pytest.mark.parametrize(("columns", "rows"), PUBLISHED)
def test_published_values_by_size(columns: int, rows: int) -> None:
    start = d4.Position(d4.Rules.grid(rows=rows, columns=columns))
    assert d4.solve(start, weak=True, details=False).value == PUBLISHED[columns, rows]


def test_six_by_six_ends_on_ply_36() -> None:
    start = d4.Position(d4.Rules.grid(rows=6, columns=6))
    solution = d4.solve(start, details=False)
    assert (solution.value, solution.plies) == (-1, 36)


def test_seven_by_six_after_the_centre_and_a_weak_reply() -> None:
    position = d4.Position.from_moves("DA", d4.load_rules("classic"))
    assert d4.solve(position.play("D").play("D").play("D"), details=False).value == -1


def test_the_solver_keeps_and_forgets() -> None:
    rules = d4.Rules.grid(rows=5, columns=5)
    solver = d4.Solver(rules, table_mb=2)
    first = solver.solve(d4.Position(rules))
    assert solver.solve(d4.Position(rules)).nodes < first.nodes
    solver.clear()
    assert solver.solve(d4.Position(rules)) == first


@pytest.mark.parametrize("table_mb", [1, 3, 100])
def test_the_table_is_no_larger_than_asked_for(table_mb: int) -> None:
    for name in d4.preset_names():
        assert 0 < d4.Solver(d4.load_rules(name), table_mb=table_mb).table_mb <= table_mb


def test_tables_of_any_size_give_the_same_values() -> None:
    rules = d4.Rules.grid(rows=5, columns=6)
    position = d4.Position.from_moves("CCC", rules)
    scores = [d4.Solver(rules, table_mb=mb).score_columns(position) for mb in (1, 16)]
    assert scores[0] == scores[1]


@pytest.mark.parametrize(
    ("rules", "moves"),
    [
        (d4.Rules.grid(rows=2, columns=12), ""),
        (d4.Rules.grid(rows=1, columns=24), ""),
        (d4.Rules.grid(rows=5, columns=5), ""),
        (d4.Rules.grid(rows=4, columns=5, ending="full"), ""),
        (d4.load_rules("classic"), "GAGCDBABEF"),
    ],
    ids=["wide", "wider", "square", "points", "classic"],
)
def test_a_table_of_its_own_is_about_as_good_as_a_large_one(rules: d4.Rules, moves: str) -> None:
    position = d4.Position.from_moves(moves, rules)
    large = d4.Solver(rules).solve(position, details=False)
    own = d4.solve(position, details=False)
    assert own.value == large.value
    assert own.nodes < 1.3 * large.nodes


@pytest.mark.parametrize("ending", ["first", "full"])
def test_nobody_can_force_a_square(ending: Ending) -> None:
    """Who answers every disc on top of it prevents them all: no search is needed to see it."""
    rng = random.Random("squares")
    for _ in range(30):
        heights = [rng.randint(1, 32) for _ in range(rng.randint(2, 32))]
        dead, blocked = (
            [Cell(c, rng.randrange(heights[c])) for c in rng.sample(range(len(heights)), 2)]
            for _ in range(2)
        )
        blocked = [cell for cell in blocked if cell not in dead]
        rules = d4.Rules(
            heights=heights, dead=dead, blocked=blocked, goal=d4.Square(2), ending=ending
        )
        solution = d4.solve(d4.Position(rules), book=False, details=False, nodes=100)
        assert solution.value == 0


def test_threads_change_no_value() -> None:
    rng = random.Random("threads")
    for _ in range(30):
        rules = random_rules(rng, max_columns=6, max_rows=5, max_cells=22)
        position = d4.Position(rules)
        alone, together = d4.Solver(rules), d4.Solver(rules)
        assert alone.score_columns(position) == together.score_columns(position, threads=2)
        assert alone.solve(position).best == together.solve(position, threads=3).best


def test_unsolved_carries_proven_bounds() -> None:
    position = d4.Position(d4.load_rules("classic"))
    with pytest.raises(d4.Unsolved, match="not solved after 1,000 nodes") as caught:
        d4.solve(position, nodes=1000, book=False)
    error = caught.value
    assert (error.lower, error.upper, error.margins, error.nodes) == (-1, 1, None, 1000)
    copy = pickle.loads(pickle.dumps(error))
    assert (str(copy), copy.nodes) == (str(error), 1000)
    with pytest.raises(d4.Unsolved) as caught:
        d4.solve(d4.Position(d4.load_rules("max")), nodes=1000, threads=2)
    assert caught.value.margins is not None
    assert caught.value.margins[0] <= 0 <= caught.value.margins[1]


def test_proven_bounds_are_true() -> None:
    """Whatever the limit, the true value lies between the bounds."""
    for number in range(40):
        rng = random.Random(f"bounds {number}")
        rules = random_rules(rng, max_columns=5, max_rows=5, max_cells=18)
        position = d4.Position(rules)
        true = d4.solve(position)
        for nodes in (1, 5, 25, 125, 625):
            try:
                assert d4.solve(position, nodes=nodes).value == true.value
            except d4.Unsolved as error:
                assert error.lower <= true.value <= error.upper
                if error.margins is not None and true.margin is not None:
                    assert error.margins[0] <= true.margin <= error.margins[1]


@pytest.mark.parametrize("soon_nodes", [0, 300, 10_000])
def test_nobody_wins_while_it_is_said_to_be_quiet(soon_nodes: int) -> None:
    rng, quiet = random.Random("quiet"), []
    for rules in (d4.Rules.grid(rows=5, columns=5, dead=["C4"]), d4.load_rules("classic")):
        for _ in range(40):
            position = d4.Position(rules)
            for _ in range(rng.randrange(max(0, rules.playable - 30), rules.playable)):
                if position.outcome is None:
                    position = position.play(rng.choice(position.legal))
            if position.outcome is not None:
                continue
            whole = d4.solve(position, details=False, book=False)
            task = Task(weak=True, best=False, nodes=soon_nodes + 1, soon_nodes=soon_nodes)
            found = d4.Solver(rules, book=False)._attempt(position, task, Control())
            if whole.value:
                assert found.quiet_plies < (whole.plies or 0)
            quiet.append(found.quiet_plies)
    assert max(quiet) >= (13 if soon_nodes == 10_000 else 1)


def test_a_time_limit_and_a_stop() -> None:
    rules = d4.Rules.grid(rows=10, columns=12)
    solver, position = d4.Solver(rules), d4.Position(rules)
    with pytest.raises(d4.Unsolved):
        solver.solve(position, seconds=0.1)
    with pytest.raises(d4.Unsolved):  # without a limit: only the stop can end it
        solver.solve(
            position, threads=2, progress=lambda _: threading.Thread(target=solver.stop).start()
        )


def test_a_stop_before_the_start_is_heard() -> None:
    rules = d4.Rules.grid(rows=10, columns=12)
    control = Control()
    control.stop()
    with pytest.raises(d4.Unsolved):
        d4.Solver(rules).solve(d4.Position(rules), control=control)


def test_progress_is_reported_and_its_errors_end_the_call() -> None:
    rules = d4.Rules.grid(rows=10, columns=12)
    solver, seen = d4.Solver(rules), list[d4.SolverProgress]()
    with pytest.raises(d4.Unsolved):
        solver.solve(d4.Position(rules), seconds=0.6, progress=seen.append)
    assert seen[-1].nodes > 0

    def broken(_: d4.SolverProgress) -> None:
        raise RuntimeError("no more")

    with pytest.raises(RuntimeError, match="no more"):
        solver.solve(d4.Position(rules), progress=broken)


def test_a_solver_at_work_cannot_be_asked_by_what_it_reports_to() -> None:
    rules = d4.Rules.grid(rows=10, columns=12)
    solver, start = d4.Solver(rules), d4.Position(rules)

    def ask_again(_: d4.SolverProgress) -> None:
        solver.solve(start, nodes=1)

    for again in (ask_again, lambda _: solver.clear()):
        with pytest.raises(RuntimeError, match="at work already"):
            solver.solve(start, progress=again)
    with pytest.raises(d4.Unsolved):  # it is free again
        solver.solve(start, nodes=1)


def test_threads_take_turns_with_a_solver() -> None:
    rules = d4.Rules.grid(rows=10, columns=12)
    solver, start, at_work = d4.Solver(rules), d4.Position(rules), threading.Event()
    won = start.play_moves("ALALAL")
    with ThreadPoolExecutor(3) as pool:
        first = pool.submit(solver.solve, start, progress=lambda _: at_work.set())
        at_work.wait()
        second, clearing = pool.submit(solver.solve, won), pool.submit(solver.clear)
        time.sleep(0.1)
        assert not second.done() and not clearing.done()
        solver.stop()
    with pytest.raises(d4.Unsolved):
        first.result()
    assert second.result() == d4.solve(won)


def test_who_waits_for_a_solver_keeps_their_limits() -> None:
    rules = d4.Rules.grid(rows=10, columns=12)
    solver, start, at_work = d4.Solver(rules), d4.Position(rules), threading.Event()
    won, stopped = start.play_moves("ALALAL"), Control()
    stopped.stop()
    with ThreadPoolExecutor(1) as pool:
        first = pool.submit(solver.solve, start, progress=lambda _: at_work.set())
        at_work.wait()
        with pytest.raises(d4.Unsolved):
            solver.solve(start, seconds=0.05)
        with pytest.raises(d4.Unsolved):
            solver.solve(start, control=stopped)
        assert solver.solve(won, seconds=0.05).plies == 1  # which needs no search
        assert not first.done()
        solver.stop()


def test_threads_may_share_a_perfect_player() -> None:
    player = d4.agent("perfect", book=False, seconds=60)
    end = d4.Position.from_moves("DDDDDCCCEEBGBGGA", d4.load_rules("classic"))
    positions = [end.play(column) for column in end.legal] + [end]
    with ThreadPoolExecutor(3) as pool:
        found = list(pool.map(player.analyse, 3 * positions))
    alone = d4.agent("perfect", book=False, seconds=60)
    for analysis, position in zip(found, 3 * positions, strict=True):
        wanted = alone.analyse(position).columns
        assert {c: r.exact for c, r in analysis.columns.items()} == {
            c: r.exact for c, r in wanted.items()
        }


def test_what_makes_no_sense_is_refused() -> None:
    rules = d4.load_rules("classic")
    with pytest.raises(ValueError, match="table_mb must be a whole number from 1 to"):
        d4.Solver(rules, table_mb=0)
    solver = d4.Solver(rules, table_mb=1)
    with pytest.raises(ValueError, match="other rules"):
        solver.solve(d4.Position(d4.load_rules("square")))


WRONG: list[tuple[str, object]] = [
    *(("nodes", value) for value in (0, 1.5, True, "9", 2**70, [9])),
    *(("seconds", value) for value in (0, -1.0, float("nan"), float("inf"), True, "1")),
    *(("threads", value) for value in (0, 1.0, "2", True, 20_000, 2**70)),
    *((name, value) for name in ("weak", "details", "every_column") for value in (1, "x", None)),
]


@pytest.mark.parametrize(("name", "value"), WRONG)
def test_wrong_settings_are_named(name: str, value: Any) -> None:
    position = d4.Position(d4.Rules.grid(rows=3, columns=3))
    for solve in (d4.solve, d4.Solver(position.rules, table_mb=1).solve):
        with pytest.raises(ValueError, match=f"^{name} (must be|is too large)"):
            solve(position, **{name: value})


@pytest.mark.parametrize("table_mb", [0, 1.5, "1", True, 2**70])
def test_wrong_tables_are_named(table_mb: Any) -> None:
    position = d4.Position(d4.Rules.grid(rows=3, columns=3))
    with pytest.raises(ValueError, match="table_mb must be"):
        d4.Solver(position.rules, table_mb=table_mb)
    with pytest.raises(ValueError, match="table_mb must be"):
        d4.solve(position, table_mb=table_mb)


def test_bans_of_a_set_up_under_rules_without_bonus_cells() -> None:
    rules = d4.Rules.grid(rows=3, columns=4, goal=d4.Line(3))
    position = d4.Position.from_text("X!/O/-/- X", rules)
    game = ReferenceGame(rules, cells=[(0, "ban", None), (1, None, None), (None,) * 3, (None,) * 3])
    value, plies, _ = minimax(game)
    solution = d4.solve(position)
    assert (solution.value, solution.plies) == (value, plies)


def test_a_proven_result_is_a_value() -> None:
    exact = d4.Exact(1, plies=3)
    assert repr(exact) == "Exact(value=1, plies=3, margin=None)"
    assert exact == d4.Exact(value=1, plies=3, margin=None) != d4.Exact(1, plies=4)
    assert exact != (1, 3, None)
    assert len({exact, d4.Exact(1, 3), d4.Exact(1, 3, 0)}) == 2
    assert pickle.loads(pickle.dumps(exact)) == exact
    with pytest.raises(AttributeError):
        setattr(exact, "value", 0)  # noqa: B010 - for the type checker it is impossible already


def test_a_solution_is_a_value() -> None:
    rules = d4.Rules.grid(rows=6, columns=7)
    position = d4.Position.from_moves("DDCCE", rules)
    solve = partial(d4.solve, every_column=True, book=False)
    solution, again = solve(position), solve(position)
    assert solution == again and hash(solution) == hash(again)
    assert solution != solve(position.play("B"))
    assert solution != solution.exact
    words = repr(d4.solve(position.play("E"), details=False, book=False))
    assert words == (
        "Solution(value=1, plies=1, margin=None, best=(1,), line=(), nodes=0, columns={}, "
        "source='search')"
    )
    for copy in (pickle.loads(pickle.dumps(solution)), deepcopy(solution)):
        assert copy == solution and copy.columns == solution.columns
        assert repr(copy) == repr(solution)
    with pytest.raises(AttributeError):
        setattr(solution, "value", 0)  # noqa: B010 - for the type checker it is impossible already


@pytest.mark.parametrize(
    "damage",
    [
        {1: [7, 1, -1, 1]},  # not proven
        {1: [7, 1, 1, 0]},
        {1: [7, 1, 1 << 30, 1 << 30]},
        {1: [7, 1, 3, 3]},  # after -1 plies
        {1: [7, -1, 0, 0]},
        {1: [1 << 30, 1, 0, 0]},
        {2: [(7, 0, 0)]},
        {2: [(6, 1, 0)]},
        {3: [7]},
        {4: [-1]},
    ],
)
def test_a_damaged_solution_is_refused(damage: dict[int, Any]) -> None:
    def restored(state: Any) -> d4.Solution:
        solution = d4.Solution.__new__(d4.Solution)
        solution.__setstate__(state)
        return solution

    whole = ([False] * 4, [7, 1, 0, 0], [(6, 0, 0)], [6], [6], 1)
    assert restored(whole).value == 0
    with pytest.raises(ValueError, match="no solution"):
        restored(tuple(damage.get(i, part) for i, part in enumerate(whole)))


@pytest.mark.parametrize("name", ["greedy", "montecarlo", "alphabeta", "uct", "perfect"])
def test_a_margin_is_one_of_points(name: str) -> None:
    first = d4.Rules.grid(rows=2, columns=2)
    full = d4.Rules.grid(rows=2, columns=2, ending="full")
    for rules, margins in ((first, {None}), (full, {None, 0})):
        last = d4.Position.from_moves("AAB", rules)
        exact = d4.agent(name).analyse(last).exact
        assert exact is not None and exact.value == 0
        assert exact.margin in margins


def test_a_huge_board_does_not_overflow_the_stack() -> None:
    rules = d4.Rules.grid(rows=32, columns=32)
    with pytest.raises(d4.Unsolved):
        d4.solve(d4.Position(rules), nodes=3000)


class TestPerfect:
    def test_it_plays_the_centre_most_best_column_and_proves_the_others(self) -> None:
        position = d4.Position(d4.Rules.grid(rows=4, columns=5))
        analysis = d4.agent("perfect").analyse(position)
        solution = d4.solve(position)
        assert analysis.move == min(solution.best, key=lambda c: (abs(c - 2), c))
        assert analysis.exact == solution.exact
        exact = {c: column.exact for c, column in analysis.columns.items()}
        assert exact == d4.Solver(position.rules).score_columns(position)

    def test_two_of_them_play_what_the_solver_says(self) -> None:
        rules = d4.Rules.grid(rows=5, columns=5, goal=d4.Line(4), blocked=["C2"])
        position, agent = d4.Position(rules), d4.agent("perfect")
        plies = d4.solve(position).plies
        value = d4.solve(position).value
        while position.outcome is None:
            position = position.play(agent.choose(position))
        assert len(position.moves) == plies
        winner = {1: 0, 0: None, -1: 1}[value]
        assert position.outcome.winner == winner

    def test_without_a_proof_it_plays_on(self) -> None:
        analysis = d4.agent("perfect", nodes=500, book=False).analyse(
            d4.Position(d4.load_rules("classic"))
        )
        assert analysis.move == 3
        assert analysis.exact is None
        assert analysis.nodes <= 500
