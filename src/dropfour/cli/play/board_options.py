"""Rules from the command line: a named game or file, with parts of it replaced by options."""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from typing import Any

from dropfour._validation import MAX_SIDE, shown
from dropfour.cli.options import whole
from dropfour.errors import DropfourError
from dropfour.reading import DEFAULT_GAME
from dropfour.rules import SPECIAL_KINDS, Rules
from dropfour.variants import Variant, load_variant, presets
from dropfour.variants.random_board import RandomBoard

_DEFAULT_RANDOM = "plain"
_SHAPE_WORDS = ("heights", "rows", "columns")
BOARD_FIELDS = (*_SHAPE_WORDS, *SPECIAL_KINDS, "goal", "ending")


def add_board_options(parser: argparse.ArgumentParser) -> None:
    """The options that `boards_from_options` reads."""
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
        "--random", nargs="?", const=_DEFAULT_RANDOM, metavar="GAME",
        help=f"a random board of {', '.join(_with_random_boards())} or your .toml file, the one of "
        f"number --seed, or any; with --games the next ones too (default: {_DEFAULT_RANDOM})",
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Boards:
    """The boards of several games: the same for all, or random ones from a seed on."""

    variant: Variant
    own: dict[str, Any]  # the fields that options replace
    seed: int | None  # of the first random board

    def rules(self, game: int) -> Rules:
        """The rules of the game of this number; a `DropfourError` says what is wrong with them."""
        base = self.variant.rules if self.seed is None else self.variant.draw(self.seed + game)
        return _changed(base, self.own) if self.own else base

    @property
    def most_cells(self) -> int:
        """How many cells to play the largest of them may have."""
        random = self.variant.random
        if self.seed is None or random is None or not random.rows or not random.columns:
            return self.rules(0).playable
        return random.rows[1] * random.columns[1]


def boards_from_options(options: argparse.Namespace, *, seed: int) -> Boards:
    """The boards that the options describe; a `DropfourError` says what is wrong with them.

    A game with random boards is played on those by `--random`, or by `--seed` if nothing of it is
    replaced; otherwise on its own board.

    >>> parser = argparse.ArgumentParser()
    >>> _ = parser.add_argument("game", nargs="?")
    >>> _ = parser.add_argument("--seed", type=int)
    >>> add_board_options(parser)
    >>> options = parser.parse_args(["--heights", "5 4 5", "--dead", "b2", "--goal", "line:3"])
    >>> boards_from_options(options, seed=0).rules(0)
    Rules(heights=(5, 4, 5), dead=('B2',), goal=Line(3))
    >>> options = parser.parse_args(["--random", "forbidden"])
    >>> boards_from_options(options, seed=1).rules(0).name
    'forbidden (seed 1)'
    """
    own = {field: value for field, value in given_board(options).items() if field in BOARD_FIELDS}
    if options.random is None:
        variant = load_variant(options.game or DEFAULT_GAME)
        drawn = variant.random is not None and options.seed is not None and not own
        return Boards(variant, own, seed if drawn else None)
    if options.game is not None:
        raise DropfourError(f"either {options.game!r} or --random {options.random}, not both")
    variant = load_variant(options.random)
    if variant.random is None:
        others = ", ".join(_with_random_boards())
        raise DropfourError(
            f"--random: {shown(options.random)} has no random boards; these have: {others}"
        )
    for field in own:
        if field in _drawn_fields(variant.random):
            raise DropfourError(f"--{field}: random boards of {options.random} draw their own")
    return Boards(variant, own, seed)


def given_board(options: argparse.Namespace) -> dict[str, Any]:
    """Those of the options that say something about the board, by name."""
    names = ("game", "random", *BOARD_FIELDS)
    return {name: value for name in names if (value := getattr(options, name)) is not None}


def _with_random_boards() -> list[str]:
    return [name for name, variant in presets().items() if variant.random is not None]


def _drawn_fields(random: RandomBoard) -> set[str]:
    shape = set(_SHAPE_WORDS) if random.rows else set()
    return shape | {kind for kind in SPECIAL_KINDS if getattr(random, kind)[1]}


def _changed(base: Rules, own: dict[str, Any]) -> Rules:
    """The rules with some of their fields replaced."""
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
