"""Computers against each other: so many games, each result, and a summary."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from dropfour._words import counted
from dropfour.agents import AgentSpec
from dropfour.cli.analysis_text import outcome_words
from dropfour.cli.play.terminal import Terminal
from dropfour.cli.play.thinking import Ticker
from dropfour.game import Position
from dropfour.notation import PLAYERS


def play_match(
    players: tuple[AgentSpec, AgentSpec],
    games: int,
    start: Callable[[int], Position],
    *,
    seed: int,
    terminal: Terminal,
) -> None:
    """Play games 0, 1, ... from `start` of that number, with seeds that count up from `seed`."""
    winners: Counter[int | None] = Counter()
    points, first_wins, by_points = [0, 0], 0, False
    try:
        for number in range(games):
            position = start(number)
            first, by_points = position.turn, position.rules.ending == "full"
            agents = [player.make(seed=seed + number) for player in players]
            with Ticker(terminal.console) as ticker:
                while (outcome := position.outcome) is None:
                    ticker.show(f"game {number + 1}, move {len(position.moves) + 1} ...")
                    position = position.play(agents[position.turn].choose(position))
            winners[outcome.winner] += 1
            first_wins += outcome.winner == first
            points = [sum(pair) for pair in zip(points, outcome.scores, strict=True)]
            terminal.say(
                f"{number + 1:>{len(str(games))}}  {outcome_words(position)}, "
                f"{counted(len(position.moves), 'move')}, {PLAYERS[first]} began: "
                f"{position.moves_text()}"
            )
    except KeyboardInterrupt:
        terminal.say("")
    terminal.say(counted(winners.total(), "game"))
    for side, letter in enumerate(PLAYERS):
        line = f"  {letter} {players[side]}: {winners[side]} won"
        if by_points:
            line += f", {counted(points[side], 'point')}"
        terminal.say(line)
    terminal.say(f"  draws: {winners[None]}; whoever began won {first_wins}")
