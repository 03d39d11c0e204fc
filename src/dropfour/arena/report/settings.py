"""An experiment's settings as a reader wants them: what differs from the defaults, in words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from dropfour._words import counted
from dropfour.agents import AgentSpec
from dropfour.arena.players import network_name

if TYPE_CHECKING:
    from dropfour.arena.experiment import Experiment
    from dropfour.arena.tables import Player


_OPENING_SETTINGS = {
    "none": set(),
    "random": {"plies", "seed"},
    "all": {"plies", "order", "seed"},
    "file": {"file", "order", "seed"},
}


@dataclass(frozen=True, slots=True)
class Settings:
    """Rows of two tables: name, what it is and what it is told; name and value."""

    players: tuple[tuple[str, str, str], ...]
    rest: tuple[tuple[str, str], ...]


def settings_of(experiment: Experiment) -> Settings:
    """All that makes the experiment what it is."""
    plan = experiment.plan_table.model_dump(exclude_defaults=True, exclude={"kind", "games"})
    openings = experiment.openings.model_dump(include=_OPENING_SETTINGS[experiment.openings.kind])
    games = f"{experiment.plan_table.kind}, {counted(experiment.plan_table.games, 'game')} each"
    if experiment.plan.sequential:
        games = experiment.plan_table.kind
    lines = counted(len(experiment.openings.lines), "line")
    kind = experiment.openings.kind + (f", {lines}" if experiment.openings.lines else "")
    rest = {
        "boards": ", ".join(name for name, _ in experiment.rules),
        "plan": _joined(games, plan),
        "openings": _joined(kind, openings),
        "limits": _told(experiment.limits.model_dump(exclude_defaults=True)),
        "adjudicated": _told(experiment.adjudication.model_dump(exclude_defaults=True)),
        "seed": str(experiment.seed),
    }
    return Settings(
        tuple(map(_player, experiment.players)),
        tuple((name, value) for name, value in rest.items() if value),
    )


def _player(player: Player) -> tuple[str, str, str]:
    if player.agent is not None:
        spec = AgentSpec(player.agent, {**player.limits, **player.settings})
        hidden = {"name", "agent", "settings", *player.limits}
        told = player.model_dump(exclude_defaults=True, exclude=hidden)
        if network := network_name(player):
            told["network"] = network
        return player.name, str(spec), _told(told)
    told = player.model_dump(exclude_defaults=True, exclude={"name", "command"})
    return player.name, " ".join(player.command or ()), _told(told)


def _joined(first: str, rest: Mapping[str, Any]) -> str:
    return ", ".join(filter(None, (first, _told(rest))))


def _told(values: Mapping[str, Any]) -> str:
    """`seconds 1, options depth 4`."""
    words = []
    for name, value in values.items():
        inner = f"({_told(value)})" if isinstance(value, Mapping) else _word(value)
        words.append(f"{name.replace('_', ' ')} {inner}")
    return ", ".join(words)


def _word(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)
