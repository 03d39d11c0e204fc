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

from dropfour._validation import shown
from dropfour.game import Position
from dropfour.notation._text import error_at, lines, opened
from dropfour.rules import Rules
from dropfour.variants import load_rules, preset, presets

_COMMENT = "#"
_NAME = re.compile(r"[A-Za-z0-9_-]+", re.ASCII)


def record_of(position: Position) -> str:
    """The game that led to a position as one line, rules included; `replay` reads it.

    >>> record_of(Position.from_moves("DDE", load_rules("classic")))
    'classic; DDE'
    >>> record_of(Position.from_moves("AB", Rules.grid(rows=4, columns=5)))
    '{"rows":4,"columns":5}; AB'
    """
    first = position.history[0]
    start = () if first == Position(position.rules) else (first.to_text(),)
    return "; ".join((_written(position.rules), *start, position.moves_text())).rstrip()


def replay(text: str) -> Position:
    """The last position of a record, with its history.

    Texts of other people are safe to read: a name means a preset only, never a file. A text of
    another form is a `FormatError`, unknown or unsound rules are a `RulesError`, and a move that
    the rules do not allow is an `IllegalMove`.

    >>> replay("classic; DDE").turn
    1
    >>> replay("bonus; -/-/-/-/-/-/- O; D").moves_text()
    'D'
    """
    text = opened(text)
    found = [
        (line.content_start, line.text.strip())
        for line in lines(text)
        if line.text.strip() and not line.text.lstrip().startswith(_COMMENT)
    ]
    if not found:
        raise error_at(text, len(text), "no record: expected rules, then ';', then moves")
    if len(found) > 1:
        raise error_at(text, found[1][0], "a second record: expected one line only")
    start, line = found[0]
    game, length = _read_game(text, start, line)
    rest = line[length:].lstrip()
    first, end = start + len(line) - len(rest), start + len(line)
    if not rest.startswith(";"):
        raise error_at(text, first, "expected ';' after the rules")
    last = text.rindex(";", first, end)
    if rest.count(";") > 2:
        raise error_at(text, last, "too many ';': expected rules; position; moves")
    rules = _rules(game)
    begun = _alone(text, first + 1, last)
    position = Position.from_text(begun, rules) if begun.strip() else Position(rules)
    return position.play_moves(_alone(text, last + 1, end))


def rules_of(text: str) -> Rules:
    """The rules of a text as they stand in a record: a preset's name, or a JSON table.

    >>> rules_of('{"rows":4,"columns":5}')
    Rules.grid(rows=4, columns=5)
    """
    text = opened(text)
    game, end = _read_game(text, 0, text)
    if text[end:].strip():
        raise error_at(text, end, "the rules end here")
    return _rules(game)


def is_record(text: str) -> bool:
    """Whether a text has the form of a record, sound or not: a position or moves have none.

    >>> is_record("classic; DDEC"), is_record("DDEC"), is_record("X/-/- O")
    (True, False, False)
    """
    return any(
        ";" in line.text for line in lines(text) if not line.text.lstrip().startswith(_COMMENT)
    )


def _written(rules: Rules) -> str:
    """The name of the preset with these rules, or all that differs from the default rules."""
    for name, variant in presets().items():
        if variant.rules == rules:
            return name
    import json  # slow to import, and not always needed

    table = rules.to_mapping()
    plain = Rules.grid(rows=1, columns=1).to_mapping()
    for field in ("ending", "goal"):
        if table[field] == plain[field]:
            del table[field]
    return json.dumps(table, separators=(",", ":"), ensure_ascii=False)


def _rules(game: str | dict[str, object]) -> Rules:
    return preset(game).rules if isinstance(game, str) else load_rules(game)


def _read_game(text: str, start: int, line: str) -> tuple[str | dict[str, object], int]:
    """The name or the table of rules at the start of a line, and where it ends in it."""
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


def _alone(text: str, start: int, end: int) -> str:
    """A part of a text where it stands, after blanks only: faults in it keep their place."""
    return re.sub(r"\S", " ", text[:start]) + text[start:end]


def _refused(number: str) -> float:
    raise ValueError(number)
