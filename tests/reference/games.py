"""Positions of the oracle, written as moves or drawn."""

from __future__ import annotations

from collections.abc import Iterable

from dropfour.cells import Cell
from dropfour.reference import Content, ReferenceGame, ReferenceOutcome
from dropfour.rules import Rules

CLASSIC = Rules.grid(rows=6, columns=7)


def played(rules: Rules, letters: str) -> ReferenceGame:
    """The position after these columns, A B C ..., spaces ignored."""
    game = ReferenceGame(rules)
    for letter in letters.replace(" ", ""):
        game = game.play(ord(letter) - ord("A"))
    return game


def board(rules: Rules, picture: str, *, turn: int = 0) -> ReferenceGame:
    """The position of a picture as `str(game)` draws it."""
    contents: dict[str, Content] = {".": None, "X": 0, "O": 1, "=": "ban", "*": "blocked"}
    rows = [row.strip() for row in reversed(picture.split())]
    cells = [
        [contents[rows[row][column]] for row in range(height)]
        for column, height in enumerate(rules.heights)
    ]
    return ReferenceGame(rules, cells=cells, turn=1 if turn else 0)


def names(cells: Iterable[Cell]) -> str:
    return " ".join(map(str, cells))


def ended(game: ReferenceGame) -> ReferenceOutcome:
    assert game.outcome is not None
    assert game.legal == ()
    return game.outcome
