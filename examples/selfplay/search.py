"""A small tree search for many positions at once, led by a network: Gumbel AlphaZero.

Danihelka, Guez, Schrittwieser and Silver, "Policy improvement by planning with Gumbel" (2022). Few
simulations are enough: the policy that comes out is better than the network's, from the start.

Games are only ever stepped by `d4.Batch`, so this knows no rules. Every value in the tree is for
the first player; `sign` turns it round where the second one moves.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

import dropfour as d4

Array = npt.NDArray[Any]
Evaluate = Callable[[Array], tuple[Array, Array]]  # planes -> logits, value for the mover

ILLEGAL = -1e9
VISITS, SCALE = 50, 0.1  # how much more a value weighs than the network's word, as they have it


class Found(NamedTuple):
    """What a search says of each position."""

    column: Array  # to play
    policy: Array  # what the network ought to have said
    value: Array  # and of the result, for the mover


class _Trees:
    """A tree for each game. Node 0 is the root; simulation k makes node k, or none."""

    def __init__(self, games: int, nodes: int, columns: int) -> None:
        self.row = np.arange(games)
        shape = games, nodes, columns
        self.child = np.zeros(shape, np.int32)  # 0: not there yet
        self.visits, self.total = np.zeros(shape, np.float32), np.zeros(shape, np.float32)
        self.logits, self.prior = np.zeros(shape, np.float32), np.zeros(shape, np.float32)
        self.value, self.sign = np.zeros((2, games, nodes), np.float32)
        self.over = np.zeros((games, nodes), np.bool_)

    def put(self, node: int, look: d4.Batch, evaluate: Evaluate, result: Array) -> None:
        """Writes down where the games stand now."""
        assert look.planes is not None
        logits, value = evaluate(look.planes)
        self.sign[:, node] = 1.0 - 2.0 * look.turn
        self.logits[:, node] = np.where(look.legal, logits, ILLEGAL)
        self.prior[:, node] = softmax(self.logits[:, node])
        self.over[:, node] = result != _GOES_ON
        self.value[:, node] = np.where(self.over[:, node], result, value * self.sign[:, node])

    def weighed(self, node: Array | int) -> tuple[Array, Array, Array]:
        """Visits; logits with what the values add to them; the values, for who moves there."""
        visits, prior = self.visits[self.row, node], self.prior[self.row, node]
        sign = self.sign[self.row, node]
        mean = self.total[self.row, node] / np.maximum(visits, 1) * sign[:, None]
        seen = prior * (visits > 0)
        count, share = visits.sum(1), np.maximum(seen.sum(1), 1e-9)
        own = self.value[self.row, node] * sign
        mixed = (own + count * (seen * mean).sum(1) / share) / (1 + count)  # for columns not seen
        values = np.where(visits > 0, mean, mixed[:, None])
        weight = SCALE * (VISITS + visits.max(1, keepdims=True))
        return visits, self.logits[self.row, node] + weight * values, values


_GOES_ON = 2  # no result


def search(
    positions: Sequence[d4.Position],
    evaluate: Evaluate,
    simulations: int,
    *,
    noise: np.random.Generator | None = None,
    threads: int = 1,
) -> Found:
    """Looks ahead in every position; with noise it tries other columns than the best, too."""
    games = len(positions)
    look = d4.Batch(starts=positions, n=games, planes="uint8", autoreset="off", threads=threads)
    trees = _Trees(games, simulations + 1, look.columns)
    result = np.full(games, _GOES_ON, np.float32)
    trees.put(0, look, evaluate, result)
    gumbel = noise.gumbel(size=look.legal.shape) if noise else np.zeros(look.legal.shape)
    turns = _schedules(look.columns, simulations)[look.legal.sum(1)]
    for k in range(1, simulations + 1):
        _simulate(trees, k, look, evaluate, gumbel, turns[:, k - 1])
    visits, logits, values = trees.weighed(0)
    most = (visits == visits.max(1, keepdims=True)) & (trees.logits[:, 0] > ILLEGAL)
    policy = softmax(logits)
    column = np.where(most, gumbel + logits, -np.inf).argmax(1)
    return Found(column, policy, (policy * values).sum(1))


def _simulate(
    trees: _Trees, k: int, look: d4.Batch, evaluate: Evaluate, gumbel: Array, turn: Array
) -> None:
    """Down the tree to a new node, its value from the network, and up again."""
    row, node, going = trees.row, np.zeros(len(trees.row), np.int32), np.ones(len(look), np.bool_)
    path: list[tuple[Array, Array, Array]] = []
    result = np.full(len(look), _GOES_ON, np.float32)
    known = np.full(len(look), -1, np.int32)  # a node where the game is over
    look.reset(seed=0)  # the first games of all slots once more
    while going.any():
        visits, logits, _ = trees.weighed(node)
        if not path:
            column = np.where(visits == turn[:, None], gumbel + logits, ILLEGAL * 2).argmax(1)
        else:
            wanted = softmax(logits) - visits / (1 + visits.sum(1, keepdims=True))
            column = np.where(trees.logits[row, node] > ILLEGAL, wanted, -np.inf).argmax(1)
        path.append((node, column, going))
        look.step(np.where(going, column, -1))
        result[look.ended & going] = look.result[look.ended & going]
        below = trees.child[row, node, column]
        new = going & (below == 0)
        trees.child[row[new], node[new], column[new]] = k
        ended = going & trees.over[row, below] & ~new
        known[ended] = below[ended]
        going = going & ~new & ~ended
        node = np.where(going, below, node)
    trees.put(k, look, evaluate, result)
    value = np.where(known >= 0, trees.value[row, known], trees.value[:, k])
    for node, column, went in path:
        trees.visits[row, node, column] += went
        trees.total[row, node, column] += went * value


@cache
def _schedules(columns: int, simulations: int) -> Array:
    """How often a column has been tried that simulation k may try again: sequential halving.

    A row for each number of legal columns.
    """
    rows = []
    for legal in range(columns + 1):
        tried, left, turns = [0] * max(1, legal), max(1, legal), list[int]()
        rounds = max(1, int(np.ceil(np.log2(left))))
        while len(turns) < simulations:
            for _ in range(max(1, simulations // (rounds * left))):
                turns += tried[:left]
                tried[:left] = [count + 1 for count in tried[:left]]
            left = max(min(2, left), left // 2)
        rows.append(turns[:simulations])
    return np.array(rows).reshape(columns + 1, simulations)


def softmax(logits: Array) -> Array:
    """Shares of a whole by row."""
    shares: Array = np.exp(logits - logits.max(1, keepdims=True))
    shares /= shares.sum(1, keepdims=True)
    return shares
