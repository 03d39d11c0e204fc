"""`dropfour play`: a game in the terminal."""

from dropfour.cli.play.command import main

__all__ = ["main"]
