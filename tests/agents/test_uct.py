"""UCT: the textbook's numbers, proofs against brute force, bonus cells, the kept tree, limits."""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Sequence
from typing import Literal

import pytest

import dropfour as d4
from dropfour.agents import Exact
from dropfour.agents.uct import Uct
from dropfour.classroom import uct as textbook
from dropfour.reference import Memo, ReferenceGame, minimax
from tests.random_rules import random_rules

CLASSIC = d4.load_rules("classic")


def agent(
    *,
    playouts: int | None = None,
    nodes: int | None = None,
    seconds: float | None = None,
    seed: int = 1,
    threads: int = 1,
    plain: bool = False,
    exploration: float | None = None,
    policy: Literal["uniform", "wins", "blocks"] | None = None,
    final: Literal["visits", "value"] = "visits",
    memory_mb: int = 16,
    keep_tree: bool = True,
) -> Uct:
    return Uct(
        limit=d4.Limit(playouts=playouts, nodes=nodes, seconds=seconds),
        seed=seed,
        threads=threads,
        plain=plain,
        exploration=exploration,
        policy=policy,
        final=final,
        memory_mb=memory_mb,
        keep_tree=keep_tree,
    )


def played(rules: d4.Rules, columns: Sequence[int]) -> d4.Position:
    position = d4.Position(rules)
    for column in columns:
        position = position.play(column)
    return position


def random_position(rng: random.Random, rules: d4.Rules, most_moves: int) -> d4.Position:
    """A position of an unfinished game."""
    while True:
        position = d4.Position(rules)
        for _ in range(rng.randint(0, most_moves)):
            if position.legal:
                position = position.play(rng.choice(position.legal))
        if position.legal:
            return position


# The textbook

FINALS: tuple[textbook.Final, ...] = ("visits", "value")


def tree_of(root: textbook.Node) -> dict[tuple[int, ...], tuple[int, int]]:
    table: dict[tuple[int, ...], tuple[int, int]] = {(): (root.visits, root.total)}
    for column, child in root.children.items():
        table |= {(column, *path): numbers for path, numbers in tree_of(child).items()}
    return table


@pytest.mark.parametrize("game", [*d4.preset_names(), *range(30)])
def test_plain_is_the_textbook_node_for_node(game: str | int) -> None:
    rng = random.Random(f"plain {game}")
    if isinstance(game, str):
        rules = d4.load_rules(game)
    else:
        rules = random_rules(rng, max_columns=12, max_rows=12)
    position = random_position(rng, rules, 10)
    c, simulations, seed = rng.choice([0.5, 1.0, 1.4]), rng.randint(1, 300), rng.getrandbits(64)
    root = textbook.grow_tree(position, simulations=simulations, c=c, seed=seed)
    for final in FINALS:
        ours = agent(playouts=simulations, plain=True, exploration=c, seed=seed, final=final)
        analysis = ours.analyse(position)
        assert ours.table(depth=1000) == tree_of(root)
        assert analysis.move == textbook.final_choice(root, final)
        for column, child in root.children.items():
            known = analysis.columns[column]
            assert (known.visits, known.wins - known.losses) == (child.visits, child.total)
            assert known.value == child.value_for_mover
        assert analysis.exact is None
        assert analysis.playouts == simulations
        assert analysis.nodes == len(tree_of(root)) - 1


def test_plain_explores_by_one_unless_told_otherwise() -> None:
    position = d4.Position(CLASSIC)
    default = agent(playouts=500, plain=True).analyse(position)
    given = agent(playouts=500, plain=True, exploration=1.0).analyse(position)
    other = agent(playouts=500, plain=True, exploration=0.9).analyse(position)
    assert default.columns == given.columns != other.columns


def test_plain_cannot_be_improved() -> None:
    with pytest.raises(ValueError, match="plain uct"):
        agent(plain=True, policy="wins")
    with pytest.raises(ValueError, match="plain uct"):
        agent(plain=True, threads=2)


# Proofs


@pytest.mark.parametrize("number", range(60))
def test_what_is_proven_is_true(number: int) -> None:
    rng = random.Random(f"proof {number}")
    rules = random_rules(rng, max_columns=5, max_rows=5, max_cells=9)
    memo: Memo = {}
    position = random_position(rng, rules, 3)
    game = ReferenceGame(rules)
    for column in position.moves:
        game = game.play(column)
    solved = False
    for playouts in (1, 5, 30, 200, 100_000):
        analysis = agent(playouts=playouts, seed=number).analyse(position)
        for column, known in analysis.columns.items():
            if known.exact is None:
                continue
            after = game.play(column)
            truth = minimax(after, memo)
            sign = 1 if after.turn == game.turn else -1
            assert known.value == known.exact.value == sign * truth.value_for_mover
            assert known.exact.plies in (None, truth.plies_to_end + 1)
            assert known.exact.margin is None
        if analysis.playouts < playouts:  # it stopped because it knew
            solved = True
            assert analysis.exact is not None
            assert analysis.exact.value == minimax(game, memo).value_for_mover
    assert solved  # boards as small as these are solved


