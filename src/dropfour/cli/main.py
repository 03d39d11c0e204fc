"""`dropfour COMMAND ...`: finds the command's module and turns errors into an exit status.

A command is a module with `main(arguments) -> exit status`. Only the module of the command that was
asked for is imported, so each may use what it likes without slowing down the others.
"""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import NamedTuple

from dropfour.errors import DropfourError

STATUS_REFUSED = 2
_STATUS_INTERRUPTED = 130  # what a shell reports for a program that Ctrl-C ended


class Command(NamedTuple):
    """Where a command lives, and one line about it for the help."""

    module: str
    summary: str


COMMANDS = {
    "rules": Command("dropfour.cli.rules", "list, show and check games"),
    "web": Command("dropfour.cli.web", "play, set up and analyse in a browser"),
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
            "dropfour COMMAND --help says more about a command.",
        ]
    )


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status; a `DropfourError` is one line and status 2."""
    arguments = sys.argv[1:] if arguments is None else arguments
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal without × shows ?, and goes on
    try:
        status = _dispatch(arguments)
        sys.stdout.flush()
        return status
    except DropfourError as error:
        print("dropfour:", " ".join(str(error).splitlines()), file=sys.stderr)
        return STATUS_REFUSED
    except BrokenPipeError:  # whoever read our output has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        return _STATUS_INTERRUPTED


def _dispatch(arguments: Sequence[str]) -> int:
    if not arguments or arguments[0] in ("-h", "--help", "help"):
        print(usage(), file=sys.stdout if arguments else sys.stderr)
        return 0 if arguments else STATUS_REFUSED
    name, *rest = arguments
    if name not in COMMANDS:
        raise DropfourError(f"unknown command {name!r}; there are {', '.join(COMMANDS)}")
    status: int = import_module(COMMANDS[name].module).main(rest)
    return status


if __name__ == "__main__":
    sys.exit(main())
