"""When a game is over though the board does not say so yet."""

from __future__ import annotations

from typing import NamedTuple

from dropfour.agents import agent
from dropfour.arena.results import Thought
from dropfour.arena.tables import Adjudication
from dropfour.game import Position

PROVEN, AGREED, TOO_LONG = "proven", "both players say so", "too long"
_PROOF_NODES = 20_000  # a few milliseconds: no proof within them, and the game goes on


class Verdict(NamedTuple):
    """How a game ends, and why."""

    winner: int | None
    reason: str


class Judge:
    """Looks at every position of one game, and hears what players say about their moves."""

    def __init__(self, table: Adjudication) -> None:
        self._table = table
        # No book: with one, a game would be over before anybody has shown what he can do.
        self._solver = agent("perfect", nodes=_PROOF_NODES, book=False) if table.proven else None
        self._agreed: dict[int | None, list[int]] = {}  # moves of each side, by winner

    def hear(self, side: int, thought: Thought) -> None:
        """What a player says about the move that it has just made."""
        for winner in self._opinions(side, thought.value):
            self._agreed.setdefault(winner, [0, 0])[side] += 1

    def _opinions(self, side: int, value: float | None) -> list[int | None]:
        """The results that it believes in; all others are forgotten."""
        table, opinions = self._table, list[int | None]()
        if value is not None:
            if table.win_value is not None and abs(value) >= table.win_value:
                opinions.append(side if value > 0 else 1 - side)
            if table.draw_value is not None and abs(value) <= table.draw_value:
                opinions.append(None)
        self._agreed = {k: v for k, v in self._agreed.items() if k in opinions}
        return opinions

    def verdict(self, position: Position) -> Verdict | None:
        """The result, if the game ends here; the board has not ended it."""
        if self._solver is not None:
            proven = self._solver.analyse(position).exact
            if proven is not None:
                side = position.turn
                return Verdict({1: side, 0: None, -1: 1 - side}[proven.value], PROVEN)
        plies = len(position.moves)
        for winner, moves in self._agreed.items():
            enough = self._table.draw_moves if winner is None else self._table.win_moves
            if min(moves) >= enough and (winner is not None or plies >= self._table.draw_after):
                return Verdict(winner, AGREED)
        if self._table.length is not None and plies >= self._table.length:
            first, second = position.scores
            ahead = position.rules.ending == "full" and first != second
            return Verdict(int(second > first) if ahead else None, TOO_LONG)
        return None
