"""The position a command is about: text on the command line, a file, or standard input."""

from __future__ import annotations

import argparse
import os

from dropfour.cli.options import seed_number
from dropfour.errors import DropfourError, FormatError
from dropfour.files import STANDARD_INPUT, faults_in, label, read_standard_input, read_text
from dropfour.game import Position
from dropfour.reading import DEFAULT_GAME, read_position
from dropfour.variants import load_rules


def add_source_options(parser: argparse.ArgumentParser) -> None:
    """The position, `--rules` and `--board-seed`."""
    parser.add_argument(
        "position", metavar="TEXT|FILE|-",
        help="a position (X/-/XO O), moves (DDC or 443), or a record (classic; DDC); a file with "
        "one of them, or a board as dropfour move or maxconnect4 read it; - is standard input",
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
        position = read_position(text, rules)
        if rules is not None and position.rules != rules:
            raise DropfourError("the record is of another game than --rules says")
        return position


def _looks_like_path(word: str) -> bool:
    """Whether a word that names no file was meant to: it is neither a position nor a record."""
    separated = "." in word or "/" in word
    return separated and not set(word) & set(";{\n") and word.strip("XOxo!/- \t") != ""
