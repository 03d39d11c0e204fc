"""Random games from a position to the end, and how they came out."""

from __future__ import annotations

from collections.abc import Sequence

from dropfour import _native
from dropfour._settings import POLICY, SEED, THREADS, WEIGHTS, Policy, Whole, check_weights
from dropfour.game import Position

_NUMBER = Whole("Random games to play.", 0, "the number of playouts", low=0)


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
    weights = WEIGHTS.check(weights)
    check_weights(POLICY.check(policy), weights, columns=position.rules.columns)
    return _native.playouts(
        position,
        count=_NUMBER.check(n),
        policy=policy,
        weights=weights,
        seed=SEED.check(seed),
        threads=THREADS.check(threads),
    )
