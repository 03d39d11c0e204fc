"""What a player can type at the prompt."""

from __future__ import annotations

import re
from difflib import get_close_matches
from typing import NamedTuple

from dropfour._validation import parse_number, shown
from dropfour.cells import column_name
from dropfour.cli.analysis_text import turn_words
from dropfour.errors import DropfourError
from dropfour.game import Position

COMMANDS = {
    "undo": ("[N]", "take back your last move, or your last N"),
    "hint": ("", "what the computer would play here, and why"),
    "table": ("", "every column as the computer sees it"),
    "moves": ("", "the moves so far, and the record of the game"),
    "board": ("", "draw the board again"),
    "save": ("FILE", "save the game in a file"),
    "load": ("FILE", "go on with the game in a file"),
    "help": ("", "this list (also ?)"),
    "quit": ("", "leave; the game is saved, and dropfour play --resume goes on"),
}
"""The commands, each with its argument and what it does; every one has more letters than any
column's name, so that no letter can mean both."""

_CELL = re.compile(r"[A-Za-z]{1,2}[0-9]+", re.ASCII)
_NEEDS_ARGUMENT = ("save", "load")
_OTHER_WORDS = {"?": "help", "exit": "quit"}


class Order(NamedTuple):
    """What was typed: a column to play (`command` is "play"), or a command with its argument."""

    command: str
    argument: str = ""
    column: int = -1


def prompt_text(position: Position) -> str:
    """The question to the player to move."""
    return f"{turn_words(position)} ({column_range(position)}, or help): "


def column_range(position: Position) -> str:
    """The columns that take a disc, such as "A-C, E-G".

    >>> from dropfour.rules import Rules
    >>> column_range(Position.from_moves("BB", Rules.grid(rows=2, columns=4)))
    'A, C-D'
    """
    runs: list[list[int]] = []
    for column in position.legal:
        if runs and runs[-1][-1] == column - 1:
            runs[-1].append(column)
        else:
            runs.append([column])
    return ", ".join(
        column_name(run[0]) + (f"-{column_name(run[-1])}" if len(run) > 1 else "") for run in runs
    )


def read_order(line: str, position: Position) -> Order:
    """What a line means in a position; a `DropfourError` says what is wrong with it.

    >>> from dropfour.rules import Rules
    >>> start = Position(Rules.grid(rows=6, columns=7))
    >>> read_order(" d ", start)
    Order(command='play', argument='', column=3)
    >>> read_order("SAVE my game", start).argument
    'my game'
    """
    text = line.strip()
    if not text:
        raise DropfourError(f"type a column ({column_range(position)}), or help")
    columns = {column_name(c): c for c in range(position.rules.columns)}
    if text.isascii() and text.upper() in columns:
        column = columns[text.upper()]
        position.play(column)  # says what is wrong with it
        return Order("play", column=column)
    word, _, argument = text.partition(" ")
    command = _OTHER_WORDS.get(word.lower(), word.lower())
    if command not in COMMANDS:
        raise DropfourError(_unknown(text, position))
    argument = argument.strip()
    if command in _NEEDS_ARGUMENT and not argument:
        raise DropfourError(f"which file? Type {command} FILE")
    if argument and not COMMANDS[command][0]:
        raise DropfourError(f"{command} stands alone; {shown(argument)} is too much")
    return Order(command, argument)


def undo_count(argument: str) -> int:
    """How many moves `undo` takes back."""
    if not argument:
        return 1
    if not (count := parse_number(argument)):
        raise DropfourError(f"undo {shown(argument)}: how many moves? Type undo 2")
    return count


def help_text() -> str:
    """The list of commands."""
    left = [f"{name} {argument}".strip() for name, (argument, _) in COMMANDS.items()]
    width = max(map(len, left))
    lines = [
        f"  {words:<{width}}  {meaning}"
        for words, (_, meaning) in zip(left, COMMANDS.values(), strict=True)
    ]
    first = f"  {'A, b, ...':<{width}}  drop a disc into that column"
    return "\n".join([first, *lines])


def _unknown(text: str, position: Position) -> str:
    last = column_name(position.rules.columns - 1)
    if text.isascii() and text.isalpha() and len(text) <= 2:
        return f"there is no column {text.upper()}, only A to {last}"
    if text.isdigit():
        return f"columns are letters, A to {last}"
    if _CELL.fullmatch(text):
        return f"only the column, please: {text.rstrip('0123456789').upper()}"
    close = get_close_matches(text.split()[0].lower()[:20], COMMANDS, n=1)
    hint = f"did you mean {close[0]}?" if close else "help lists the commands"
    return f"{shown(text)} is neither a column (A to {last}) nor a command; {hint}"
