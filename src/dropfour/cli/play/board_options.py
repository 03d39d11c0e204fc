"""Rules from the command line: a named game or file, with parts of it replaced by options."""

from __future__ import annotations

import argparse
from typing import Any

from dropfour._validation import MAX_SIDE, shown
from dropfour.cli.options import whole
from dropfour.cli.position_source import DEFAULT_GAME
from dropfour.errors import DropfourError
from dropfour.rules import SPECIAL_KINDS, Rules
from dropfour.variants import load_rules

_SHAPE_WORDS = ("heights", "rows", "columns")
BOARD_FIELDS = (*_SHAPE_WORDS, *SPECIAL_KINDS, "goal", "ending")


def add_board_options(parser: argparse.ArgumentParser) -> None:
    """The options that `rules_from_options` reads."""
    group = parser.add_argument_group("the board", "Parts of GAME to replace; cells are named D3.")
    group.add_argument(
        "--heights", type=_heights, metavar='"7 6 5"', help="the height of every column"
    )
    group.add_argument(
        "--rows", type=whole(1, MAX_SIDE), metavar="N", help="the height of all columns"
    )
    group.add_argument(
        "--columns", type=whole(1, MAX_SIDE), metavar="N", help="the number of columns"
    )
    for kind, meaning in (
        ("dead", "cells whose discs count for nothing"),
        ("blocked", "cells that take no disc"),
        ("bonus", "cells that earn a ban, a neutral disc to drop"),
    ):
        group.add_argument(f"--{kind}", type=_cells, metavar='"D3 G2"', help=meaning)
    group.add_argument(
        "--goal", type=_goal, help="line:4, square:2, or shape:X./XX (a picture, rows from the top)"
    )
    group.add_argument(
        "--ending",
        choices=("first", "full"),
        help="the first pattern wins, or most on a full board",
    )
    group.add_argument(
        "--random", metavar="GAME", help="the random board number --seed of this game (forbidden)"
    )


def rules_from_options(options: argparse.Namespace, *, seed: int) -> Rules:
    """The rules the options describe; a `DropfourError` says what is wrong with them.

    >>> parser = argparse.ArgumentParser()
    >>> _ = parser.add_argument("game", nargs="?")
    >>> add_board_options(parser)
    >>> options = parser.parse_args(["--heights", "5 4 5", "--dead", "b2", "--goal", "line:3"])
    >>> rules_from_options(options, seed=0)
    Rules(heights=(5, 4, 5), dead=('B2',), goal=Line(3))
    """
    if options.random is not None:
        if options.game is not None:
            raise DropfourError(f"either {options.game!r} or --random {options.random}, not both")
        base = load_rules(options.random, seed=seed)
    else:
        base = load_rules(options.game or DEFAULT_GAME)
    given = ((field, getattr(options, field)) for field in BOARD_FIELDS)
    own = {field: value for field, value in given if value is not None}
    if not own:
        return base
    table = base.to_mapping()
    table.pop("name", None)  # what is changed is that game no more
    if own.keys() & set(_SHAPE_WORDS):
        table = _reshaped(table, base, own)
    return Rules.from_mapping(table | own)


def _reshaped(table: dict[str, Any], base: Rules, own: dict[str, Any]) -> dict[str, Any]:
    """The table without its shape, or with the half of it that still holds."""
    kept = {key: value for key, value in table.items() if key not in _SHAPE_WORDS}
    if "heights" in own:
        return kept
    return kept | {"rows": base.rows, "columns": base.columns}


def _heights(text: str) -> list[int]:
    return [whole(1, MAX_SIDE)(word) for word in text.replace(",", " ").split()]


def _cells(text: str) -> list[str]:
    return text.upper().replace(",", " ").split()


def _goal(text: str) -> dict[str, Any]:
    kind, _, value = text.partition(":")
    if kind in ("line", "square"):
        return {kind: whole(1, MAX_SIDE)(value)}
    if kind == "shape" and value:
        return {"shapes": [rows.split("/") for rows in value.split(",")]}
    raise argparse.ArgumentTypeError(f"{shown(text)} is not line:4, square:2 or shape:X./XX")
