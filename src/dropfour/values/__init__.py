"""What is proven of whole games: how one ends from the empty board, if both sides play their best.

The data is `proven.json`; `python tools/value_tables.py` proves more, and writes docs/values.md.

>>> from dropfour.rules import Rules
>>> print(find_value(Rules.grid(rows=6, columns=7)))
the first player wins on ply 41
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass, replace
from functools import cache
from importlib.resources import files
from typing import Any

from dropfour._words import counted
from dropfour.cells import Cell
from dropfour.goals import Line, Square
from dropfour.rules import Rules

FILE = "proven.json"


@dataclass(frozen=True, slots=True)
class GameValue:
    """The value of a game for its first player: +1 a win, 0 a draw, -1 a loss; or bounds of it."""

    rules: Rules
    lower: int
    upper: int
    plies: int | None  # when the game ends: the winner hurries, the loser delays; None: not proven
    margins: tuple[int, int] | None  # bounds of the points, ending "full" only
    nodes: int  # that the proof took
    seconds: float  # and of one processor core
    quiet_plies: int | None = None  # nobody can force a win within so many; None: more is proven

    @property
    def value(self) -> int | None:
        return self.lower if self.lower == self.upper else None

    @property
    def is_bounded(self) -> bool:
        """Whether anything is proven at all."""
        bounds = self.margins or self.quiet_plies
        return (self.lower, self.upper) != (-1, 1) or bounds is not None

    def __str__(self) -> str:
        if self.margins is not None:
            return _margin_words(*self.margins)
        match self.lower, self.upper:
            case (-1, 1) if self.quiet_plies:
                return f"nobody can force a win within {counted(self.quiet_plies, 'ply', 'plies')}"
            case (-1, 1):
                return "not proven"
            case (0, 0):
                return "a draw"
            case (0, 1):
                return "the first player can hold a draw"
            case (-1, 0):
                return "the second player can hold a draw"
        winner = "first" if self.lower == 1 else "second"
        return f"the {winner} player wins" + (f" on ply {self.plies}" if self.plies else "")

    def joined(self, other: GameValue) -> GameValue:
        """What two proofs of one game show together: one of them, or new bounds at both's cost.

        >>> rules = Rules.grid(rows=8, columns=9)
        >>> no_win = GameValue(rules, -1, 0, None, None, nodes=200, seconds=2.5)
        >>> print(no_win.joined(GameValue(rules, 0, 1, None, None, nodes=100, seconds=1.5)))
        a draw
        """
        proofs = sorted((self, other), key=lambda proof: proof.nodes)
        plies = {proof.plies for proof in proofs if proof.plies is not None}
        margins = [proof.margins for proof in proofs if proof.margins is not None]
        both = GameValue(
            self.rules,
            max(proof.lower for proof in proofs),
            min(proof.upper for proof in proofs),
            max(plies, default=None),
            (max(m[0] for m in margins), min(m[1] for m in margins)) if margins else None,
            sum(proof.nodes for proof in proofs),
            round(sum(proof.seconds for proof in proofs), 2),
        )
        quiet = [proof.quiet_plies for proof in proofs if proof.quiet_plies is not None]
        if quiet and (both.lower, both.upper) == (-1, 1):
            both = replace(both, quiet_plies=max(quiet))
        least, most = both.margins or (0, 0)
        too_soon = both.value and max(quiet, default=0) >= (both.plies or both.rules.playable + 1)
        if both.lower > both.upper or least > most or len(plies) > 1 or too_soon:
            raise ValueError(f"{self.rules!r}: {self}, and yet {other}")
        return next((p for p in proofs if p._shown == both._shown), both)

    @property
    def _shown(self) -> tuple[object, ...]:
        """All but what it took."""
        return self.lower, self.upper, self.plies, self.margins, self.quiet_plies

    def to_mapping(self) -> dict[str, Any]:
        """Plain data, as the file has it."""
        data = {**asdict(self), "rules": self.rules.to_mapping()}
        if self.quiet_plies is None:
            del data["quiet_plies"]
        return data

    @classmethod
    def from_mapping(cls, data: dict[str, Any]) -> GameValue:
        """Reads what `to_mapping` gives."""
        margins = data["margins"] and tuple(data["margins"])
        return cls(**{**data, "rules": Rules.from_mapping(data["rules"]), "margins": margins})


def find_value(rules: Rules) -> GameValue | None:
    """What is proven of a game, or of its mirror image."""
    values = _by_rules()
    return values.get(rules) or values.get(_mirrored(rules))


def all_values() -> tuple[GameValue, ...]:
    """Everything that is proven."""
    return tuple(_by_rules().values())


def read_values(text: str) -> list[GameValue]:
    """The entries of a file like ours."""
    return [GameValue.from_mapping(entry) for entry in json.loads(text)]


@cache
def _by_rules() -> dict[Rules, GameValue]:
    text = files(__name__).joinpath(FILE).read_text(encoding="utf-8")
    return {value.rules: value for value in read_values(text)}


def _mirrored(rules: Rules) -> Rules:
    """The same game seen from behind; goals of odd shapes stay as they are."""
    if not isinstance(rules.goal, Line | Square):
        return rules

    def turned(cells: Iterable[Cell]) -> list[Cell]:
        return [Cell(rules.columns - 1 - cell.column, cell.row) for cell in cells]

    return Rules(
        heights=rules.heights[::-1],
        dead=turned(rules.dead),
        blocked=turned(rules.blocked),
        bonus=turned(rules.bonus),
        goal=rules.goal,
        ending=rules.ending,
    )


def _margin_words(lower: int, upper: int) -> str:
    if lower == upper == 0:
        return "a draw"
    if lower == upper:
        winner = "first" if lower > 0 else "second"
        return f"the {winner} player wins by {counted(abs(lower), 'point')}"
    least, most = (f"{margin:+d}" if margin else "0" for margin in (lower, upper))
    return f"the first player's margin is {least} to {most}"
