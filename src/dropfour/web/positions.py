"""From what a client wrote to rules and positions; nothing here reaches a file but our presets."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from typing import Any, cast

from typing_extensions import TypedDict  # pydantic reads no other before Python 3.12

from dropfour._validation import MAX_SIDE
from dropfour._words import counted
from dropfour.errors import DropfourError, FormatError, RulesError
from dropfour.game import Position
from dropfour.notation import is_grid, is_max
from dropfour.reading import read_position as read_position_text
from dropfour.rules import Rules
from dropfour.variants import Variant, load_variant, parse_toml, preset, presets
from dropfour.variants.fault_lines import with_lines
from dropfour.variants.random_board import RandomBoard

# tomllib takes time that grows with the cube of a dotted key's length; a shape's picture has as
# many dots as a board has columns.
_MOST_DOTS_IN_A_LINE = 32
_TOML_KEY = re.compile(r"^[ \t]*[\w-]+[ \t]*=", re.MULTILINE)
_RECORD_OF_A_TABLE = re.compile(r"\}[ \t]*;")
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
        variant = _toml_variant(asked["toml"])
    else:
        variant = load_variant(asked)
    if not variant.title:
        same = (each.title for each in presets().values() if each.rules == variant.rules)
        variant = replace(variant, title=next(same, ""))
    return variant


def shortest(rules: Rules) -> dict[str, Any]:
    """Rules as a request can say them: a preset by its name.

    >>> shortest(Rules.grid(rows=6, columns=7))
    {'preset': 'classic'}
    """
    names = (name for name, variant in presets().items() if variant.rules == rules)
    return next(({"preset": name} for name in names), rules.to_mapping())


def _preset(asked: Mapping[str, Any]) -> Variant:
    """A preset, or its random board of a seed, which may be told its size."""
    sides = {side: asked[side] for side in ("rows", "columns") if side in asked}
    seed = asked.get("seed")
    _refuse_others(asked, {"preset", "seed"} if seed is None else {"preset", "seed", *sides})
    if not isinstance(asked["preset"], str):
        raise RulesError(["preset: must be the name of a game"])
    variant = preset(asked["preset"])
    if seed is None:
        return variant
    if sides and variant.random:
        known = {key: span for key, span in asdict(variant.random).items() if span is not None}
        variant = replace(variant, random=RandomBoard.from_mapping(known | sides))
    return replace(variant, rules=variant.draw(seed))


def _refuse_others(asked: Mapping[str, Any], known: set[str]) -> None:
    if others := sorted(repr(key)[:40] for key in asked.keys() - known):
        raise RulesError([f"{', '.join(others[:5])}: not beside {' or '.join(sorted(known))}"])


def _toml_variant(text: object) -> Variant:
    if not isinstance(text, str):
        raise RulesError(["toml: must be a text"])
    for number, line in enumerate(_QUOTED.sub("", text).split("\n"), start=1):
        if line.count(".") > _MOST_DOTS_IN_A_LINE:
            raise FormatError("too many dots", line=number)
    text = text.removeprefix("\ufeff")
    try:
        return load_variant(parse_toml(text))
    except RulesError as error:
        raise RulesError(with_lines(error.faults, text)) from error


def read_position(rules: Rules, start: str | None, moves: Sequence[int] | str) -> Position:
    """The position after `moves` from `start`, with its history."""
    position = Position.from_text(start, rules) if start else Position(rules)
    if isinstance(moves, str):
        return position.play_moves(moves)
    return position.play_columns(moves)


def read_anything(text: str, rules: Rules) -> Position:
    r"""The position of whatever was pasted; `rules` are those of texts that say none of their own.

    Besides what every command reads these are TOML rules, JSON (an export of ours, rules alone, or
    a game of the arena) and a line of the arena's table of games under its heading.

    >>> classic = presets()["classic"].rules
    >>> read_anything("rows = 4\ncolumns = 5", classic).rules
    Rules.grid(rows=4, columns=5)
    >>> read_anything('{"board": "square", "start": "", "moves": "DE"}', classic).rules.goal
    Square(2)
    >>> read_anything("number,board,start,moves\n0,square,,DE", classic).moves_text()
    'DE'
    """
    text = text.strip("\ufeff \t\r\n")
    if not text:
        raise FormatError("there is nothing to open")
    if text.startswith("{") and not _RECORD_OF_A_TABLE.search(text):
        return _read_table(_json_table(text), rules)
    heading, _, rows = text.partition("\n")
    if {"board", "moves"} <= set(heading.split(",")):
        return _read_table(_only_game(heading, rows), rules)
    if _TOML_KEY.search(text):
        return Position(_toml_variant(text).rules)
    try:
        return read_position_text(text, rules)
    except DropfourError:
        if is_grid(text) or is_max(text):  # a board of another size says its own
            return read_position_text(text)
        raise


def _json_table(text: str) -> dict[str, Any]:
    try:
        table = json.loads(text)
    except json.JSONDecodeError as error:
        raise FormatError(f"no JSON: {error.msg}", line=error.lineno, column=error.colno) from None
    except (ValueError, RecursionError):
        raise FormatError("no JSON that can be read here") from None
    if not isinstance(table, dict):
        raise FormatError("expected a table of JSON, {…}")
    return table


def _only_game(heading: str, rows: str) -> dict[str, Any]:
    games = list(csv.DictReader([heading, *rows.splitlines()]))
    if len(games) != 1:
        raise FormatError(f"{counted(len(games), 'game')} under the heading: paste one", line=2)
    return games[0]


def _read_table(table: Mapping[str, Any], rules: Rules) -> Position:
    """A position in words of JSON: rules, start and moves; a game of the arena; or rules alone."""
    if "board" in table and "moves" in table:
        if isinstance(board := table["board"], str) and board in presets():
            rules = presets()[board].rules
    elif "rules" in table:
        if not isinstance(table["rules"], Mapping):
            raise RulesError(["rules: must be a table"])
        rules = read_rules(table["rules"]).rules
    else:
        return Position(read_rules(table).rules)
    start, moves = table.get("start") or "", table.get("moves") or ""
    if isinstance(moves, list) and all(column in range(MAX_SIDE) for column in moves):
        return read_position(rules, str(start), moves)
    return read_position(rules, str(start), str(moves))
