"""Matches, experiments, statistics and other people's programs: who is stronger, and how sure."""

from dropfour.arena.experiment import Experiment
from dropfour.arena.faults import Cause, ExperimentError, NoExperiment, PlayerFault
from dropfour.arena.results import PlayedGame, Results
from dropfour.errors import StorageError

__all__ = [
    "Cause",
    "Experiment",
    "ExperimentError",
    "NoExperiment",
    "PlayedGame",
    "PlayerFault",
    "Results",
    "StorageError",
]
