"""What the tests of UCT share: agents with a seed and little memory, positions by columns."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Literal

import dropfour as d4
from dropfour.agents.uct import UctAgent
from dropfour.reference import ReferenceGame

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
    evaluation: str | None = "none",
) -> UctAgent:
    return UctAgent(
        limit=d4.Limit(playouts=playouts, nodes=nodes, seconds=seconds),
        seed=seed,
        threads=threads,
        plain=plain,
        exploration=exploration,
        policy=policy,
        final=final,
        memory_mb=memory_mb,
        keep_tree=keep_tree,
        evaluation=evaluation,
    )


def nodes_of(ours: UctAgent, *, depth: int) -> dict[tuple[int, ...], tuple[int, int]]:
    """The last search's visited nodes down to a depth, by the columns that lead to them.

    The values are visits, and playouts won less lost by the player who moved there.
    """
    return {tuple(r.path): (r.visits, r.total_for_chooser) for r in ours._uct.table(depth)}


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


def reference(position: d4.Position) -> ReferenceGame:
    game = ReferenceGame(position.rules)
    for column in position.moves:
        game = game.play(column)
    return game
