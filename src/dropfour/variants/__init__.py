"""Games by name and games in files: presets, TOML variants and their inheritance.

A variant is a table with the fields of `Rules.from_mapping` and, all of them optional:

    title    one line that says what the game is
    extends  a preset, or another file beside this one, whose fields hold where this one has none
    random   how `load_rules(..., seed=...)` draws a board: see `RandomBoard`
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

from dropfour._validation import line_of_text, shown, suggestion
from dropfour.errors import FormatError, RulesError
from dropfour.files import decoded, label, read_bytes
from dropfour.rules import MAX_NAME, Rules
from dropfour.variants.fault_lines import with_lines
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
        origin = _file(Path(source))
    else:
        raise RulesError([f"rules: {shown(source)}, must be a name, a file or a table"])
    text = _text(origin)
    try:
        return _variant(_inherited(_parsed(text, origin), origin, (origin.key,)), name=origin.name)
    except RulesError as error:
        raise RulesError(with_lines(error.faults, text), source=origin.label) from error


@cache
def preset(name: str) -> Variant:
    """The preset of this name, never a file, so strangers may say the name.

    >>> preset("clasic")
    Traceback (most recent call last):
    dropfour.errors.RulesError: no game is called 'clasic' (did you mean 'classic'?)
    """
    _locate(name, None)
    return load_variant(name)


def presets() -> dict[str, Variant]:
    """The games that come with dropfour, sorted by name."""
    return {name: preset(name) for name in preset_names()}


def preset_names() -> tuple[str, ...]:
    """The names of the games that come with dropfour, sorted.

    >>> "classic" in preset_names()
    True
    """
    return tuple(sorted(file.stem for file in _PRESETS.glob(f"*{_SUFFIX}")))


def parse_toml(text: str) -> dict[str, Any]:
    """The table of a TOML text; `FormatError` says where it is none.

    >>> parse_toml("rows = ")
    Traceback (most recent call last):
    dropfour.errors.FormatError: line 1, column 8: Invalid value
    """
    import tomllib  # slow to import, and not always needed

    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        fault = str(error)
    # tomllib says in words only where the fault is.
    if place := re.fullmatch(r"(.*) \(at line (\d+), column (\d+)\)", fault, re.DOTALL):
        raise FormatError(place[1], line=int(place[2]), column=int(place[3]))
    reason = fault.removesuffix(" (at end of document)")
    raise FormatError(reason, line=text.count("\n") + 1, column=len(text) - text.rfind("\n"))


class _Origin(NamedTuple):
    """A variant's file, one of ours or the user's."""

    path: Path
    name: str  # of the game, unless the file says otherwise
    label: str  # as messages call the file
    folder: Path | None  # where the files are that it may extend; presets extend presets only

    @property
    def key(self) -> str:
        """The same for the same file."""
        return os.path.realpath(self.path) if "\0" not in str(self.path) else str(self.path)


def _locate(text: str, folder: Path | None) -> _Origin:
    """The preset or, where there is a folder to look in, the file that a text means."""
    names = preset_names()
    if text in names:
        return _Origin(_PRESETS / f"{text}{_SUFFIX}", text, f"preset {text}", None)
    if folder is not None:
        if text.endswith(_SUFFIX) or "/" in text or os.sep in text:
            return _file(folder / text)
        if os.path.isfile(folder / text):  # noqa: PTH113 - Path raises where a name is too long
            raise RulesError([f"{label(text)}: a rules file ends in {_SUFFIX}"])
    hint = suggestion(text, names) or f" (there are {', '.join(names)})"
    raise RulesError([f"no game is called {shown(text)}{hint}"])


def _file(path: Path) -> _Origin:
    usable = path.stem.isprintable() and len(path.stem) <= MAX_NAME
    return _Origin(path, path.stem if usable else "", label(path), path.parent)


def _inherited(
    own: dict[str, Any], origin: _Origin | None, chain: tuple[str, ...]
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
        raise error.within("extends") from error
    if parent.key in chain:
        raise RulesError([f"extends: {shown(wanted)} extends itself in the end"])
    if len(chain) >= _MAX_DEPTH:
        raise RulesError([f"extends: more than {_MAX_DEPTH} steps"])
    merged = _inherited(_parsed(_text(parent), parent), parent, (*chain, parent.key))
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


def _text(origin: _Origin) -> str:
    with _faults_in(origin):
        return decoded(read_bytes(origin.path))


def _parsed(text: str, origin: _Origin) -> dict[str, Any]:
    with _faults_in(origin):
        return parse_toml(text)


@contextmanager
def _faults_in(origin: _Origin) -> Iterator[None]:
    """Says in which file a text is no TOML: it may be another than the one asked for."""
    try:
        yield
    except FormatError as error:
        fault = f"{error.fault} (in {origin.label})"
        raise FormatError(fault, line=error.line, column=error.column) from error
