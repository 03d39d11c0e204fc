"""Computers against each other: so many games, each result, and a summary."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from rich.console import Console
from rich.text import Text

from dropfour._words import counted
from dropfour.agents import AgentSpec
from dropfour.cli.play.thinking import Ticker
from dropfour.game import Position
from dropfour.notation import PLAYERS


@dataclass
class Tally:
    """Results so far: wins of X, wins of O, draws, and points where they count."""

    wins: list[int] = field(default_factory=lambda: [0, 0])
    draws: int = 0
    points: list[int] = field(default_factory=lambda: [0, 0])
    first_wins: int = 0

    def add(self, position: Position) -> None:
        """Count a finished game."""
        outcome = position.outcome
        assert outcome is not None
        if outcome.winner is None:
            self.draws += 1
        else:
            self.wins[outcome.winner] += 1
            self.first_wins += outcome.winner == position.history[0].turn
        for player, points in enumerate(outcome.scores):
            self.points[player] += points

    @property
    def games(self) -> int:
        return sum(self.wins) + self.draws


class Match:
    """Some games between two computers, with seeds that count up from the first game's."""

    def __init__(
        self, players: tuple[AgentSpec, AgentSpec], *, seed: int, console: Console
    ) -> None:
        self._players = players
        self._seed = seed
        self._console = console
        self.tally = Tally()

    def run(self, games: int, start: Callable[[int], Position]) -> None:
        """Play; `start` is the position game number 0, 1, ... begins with."""
        width = len(str(games))
        try:
            for number in range(games):
                position = self._play(start(number), number)
                self.tally.add(position)
                self._say(f"{number + 1:>{width}}  {self._line(position)}")
        except KeyboardInterrupt:
            self._say("")
        self._summary(position if self.tally.games else start(0))

    def _play(self, position: Position, number: int) -> Position:
        agents = [player.make(seed=self._seed + number) for player in self._players]
        with Ticker(self._console) as ticker:
            while position.outcome is None:
                ticker.show(f"game {number + 1}, move {len(position.moves) + 1} ...")
                position = position.play(agents[position.turn].choose(position))
        return position

    def _line(self, position: Position) -> str:
        outcome = position.outcome
        assert outcome is not None
        result = "draw" if outcome.winner is None else f"{PLAYERS[outcome.winner]} wins"
        if position.rules.ending == "full":
            result += f" {outcome.scores[0]} : {outcome.scores[1]}"
        starter = PLAYERS[position.history[0].turn]
        moves = position.moves_text()
        return f"{result}, {counted(len(position.moves), 'move')}, {starter} began: {moves}"

    def _summary(self, position: Position) -> None:
        tally = self.tally
        self._say(counted(tally.games, "game"))
        for player, letter in enumerate(PLAYERS):
            line = f"  {letter} {self._players[player]}: {tally.wins[player]} won"
            if position.rules.ending == "full":
                line += f", {counted(tally.points[player], 'point')}"
            self._say(line)
        self._say(f"  draws: {tally.draws}; whoever began won {tally.first_wins}")

    def _say(self, text: str) -> None:
        self._console.print(Text(text), soft_wrap=True)
