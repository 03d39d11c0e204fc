"""What the searches must find, told slowly: evaluations and minimax by their definitions."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache

from hypothesis import strategies as st

from dropfour.cells import Cell
from dropfour.game import Position
from dropfour.rules import Rules

WIN = 1_000_000_000
POINT = 64


@st.composite
def positions(draw: st.DrawFn, rules: st.SearchStrategy[Rules], *, leave: int = 1) -> Position:
    """Positions in which the game goes on, after random moves.

    At least `leave` cells stay free where the board has as many.
    """
    position = Position(draw(rules))
    room = max(len(cells(position.rules)) - leave, 0)
    for choice in draw(st.lists(st.integers(0, 31), max_size=room)):
        following = position.play(position.legal[choice % len(position.legal)])
        if following.outcome is not None:
            break
        position = following
    return position


def cells(rules: Rules) -> set[Cell]:
    """The cells that can take a disc."""
    every = {
        Cell(column, row) for column, height in enumerate(rules.heights) for row in range(height)
    }
    return every - set(rules.blocked)


def placements(rules: Rules) -> Iterator[set[Cell]]:
    """Every pattern everywhere it lies on counting cells only."""
    counting = cells(rules) - set(rules.dead)
    for pattern in rules.goal.patterns:
        for column in range(rules.columns):
            for row in range(max(rules.heights)):
                placed = {Cell(column + x, row + y) for x, y in pattern}
                if placed <= counting:
                    yield placed


def total(position: Position, player: int, worth: Callable[[int, int], int]) -> int:
    """The sum of worth(own discs, size) over the placements open for the player."""
    setup = position.setup
    against = setup.discs[1 - player] | setup.bans
    return sum(
        worth(len(placed & setup.discs[player]), len(placed))
        for placed in placements(position.rules)
        if not placed & against
    )


def heuristic(position: Position, player: int) -> int:
    return total(position, player, lambda own, size: 10 ** (min(own, 14) - 1) if own else 0)


def evaluate(position: Position, player: int) -> int:
    def worth(own: int, size: int) -> int:
        return max(POINT // 4 ** (size - own), 1) if own else 0

    return total(position, player, worth) - total(position, 1 - player, worth)


def column_values(
    position: Position, depth: int, evaluate: Callable[[Position, int], int]
) -> dict[int, int]:
    """What each column is worth to the player to move, `depth` plies ahead: plain minimax.

    All values are seen by that one player, who takes the highest and whose opponent the lowest.
    """
    me = position.turn

    @cache  # by content only: a position is always the same number of plies from the root
    def value(position: Position, ply: int) -> int:
        outcome = position.outcome
        if outcome is not None:
            if position.rules.ending == "full":
                return POINT * (outcome.scores[me] - outcome.scores[1 - me])
            if outcome.winner is None:
                return 0
            return WIN - ply if outcome.winner == me else ply - WIN
        if ply == depth:
            return evaluate(position, me)
        best = max if position.turn == me else min
        return best(value(position.play(column), ply + 1) for column in position.legal)

    return {column: value(position.play(column), 1) for column in position.legal}


def best_column(values: dict[int, int]) -> int:
    """The lowest column of those with the highest value."""
    return min(values, key=lambda column: (-values[column], column))
