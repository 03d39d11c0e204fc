"""What a worker process does; it imports no statistics and no database."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from dropfour.arena.match import play_game
from dropfour.arena.results import GameRecord

if TYPE_CHECKING:
    from dropfour.arena.experiment import Experiment

Batch: TypeAlias = tuple[int, ...]
"""Numbers of games."""

_known: dict[str, Experiment] = {}


def play_batch(experiment: Experiment, numbers: Batch) -> list[GameRecord]:
    """Plays the games of these numbers, one after the other."""
    if experiment.fingerprint not in _known:
        _known.clear()
        _known[experiment.fingerprint] = experiment  # its plan and fingerprint are computed once
    experiment = _known[experiment.fingerprint]
    return [play_game(experiment, number) for number in numbers]
