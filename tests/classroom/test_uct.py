"""UCT: one simulation by hand, the bookkeeping, the choices, and a player who moves twice."""

from __future__ import annotations

import inspect
import math
from collections.abc import Iterator

import pytest

from dropfour.classroom.streams import Stream
from dropfour.classroom.uct import (
    BACKUP,
    BESTCHILD,
    DEFAULTPOLICY,
    EXPAND,
    TREEPOLICY,
    UCTSEARCH,
    Final,
    Node,
    backup,
    best_child,
    default_policy,
    expand,
    final_choice,
    grow_tree,
    tree_policy,
    uct_search,
)
from dropfour.reference import ReferenceGame, minimax
from dropfour.rules import Line, Rules, Square

CLASSIC = Rules.grid(rows=6, columns=7)


class Prepared:
    """Draws that were written down beforehand, with the range each is asked for."""

    def __init__(self, *draws: int) -> None:
        self.draws = list(draws)
        self.asked: list[int] = []

    def below(self, n: int, /) -> int:
        self.asked.append(n)
        draw = self.draws.pop(0)
        assert draw < n
        return draw


def played(rules: Rules, letters: str) -> ReferenceGame:
    game = ReferenceGame(rules)
    for letter in letters:
        game = game.play(ord(letter) - ord("A"))
    return game


def nodes(root: Node) -> Iterator[Node]:
    yield root
    for child in root.children.values():
        yield from nodes(child)


def with_children(*visits_and_totals: tuple[int, int]) -> Node:
    """A root whose children, from column 0 on, have these visits and totals."""
    root = Node(ReferenceGame(CLASSIC))
    for column, (visits, total) in reversed(list(enumerate(visits_and_totals))):
        child = Node(root.state.play(column), parent=root, action=column)
        child.visits, child.total = visits, total
        root.children[column] = child
        root.visits += visits
    return root


# The parts


def test_expand_draws_among_the_untried_moves_in_ascending_order() -> None:
    root = Node(ReferenceGame(Rules.grid(rows=2, columns=4)))
    source = Prepared(1, 2, 0)
    assert [expand(root, source).action for _ in range(3)] == [1, 3, 0]
    assert source.asked == [4, 3, 2]
    assert root.untried == [2]
    child = expand(root, Prepared())  # the last one needs no draw
    assert (child.action, child.parent, child.mover) == (2, root, 0)
    assert root.untried == []
    assert sorted(root.children) == [0, 1, 2, 3]


def test_tree_policy_expands_first_and_stops_where_the_game_is_over() -> None:
    rules = Rules.grid(rows=1, columns=2, goal=Line(1))
    root = Node(ReferenceGame(rules))
    first = tree_policy(root, 1.0, Prepared(1))
    assert first.action == 1
    backup(first, 0)
    second = tree_policy(root, 1.0, Prepared())
    assert second.action == 0
    backup(second, 0)
    assert tree_policy(root, 1.0, Prepared()) is second  # equal, so the lower column; it is won


def test_default_policy_draws_columns_until_one_is_legal() -> None:
    source = Prepared(0, 0, 1, 2)
    assert default_policy(ReferenceGame(Rules.grid(rows=1, columns=3)), source) is None
    assert source.asked == [3, 3, 3, 3]
    assert default_policy(played(CLASSIC, "ABABAB"), Prepared(0)) == 0
    assert default_policy(played(CLASSIC, "ABABABA"), Prepared()) == 0


def test_backup_rewards_each_mover() -> None:
    root = Node(ReferenceGame(CLASSIC))
    child = expand(root, Prepared(3))
    grandchild = expand(child, Prepared(3))
    for winner in (0, 0, 1, None):
        backup(grandchild, winner)
    backup(child, 0)
    assert (root.visits, child.visits, grandchild.visits) == (5, 5, 4)
    assert (root.total, child.total, grandchild.total) == (0, 2, -1)


def test_backup_gives_both_moves_of_a_bonus_to_the_same_player() -> None:
    root = Node(ReferenceGame(Rules.grid(rows=6, columns=7, bonus=["D1"])))
    disc = expand(root, Prepared(3))
    ban = expand(disc, Prepared(0))
    reply = expand(ban, Prepared(0))
    assert [node.mover for node in (root, disc, ban, reply)] == [None, 0, 0, 1]
    backup(reply, 0)
    assert [node.total for node in (root, disc, ban, reply)] == [0, 1, 1, -1]


