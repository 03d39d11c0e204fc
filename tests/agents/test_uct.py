"""UCT: the kept tree, its numbers, settings, limits, threads."""

from __future__ import annotations

import random
import threading
from dataclasses import replace

import pytest

import dropfour as d4
from dropfour.agents.uct import UctAgent
from tests.agents.uct_positions import CLASSIC, agent, nodes_of, played
from tests.random_rules import random_rules

# The tree between moves


def test_the_tree_is_kept() -> None:
    position = d4.Position(CLASSIC)
    ours = agent(playouts=3000)
    first = ours.analyse(position)
    before = nodes_of(ours, depth=4)
    position = position.play(first.move).play(first.line[1])
    second = ours.analyse(position)
    known = sum(c.visits for c in second.columns.values()) - second.playouts
    assert second.playouts == 3000
    assert known == before[first.move, first.line[1]][0] - 2 > 100  # two before it had children
    after = nodes_of(ours, depth=2)
    for path, (visits, _) in before.items():
        if path[:2] == (first.move, first.line[1]) and path[2:] in after:
            assert after[path[2:]][0] >= visits
    forgetful = agent(playouts=3000, keep_tree=False)
    forgetful.analyse(d4.Position(CLASSIC))
    fresh = forgetful.analyse(position)
    assert sum(c.visits for c in fresh.columns.values()) == 3000


@pytest.mark.parametrize("game", [*d4.preset_names(), *range(20)])
def test_a_kept_tree_stays_whole_and_repeats(game: str | int) -> None:
    rng = random.Random(f"kept {game}")
    rules = d4.load_rules(game) if isinstance(game, str) else random_rules(rng)
    position, ours, again = d4.Position(rules), agent(playouts=300), agent(playouts=300)
    while position.outcome is None:
        analysis = ours.analyse(position)
        other = again.analyse(position)
        assert (analysis.columns, analysis.line) == (other.columns, other.line)
        table = nodes_of(ours, depth=1000)
        below: dict[tuple[int, ...], int] = {}
        for path, (visits, total) in table.items():
            assert abs(total) <= visits
            if path:
                assert path[:-1] in table
                below[path[:-1]] = below.get(path[:-1], 0) + visits
        assert all(visits <= table[path][0] for path, visits in below.items())
        for path in rng.sample(sorted(table), min(20, len(table))):  # every node is a position
            played(rules, (*position.moves, *path))
        position = position.play(rng.choice([analysis.move, *position.legal]))


def test_the_same_question_has_the_same_answer() -> None:
    ours = agent(playouts=1000)
    position = d4.Position(CLASSIC)
    first = ours.analyse(position)
    ours.analyse(position.play(3))
    ours.analyse(position.play(2))  # not after the last one
    assert ours.analyse(position).playouts == 1000
    ours = agent(playouts=1000)
    assert ours.analyse(position).columns == first.columns
    assert sum(c.visits for c in ours.analyse(position).columns.values()) == 1000


def test_another_game_is_another_tree() -> None:
    ours = agent(playouts=200)
    ours.analyse(d4.Position(CLASSIC))
    square = d4.Position(d4.load_rules("square")).play(3)
    analysis = ours.analyse(square)
    assert sum(c.visits for c in analysis.columns.values()) == analysis.playouts == 200
    large = ours.analyse(d4.Position(d4.Rules.grid(rows=12, columns=12)))
    assert len(large.columns) == 12


# Numbers


def test_counts_add_up() -> None:
    analysis = agent(playouts=2000).analyse(played(CLASSIC, [3, 3]))
    assert sum(c.visits for c in analysis.columns.values()) == analysis.playouts == 2000
    for c in analysis.columns.values():
        assert c.visits == c.wins + c.draws + c.losses
        assert c.value == (c.wins - c.losses) / c.visits
    assert analysis.best.visits == max(c.visits for c in analysis.columns.values())
    assert analysis.line[0] == analysis.move
    assert len(analysis.line) <= analysis.depth


