"""Those who sit at the board: our agents, and other people's programs in three languages."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from dropfour.arena.models import LimitsTable, PlayerTable
from dropfour.game import Position
from dropfour.rules import Line, Rules

if TYPE_CHECKING:
    from dropfour.arena.entrants import Player


class Seat(Protocol):
    """A player for one game; what it does wrong is raised as `PlayerFault`."""

    def choose(self, position: Position) -> int:
        """The 0-based column it plays; whether that is legal is for the caller to see."""

    def close(self) -> None:
        """Ends it, and everything it has started."""


def seat(player: Player, rules: Rules, *, seed: int, limits: LimitsTable, folder: str) -> Seat:
    """The player, ready for a game of these rules."""
    table = player.table
    if table.command is None:
        from dropfour.arena.players.builtin import AgentSeat

        return AgentSeat(table, seed=seed)
    own = {
        name: value
        for name in ("move_seconds", "memory_mb")
        if (value := getattr(table, name)) is not None
    }
    limits = limits.model_copy(update=own)
    if table.talk == "protocol":
        from dropfour.arena.players.protocol import ProtocolSeat

        return ProtocolSeat(table, rules, limits=limits, folder=folder)
    if table.talk == "one-move":
        from dropfour.arena.players.one_move import OneMoveSeat

        return OneMoveSeat(table, limits=limits, folder=folder)
    from dropfour.arena.players.standard_input import StandardInputSeat

    return StandardInputSeat(table, limits=limits, folder=folder)


def talk_fault(name: str, table: PlayerTable, board: str, rules: Rules) -> str | None:
    """Why a player cannot be told about a board, or None."""
    if table.command is None or table.talk == "protocol":
        return None
    if table.talk == "standard-input" and (rules.goal != Line(4) or rules.ending != "first"):
        return f"player {name!r} talks standard-input, which is Connect Four, not board {board!r}"
    plain = len(set(rules.heights)) == 1 and not (rules.dead or rules.blocked or rules.bonus)
    if plain:
        return None
    return f"player {name!r} talks {table.talk}, which has plain grids only, not board {board!r}"