def test_best_child_has_the_highest_ucb1() -> None:
    root = with_children((10, 6), (3, 1), (7, 5))
    bounds = [
        total / visits + 0.5 * math.sqrt(2 * math.log(20) / visits)
        for visits, total in ((10, 6), (3, 1), (7, 5))
    ]
    assert best_child(root, 0.5).action == bounds.index(max(bounds)) == 2
    assert best_child(root, 5.0).action == 1  # few visits: explore
    assert best_child(root, 0.0).action == 2  # 5/7 is the best mean
    assert best_child(with_children((10, 6), (3, 1), (10, 6)), 1.0).action == 1


def test_best_child_breaks_ties_to_the_lowest_column() -> None:
    assert best_child(with_children((4, 1), (4, 2), (4, 2)), 1.0).action == 1


def test_final_choice() -> None:
    root = with_children((9, 2), (10, 2), (10, 3), (10, 3), (2, 2))
    assert final_choice(root) == 2  # most visits, then value, then the lowest column
    assert final_choice(root, "value") == 4
    assert final_choice(with_children((2, 1), (4, 2)), "value") == 0
    with pytest.raises(ValueError, match="final"):
        final_choice(root, "best")  # type: ignore[arg-type]


# The whole


def test_a_simulation_by_hand() -> None:
    # One row of three, two adjacent win. Untried moves are drawn first, then the playout's.
    rules = Rules.grid(rows=1, columns=3, goal=Line(2))
    sources = [
        Prepared(1, 0, 2),  # expand B; playout A, C: the first player has B C
        Prepared(0, 1, 2),  # expand A; playout B, C: a draw
        Prepared(0, 1),  # expand C, the last; playout A, B: the first player has B C
        # B and C have 1 in 1: the lower, B, and its untried A, C; expand C; playout A: A B.
        Prepared(1, 1, 0),
    ]
    root = grow_tree(
        ReferenceGame(rules), simulations=4, c=0.0, rng_for=lambda number: sources[number]
    )
    assert [source.draws for source in sources] == [[]] * 4
    assert root.visits == 4
    stats = {a: (child.visits, child.total) for a, child in root.children.items()}
    assert stats == {0: (1, 0), 1: (2, 2), 2: (1, 1)}
    assert (root.children[1].children[2].visits, root.children[1].children[2].total) == (1, -1)


@pytest.mark.parametrize(
    "rules",
    [
        Rules.grid(rows=4, columns=4),
        Rules.grid(rows=3, columns=3, goal=Square(2)),
        Rules.grid(rows=3, columns=4, goal=Line(3), bonus=["B1", "C2"], blocked=["A1"]),
        Rules.grid(rows=2, columns=4, goal=Line(2), ending="full"),
    ],
    ids=str,
)
def test_the_bookkeeping_adds_up(rules: Rules) -> None:
    root = grow_tree(ReferenceGame(rules), simulations=300, seed=2)
    assert root.visits == 300
    for node in nodes(root):
        below = sum(child.visits for child in node.children.values())
        over = node.state.outcome is not None
        assert below == (0 if over else node.visits - (node is not root))
        assert sorted([*node.children, *node.untried]) == list(node.state.legal)
        assert abs(node.total) <= node.visits
        if node.parent is not None:
            assert node.mover == node.parent.state.turn


def test_the_same_seed_gives_the_same_tree() -> None:
    def visits(seed: int) -> list[int]:
        root = grow_tree(ReferenceGame(CLASSIC), simulations=100, seed=seed)
        return [root.children[column].visits for column in range(7)]

    assert visits(1) == visits(1)
    assert visits(1) != visits(2)


def test_simulation_i_uses_stream_i() -> None:
    numbers: list[int] = []

    def rng_for(number: int) -> Stream:
        numbers.append(number)
        return Stream(9, number)

    mine = uct_search(ReferenceGame(CLASSIC), simulations=50, rng_for=rng_for)
    assert numbers == list(range(50))
    assert mine == uct_search(ReferenceGame(CLASSIC), simulations=50, seed=9)


