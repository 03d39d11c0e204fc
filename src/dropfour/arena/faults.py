"""What can go wrong in an arena: faulty experiments and faulty players."""

from __future__ import annotations

from enum import StrEnum

from dropfour.errors import DropfourError, Faults


class ExperimentError(Faults):
    """An experiment that cannot be run."""


class NoExperiment(ExperimentError):
    """A file that is no experiment at all: it cannot be read, or it is no TOML."""


class Cause(StrEnum):
    """Why a player lost a game that it did not lose on the board."""

    START = "cannot be started"
    CRASH = "crashed"
    HANG = "did not answer"
    LATE = "answered late"
    ILLEGAL = "illegal move"
    RUBBISH = "rubbish instead of a move"
    REFUSED = "refused to play"
    FLOOD = "too much output"
    MEMORY = "too much memory"
    PROCESSES = "too many processes"
    LEFTOVERS = "left processes running"
    STUBBORN = "ignored termination"
    WORKER = "killed its worker"


class PlayerFault(DropfourError):
    """A player did something for which it loses the game at once."""

    def __init__(self, cause: Cause, detail: str = "") -> None:
        self.cause, self.detail = cause, detail
        super().__init__(f"{cause}: {detail}" if detail else str(cause))


class Disturbed(DropfourError):
    """Something that no player did kept a game from being played; it is played again."""
