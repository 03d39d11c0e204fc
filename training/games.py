"""Games to take positions from: a random opening, then players that now and then err."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import dropfour as d4
from dropfour.agents import AgentSpec
from training.blocks import GAMES_PER_BLOCK, write_block
from training.rules import Draws, draw_rules

GAMES = "games"

POSITIONS_PER_GAME = 8
RANDOM_MOVE_ONE_IN = 4
PLAYERS = ("alphabeta:depth=3", "alphabeta:depth=4", "alphabeta:depth=6,nodes=5000")

DrawRules = Callable[[Draws], d4.Rules]


@dataclass(frozen=True, slots=True)
class Game:
    """A game by number, and after how many plies its positions are of use."""

    number: int
    rules: d4.Rules
    moves: str
    plies: tuple[int, ...]

    def positions(self) -> list[d4.Position]:
        """The positions of use, in the order of `plies`."""
        history = d4.Position.from_moves(self.moves, self.rules).history
        return [history[ply] for ply in self.plies]

    def to_row(self) -> dict[str, Any]:
        return {
            "number": self.number,
            "rules": self.rules.to_mapping(),
            "moves": self.moves,
            "plies": self.plies,
        }

    @classmethod
    def from_row(cls, row: dict[str, Any]) -> Game:
        rules = d4.Rules.from_mapping(row["rules"])
        return cls(row["number"], rules, row["moves"], tuple(row["plies"]))


def play_block(
    block: int, *, folder: Path, players: Sequence[AgentSpec], own: Sequence[d4.Rules]
) -> int:
    """Plays and writes the games of a block; how many positions they have."""
    draw = partial(_one_of, own) if own else draw_rules
    numbers = range(block * GAMES_PER_BLOCK, (block + 1) * GAMES_PER_BLOCK)
    games = [play_game(number, draw, players) for number in numbers]
    write_block(folder, GAMES, block, (game.to_row() for game in games))
    return sum(len(game.plies) for game in games)


def _one_of(rules: Sequence[d4.Rules], draws: Draws) -> d4.Rules:
    return draws.choice(rules)


def play_game(number: int, draw: DrawRules, players: Sequence[AgentSpec]) -> Game:
    """The game of a number: its rules, its opening and its errors follow from it."""
    draws = Draws(number)
    rules = draw(draws)
    opening = position = _opening(rules, draws)
    sides = [draws.choice(players).make(seed=number) for _ in range(2)]
    while position.outcome is None:
        if draws.chance(RANDOM_MOVE_ONE_IN):
            column = draws.choice(position.legal)
        else:
            column = sides[position.turn].choose(position)
        position = position.play(column)
    first = len(opening.moves)
    useful = [ply for ply, p in enumerate(position.history) if ply >= first and is_useful(p)]
    plies = sorted(draws.sample(useful, POSITIONS_PER_GAME))
    return Game(number, rules, position.moves_text(), tuple(plies))


def _opening(rules: d4.Rules, draws: Draws) -> d4.Position:
    """After random moves on up to half of the board that do not lose at once, if others are left.

    Without that care most openings would be over, or won by the next move, before they are long.
    """
    position = d4.Position(rules)
    for _ in range(draws.between(0, rules.playable // 2)):
        following = [p for c in position.legal if (p := position.play(c)).outcome is None]
        if not following:
            break
        position = draws.choice([p for p in following if is_useful(p)] or following)
    return position


def is_useful(position: d4.Position) -> bool:
    """Whether there is something to learn: the game goes on, and is not won on this move."""
    if position.outcome is not None:
        return False
    if position.rules.ending == "full" or not position.winning_cells(position.turn):
        return True
    following = (position.play(column).outcome for column in position.legal)
    return not any(outcome and outcome.winner == position.turn for outcome in following)
