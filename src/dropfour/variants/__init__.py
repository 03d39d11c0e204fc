"""Games by name and games in files: presets, TOML variants and their inheritance.

A variant is a table with the fields of `Rules.from_mapping` and, all of them optional:

    title    one line that says what the game is
    extends  a preset, or another file beside this one, whose fields hold where this one has none
    random   how `load_rules(..., seed=...)` draws a board: see `RandomBoard`
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

from dropfour._validation import line_of_text, shown, suggestion
from dropfour.errors import FormatError, RulesError
from dropfour.files import decoded, label, read_bytes
from dropfour.rules import MAX_NAME, Rules
from dropfour.variants.random_board import RandomBoard

Source: TypeAlias = str | os.PathLike[str] | Mapping[str, object]

_PRESETS = Path(__file__).parent
_SUFFIX = ".toml"
_MAX_DEPTH = 16
_MAX_TITLE = 200
_NOT_INHERITED = ("name", "title", "extends")


@dataclass(frozen=True, slots=True)
class Variant:
    """A game as its file describes it: the rules of its fixed board, and more boards by seed."""

    rules: Rules
    title: str
    random: RandomBoard | None

    def draw(self, seed: int) -> Rules:
        """The random board of a seed; `RulesError` if the variant has none."""
        if self.random is None:
            game = repr(self.rules.name) if self.rules.name else "this game"
            raise RulesError([f"seed: {game} has no random boards (no [random] table)"])
        return self.random.draw(self.rules, seed)


def load_rules(source: Source, *, seed: int | None = None) -> Rules:
    """The rules of a preset name, a TOML file or a mapping; with a seed, its random board.

    A text is a file if it ends in .toml or has a path separator, else it is a preset: programs that
    pass on what strangers wrote should allow `preset_names()` only. A mapping can extend presets.

    >>> load_rules("square").goal
    Square(2)
    >>> load_rules({"extends": "square", "rows": 4, "columns": 5})
    Rules.grid(rows=4, columns=5, goal=Square(2))
    >>> load_rules("forbidden", seed=1)
    Rules.grid(rows=9, columns=10, blocked=('E4',), name='forbidden (seed 1)')
    """
    variant = load_variant(source)
    return variant.rules if seed is None else variant.draw(seed)


def load_variant(source: Source) -> Variant:
    """The whole variant behind `load_rules`, with its title and random boards.

    >>> load_variant("max").title
    'Max-Connect4: play until the board is full, most fours win'
    """
    if isinstance(source, Mapping):
        return _variant(_inherited(dict(source), None, ()), name="")
    if isinstance(source, str):
        origin = _locate(source, Path())
    elif isinstance(source, os.PathLike):
        origin = _File(Path(source))
    else:
        raise RulesError([f"rules: {shown(source)}, must be a name, a file or a table"])
    settings = _inherited(_parse(origin.read(), origin.label), origin, (origin.key,))
    return _variant(settings, name=origin.name)


def names_file(text: str) -> bool:
    """Whether a text that is no preset's name means a file.

    >>> names_file("mine.toml"), names_file("./mine"), names_file("mine.txt")
    (True, True, False)
    """
    return text.endswith(_SUFFIX) or "/" in text or os.sep in text


def preset_names() -> tuple[str, ...]:
    """The names of the games that come with dropfour, sorted.

    >>> "classic" in preset_names()
    True
    """
    return tuple(sorted(file.stem for file in _PRESETS.glob(f"*{_SUFFIX}")))


class _Preset:
    """A variant that comes with the package."""

    folder: Path | None = None  # presets extend presets only

    def __init__(self, name: str) -> None:
        self.name = name
        self.label = f"preset {name}"
        self.key = f"preset {name}"

    def read(self) -> bytes:
        return (_PRESETS / f"{self.name}{_SUFFIX}").read_bytes()


class _File:
    """A variant in a file of the user's."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.folder: Path | None = path.parent
        self.label = label(path)
        self.key = os.path.realpath(path) if "\0" not in str(path) else str(path)
        usable = path.stem.isprintable() and len(path.stem) <= MAX_NAME
        self.name = path.stem if usable else ""

    def read(self) -> bytes:
        return read_bytes(self.path)


def _locate(text: str, folder: Path | None) -> _Preset | _File:
    """The preset or, where there is a folder to look in, the file that a text means."""
    names = preset_names()
    if text in names:
        return _Preset(text)
    if folder is not None and names_file(text):
        return _File(folder / text)
    hint = suggestion(text, names) or f" (there are {', '.join(names)})"
    raise RulesError([f"no game is called {shown(text)}{hint}"])


def _inherited(
    own: dict[str, Any], origin: _Preset | _File | None, chain: tuple[str, ...]
) -> dict[str, Any]:
    """A table's own fields over those of what it extends; `chain` is the way that led to it."""
    if "extends" not in own:
        return own
    wanted = own.pop("extends")
    if not isinstance(wanted, str):
        raise RulesError([f"extends: {shown(wanted)}, must be the name of a game or a file"])
    try:
        parent = _locate(wanted, origin.folder if origin else None)
    except RulesError as error:
        raise RulesError(f"extends: {fault}" for fault in error.faults) from error
    if parent.key in chain:
        raise RulesError([f"extends: {shown(wanted)} extends itself in the end"])
    if len(chain) >= _MAX_DEPTH:
        raise RulesError([f"extends: more than {_MAX_DEPTH} steps"])
    table = _parse(parent.read(), parent.label)
    merged = _inherited(table, parent, (*chain, parent.key))
    # A shape is given in one of two ways, and the own way replaces the other.
    replaced = {"heights"} if own.keys() & {"rows", "columns"} else set()
    replaced |= {"rows", "columns"} if "heights" in own else set()
    kept = {
        key: value
        for key, value in merged.items()
        if key not in replaced and key not in _NOT_INHERITED
    }
    return kept | own


def _variant(settings: dict[str, Any], *, name: str) -> Variant:
    """The variant of a table with nothing left to inherit, or a `RulesError` with every fault."""
    faults: list[str] = []
    title = line_of_text(settings.pop("title", ""), what="title", longest=_MAX_TITLE, faults=faults)
    table = settings.pop("random", None)
    rules = random = None
    try:
        rules = Rules.from_mapping({"name": name, **settings})
    except RulesError as error:
        faults.extend(error.faults)
    try:
        random = None if table is None else RandomBoard.from_mapping(table)
        if rules and random:
            random.check(rules)
    except RulesError as error:
        faults.extend(error.faults)
    if faults or rules is None:
        raise RulesError(faults)
    return Variant(rules, title, random)


def _parse(content: bytes, label: str) -> dict[str, Any]:
    """The table of a TOML file; `FormatError` says where it is none."""
    import tomllib  # slow to import, and not always needed

    try:
        text = decoded(content)
        return tomllib.loads(text)
    except FormatError as error:
        reason, line, column = error.fault, error.line, error.column
    except (ValueError, RecursionError) as error:
        reason, line, column = _syntax_fault(str(error), text)
    raise FormatError(f"{reason} (in {label})", line=line, column=column)


def _syntax_fault(message: str, text: str) -> tuple[str, int, int]:
    """What tomllib found wrong, and where: it says so in words only."""
    place = re.fullmatch(r"(.*) \(at line (\d+), column (\d+)\)", message, re.DOTALL)
    if place:
        return place[1], int(place[2]), int(place[3])
    reason = message.removesuffix(" (at end of document)")
    return reason, text.count("\n") + 1, len(text) - text.rfind("\n")
