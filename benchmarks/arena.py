"""Claim: the arena itself takes less than a millisecond a move when built-in agents play."""

from __future__ import annotations

import time

from benchmarks.measure import show
from dropfour.arena import Experiment
from dropfour.arena.match import play_game

GAMES = 20
ROUNDS = 5


def overhead_ms(experiment: Experiment) -> float:
    """Milliseconds a move that are not the players'."""
    began = time.perf_counter()
    games = [play_game(experiment, number) for number in range(GAMES)]
    elapsed_ms = 1000 * (time.perf_counter() - began)
    thinking_ms = sum(game.first_ms + game.second_ms for game in games)
    return (elapsed_ms - thinking_ms) / sum(game.plies for game in games)


def main() -> None:
    experiment = Experiment.from_mapping(
        {
            "rules": [{"game": "max"}],
            "players": [{"agent": "random"}, {"agent": "montecarlo", "playouts": 50}],
            "plan": {"games": GAMES},
        }
    )
    best = min(overhead_ms(experiment) for _ in range(ROUNDS))
    show("The arena's own time", ("ms a move", "wanted"), [(f"{best:.3f}", "under 1")])


if __name__ == "__main__":
    main()