def test_plies_are_counted_where_they_are_known() -> None:
    rules = d4.Rules.grid(rows=4, columns=4, goal=d4.Line(3), dead=["B2"])
    rng = random.Random(5)
    memo: Memo = {}
    proven = known = 0
    for number in range(300):
        position = random_position(rng, rules, 6)
        exact = agent(playouts=3000, seed=number).analyse(position).exact
        if exact is None:
            continue
        proven += 1
        if exact.plies is not None:
            known += 1
            assert exact.plies == minimax(_reference(position), memo).plies_to_end
    assert proven > 200
    assert known > 40  # a win in at most three, a loss in at most four, and the odd longer one


def test_a_win_at_once_needs_no_simulation() -> None:
    analysis = agent(playouts=1000).analyse(played(CLASSIC, [0, 1, 0, 1, 0, 1]))
    assert (analysis.move, analysis.line, analysis.playouts) == (0, (0,), 0)
    assert analysis.exact == Exact(1, plies=1)


def test_moves_that_lose_at_once_are_known_from_the_start() -> None:
    # X threatens D4: whatever else O plays loses in two plies.
    analysis = agent(playouts=10).analyse(played(CLASSIC, [3, 2, 3, 2, 3]))
    assert analysis.move == 3
    for column in (0, 1, 2, 4, 5, 6):
        assert analysis.columns[column].exact == Exact(-1, plies=2)
        assert analysis.columns[column].visits == 0
    assert analysis.columns[3].exact is None
    assert analysis.columns[3].visits == 10


def test_a_cell_below_a_threat_is_poison() -> None:
    # X has A2 B2 C2: a disc on D1 lets it play D2.
    rules = d4.Rules.grid(rows=4, columns=5, goal=d4.Line(4))
    position = d4.Position.from_text("OX/OX/XX/-/- O", rules)
    analysis = agent(playouts=10).analyse(position)
    assert analysis.columns[3].exact == Exact(-1, plies=2)
    assert analysis.move != 3


def test_a_ban_may_meet_a_threat_that_a_disc_cannot() -> None:
    # X threatens both ends of B1 C1 D1, which is lost in two plies. With a bonus cell on C2 it is
    # not so plain for C: the ban meets one of them.
    text = "-/X/X/X/-/O/O O"
    rules = d4.Rules.grid(rows=4, columns=7)
    without = agent(playouts=10).analyse(d4.Position.from_text(text, rules))
    assert without.exact == Exact(-1, plies=2)
    assert without.playouts == 0
    rules = d4.Rules.grid(rows=4, columns=7, bonus=["C2"])
    with_bonus = agent(playouts=1).analyse(d4.Position.from_text(text, rules))
    assert with_bonus.columns[2].exact != Exact(-1, plies=2)
    assert all(with_bonus.columns[c].exact == Exact(-1, plies=2) for c in (0, 1, 3, 4, 5, 6))


def test_the_line_of_a_proven_win_ends_with_it() -> None:
    # C1 D1 have both neighbours free: a third disc makes two threats.
    position = played(CLASSIC, [3, 3, 2, 2])
    analysis = agent(playouts=200_000).analyse(position)
    assert analysis.exact == Exact(1, plies=3)
    assert analysis.move in (1, 4)
    end = played(CLASSIC, (*position.moves, *analysis.line))
    assert len(analysis.line) == 3
    assert end.outcome is not None
    assert end.outcome.winner == 0


def test_the_loser_delays() -> None:
    # X threatens A4 at once; O blocks, and loses later to a third disc beside D1 E1.
    text = "XXX/-/-/X/X/-/O O"
    position = d4.Position.from_text(text, CLASSIC)
    analysis = agent(playouts=100_000).analyse(position)
    assert analysis.move == 0
    assert analysis.exact == Exact(-1, plies=4)


# Bonus cells


def by_ply(leaf: textbook.Node, winner: int | None) -> None:
    """The common bug: the reward's sign turns at every level."""
    reward = 0 if winner is None else 1 if winner == leaf.mover else -1
    node: textbook.Node | None = leaf
    while node is not None:
        node.visits += 1
        node.total += reward
        node, reward = node.parent, -reward


BONUS = d4.Rules.grid(rows=4, columns=4, goal=d4.Line(3), bonus=["B2"])
BONUS_MOVES = (0, 0, 3, 2, 1)
#  . . . .
#  . . . .      O to move. Only B, onto the bonus cell, wins: with it O moves twice. A and D lose.
#  O . . .
#  X X O X


def test_turning_the_sign_at_every_ply_loses(monkeypatch: pytest.MonkeyPatch) -> None:
    position = played(BONUS, BONUS_MOVES)
    values = {c: -minimax(_reference(position.play(c))).value_for_mover for c in (0, 2, 3)}
    assert values == {0: -1, 2: 0, 3: -1}
    assert minimax(_reference(position.play(1))).value_for_mover == 1  # still O's turn
    for seed in range(5):
        assert agent(playouts=400, seed=seed).choose(position) == 1
        assert agent(playouts=400, seed=seed, plain=True).choose(position) == 1
    monkeypatch.setattr(textbook, "backup", by_ply)
    for seed in range(5):
        assert values[textbook.uct_search(position, simulations=400, seed=seed)] == -1


