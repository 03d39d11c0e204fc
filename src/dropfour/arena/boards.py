"""The boards of an experiment: presets, files, random boards of either, or rules right here."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypeAlias

from dropfour._validation import shown
from dropfour.errors import DropfourError, RulesError
from dropfour.rules import Rules
from dropfour.variants import load_rules

NamedRules: TypeAlias = tuple[str, Rules]

_KEYS = ("game", "seed", "seeds", "name")


def read_boards(tables: list[Any], folder: Path, faults: list[str]) -> list[NamedRules]:
    """The boards under their names; tables with faults bring none."""
    boards: list[NamedRules] = []
    for number, table in enumerate(tables, start=1):
        place = f"rules {number}"
        try:
            boards += _boards(table, folder)
        except RulesError as error:
            if error.source:
                place += f" ({error.source})"
            faults += error.within(place).faults
        except DropfourError as error:
            faults.append(f"{place}: {error}")
    names = [name for name, _ in boards]
    for name in sorted({name for name in names if names.count(name) > 1}):
        faults.append(f"rules: two boards are called {shown(name)}, give one of them a name")
    return boards


def _boards(table: Any, folder: Path) -> list[NamedRules]:
    """The boards of one table."""
    if not isinstance(table, Mapping):
        raise DropfourError(f"{shown(table)}, must be a table")
    game, seed, seeds, name = (table.get(key) for key in _KEYS)
    if name is not None:
        if not isinstance(name, str) or not name or len(name) > 60:
            raise DropfourError(f"name: {shown(name)}, must be a text of 1 to 60 characters")
        if not name.isprintable():
            raise DropfourError(f"name: {shown(name)} must be one line of ordinary characters")
    inline = {key: value for key, value in table.items() if key not in _KEYS}
    if game is None:
        if seed is not None or seeds is not None:
            raise DropfourError("seed: only a game by name or file has random boards")
        rules = load_rules(inline)
        return [(name or rules.name or _shape(rules), rules)]
    if inline:
        raise DropfourError(f"unknown key {shown(next(iter(inline)))} beside game")
    if not isinstance(game, str):
        raise DropfourError(f"game: {shown(game)}, must be the name of a game or a file")
    source = str(folder / game) if game.endswith(".toml") else game
    if seed is None and seeds is None:
        return [(name or Path(game).stem, load_rules(source))]
    if seed is not None and seeds is not None:
        raise DropfourError("seed and seeds: give the one or the other")
    numbers = [seed] if seeds is None else seeds
    if not isinstance(numbers, list) or not numbers:
        raise DropfourError(f"seeds: {shown(numbers)}, must be a list of numbers")
    label = name or Path(game).stem
    return [
        (label if name and seeds is None else f"{label} {n}", load_rules(source, seed=n))
        for n in numbers
    ]


def _shape(rules: Rules) -> str:
    return f"{rules.columns} × {rules.rows} {rules.goal}"
