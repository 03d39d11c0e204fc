"""The one-line record of a game: its rules, where it started, and its moves.

    classic; DDEC
    {"heights":[4,3,4],"dead":["B2"]}; ABBC
    bonus; -/-/-/-/-/-/- O; DE!C

The rules are the name of a preset or a JSON table of rules; then, after semicolons, the position
the game started from (left out when that is the empty board with X to move), and the moves. Blank
lines and lines that start with "#" are comments, so a file with one record in it may carry notes.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from dropfour._validation import shown
from dropfour.notation._text import error_at, lines, opened

COMMENT = "#"
_NAME = re.compile(r"[A-Za-z0-9_-]+", re.ASCII)


@dataclass(frozen=True, slots=True)
class Record:
    """The parts of a record as they are written: only their form is checked.

    `game` is a preset's name or a table of rules, `start` the text of a position or "", `moves`
    the text of a list of moves.
    """

    game: str | Mapping[str, Any]
    moves: str = ""
    start: str = ""


def format_record(record: Record) -> str:
    """The record as one line.

    >>> format_record(Record({"rows": 4, "columns": 5}, "ABBC"))
    '{"rows":4,"columns":5}; ABBC'
    """
    if isinstance(record.game, str):
        game = record.game
    else:
        import json  # slow to import, and not always needed

        game = json.dumps(record.game, separators=(",", ":"), ensure_ascii=False)
    parts = (game, record.start, record.moves) if record.start else (game, record.moves)
    return "; ".join(parts).rstrip()


def parse_record(text: str) -> Record:
    """Read the one record of a text; `FormatError` names the place of the first fault.

    >>> parse_record("classic; DDEC")
    Record(game='classic', moves='DDEC', start='')
    >>> parse_record("classic DDEC")
    Traceback (most recent call last):
        ...
    dropfour.errors.FormatError: line 1, column 9: expected ';' after the rules
    """
    text = opened(text)
    found = [
        (line.content_start, line.text.strip())
        for line in lines(text)
        if line.text.strip() and not line.text.lstrip().startswith(COMMENT)
    ]
    if not found:
        raise error_at(text, len(text), "no record: expected rules, then ';', then moves")
    if len(found) > 1:
        raise error_at(text, found[1][0], "a second record: expected one line only")
    start, line = found[0]
    game, end = _game(text, start, line)
    rest = line[end:].lstrip()
    if not rest.startswith(";"):
        place = start + len(line) - len(rest)
        raise error_at(text, place, "expected ';' after the rules")
    parts = [part.strip() for part in rest[1:].split(";")]
    if len(parts) > 2:
        place = start + line.rindex(";")
        raise error_at(text, place, "too many ';': expected rules; position; moves")
    return Record(game, moves=parts[-1], start=parts[0] if len(parts) > 1 else "")


def is_record(text: str) -> bool:
    """Whether a text has the form of a record, sound or not: a position or moves have none.

    >>> is_record("classic; DDEC"), is_record("DDEC"), is_record("X/-/- O")
    (True, False, False)
    """
    return any(
        ";" in line.text for line in lines(text) if not line.text.lstrip().startswith(COMMENT)
    )


def _game(text: str, start: int, line: str) -> tuple[str | dict[str, Any], int]:
    """The rules at the start of a line, and where they end in it."""
    if line.startswith("{"):
        import json

        reader = json.JSONDecoder(parse_float=_refused, parse_constant=_refused)
        try:
            table, end = reader.raw_decode(line)
        except json.JSONDecodeError as error:
            raise error_at(text, start + error.pos, f"rules: {error.msg}") from None
        except ValueError:
            raise error_at(text, start, "rules: only short whole numbers can stand here") from None
        except RecursionError:
            raise error_at(text, start, "rules: too deeply nested") from None
        return table, end
    name = _NAME.match(line)
    if name is None:
        fault = f"expected the name of a game or a {{...}} table of rules, not {shown(line)}"
        raise error_at(text, start, fault)
    return name[0], name.end()


def _refused(number: str) -> float:
    raise ValueError(number)