def test_pinned_counts() -> None:
    # The fast code must reach these, too.
    root = grow_tree(ReferenceGame(CLASSIC), simulations=500, seed=7, c=1.0)
    stats = [(root.children[c].visits, root.children[c].total) for c in range(7)]
    assert stats == [
        (101, 11), (66, 2), (68, 2), (142, 31), (32, -6), (15, -7), (76, 4),
    ]  # fmt: skip
    bonus = Rules.grid(rows=5, columns=5, bonus=["C1"], blocked=["B2"])
    root = grow_tree(ReferenceGame(bonus), simulations=500, seed=7, c=0.7)
    stats = [(root.children[c].visits, root.children[c].total) for c in range(5)]
    assert stats == [(26, -4), (200, 31), (64, 1), (200, 32), (10, -5)]


@pytest.mark.parametrize("final", ["visits", "value"])
def test_it_wins_and_it_defends(final: Final) -> None:
    assert uct_search(played(CLASSIC, "ABABAB"), simulations=300, final=final) == 0
    assert uct_search(played(CLASSIC, "ABABA"), simulations=300, final=final) == 0


def test_it_finds_the_best_move_after_a_bonus() -> None:
    # O stands on the bonus cell C2 and drops a ban: it must stop X between A1 and C1, and then
    # wins. A search that turned the sign at every ply would choose X's favourite ban instead.
    rules = Rules.grid(rows=3, columns=5, goal=Line(3), bonus=["C2"])
    game = played(rules, "ADCC")
    assert str(game) == ".....\n..O..\nX.XO."
    assert (game.turn, game.banning) == (1, True)
    winning = [c for c in game.legal if minimax(game.play(c)).value_for_mover == -1]
    assert winning == [1]
    root = grow_tree(game, simulations=500)
    assert final_choice(root) == 1
    assert root.children[1].value_for_mover > 0.2
    assert all(root.children[c].value_for_mover < 0 for c in (0, 2, 3, 4))


def test_one_simulation_is_enough_for_a_move() -> None:
    assert uct_search(ReferenceGame(CLASSIC), simulations=1) in range(7)


def test_a_time_limit_stops_the_search() -> None:
    ticks = iter(range(100))
    root = grow_tree(
        ReferenceGame(CLASSIC), simulations=None, seconds=10, clock=lambda: float(next(ticks))
    )
    assert root.visits == 10
    assert grow_tree(ReferenceGame(CLASSIC), simulations=None, seconds=0).visits == 1


def test_seconds_alone_are_the_only_limit() -> None:
    ticks = iter(range(2000))
    root = grow_tree(ReferenceGame(Rules.grid(rows=2, columns=2)), seconds=1500,
                     clock=lambda: float(next(ticks)))  # fmt: skip
    assert root.visits == 1500
    assert grow_tree(ReferenceGame(CLASSIC), simulations=3, seconds=60).visits == 3


def test_without_a_limit_it_is_a_thousand_simulations() -> None:
    assert grow_tree(ReferenceGame(Rules.grid(rows=2, columns=2))).visits == 1000


def test_the_documents_names_need_no_more_than_it_says() -> None:
    v0 = Node(played(CLASSIC, "ABABAB"))
    while v0.visits < 200:
        v = TREEPOLICY(v0)
        BACKUP(v, DEFAULTPOLICY(v.state))
    assert BESTCHILD(v0, 0).action == 0
    assert EXPAND(Node(ReferenceGame(CLASSIC))).action in range(7)
    assert UCTSEARCH(played(CLASSIC, "ABABAB"), seconds=0.3) in range(7)
    assert inspect.signature(UCTSEARCH).parameters["seconds"].default == 3


def test_the_rewards_of_the_document() -> None:
    assert DEFAULTPOLICY(played(CLASSIC, "ABABABA")) == 1
    assert DEFAULTPOLICY(played(CLASSIC, "ABABCBDB")) == -1
    root = Node(ReferenceGame(CLASSIC))
    child = expand(root)
    BACKUP(child, 1)
    BACKUP(child, -1)
    BACKUP(child, -1)
    BACKUP(child, 0)
    assert (child.visits, child.total) == (4, -1)


def test_wrong_searches_are_refused() -> None:
    with pytest.raises(ValueError, match="over"):
        uct_search(played(CLASSIC, "ABABABA"))
    with pytest.raises(ValueError, match="at least one"):
        uct_search(ReferenceGame(CLASSIC), simulations=0)
