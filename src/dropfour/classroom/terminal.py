"""What the classroom's programs share: how they ask, and how they end."""

from __future__ import annotations

import io
import os
import secrets
import sys
from argparse import ArgumentParser
from collections.abc import Callable, Collection, Sequence
from typing import TypeAlias

from dropfour._validation import MAX_SIDE, shown
from dropfour.cli.exit_status import exit_status_of
from dropfour.cli.options import whole

Ask: TypeAlias = Callable[[str], str]
"""Gets a prompt and returns what was typed; `EOFError` when nothing more comes."""

Show: TypeAlias = Callable[[str], object]
"""Gets a line to print."""

INPUT_ENDED = "The input has ended before the game."


def run_program(name: str, work: Callable[[], int], *, refused: int = 2) -> int:
    """Run a program's work; its exit status. Whatever is typed is text, and Ctrl-C is no fault."""
    if sys.stdin is None:  # closed by whoever started us: nothing will be typed
        sys.stdin = open(os.devnull)  # noqa: PTH123, SIM115 - open as long as we are
    elif isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")
    return exit_status_of(name, work, refused=refused)


def new_seed() -> int:
    """A number for the chances of one run: two runs of a program are two games."""
    return secrets.randbelow(10**6)


def add_board_sides(parser: ArgumentParser) -> None:
    """Two optional arguments, ROWS and COLUMNS of a board: 6 x 7 without them."""
    for name, usual in (("rows", 6), ("columns", 7)):
        parser.add_argument(
            name, nargs="?", type=whole(1, MAX_SIDE), default=usual, metavar=name.upper()
        )


def ask_column(
    question: str, names: Sequence[str], free: Collection[int], ask: Ask, show: Show
) -> int:
    """The column whose name is typed; what is no column, or not free, is said and asked again."""
    kind = "number" if names[0].isdigit() else "letter"
    while True:
        answer = ask(question).strip()
        name = answer.upper()
        if name not in names:
            span = f"a {kind} from {names[0]} to {names[-1]}"
            show(f"{shown(answer)} is no column: type {span}.")
        elif names.index(name) not in free:
            show(f"Column {name} is full.")
        else:
            return names.index(name)
