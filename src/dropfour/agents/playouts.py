"""Random games from a position to the end, and how they came out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeAlias, get_args

from dropfour import _native
from dropfour._settings import MAX_THREADS, one_of, seed_number, whole
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
    n = whole("the number of playouts", n, 0, MAX_PLAYOUTS)
    threads = whole("threads", threads, 1, MAX_THREADS)
    check_policy(policy, weights, columns=position.rules.columns)
    return _native.playouts(
        position,
        count=n,
        policy=policy,
        weights=weights,
        seed=seed_number(seed),
        threads=threads,
    )


def check_policy(policy: str, weights: Sequence[int] | None, *, columns: int | None) -> None:
    """`ValueError` if there is no such policy, or the weights do not suit it or the board."""
    one_of("policy", policy, get_args(Policy))
    if weights is None:
        return
    if policy != "weighted":
        raise ValueError(f"weights are for the policy 'weighted', not for {policy!r}")
    if not isinstance(weights, Sequence) or not all(map(_is_weight, weights)):
        raise ValueError(f"weights must be whole numbers from 1 to {MAX_WEIGHT}, not {weights!r}")
    if columns is not None and len(weights) != columns:
        raise ValueError(f"one weight a column is needed: {columns}, not {len(weights)}")


def _is_weight(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= MAX_WEIGHT
