"""From what a client wrote to rules and positions; nothing here reaches a file but our presets."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from dropfour.errors import DropfourError, FormatError, IllegalMove, RulesError
from dropfour.game import Position
from dropfour.random_board import MAX_SEED
from dropfour.rules import Rules
from dropfour.variants import Variant, load_variant, preset_names

# tomllib takes time that grows with the cube of a dotted key's length; a shape's picture has as
# many dots as a board has columns.
_MOST_DOTS_IN_A_LINE = 32
_QUOTED = re.compile(r"\"[^\"\n]*\"|'[^'\n]*'")
_FIRST_SHOWN = ("classic", "irregular", "square", "forbidden", "bonus", "max")


@dataclass(frozen=True, slots=True)
class NamedRules:
    """Rules and the line that says what game they are."""

    rules: Rules
    title: str

    def info(self) -> dict[str, Any]:
        """The RulesInfo of the wire."""
        rules = self.rules
        return {
            "rules": rules.to_mapping(),
            "title": self.title,
            "goal": str(rules.goal),
            "board": {
                "heights": list(rules.heights),
                "dead": [list(cell) for cell in rules.dead],
                "blocked": [list(cell) for cell in rules.blocked],
                "bonus": [list(cell) for cell in rules.bonus],
            },
            "toml": rules.to_toml(),
            "warnings": list(rules.warnings),
        }


def read_rules(asked: Mapping[str, Any]) -> NamedRules:
    r"""The rules of a table, a preset's name, or TOML text; a `DropfourError` says what is wrong.

    >>> read_rules({"preset": "square"}).title
    'Connect Square: a block of 2 × 2 wins'
    >>> read_rules({"toml": 'extends = "classic"\nrows = 5'}).rules
    Rules.grid(rows=5, columns=7)
    """
    if "preset" in asked:
        return _preset_rules(asked)
    if "toml" in asked:
        _refuse_others(asked, {"toml"})
        return _named(load_variant(_toml_table(asked["toml"])))
    return _named(load_variant(asked))


def _preset_rules(asked: Mapping[str, Any]) -> NamedRules:
    _refuse_others(asked, {"preset", "seed"})
    name, seed = asked["preset"], asked.get("seed")
    if not isinstance(name, str) or name not in preset_names():
        raise RulesError([f"preset: there is no such game, only {', '.join(preset_names())}"])
    variant = preset(name)
    if seed is None:
        return NamedRules(variant.rules, variant.title)
    if not isinstance(seed, int) or isinstance(seed, bool) or not 0 <= seed <= MAX_SEED:
        raise RulesError(["seed: must be a whole number from 0 to 2^64 - 1"])
    return NamedRules(variant.draw(seed), variant.title)


def _refuse_others(asked: Mapping[str, Any], known: set[str]) -> None:
    if others := sorted(repr(key)[:40] for key in asked.keys() - known):
        raise RulesError([f"{', '.join(others[:5])}: not beside {' or '.join(sorted(known))}"])


def _toml_table(text: object) -> dict[str, Any]:
    if not isinstance(text, str):
        raise RulesError(["toml: must be a text"])
    for number, line in enumerate(_QUOTED.sub("", text).split("\n"), start=1):
        if line.count(".") > _MOST_DOTS_IN_A_LINE:
            raise FormatError("too many dots", line=number)
    try:
        return tomllib.loads(text.removeprefix("\ufeff"))
    except tomllib.TOMLDecodeError as error:
        raise DropfourError(str(error)) from None
    except (ValueError, RecursionError):  # a number of thousands of digits, a thousand brackets
        raise DropfourError("this TOML is too large or too deep") from None


def _named(variant: Variant) -> NamedRules:
    title = variant.title or _preset_titles().get(variant.rules, "")
    return NamedRules(variant.rules, title)


@cache
def preset(name: str) -> Variant:
    """A game that comes with dropfour; only ever asked for names from `preset_names`."""
    return load_variant(name)


@cache
def _preset_titles() -> dict[Rules, str]:
    return {preset(name).rules: preset(name).title for name in preset_names()}


def presets() -> dict[str, Variant]:
    """The games that come with dropfour, best known first."""
    rank = {name: number for number, name in enumerate(_FIRST_SHOWN)}
    names = sorted(preset_names(), key=lambda name: (rank.get(name, len(rank)), name))
    return {name: preset(name) for name in names}


def read_position(rules: Rules, start: str | None, moves: Sequence[int] | str) -> Position:
    """The position after `moves` from `start`, with its history."""
    position = Position.from_text(start, rules) if start else Position(rules)
    if isinstance(moves, str):
        return position.play_moves(moves)
    return play_columns(position, moves)


def play_columns(position: Position, columns: Sequence[int]) -> Position:
    """The position after the columns; `IllegalMove` numbers the one that cannot be played."""
    for number, column in enumerate(columns, start=1):
        try:
            position = position.play(column)
        except IllegalMove as error:
            raise IllegalMove(f"move {number}: {error}") from None
    return position


def faults_of(error: DropfourError) -> list[str]:
    """What is wrong, one sentence each."""
    return list(error.faults) if isinstance(error, RulesError) else [str(error)]
