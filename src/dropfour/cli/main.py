"""`dropfour COMMAND ...`: finds the command's module and turns errors into an exit status.

A command is a module with `main(arguments) -> exit status`. Only the module of the command that was
asked for is imported, so each may use what it likes without slowing down the others.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib import import_module
from typing import NamedTuple

from dropfour import __version__
from dropfour.cli.exit_status import STATUS_REFUSED, exit_status_of
from dropfour.errors import DropfourError


class Command(NamedTuple):
    """Where a command lives, and one line about it for the help."""

    module: str
    summary: str


COMMANDS = {
    "play": Command("dropfour.cli.play.command", "play a game in the terminal"),
    "analyse": Command("dropfour.cli.analyse", "what an agent thinks of a position"),
    "solve": Command("dropfour.cli.solve", "the proven value of a position"),
    "move": Command("dropfour.cli.move", "a board in, the board after the best move out"),
    "engine": Command("dropfour.cli.engine", "answer other programs, line by line"),
    "arena": Command(
        "dropfour.cli.arena.command", "experiments: who is stronger, and how sure are we"
    ),
    "agents": Command("dropfour.cli.agents", "list the computer players and their settings"),
    "book": Command("dropfour.cli.book", "proven openings: build, check, list"),
    "rules": Command("dropfour.cli.rules", "list, show and check games"),
    "web": Command("dropfour.cli.web", "play, set up and analyse in a browser"),
    "maxconnect4": Command("dropfour.maxconnect4", "Max-Connect4: play it, or one move in a file"),
    "bench": Command("dropfour.cli.bench", "work counts of fixed positions"),
}


def usage() -> str:
    """The help of the program itself, which needs no command's module."""
    width = max(map(len, COMMANDS))
    lines = [f"  {name:<{width}}  {command.summary}" for name, command in COMMANDS.items()]
    return "\n".join(
        [
            "usage: dropfour COMMAND ...",
            "",
            *lines,
            "",
            "dropfour COMMAND --help says more about a command, dropfour --version which this is.",
        ]
    )


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status; a `DropfourError` is one line and status 2."""
    given = sys.argv[1:] if arguments is None else arguments
    return exit_status_of("dropfour", lambda: _dispatch(given))


def _dispatch(arguments: Sequence[str]) -> int:
    if not arguments or arguments[0] in ("-h", "--help", "help"):
        print(usage(), file=sys.stdout if arguments else sys.stderr)
        return 0 if arguments else STATUS_REFUSED
    if arguments[0] == "--version":
        print(f"dropfour {__version__}")
        return 0
    name, *rest = arguments
    if name not in COMMANDS:
        raise DropfourError(f"unknown command {name!r}; there are {', '.join(COMMANDS)}")
    status: int = import_module(COMMANDS[name].module).main(rest)
    return status
