"""Those who play: our agents, and other people's programs in three languages."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any, Protocol

from dropfour._settings import LIMITS
from dropfour._validation import shown
from dropfour.agents import Agent, AgentSpec, parse_agent
from dropfour.arena.faults import Cause, PlayerFault
from dropfour.arena.players.one_move import OneMoveSeat
from dropfour.arena.players.protocol import ProtocolSeat
from dropfour.arena.players.standard_input import StandardInputSeat
from dropfour.arena.tables import Allowances, Player, read_table
from dropfour.errors import DropfourError, IllegalMove
from dropfour.game import Position
from dropfour.rules import Line, Rules


class Seat(Protocol):
    """A player in one game; what it does wrong is raised as `PlayerFault`."""

    def choose(self, position: Position) -> int:
        """The 0-based column it plays; whether that is legal is for the caller to see."""

    def close(self) -> None:
        """Ends it, and everything it has started."""


class _AgentSeat:
    def __init__(self, agent: Agent, seconds: float | None) -> None:
        self._agent, self._seconds = agent, seconds

    def choose(self, position: Position) -> int:
        began = time.perf_counter()
        try:
            column = self._agent.choose(position)
        except Exception as error:  # a bug of ours must not end a long tournament
            raise PlayerFault(Cause.CRASH, f"{type(error).__name__}: {error}") from error
        elapsed = time.perf_counter() - began
        if self._seconds is not None and elapsed > self._seconds:
            raise PlayerFault(Cause.LATE, f"after {elapsed:.2f} s of {self._seconds:g} s")
        return column

    def close(self) -> None:
        """Nothing to end."""


def seat(player: Player, rules: Rules, *, seed: int, allowed: Allowances, folder: str) -> Seat:
    """The player, ready for a game of these rules."""
    if player.agent is not None:
        spec = AgentSpec(player.agent, {**player.limits, **player.settings})
        return _AgentSeat(spec.make(seed=seed), player.move_seconds)
    own = {"move_seconds": player.move_seconds, "memory_mb": player.memory_mb}
    allowed = allowed.model_copy(update={k: v for k, v in own.items() if v is not None})
    if player.talk == "protocol":
        return ProtocolSeat(player, rules, allowed=allowed, folder=folder)
    if player.talk == "one-move":
        return OneMoveSeat(player, allowed=allowed, folder=folder)
    return StandardInputSeat(player, allowed=allowed, folder=folder)


def move(player: Seat, position: Position) -> Position:
    """The position after the move that a player chooses; an illegal one is its fault too."""
    try:
        return position.play(player.choose(position))
    except IllegalMove as error:
        raise PlayerFault(Cause.ILLEGAL, str(error)) from None


def read_players(tables: list[Any], faults: list[str]) -> list[Player]:
    """The players; one with faults is there under its name, so that it can be spoken of."""
    players: list[Player] = []
    for number, content in enumerate(tables, start=1):
        place = f"players {number}"
        player, wrong = read_table(Player, content, faults, place=place)
        if not wrong & {"agent", "command"}:
            try:
                player = _checked(player)
            except DropfourError as error:
                faults.append(f"{place}: {error}")
        name = player.name or _default_name(player) or f"player {number}"
        players.append(player.model_copy(update={"name": name}))
    names = [player.name for player in players]
    faults += [
        f"players: two are called {shown(name)}, give one of them a name"
        for name in sorted({name for name in names if names.count(name) > 1})
    ]
    return players


def _checked(player: Player) -> Player:
    """The player, what its agent's text says put where its other settings are."""
    if (player.agent is None) == (player.command is None):
        raise DropfourError("give an agent or a command, the one or the other")
    if player.agent is None:
        if not player.command or not player.command[0]:
            raise DropfourError("command: must be a list of a program and its arguments")
        if player.settings:
            raise DropfourError("settings: only agents have them")
        return player
    given = player.model_fields_set
    if strange := [key for key in ("talk", "memory_mb") if key in given]:
        raise DropfourError(f"{' and '.join(strange)}: only programs have it")
    try:
        told = parse_agent(player.agent)
    except DropfourError as error:
        raise DropfourError(f"agent: {error}") from error
    parts = told.settings, player.limits, player.settings
    everything = {key: value for part in parts for key, value in part.items()}
    if len(everything) < sum(map(len, parts)):
        twice = sorted(key for key in everything if sum(key in part for part in parts) > 1)
        raise DropfourError(f"{', '.join(twice)}: given twice")
    spec = AgentSpec(told.name, everything)
    limits = {key: value for key, value in told.settings.items() if key in LIMITS}
    settings = {k: v for k, v in told.settings.items() if k not in LIMITS} | player.settings
    player = player.model_copy(update={"agent": told.name, **limits, "settings": settings})
    own_limits = {key: value for key, value in spec.limits.items() if key not in LIMITS}
    name = player.name or _agent_name(spec.name, player.limits | own_limits)
    return player.model_copy(update={"name": name})


def _default_name(player: Player) -> str:
    if player.agent is not None:
        return _agent_name(player.agent, player.limits)
    return Path(player.command[0]).stem if player.command else ""


def _agent_name(agent: str, limits: dict[str, float]) -> str:
    return " ".join((agent, *(_limit_words(unit, amount) for unit, amount in limits.items())))


def _limit_words(unit: str, amount: float) -> str:
    """How much a player may think, as part of a name.

    >>> _limit_words("playouts", 1_000_000), _limit_words("depth", 4), _limit_words("seconds", 0.5)
    ('1000000 playouts', 'depth 4', '0.5 seconds')
    """
    number = str(amount) if isinstance(amount, int) else f"{amount:g}"
    if unit in ("depth", "level"):
        return f"{unit} {number}"
    words = unit.replace("_", " ")
    return f"{number} {words.removesuffix('s') if amount == 1 else words}"


def talk_fault(player: Player, rules: Rules) -> str | None:
    """Why a player cannot be told about these rules, or None."""
    if player.command is None or player.talk == "protocol":
        return None
    if player.talk == "standard-input" and (rules.goal != Line(4) or rules.ending != "first"):
        return "talks standard-input, which is Connect Four"
    if len(set(rules.heights)) > 1 or rules.dead or rules.blocked or rules.bonus:
        return f"talks {player.talk}, which has plain grids only"
    return None
