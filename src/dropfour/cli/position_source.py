"""The position a command is about: text on the command line, a file, or standard input."""

from __future__ import annotations

import argparse
import os

from dropfour._words import counted
from dropfour.cli.options import seed_number
from dropfour.errors import DropfourError, FormatError
from dropfour.files import STANDARD_INPUT, faults_in, label, read_standard_input, read_text
from dropfour.game import Position
from dropfour.notation import is_grid, is_max, parse_grid, parse_max
from dropfour.replay import is_record, replay
from dropfour.rules import Rules
from dropfour.variants import load_rules

DEFAULT_GAME = "classic"


def add_source_options(parser: argparse.ArgumentParser) -> None:
    """The position, `--rules` and `--board-seed`."""
    parser.add_argument(
        "position", metavar="TEXT|FILE|-",
        help="a position (X/-/XO O), moves (DDC), or a record (classic; DDC); a file with one of "
        "them, or a board as dropfour move or maxconnect4 read it; - is standard input",
    )  # fmt: skip
    parser.add_argument(
        "--rules", metavar="GAME",
        help=f"a preset or TOML file (default: {DEFAULT_GAME}; a record has its own)",
    )  # fmt: skip
    parser.add_argument(
        "--board-seed", type=seed_number, metavar="N", help="the random board of this number"
    )


def position_from(options: argparse.Namespace) -> Position:
    """The position that the options are about; a file of that name comes before text.

    An empty text on the command line is no moves, an empty file is a mistake.
    """
    rules = None
    if options.rules is not None or options.board_seed is not None:
        rules = load_rules(options.rules or DEFAULT_GAME, seed=options.board_seed)
    word: str = options.position
    if word == "-":
        source, text = STANDARD_INPUT, read_standard_input()
    elif "\0" not in word and os.path.exists(word):
        source, text = label(word), read_text(word, pipes=True)
    else:
        source, text = label(word), word
        if _looks_like_path(word):
            raise DropfourError(f"{source} cannot be read: there is no such file")
    with faults_in(source):
        if word and not text.strip("\ufeff \t\r\n"):
            raise FormatError("there is no position: the input is empty")
        return read_position(text, rules)


def read_position(text: str, rules: Rules | None = None) -> Position:
    r"""The position of a text of any form; without rules those that the form implies.

    >>> read_position("DDC").to_text()
    '-/-/X/XO/-/-/- O'
    >>> read_position("square; AB").rules.goal
    Square(2)
    >>> read_position("1 4\n XO \nX\n").legal
    (0, 3)
    """
    text = text.removeprefix("\ufeff")
    if is_record(text):
        position = replay(text)
        if rules is not None and position.rules != rules:
            raise DropfourError("the record is of another game than --rules says")
        return position
    if is_grid(text):
        return _from_grid(text, rules)
    if is_max(text):
        rules = rules or load_rules("max")
        return Position.from_setup(parse_max(text, rules), rules)
    rules = rules or load_rules(DEFAULT_GAME)
    if "/" in text or (rules.columns == 1 and text.strip("Aa! \t\r\n")):
        return Position.from_text(text, rules)
    return Position.from_moves(text, rules)


def _looks_like_path(word: str) -> bool:
    """Whether a word that names no file was meant to: it is neither a position nor a record."""
    separated = "." in word or "/" in word
    return separated and not set(word) & set(";{\n") and word.strip("XOxo!/- \t") != ""


def _from_grid(text: str, rules: Rules | None) -> Position:
    grid = parse_grid(text)
    rules = rules or Rules.grid(rows=grid.rows, columns=grid.columns)
    if (grid.rows, grid.columns) != (rules.rows, rules.columns):
        wanted = _size(rules.rows, rules.columns)
        raise DropfourError(f"{_size(grid.rows, grid.columns)}, the game has {wanted}")
    return Position.from_setup(grid.setup, rules)


def _size(rows: int, columns: int) -> str:
    return f"{counted(rows, 'row')} and {counted(columns, 'column')}"
