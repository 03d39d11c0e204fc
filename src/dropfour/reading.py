"""The position of a text in any of our forms, as people type and paste them."""

from __future__ import annotations

from dropfour._words import counted
from dropfour.errors import DropfourError
from dropfour.game import Position
from dropfour.notation import is_grid, is_max, parse_grid, parse_max
from dropfour.replay import is_record, replay
from dropfour.rules import Rules
from dropfour.variants import load_rules

DEFAULT_GAME = "classic"


def read_position(text: str, rules: Rules | None = None) -> Position:
    r"""The position of a text of any form, with the rules that it says, given or implied.

    The forms are a record, bare, in a saved game or where the arena shows a game; a grid; a
    Max-Connect4 file; a position; and moves, by letters or numbers. Only a record says its rules.

    >>> read_position("DDC").to_text() == read_position("443").to_text() == "-/-/X/XO/-/-/- O"
    True
    >>> read_position("square; AB").rules.goal
    Square(2)
    >>> read_position("1 4\n XO \nX\n").legal
    (0, 3)
    """
    text = text.removeprefix("\ufeff")
    if _is_arena_game(text):
        text = text.rstrip().rpartition("\n")[2]
    if is_record(text):
        return replay(text)
    if is_grid(text):
        return _from_grid(text, rules)
    if is_max(text):
        rules = rules or load_rules("max")
        return Position.from_setup(parse_max(text, rules), rules)
    rules = rules or load_rules(DEFAULT_GAME)
    if "/" in text or (rules.columns == 1 and text.strip("Aa1! \t\r\n")):
        return Position.from_text(text, rules)
    return Position.from_moves(text, rules)


def _is_arena_game(text: str) -> bool:
    """Whether this is what `dropfour arena replay` prints: its last line is a record."""
    head = text.lstrip().partition("\n")[0].rstrip()
    return head.startswith("Game ") and " (X) against " in head and head.endswith(" (O)")


def _from_grid(text: str, rules: Rules | None) -> Position:
    grid = parse_grid(text)
    rules = rules or Rules.grid(rows=grid.rows, columns=grid.columns)
    if (grid.rows, grid.columns) != (rules.rows, rules.columns):
        wanted = _size(rules.rows, rules.columns)
        raise DropfourError(f"{_size(grid.rows, grid.columns)}, the game has {wanted}")
    return Position.from_setup(grid.setup, rules)


def _size(rows: int, columns: int) -> str:
    return f"{counted(rows, 'row')} and {counted(columns, 'column')}"
