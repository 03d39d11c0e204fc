"""Whole games as text: the one-line record of a position and its history, and back."""

from __future__ import annotations

from dropfour.game import Position
from dropfour.notation.record import Record, format_record, parse_record
from dropfour.rules import Rules
from dropfour.variants import load_rules, preset, presets


def record_of(position: Position) -> str:
    """The game that led to a position as one line, rules included; `replay` reads it.

    >>> record_of(Position.from_moves("DDE", load_rules("classic")))
    'classic; DDE'
    >>> record_of(Position.from_moves("AB", Rules.grid(rows=4, columns=5)))
    '{"rows":4,"columns":5}; AB'
    """
    first = position.history[0]
    start = "" if first == Position(position.rules) else first.to_text()
    return format_record(Record(_game(position.rules), position.moves_text(), start))


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
    record = parse_record(text)
    rules = preset(record.game).rules if isinstance(record.game, str) else load_rules(record.game)
    if record.start:
        return Position.from_text(record.start, rules).play_moves(record.moves)
    return Position.from_moves(record.moves, rules)


def _game(rules: Rules) -> str | dict[str, object]:
    """The name of the preset with these rules, or all that differs from the default rules."""
    for name, variant in presets().items():
        if variant.rules == rules:
            return name
    table = rules.to_mapping()
    plain = Rules.grid(rows=1, columns=1).to_mapping()
    for field in ("ending", "goal"):
        if table[field] == plain[field]:
            del table[field]
    return table
