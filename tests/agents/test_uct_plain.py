"""Plain UCT: the textbook's numbers, node for node."""

from __future__ import annotations

import random

import pytest

import dropfour as d4
from dropfour.classroom import uct as textbook
from tests.agents.uct_positions import CLASSIC, agent, nodes_of, random_position
from tests.random_rules import random_rules

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
    c, playouts, seed = rng.choice([0.5, 1.0, 1.4]), rng.randint(1, 300), rng.getrandbits(64)
    root = textbook.grow_tree(position, simulations=playouts, c=c, seed=seed)
    for final in FINALS:
        ours = agent(playouts=playouts, plain=True, exploration=c, seed=seed, final=final)
        analysis = ours.analyse(position)
        assert nodes_of(ours, depth=1000) == tree_of(root)
        assert analysis.move == textbook.final_choice(root, final)
        for column, child in root.children.items():
            known = analysis.columns[column]
            assert (known.visits, known.wins - known.losses) == (child.visits, child.total)
            assert known.value == child.value_for_mover
        assert analysis.exact is None
        assert analysis.playouts == playouts
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
