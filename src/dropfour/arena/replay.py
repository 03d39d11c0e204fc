"""Stored games move by move, for the terminal and for the page."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from dropfour.arena.results import GameRecord
from dropfour.cells import Cell
from dropfour.game import Position
from dropfour.notation import BAN, PLAYERS, parse_moves
from dropfour.notation.setup import playable_columns
from dropfour.rules import Rules

if TYPE_CHECKING:
    from dropfour.arena.experiment import Experiment


@dataclass(frozen=True, slots=True)
class Drop:
    """What lands where: X, O, or ! for a ban."""

    letter: str
    cell: Cell


def drops(rules: Rules, moves: str) -> Iterator[Drop]:
    """The discs and bans of a stored game in their order.

    >>> [(d.letter, str(d.cell)) for d in drops(Rules.grid(rows=2, columns=2), "ABA")]
    [('X', 'A1'), ('O', 'B1'), ('X', 'A2')]
    """
    columns = playable_columns(rules)
    filled = [0] * rules.columns
    for (column, is_ban), turn in zip(parse_moves(moves, rules), movers(rules, moves), strict=True):
        yield Drop(BAN if is_ban else PLAYERS[turn], columns[column][filled[column]])
        filled[column] += 1


def movers(rules: Rules, moves: str) -> list[int]:
    """Who made each move, 0 or 1; a ban is a second move of the same player.

    >>> movers(Rules.grid(rows=4, columns=4, bonus=["A1"]), "A!BC")
    [0, 0, 1]
    """
    turn, who = 0, []
    pending = parse_moves(moves, rules)
    for index in range(len(pending)):
        who.append(turn)
        if not (index + 1 < len(pending) and pending[index + 1][1]):
            turn = 1 - turn
    return who


def positions(experiment: Experiment, game: GameRecord) -> tuple[Position, ...]:
    """All positions of a game, from the empty board on."""
    return Position.from_moves(game.moves, _rules(experiment, game)).history


def _rules(experiment: Experiment, game: GameRecord) -> Rules:
    return next(rules for name, rules in experiment.rules if name == game.board)
