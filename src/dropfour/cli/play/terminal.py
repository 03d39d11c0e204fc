"""Where a game takes place: the console, the keyboard, and whether people sit at them."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import TypeVar

from rich.console import Console
from rich.text import Text

from dropfour.errors import DropfourError, FormatError

Answer = TypeVar("Answer")


class _Console(Console):
    def on_broken_pipe(self) -> None:
        """Leave it to `cli.exit_status`, which ends with status 0; rich would end with 1."""
        raise BrokenPipeError


class Terminal:
    """Shows texts and asks questions, at a terminal or through pipes."""

    def __init__(self) -> None:
        self.console = _Console(highlight=False)
        self.attached = sys.stdin.isatty() and sys.stdout.isatty()
        if isinstance(sys.stdin, io.TextIOWrapper):
            sys.stdin.reconfigure(errors="replace")
        if self.attached:
            with suppress(ImportError):
                import readline  # noqa: F401  # arrow keys and history at the prompt

    def say(self, text: str, *, style: str = "") -> None:
        """A line, however long: terminals wrap it, and it can be copied whole."""
        self.console.print(Text(text), style=style, soft_wrap=True)

    def ask(self, question: str) -> str:
        """The line typed; `EOFError` at the end of input."""
        line = input(question)
        if not sys.stdin.isatty():
            self.say(line)  # a terminal shows what is typed, a pipe does not
        return line

    def ask_until(self, question: str, read: Callable[[str], Answer]) -> Answer:
        """What `read` makes of the answer; a wrong one is explained, and asked for again."""
        while True:
            try:
                return read(self.ask(question).strip())
            except FormatError as error:
                self.say(error.fault)
            except DropfourError as error:
                self.say(str(error))
