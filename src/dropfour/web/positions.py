"""From what a client wrote to rules and positions; nothing here reaches a file but our presets."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, cast

from typing_extensions import TypedDict  # pydantic reads no other before Python 3.12

from dropfour.errors import FormatError, RulesError
from dropfour.game import Position
from dropfour.rules import Rules
from dropfour.variants import Variant, load_variant, parse_toml, preset, presets

# tomllib takes time that grows with the cube of a dotted key's length; a shape's picture has as
# many dots as a board has columns.
_MOST_DOTS_IN_A_LINE = 32
_QUOTED = re.compile(r"\"[^\"\n]*\"|'[^'\n]*'")
_REMARK = re.compile(r"\(.*\)$")


class BoardShown(TypedDict):
    heights: list[int]
    dead: list[tuple[int, int]]
    blocked: list[tuple[int, int]]
    bonus: list[tuple[int, int]]


class RulesInfo(TypedDict):
    """Rules once checked."""

    rules: dict[str, Any]
    title: str
    about: str
    goal: str
    board: BoardShown
    toml: str
    warnings: list[str]


def rules_info(rules: Rules, title: str) -> RulesInfo:
    """Rules as the page shows them; `title` is a variant's, "Name: what it is about (a remark)".

    >>> forbidden = presets()["forbidden"]
    >>> info = rules_info(forbidden.rules, forbidden.title)
    >>> info["title"], info["about"]
    ('Forbidden cell', 'one cell takes no disc')
    """
    name, _, about = title.partition(":")
    return {
        "rules": rules.to_mapping(),
        "title": name,
        "about": _REMARK.sub("", about).strip(),
        "goal": str(rules.goal),
        "board": cast(BoardShown, rules.board),
        "toml": rules.to_toml(),
        "warnings": list(rules.warnings),
    }


def read_rules(asked: Mapping[str, Any]) -> Variant:
    r"""The rules of a table, a preset's name, or TOML text; a `DropfourError` says what is wrong.

    >>> read_rules({"preset": "square"}).title
    'Connect Square: a block of 2 × 2 wins'
    >>> read_rules({"toml": 'extends = "classic"\nrows = 5'}).rules
    Rules.grid(rows=5, columns=7)
    """
    if "preset" in asked:
        return _preset(asked)
    if "toml" in asked:
        _refuse_others(asked, {"toml"})
        asked = _toml_table(asked["toml"])
    variant = load_variant(asked)
    if not variant.title:
        same = (each.title for each in presets().values() if each.rules == variant.rules)
        variant = replace(variant, title=next(same, ""))
    return variant


def _preset(asked: Mapping[str, Any]) -> Variant:
    _refuse_others(asked, {"preset", "seed"})
    if not isinstance(asked["preset"], str):
        raise RulesError(["preset: must be the name of a game"])
    variant = preset(asked["preset"])
    seed = asked.get("seed")
    return variant if seed is None else replace(variant, rules=variant.draw(seed))


def _refuse_others(asked: Mapping[str, Any], known: set[str]) -> None:
    if others := sorted(repr(key)[:40] for key in asked.keys() - known):
        raise RulesError([f"{', '.join(others[:5])}: not beside {' or '.join(sorted(known))}"])


def _toml_table(text: object) -> dict[str, Any]:
    if not isinstance(text, str):
        raise RulesError(["toml: must be a text"])
    for number, line in enumerate(_QUOTED.sub("", text).split("\n"), start=1):
        if line.count(".") > _MOST_DOTS_IN_A_LINE:
            raise FormatError("too many dots", line=number)
    return parse_toml(text.removeprefix("\ufeff"))


def read_position(rules: Rules, start: str | None, moves: Sequence[int] | str) -> Position:
    """The position after `moves` from `start`, with its history."""
    position = Position.from_text(start, rules) if start else Position(rules)
    if isinstance(moves, str):
        return position.play_moves(moves)
    return position.play_columns(moves)
