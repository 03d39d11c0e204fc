"""Where in a TOML text the key is that a fault of its rules is about."""

from __future__ import annotations

import re
from collections.abc import Iterable

from dropfour.rules import SPECIAL_KINDS

# `[goal]`, or what stands before "=": parts of one name, bare or quoted, with dots between them.
_PART = r"""(?:[\w-]+|"[^"\n]*"|'[^'\n]*')"""
_NAME = rf"{_PART}(?:[ \t]*\.[ \t]*{_PART}){{0,7}}"
_TABLE = re.compile(rf"[ \t]*\[[ \t]*({_NAME})[ \t]*\]")
_KEY = re.compile(rf"[ \t]*({_NAME})[ \t]*=")
_LONG_TEXT = re.compile(r"(\"{3}|'{3}).*?\1", re.DOTALL)
_UNKNOWN = re.compile(r"unknown key (['\"])(.*?)\1")
_WORD = re.compile(r"[\w-]+")
_SPOKEN = {"column": "heights", "height": "heights", "shape": "shapes"}  # as faults call them


def with_lines(faults: Iterable[str], text: str) -> list[str]:
    r"""The faults of a TOML text's rules, each with the line of its key where it has one.

    >>> with_lines(["rows: 0, must be 1 to 32", "goal: unknown key 'lime'"],
    ...            'columns = 7\nrows = 0\n[goal]\nlime = 4\n')
    ['line 2: rows: 0, must be 1 to 32', "line 4: goal: unknown key 'lime'"]
    """
    lines = _lines_of_keys(text)
    return [f"line {line}: {fault}" if (line := _line(fault, lines)) else fault for fault in faults]


def _lines_of_keys(text: str) -> dict[tuple[str, ...], int]:
    """The first line of every key, by its whole name."""
    found: dict[tuple[str, ...], int] = {}
    table: tuple[str, ...] = ()
    text = _LONG_TEXT.sub(lambda found: "\n" * found[0].count("\n"), text)  # no keys in there
    for number, line in enumerate(text.split("\n"), start=1):
        if heading := _TABLE.match(line):
            name = table = _parts(heading[1])
        elif key := _KEY.match(line):
            name = (*table, *_parts(key[1]))
        else:
            continue
        for length in range(1, len(name) + 1):
            found.setdefault(name[:length], number)
    return found


def _parts(name: str) -> tuple[str, ...]:
    return tuple(part.strip("\"'") for part in re.findall(_PART, name))


def _line(fault: str, lines: dict[tuple[str, ...], int]) -> int | None:
    """The line of the deepest key that a fault speaks of, from its first word on."""
    unknown = _UNKNOWN.search(fault)
    words = _WORD.findall(fault[: unknown.start()] if unknown else fault)
    name: tuple[str, ...] = ()
    for word in [*words, unknown[2]] if unknown else words:
        further = (*name, _SPOKEN.get(word, word))
        if further in lines:
            name = further
            if name[0] in SPECIAL_KINDS:
                break  # what follows are cells
    return lines.get(name)