def test_a_node_and_its_children_tell_the_same_story() -> None:
    # What a player's node has won is what the next player's nodes below it have lost, or, where
    # the same player moves again, have won; but for the simulations that ended in the node itself.
    rules = d4.Rules.grid(rows=7, columns=9, bonus=["E1", "D2", "F1"])
    ours = agent(playouts=5000)
    ours.analyse(d4.Position(rules))
    table = ours.table(depth=1000)
    same_player = 0
    for path, (visits, total) in table.items():
        children = [table[(*path, c)] for c in range(9) if (*path, c) in table]
        if not path or not children:
            continue
        before, after = played(rules, path[:-1]), played(rules, path)
        same_player += before.turn == after.turn
        sign = 1 if before.turn == after.turn else -1
        own = visits - sum(v for v, _ in children)
        assert abs(total - sign * sum(t for _, t in children)) <= own
    assert same_player > 10


def _reference(position: d4.Position) -> ReferenceGame:
    game = ReferenceGame(position.rules)
    for column in position.moves:
        game = game.play(column)
    return game


# The tree between moves


def test_the_tree_is_kept() -> None:
    position = d4.Position(CLASSIC)
    ours = agent(playouts=3000)
    first = ours.analyse(position)
    before = ours.table(depth=4)
    position = position.play(first.move).play(first.line[1])
    second = ours.analyse(position)
    known = sum(c.visits for c in second.columns.values()) - second.playouts
    assert second.playouts == 3000
    assert known > 300
    after = ours.table(depth=2)
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
        table = ours.table(depth=1000)
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
    ours.forget()
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
        [(9, -6), (72, -5), (462, 63), (675, 107), (298, 31), (137, 4), (347, 40)],
    ),
    "bonus": (
        d4.Rules.grid(rows=5, columns=5, bonus=["C1"], blocked=["B2"]),
        [(381, 6), (331, 1), (269, -4), (594, 24), (425, 8)],
    ),
    "drawn": (
        d4.Rules.grid(rows=4, columns=3, goal=d4.Line(3)),
        [(366, 16), (346, -31), (371, 15)],
    ),
    "full": (
        d4.Rules.grid(rows=4, columns=4, goal=d4.Line(3), ending="full"),
        [(898, 81), (42, -10), (121, -8), (939, 123)],
    ),
}


@pytest.mark.parametrize("name", PINNED)
def test_pinned_counts(name: str) -> None:
    rules, expected = PINNED[name]
    analysis = agent(playouts=2000, seed=7).analyse(d4.Position(rules))
    assert [(c.visits, c.wins - c.losses) for c in analysis.columns.values()] == expected


def test_the_final_choice_may_be_the_best_value() -> None:
    for seed in range(20):
        position = d4.Position(d4.load_rules("irregular"))
        by_value = agent(playouts=100, seed=seed, final="value").analyse(position)
        by_visits = agent(playouts=100, seed=seed, final="visits").analyse(position)
        assert by_value.columns == by_visits.columns
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
    with pytest.raises(ValueError, match="policy is 'uniform', 'wins' or 'blocks', not 'best'"):
        agent(policy="best")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="final is 'visits' or 'value', not 'best'"):
        agent(final="best")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="exploration must be 0 or more, not -1"):
        agent(exploration=-1)
    with pytest.raises(ValueError, match="memory_mb must be from 1"):
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
    assert Uct().limit == d4.Limit(seconds=3.0)
    assert Uct(limit=d4.Limit(depth=5)).limit.seconds == 3.0
    assert Uct(limit=d4.Limit(playouts=5)).limit == d4.Limit(playouts=5)


def test_a_stop_at_once_still_gives_a_move() -> None:
    position = d4.Position(CLASSIC)
    analysis = agent(seconds=1e-9).analyse(position)
    assert analysis.move in position.legal


def test_progress_shows_the_counts_growing() -> None:
    seen: list[d4.Analysis] = []
    for threads in (1, 2):
        seen.clear()
        ours = agent(seconds=60, threads=threads)

        def watch(analysis: d4.Analysis, ours: Uct = ours) -> None:
            seen.append(analysis)
            if len(seen) == 3:
                ours.stop()

        last = ours.analyse(d4.Position(CLASSIC), progress=watch)
        playouts = [analysis.playouts for analysis in (*seen, last)]
        assert playouts == sorted(playouts)
        assert playouts[0] > 0
        assert all(sum(c.visits for c in a.columns.values()) == a.playouts for a in seen)


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
    assert ours.table(depth=0) == {(): (20_000, 0)}


def test_no_clock_is_read_by_count_limits() -> None:
    began = time.perf_counter()
    agent(playouts=1).choose(d4.Position(CLASSIC))
    assert time.perf_counter() - began < 2
