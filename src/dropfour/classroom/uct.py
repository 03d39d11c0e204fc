"""UCT, the textbook tree search, for any game of two players with a handful of methods.

    UCTSEARCH(s0)          build a tree from s0, one node a simulation; play the best move
      TREEPOLICY           walk down by UCB1 to a node with an untried move
        EXPAND             try that move: a new node
        BESTCHILD          the child with the highest upper confidence bound
      DEFAULTPOLICY        from there play at random to the end
      BACKUP               tell every node on the way who won

The names follow Browne et al., "A survey of Monte Carlo tree search methods" (2012). One thing
differs: where that text turns the reward's sign at every level, here each node is rewarded from
the point of view of the player who moved into it. It is the same thing while players alternate,
and stays right when a player moves twice in a row, as after a bonus cell.
"""

from __future__ import annotations

import math
import sys
import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import Literal, Protocol, TypeAlias

from dropfour.classroom.streams import AnyRandom, Stream, source_of

EXPLORATION = 1.0  # c of UCB1: the plain formula, untuned
SIMULATIONS = 1000  # of a search that is given no limit
SECONDS = 3.0  # for a move, as the assignment's game allows

Final: TypeAlias = Literal["visits", "value"]


class Outcome(Protocol):
    """How a game ended."""

    @property
    def winner(self) -> int | None:
        """0, 1, or None for a draw."""
        ...


class GameRules(Protocol):
    """What the search must know of the rules."""

    @property
    def columns(self) -> int:
        """Moves are numbers from 0 to columns - 1."""
        ...


class State(Protocol):
    """All that the search asks of a position; playing must not change it."""

    @property
    def turn(self) -> int:
        """0 or 1: the player to move."""
        ...

    @property
    def legal(self) -> Sequence[int]:
        """The moves, ascending; none when the game is over."""
        ...

    @property
    def outcome(self) -> Outcome | None:
        """None while the game goes on."""
        ...

    @property
    def rules(self) -> GameRules:
        """The rules played by."""
        ...

    def play(self, column: int, /) -> State:
        """The position after a move."""
        ...


class Node:
    """A position in the tree, with what the simulations through it have shown.

    `visits` is N. `total` is Q: the sum of rewards, 1 for a win, 0 for a draw and -1 for a loss of
    `mover`, the player who moved into this node. The root has no mover and keeps no total.
    """

    def __init__(
        self, state: State, *, parent: Node | None = None, action: int | None = None
    ) -> None:
        self.state = state
        self.parent = parent
        self.action = action  # the move that led here
        self.mover = None if parent is None else parent.state.turn
        self.visits = 0
        self.total = 0
        self.untried = list(state.legal)  # ascending
        self.children: dict[int, Node] = {}  # by action

    @property
    def value_for_mover(self) -> float:
        """The mean reward, from -1 to 1; of a visited node."""
        return self.total / self.visits


def uct_search(
    state: State,
    *,
    simulations: int | None = None,
    seconds: float | None = None,
    c: float = EXPLORATION,
    seed: int = 0,
    final: Final = "visits",
    rng_for: Callable[[int], AnyRandom] | None = None,
    clock: Callable[[], float] = time.monotonic,
) -> int:
    """The move to play, a column. Arguments as for `grow_tree` and `final_choice`.

    >>> from dropfour.reference import ReferenceGame
    >>> from dropfour.rules import Rules
    >>> game = ReferenceGame(Rules.grid(rows=4, columns=5))
    >>> for column in (0, 1, 0, 1, 0):
    ...     game = game.play(column)
    >>> uct_search(game, simulations=200)  # must stop three on top of each other
    0
    """
    root = grow_tree(
        state,
        simulations=simulations,
        seconds=seconds,
        c=c,
        seed=seed,
        rng_for=rng_for,
        clock=clock,
    )
    return final_choice(root, final)


def grow_tree(
    state: State,
    *,
    simulations: int | None = None,
    seconds: float | None = None,
    c: float = EXPLORATION,
    seed: int = 0,
    rng_for: Callable[[int], AnyRandom] | None = None,
    clock: Callable[[], float] = time.monotonic,
) -> Node:
    """The root of the tree that a number of simulations, or some seconds of them, have built.

    At least one simulation is run; whichever limit comes first stops, and without any it is
    `SIMULATIONS`. Simulation i draws from stream i of the seed, or from `rng_for(i)`. Raises
    `ValueError` if the game is over.
    """
    if state.outcome is not None:
        raise ValueError("the game is over")
    if simulations is None and seconds is None:
        simulations = SIMULATIONS
    if simulations is not None and simulations < 1:
        raise ValueError("at least one simulation is needed")
    draws: Callable[[int], AnyRandom] = rng_for or partial(Stream, seed)
    deadline = math.inf if seconds is None else clock() + seconds
    root = Node(state)
    number = 0
    while number == 0 or (number != simulations and clock() < deadline):
        rng = draws(number)
        leaf = tree_policy(root, c, rng)
        backup(leaf, default_policy(leaf.state, rng))
        number += 1
    return root