# What the algorithm is, in numbers: a change of these must be meant.
PINNED: dict[str, tuple[d4.Rules, list[tuple[int, int]]]] = {
    "classic": (
        CLASSIC,
        [(252, 6), (258, 6), (422, 38), (202, -1), (298, 19), (400, 34), (168, -6)],
    ),
    "bonus": (
        d4.Rules.grid(rows=5, columns=5, bonus=["C1"], blocked=["B2"]),
        [(212, -10), (194, -12), (248, -8), (786, 77), (560, 39)],
    ),
    "drawn": (
        d4.Rules.grid(rows=4, columns=3, goal=d4.Line(3)),
        [(416, 25), (341, -16), (381, 29)],
    ),
    "full": (
        d4.Rules.grid(rows=4, columns=4, goal=d4.Line(3), ending="full"),
        [(808, 98), (256, 0), (174, -12), (762, 94)],
    ),
}


@pytest.mark.parametrize("name", PINNED)
def test_pinned_counts(name: str) -> None:
    rules, expected = PINNED[name]
    analysis = agent(playouts=2000, seed=7).analyse(d4.Position(rules))
    assert [(c.visits, c.wins - c.losses) for c in analysis.columns.values()] == expected


def test_with_many_playouts_no_first_move_is_forgotten() -> None:
    # By 2 ln N alone one column, seldom the best, takes nearly all visits, others some hundreds.
    for seed in range(3):
        analysis = agent(playouts=400_000, seed=seed).analyse(d4.Position(CLASSIC))
        assert analysis.move == 3
        assert all(c.visits > 20_000 for c in analysis.columns.values())


def test_the_final_choice_may_be_the_best_value() -> None:
    for seed in range(20):
        position = d4.Position(d4.load_rules("irregular"))
        by_value = agent(playouts=100, seed=seed, final="value").analyse(position)
        by_visits = agent(playouts=100, seed=seed, final="visits").analyse(position)
        for number, column in by_value.columns.items():  # only what is expected differs
            assert replace(column, line=()) == replace(by_visits.columns[number], line=())
        assert by_value.value == max(c.value for c in by_value.columns.values() if c.visits)
        assert by_visits.best.visits == max(c.visits for c in by_visits.columns.values())


def test_settings_make_a_difference() -> None:
    position = d4.Position(CLASSIC)
    default = agent(playouts=500).analyse(position).columns
    assert default == agent(playouts=500).analyse(position).columns
    assert default != agent(playouts=500, seed=2).analyse(position).columns
    assert default != agent(playouts=500, exploration=0.3).analyse(position).columns
    for policy in ("uniform", "wins"):
        assert default != agent(playouts=500, policy=policy).analyse(position).columns


def test_wrong_settings() -> None:
    with pytest.raises(
        ValueError, match="policy must be 'uniform', 'wins' or 'blocks', not 'best'"
    ):
        agent(policy="best")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="final must be 'visits' or 'value', not 'best'"):
        agent(final="best")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="exploration must be a number from 0 to"):
        agent(exploration=-1)
    with pytest.raises(ValueError, match="memory_mb must be a whole number from 1 to"):
        agent(memory_mb=0)


# Limits


def test_memory_is_bounded_and_the_search_goes_on() -> None:
    position = d4.Position(d4.Rules.grid(rows=10, columns=10))
    ours = agent(playouts=200_000, memory_mb=1, exploration=1.0)
    analysis = ours.analyse(position)
    assert analysis.playouts == 200_000
    assert 2**20 - 28 * 10 < ours.bytes_held <= 2**20
    assert ours.bytes_held <= 40 * ours.nodes_held
    for _ in range(6):  # the kept tree leaves room for new nodes
        position = position.play(analysis.move)
        analysis = ours.analyse(position)
        assert ours.bytes_held <= 2**20
        assert analysis.nodes > 0
    plain = agent(playouts=100_000, memory_mb=1, plain=True)
    assert plain.analyse(position).playouts == 100_000
    assert plain.bytes_held <= 2**20


