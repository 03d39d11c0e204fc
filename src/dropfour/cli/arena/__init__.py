"""`dropfour arena check | run | report | replay | check-player`."""

from dropfour.cli.arena.command import main

__all__ = ["main"]