def tree_policy(node: Node, c: float = EXPLORATION, rng: AnyRandom | None = None) -> Node:
    """The node to play out from: a new one, or one where the game is over."""
    while node.state.outcome is None:
        if node.untried:
            return expand(node, rng)
        node = best_child(node, c)
    return node


def expand(node: Node, rng: AnyRandom | None = None) -> Node:
    """Add a child for one untried move, drawn at random (without a draw if there is only one)."""
    number = source_of(rng).below(len(node.untried)) if len(node.untried) > 1 else 0
    action = node.untried.pop(number)
    child = Node(node.state.play(action), parent=node, action=action)
    node.children[action] = child
    return child


def best_child(node: Node, c: float) -> Node:
    """The child with the highest UCB1, Q/N + c * sqrt(2 ln N(parent) / N); ties: lowest column.

    With c = 0 it is the child with the best value so far.
    """

    def ucb1(child: Node) -> float:
        # In exactly this form, so that the fast code's numbers agree to the last bit.
        return child.total / child.visits + c * math.sqrt(
            2.0 * math.log(node.visits) / child.visits
        )

    return max(_children_ascending(node), key=ucb1)  # max keeps the first of equals


def default_policy(state: State, rng: AnyRandom | None = None) -> int | None:
    """Play at random to the end; returns the winner, or None for a draw.

    Each move draws a column until it is a legal one.

    >>> from dropfour.reference import ReferenceGame
    >>> from dropfour.rules import Rules
    >>> default_policy(ReferenceGame(Rules.grid(rows=1, columns=5)), Stream(0, 0)) is None
    True
    """
    below = source_of(rng).below
    while (outcome := state.outcome) is None:
        legal = state.legal
        column = below(state.rules.columns)
        while column not in legal:
            column = below(state.rules.columns)
        state = state.play(column)
    return outcome.winner


def backup(leaf: Node, winner: int | None) -> None:
    """Count one simulation, with its winner, in the leaf and in every node above it."""
    node: Node | None = leaf
    while node is not None:
        node.visits += 1
        if node.mover is not None and winner is not None:
            node.total += 1 if winner == node.mover else -1
        node = node.parent


def final_choice(root: Node, final: Final = "visits") -> int:
    """The move to play: most visits, then the best value, then the lowest column.

    With `final="value"` it is BESTCHILD(root, 0): the best value, then the lowest column.
    """
    if final == "value":
        chosen = best_child(root, 0.0)
    elif final == "visits":
        children = _children_ascending(root)
        chosen = max(children, key=lambda child: (child.visits, child.value_for_mover))
    else:
        raise ValueError(f"final is 'visits' or 'value', not {final!r}")
    assert chosen.action is not None
    return chosen.action


# The assignment's own names. Its reward is a number: here 1 when the first player has won, -1 when
# the second has, 0 for a draw. BACKUP gives each node the reward of the player who moved there.


def UCTSEARCH(s0: State, seconds: float = SECONDS, simulations: int | None = None) -> int:
    """The move to play, after that much computation time: the best value, BESTCHILD(v0, 0)."""
    return uct_search(s0, seconds=seconds, simulations=simulations, final="value")


def TREEPOLICY(v: Node) -> Node:
    """The node to play out from, with c = `EXPLORATION`."""
    return tree_policy(v)


def EXPAND(v: Node) -> Node:
    """A new child, for an action that has not been chosen before."""
    return expand(v)


def BESTCHILD(v: Node, c: float) -> Node:
    """The child with the highest UCB1."""
    return best_child(v, c)


def DEFAULTPOLICY(s: State) -> int:
    """The reward at the end of a random game.

    >>> from dropfour.reference import ReferenceGame
    >>> from dropfour.rules import Rules
    >>> DEFAULTPOLICY(ReferenceGame(Rules.grid(rows=1, columns=5)))
    0
    """
    return {0: 1, 1: -1, None: 0}[default_policy(s)]


def BACKUP(v: Node, delta: int) -> None:
    """Count a reward in the node and in every node above it."""
    backup(v, {1: 0, -1: 1, 0: None}[delta])


def _children_ascending(node: Node) -> list[Node]:
    return [node.children[action] for action in sorted(node.children)]


if __name__ == "__main__":
    from dropfour.classroom.random_boards import main

    sys.exit(main(sys.argv[1:]))