@pytest.mark.parametrize("plain", [False, True])
def test_a_limit_of_nodes(plain: bool) -> None:
    analysis = agent(nodes=1000, plain=plain).analyse(d4.Position(CLASSIC))
    assert 1000 <= analysis.nodes < 1007
    tiny = agent(nodes=1000, plain=plain).analyse(d4.Position(d4.Rules.grid(rows=2, columns=1)))
    assert tiny.nodes < 1000  # there are no more, and it ends


def test_without_a_limit_it_thinks_three_seconds() -> None:
    assert UctAgent().limit == d4.Limit(seconds=3.0)
    assert UctAgent(limit=d4.Limit(depth=5)).limit.seconds == 3.0
    assert UctAgent(limit=d4.Limit(playouts=5)).limit == d4.Limit(playouts=5)


def test_a_stop_at_once_still_gives_a_move() -> None:
    position = d4.Position(CLASSIC)
    analysis = agent(seconds=1e-9).analyse(position)
    assert analysis.move in position.legal


def test_progress_shows_the_counts_growing() -> None:
    seen: list[d4.Analysis] = []
    for threads in (1, 2):
        seen.clear()
        ours = agent(seconds=60, threads=threads)

        def watch(analysis: d4.Analysis, ours: UctAgent = ours) -> None:
            seen.append(analysis)
            if len(seen) == 3:
                ours.stop()

        last = ours.analyse(d4.Position(CLASSIC), progress=watch)
        playouts = [analysis.playouts for analysis in (*seen, last)]
        assert playouts == sorted(playouts)
        assert playouts[0] > 0
        assert all(sum(c.visits for c in a.columns.values()) == a.playouts for a in seen)


def test_it_goes_on_where_it_was_stopped() -> None:
    position = d4.Position(CLASSIC)
    ours = agent(playouts=1000)
    before = ours.analyse(position)

    def stop(_: d4.Analysis) -> None:
        ours.stop()

    after = ours.go_on(position, progress=stop)
    assert after.playouts == sum(c.visits for c in after.columns.values()) > 1000
    assert all(after.columns[c].visits >= before.columns[c].visits for c in before.columns)
    ours.forget()
    assert ours.nodes_held == 0
    proven = UctAgent(every_column=True).go_on(d4.Position(d4.Rules.grid(rows=2, columns=4)))
    assert all(c.exact is not None for c in proven.columns.values())


def test_every_column_has_its_line() -> None:
    position = played(CLASSIC, [3, 3, 2, 4])
    analysis = agent(playouts=5000).analyse(position)
    for column in analysis.columns.values():
        assert column.line[0] == column.column
        played(CLASSIC, (*position.moves, *column.line))
        assert len(column.line) > 2
    assert analysis.line == analysis.best.line


# Threads


def test_threads_share_the_work() -> None:
    position = d4.Position(CLASSIC)
    analysis = agent(playouts=2001, threads=3).analyse(position)
    assert analysis.playouts == sum(c.visits for c in analysis.columns.values()) == 2001
    assert analysis.columns == agent(playouts=2001, threads=3).analyse(position).columns
    alone = agent(playouts=667).analyse(position)  # the first of the three
    assert all(analysis.columns[c].visits >= alone.columns[c].visits for c in analysis.columns)


def test_threads_prove_together() -> None:
    analysis = agent(playouts=2_000_000, threads=2).analyse(played(CLASSIC, [3, 3, 2, 2]))
    assert analysis.exact is not None
    assert analysis.exact.value == 1
    assert analysis.playouts < 2_000_000


def test_one_search_at_a_time() -> None:
    ours = agent(playouts=20_000)
    position = d4.Position(CLASSIC)
    threads = [threading.Thread(target=ours.choose, args=[position]) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert nodes_of(ours, depth=0) == {(): (20_000, 0)}
