"""What UCT proves, against brute force; and whose turn it is after a bonus cell."""

from __future__ import annotations

import random

import pytest

import dropfour as d4
from dropfour import Exact
from dropfour.agents.uct import UctAgent
from dropfour.classroom import uct as textbook
from dropfour.reference import Memo, minimax
from tests.agents.uct_positions import CLASSIC, agent, nodes_of, played, random_position, reference
from tests.random_rules import random_rules


@pytest.mark.parametrize("every_column", [False, True])
@pytest.mark.parametrize("number", range(60))
def test_what_is_proven_is_true(number: int, every_column: bool) -> None:
    rng = random.Random(f"proof {number}")
    rules = random_rules(rng, max_columns=5, max_rows=5, max_cells=9)
    memo: Memo = {}
    position = random_position(rng, rules, 3)
    game = reference(position)
    solved = False
    for playouts in (1, 5, 30, 200, 100_000):
        limit = d4.Limit(playouts=playouts)
        searcher = UctAgent(limit=limit, seed=number, every_column=every_column)
        analysis = searcher.analyse(position)
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
            if every_column:
                assert all(known.exact for known in analysis.columns.values())
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
            assert exact.plies == minimax(reference(position), memo).plies_to_end
    assert proven > 200
    assert known > 40  # a win in at most three, a loss in at most four, and the odd longer one


def test_a_win_at_once_needs_no_playout() -> None:
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
    values = {c: -minimax(reference(position.play(c))).value_for_mover for c in (0, 2, 3)}
    assert values == {0: -1, 2: 0, 3: -1}
    assert minimax(reference(position.play(1))).value_for_mover == 1  # still O's turn
    for seed in range(5):
        assert agent(playouts=400, seed=seed).choose(position) == 1
        assert agent(playouts=400, seed=seed, plain=True).choose(position) == 1
    monkeypatch.setattr(textbook, "backup", by_ply)
    for seed in range(5):
        assert values[textbook.uct_search(position, simulations=400, seed=seed)] == -1


def test_a_node_and_its_children_tell_the_same_story() -> None:
    # What a player's node has won is what the next player's nodes below it have lost, or, where
    # the same player moves again, have won; but for the playouts that ended in the node itself.
    rules = d4.Rules.grid(rows=7, columns=9, bonus=["E1", "D2", "F1"])
    ours = agent(playouts=5000)
    ours.analyse(d4.Position(rules))
    table = nodes_of(ours, depth=1000)
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


@pytest.mark.parametrize("threads", [1, 2])
def test_every_column_goes_on_when_the_result_is_proven(threads: int) -> None:
    irregular = d4.load_rules("irregular")
    position = d4.Position.from_moves("DDEE", irregular)  # C and F make an open three
    short = d4.agent("uct", playouts=4000, threads=threads).analyse(position)
    long = d4.agent("uct", playouts=4000, threads=threads, every_column=True).analyse(position)
    assert short.playouts < 100 and long.playouts == 4000
    assert long.move in (2, 5) and long.exact == d4.Exact(1, plies=3)
    assert all(c.exact or c.visits > 100 for c in long.columns.values())


def test_every_column_beside_a_win_at_once() -> None:
    position = d4.Position.from_moves("DDEEFF", d4.load_rules("irregular"))
    found = d4.agent("uct", playouts=4000, every_column=True).analyse(position)
    solved = d4.solve(position, every_column=True)
    assert {c: each.exact for c, each in found.columns.items()} == solved.columns
    assert found.playouts < 4000 and found.exact == d4.Exact(1, plies=1)


def test_every_column_of_a_kept_tree() -> None:
    uct = d4.agent("uct", playouts=4000, every_column=True)
    position = d4.Position.from_moves("DAEAFA", CLASSIC)
    uct.analyse(position)  # red can win at once in two columns; yellow could in one
    found = uct.analyse(position.play(1))  # proven when red looked at B, and without children
    assert found.exact == d4.Exact(1, plies=1)
    assert all(c.exact for c in found.columns.values())
