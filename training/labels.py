"""What positions are worth: proven where the solver can in a few nodes, else by search."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import dropfour as d4
from dropfour.agents import AgentSpec
from training.blocks import read_block, write_block
from training.games import GAMES, Game

LABELS = "labels"

SOLVER_NODES = 20_000
SOLVABLE_CELLS = 56  # with more of them free, only what is forced is proven in so few nodes
TABLE_MB = 4
JUDGE = "uct:playouts=5000,memory_mb=32"
FINISHER = "alphabeta:depth=4"


class Label(NamedTuple):
    """A position's worth for the player to move."""

    value: float  # -1 to +1
    exact: bool
    rest: float | None  # points still to come: the final margin less today's; ending "full" only


class Labeller(NamedTuple):
    """Who says what a position is worth."""

    solver_nodes: int
    judge: AgentSpec  # of what is not proven, where one pattern wins
    finisher: AgentSpec  # plays what is not proven to its end, where points count

    def label(self, position: d4.Position) -> Label:
        hopeless = free_cells(position) > SOLVABLE_CELLS
        nodes = max(1, self.solver_nodes // 10) if hopeless else self.solver_nodes
        by_ending = _by_points if position.rules.ending == "full" else _by_result
        return by_ending(position, self, nodes)


def label_block(block: int, *, folder: Path, labeller: Labeller) -> int:
    """Labels the positions of a block of games; how many there are."""
    rows, count = [], 0
    for row in read_block(folder, GAMES, block):
        game = Game.from_row(row)
        labels = [labeller.label(position) for position in game.positions()]
        rows.append({"number": game.number, "labels": labels})
        count += len(labels)
    write_block(folder, LABELS, block, rows)
    return count


def _by_result(position: d4.Position, by: Labeller, nodes: int) -> Label:
    try:
        found = d4.solve(
            position, nodes=nodes, table_mb=TABLE_MB, weak=True, details=False, book=False
        )
        return Label(found.value, True, None)
    except d4.Unsolved as bounds:
        analysis = by.judge.make().analyse(position)
        if analysis.exact is not None:
            return Label(analysis.exact.value, True, None)
        value = min(max(analysis.value, bounds.lower), bounds.upper)
        return Label(round(value, 4), False, None)


def _by_points(position: d4.Position, by: Labeller, nodes: int) -> Label:
    exact = True
    try:
        margin = d4.solve(
            position, nodes=nodes, table_mb=TABLE_MB, details=False, book=False
        ).margin
    except d4.Unsolved as bounds:
        exact, margin = False, _played_margin(position, by.finisher)
        if bounds.margins is not None:
            margin = min(max(margin, bounds.margins[0]), bounds.margins[1])
    assert margin is not None  # the solver's answer where points count
    return Label((margin > 0) - (margin < 0), exact, margin - margin_now(position, position.turn))


def _played_margin(position: d4.Position, finisher: AgentSpec) -> int:
    """The final margin for the player to move, when the finisher plays both sides."""
    agent, end = finisher.make(), position
    while end.outcome is None:
        end = end.play(agent.choose(end))
    return margin_now(end, position.turn)


def margin_now(position: d4.Position, side: int) -> int:
    """The points of a side less those of the other."""
    return position.scores[side] - position.scores[1 - side]


def free_cells(position: d4.Position) -> int:
    """The cells that can still take a disc."""
    return position.rules.playable - len(position.moves)
