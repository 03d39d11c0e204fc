"""A small tree search for many positions at once, led by a network: Gumbel AlphaZero.

Danihelka, Guez, Schrittwieser and Silver, "Policy improvement by planning with Gumbel" (2022). Few
simulations are enough: the policy that comes out is better than the network's, from the start.

Games are only ever stepped by `d4.Batch`, so this knows no rules. Every value in the tree is for
the first player; `sign` turns it round where the second one moves.

The trees lie where the network's answers come from: in arrays of numpy, or in tensors of PyTorch on
any device. Both understand all that is asked of them here (`_Home` has what they do differently).
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

import dropfour as d4

Array = npt.NDArray[Any]
AnyArray = Any  # of numpy, or a tensor of PyTorch
Evaluate = Callable[[Array], tuple[AnyArray, AnyArray]]  # planes -> logits, value for the mover

ILLEGAL = -1e9
VISITS, SCALE = 50, 0.1  # how much more a value weighs than the network's word, as they have it


class Found(NamedTuple):
    """What a search says of each position."""

    column: Array  # to play
    policy: Array  # what the network ought to have said
    value: Array  # and of the result, for the mover


class _Home:
    """Where the arrays of a search are: in numpy, or on a device of PyTorch."""

    def __init__(self, example: AnyArray) -> None:
        self.xp = _library(example)
        self._device = None if self.xp is np else example.device

    def bring(self, array: Array) -> AnyArray:
        """An array of numpy, there; the memory may be the same."""
        return array if self.xp is np else self.xp.from_numpy(array).to(self._device)

    def zeros(self, *shape: int, kind: str = "float32") -> AnyArray:
        if self.xp is np:
            return np.zeros(shape, kind)
        return self.xp.zeros(shape, dtype=getattr(self.xp, kind), device=self._device)


def _library(tensor: AnyArray) -> Any:
    return np if isinstance(tensor, np.ndarray) else sys.modules["torch"]


def _fetch(tensor: AnyArray) -> Array:
    """It as an array of numpy."""
    return tensor if isinstance(tensor, np.ndarray) else tensor.cpu().numpy()


class _Trees:
    """A tree for each game. Node 0 is the root; simulation k makes node k, or none."""

    def __init__(self, home: _Home, games: int, nodes: int, columns: int) -> None:
        self.home = home
        self.row = home.bring(np.arange(games))
        shape = games, nodes, columns
        self.child = home.zeros(*shape, kind="int64")  # 0: not there yet
        self.visits, self.total = home.zeros(*shape), home.zeros(*shape)
        self.logits, self.prior = home.zeros(*shape), home.zeros(*shape)
        self.value, self.sign, self.over = home.zeros(3, games, nodes)

    def put(
        self, node: int, look: d4.Batch, result: Array, logits: AnyArray, value: AnyArray
    ) -> None:
        """Writes down where the games stand now, and what the network says of it."""
        xp, bring = self.home.xp, self.home.bring
        legal, known = bring(look.legal), bring(result)
        self.sign[:, node] = 1.0 - 2.0 * bring(look.turn.astype(np.float32))
        self.logits[:, node] = xp.where(legal, logits, ILLEGAL)
        self.prior[:, node] = softmax(self.logits[:, node])
        self.over[:, node] = known != _GOES_ON
        self.value[:, node] = xp.where(known != _GOES_ON, known, value * self.sign[:, node])

    def weighed(self, node: AnyArray) -> tuple[AnyArray, AnyArray, AnyArray]:
        """Visits; logits with what the values add to them; the values, for who moves there."""
        xp = self.home.xp
        visits, prior = self.visits[self.row, node], self.prior[self.row, node]
        sign = self.sign[self.row, node]
        mean = self.total[self.row, node] / visits.clip(1) * sign[:, None]
        seen = prior * (visits > 0)
        count, share = visits.sum(1), seen.sum(1).clip(1e-9)
        own = self.value[self.row, node] * sign
        mixed = (own + count * (seen * mean).sum(1) / share) / (1 + count)  # for columns not seen
        values = xp.where(visits > 0, mean, mixed[:, None])
        weight = SCALE * (VISITS + xp.amax(visits, 1, keepdims=True))
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
    assert look.planes is not None
    said = evaluate(look.planes)
    trees = _Trees(home := _Home(said[0]), games, simulations + 1, look.columns)
    trees.put(0, look, np.full(games, _GOES_ON, np.float32), *said)
    gumbel = noise.gumbel(size=look.legal.shape) if noise else np.zeros(look.legal.shape)
    luck = home.bring(gumbel.astype(np.float32))
    turns = home.bring(_schedules(look.columns, simulations)[look.legal.sum(1)])
    for k in range(1, simulations + 1):
        _simulate(trees, k, look, evaluate, luck, turns[:, k - 1])
    xp = home.xp
    visits, logits, values = trees.weighed(trees.row * 0)
    most = (visits == xp.amax(visits, 1, keepdims=True)) & (trees.logits[:, 0] > ILLEGAL)
    policy = softmax(logits)
    column = xp.where(most, luck + logits, 2 * ILLEGAL).argmax(1)
    return Found(_fetch(column), _fetch(policy), _fetch((policy * values).sum(1)))


def _simulate(
    trees: _Trees, k: int, look: d4.Batch, evaluate: Evaluate, luck: AnyArray, turn: AnyArray
) -> None:
    """Down the tree to a new node, its value from the network, and up again."""
    xp, row = trees.home.xp, trees.row
    node, known = row * 0, row * 0 - 1  # known: a node where the game is over
    going = row >= 0
    path: list[tuple[AnyArray, AnyArray, AnyArray]] = []
    result = np.full(len(look), _GOES_ON, np.float32)
    look.reset(seed=0)  # the first games of all slots once more
    while True:
        visits, logits, _ = trees.weighed(node)
        if not path:
            column = xp.where(visits == turn[:, None], luck + logits, 2 * ILLEGAL).argmax(1)
        else:
            wanted = softmax(logits) - visits / (1 + visits.sum(1, keepdims=True))
            column = xp.where(trees.logits[row, node] > ILLEGAL, wanted, ILLEGAL).argmax(1)
        moves = _fetch(xp.where(going, column, -1))
        if moves.max() < 0:
            break
        look.step(moves)
        ended = look.ended & (moves >= 0)
        result[ended] = look.result[ended]
        path.append((node, column, going))
        below = trees.child[row, node, column]
        new = going & (below == 0)
        trees.child[row, node, column] = xp.where(new, k, below)
        over = going & ~new & (trees.over[row, below] > 0)
        known = xp.where(over, below, known)
        going = going & ~new & ~over
        if xp is np and not going.any():  # a GPU would have to be waited for
            break
        node = xp.where(going, below, node)
    assert look.planes is not None
    trees.put(k, look, result, *evaluate(look.planes))
    value = xp.where(known >= 0, trees.value[row, known], trees.value[:, k])
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


def softmax(logits: AnyArray) -> AnyArray:
    """Shares of a whole by row."""
    xp = _library(logits)
    shares = xp.exp(logits - xp.amax(logits, 1, keepdims=True))
    return shares / shares.sum(1, keepdims=True)
