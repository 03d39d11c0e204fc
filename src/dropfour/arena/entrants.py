"""The players of an experiment under their names: agents of ours, and other people's programs."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from dropfour._validation import shown, suggestion
from dropfour.agents import agent, agent_names
from dropfour.arena.models import PlayerTable
from dropfour.arena.reading import read_table
from dropfour.errors import DropfourError


@dataclass(frozen=True)
class Player:
    """A player of an experiment under its name."""

    name: str
    table: PlayerTable

    @property
    def effort(self) -> tuple[str, float] | None:
        """The unit and the amount of its thinking, where it has just one limit."""
        efforts = self.table.efforts
        return next(iter(efforts.items())) if len(efforts) == 1 else None


def read_players(tables: list[Any], faults: list[str]) -> list[Player]:
    """The players; one with faults is there under its name, so that it can be spoken of."""
    players: list[Player] = []
    for number, content in enumerate(tables, start=1):
        place = f"players {number}"
        table, wrong = read_table(PlayerTable, content, faults, place=place)
        if not wrong & {"agent", "command"}:
            faults += [f"{place}: {fault}" for fault in _faults(table)]
        players.append(Player(table.name or _default_name(table, number), table))
    names = [player.name for player in players]
    for name in sorted({name for name in names if names.count(name) > 1}):
        faults.append(f"players: two are called {shown(name)}, give one of them a name")
    return players


def _default_name(table: PlayerTable, number: int) -> str:
    if table.agent is not None:
        return " ".join((table.agent, *(_effort(u, n) for u, n in table.efforts.items())))
    return Path(table.command[0]).stem if table.command else f"player {number}"


def _effort(unit: str, amount: float) -> str:
    """How much a player may think, as part of a name.

    >>> _effort("playouts", 1_000_000), _effort("depth", 4), _effort("seconds", 0.5)
    ('1000000 playouts', 'depth 4', '0.5 seconds')
    """
    number = str(amount) if isinstance(amount, int) else f"{amount:g}"
    if unit == "depth":
        return f"{unit} {number}"
    return f"{number} {unit.removesuffix('s') if amount == 1 else unit}"


def _faults(table: PlayerTable) -> list[str]:
    if (table.agent is None) == (table.command is None):
        return ["give an agent or a command, the one or the other"]
    if table.command is not None:
        if not table.command or not table.command[0]:
            return ["command: must be a list of a program and its arguments"]
        return ["settings: only agents have them"] if table.settings else []
    given = table.model_fields_set
    faults = [f"{key}: only programs have it" for key in ("talk", "memory_mb") if key in given]
    return faults + _agent_faults(table)


def _agent_faults(table: PlayerTable) -> list[str]:
    """Every setting alone, so that each fault is told; if all are sound, then together."""
    name = table.agent
    assert name is not None
    if name not in agent_names():
        hint = suggestion(name, agent_names()) or f", only {', '.join(agent_names())}"
        return [f"agent: there is no agent {shown(name)}{hint}"]
    if twice := table.efforts.keys() & table.settings.keys():
        return [f"{key} is given twice" for key in sorted(twice)]
    everything = {**table.efforts, **table.settings}
    alone = [_setting_fault(name, {key: value}) for key, value in everything.items()]
    if faults := [fault for fault in alone if fault]:
        return faults
    together = _setting_fault(name, everything)
    return [together] if together else []


def _setting_fault(name: str, settings: dict[str, Any]) -> str:
    try:
        agent(name, **settings)
    except (DropfourError, ValueError) as error:
        return str(error)
    except (TypeError, OverflowError):
        words = ", ".join(f"{key} = {shown(value)}" for key, value in settings.items())
        return f"{name} cannot have {words}"
    return ""
