"""Random games from a position to the end, and how they came out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeAlias

from dropfour import _native
from dropfour.game import Position

Policy: TypeAlias = Literal["uniform", "wins", "weighted"]
MAX_PLAYOUTS = 2**40  # per call: some hours of work for a whole rack
MAX_WEIGHT = 1000  # of a column


def playouts(
    position: Position,
    n: int,
    *,
    policy: Policy = "uniform",
    seed: int = 0,
    threads: int = 1,
    weights: Sequence[int] | None = None,
) -> tuple[int, int, int]:
    """First wins, draws and second wins of `n` random games from here.

    Game k is a pure function of the rules, the position, the policy, the seed and k, so neither
    `threads` nor the processor changes the numbers. A finished game counts as it ended.

    - `uniform`: each column that is not full is as likely as the next.
    - `wins`: the same, but a player who can complete a pattern at once has won. With the ending
      "full" no move wins, so it is `uniform`.
    - `weighted`: each column that is not full comes up in proportion to its weight, a whole number
      from 1 to 1000. By default a column weighs one more than its neighbour further out: 1, 2, 3,
      4, 3, 2, 1 for seven columns.

    Bans are dropped like discs.

    >>> from dropfour.rules import Rules
    >>> sum(playouts(Position(Rules.grid(rows=6, columns=7)), 1000, seed=7))
    1000
    >>> playouts(Position(Rules.grid(rows=1, columns=3)), 1000)  # no room for a line
    (0, 1000, 0)
    """
    if not 0 <= n <= MAX_PLAYOUTS:
        raise ValueError(f"the number of playouts must be 0 to 2**40, not {n}")
    if threads < 1:
        raise ValueError(f"threads must be 1 or more, not {threads}")
    check_policy(policy, weights, columns=position.rules.columns)
    return _native.playouts(
        position, count=n, policy=policy, weights=weights, seed=seed % 2**64, threads=threads
    )


def check_policy(policy: str, weights: Sequence[int] | None, *, columns: int | None) -> None:
    """`ValueError` if there is no such policy, or the weights do not suit it or the board."""
    if policy not in ("uniform", "wins", "weighted"):
        raise ValueError(f"policy must be 'uniform', 'wins' or 'weighted', not {policy!r}")
    if weights is None:
        return
    if policy != "weighted":
        raise ValueError(f"weights are for the policy 'weighted', not for {policy!r}")
    if not all(isinstance(w, int) and 1 <= w <= MAX_WEIGHT for w in weights):
        raise ValueError(f"weights must be whole numbers from 1 to {MAX_WEIGHT}, not {weights!r}")
    if columns is not None and len(weights) != columns:
        raise ValueError(f"one weight a column is needed: {columns}, not {len(weights)}")
