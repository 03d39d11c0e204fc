"""Who plays a side on the page, as a text: "human", or an agent within what this server allows."""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from typing import Any, cast

from typing_extensions import TypedDict  # pydantic reads no other before Python 3.12

from dropfour.agents import Agent
from dropfour.agents.auto import LEVELS
from dropfour.agents.spec import AgentSpec, agent_class, agent_names, parse_agent
from dropfour.errors import DropfourError
from dropfour.web.refusals import unsound
from dropfour.web.settings import Limits

HUMAN = "human"


class LevelShown(TypedDict):
    player: str
    title: str


class AgentShown(TypedDict):
    name: str
    title: str
    about: str
    settings: list[dict[str, Any]]


class AgentsShown(TypedDict):
    levels: list[LevelShown]
    agents: list[AgentShown]


def offered(limits: Limits) -> AgentsShown:
    """The computer players, strongest first, and what each can be told here."""
    levels: list[LevelShown] = [
        {"player": f"auto:level={number}", "title": level.title}
        for number, level in enumerate(LEVELS, start=1)
    ]
    agents = [cast(AgentShown, agent_class(name).as_mapping()) for name in agent_names()]
    for setting in (setting for agent in agents for setting in agent["settings"]):
        if (most := limits.setting_limits.get(setting["name"])) is not None:
            setting["high"] = most
            setting["default"] = setting["default"] and min(setting["default"], most)
    return {"levels": levels, "agents": agents}


def checked(players: Iterable[str], limits: Limits) -> list[str]:
    """The players of a game in their one form; a `Refusal` says what is wrong with them."""
    texts, faults = [], []
    for side, player in enumerate(players):
        try:
            texts.append(player if player == HUMAN else str(_read(player, limits)))
        except DropfourError as error:
            faults.append(f"players.{side}: {error}")
    if faults:
        raise unsound(faults)
    return texts


def move_agent(player: str, limits: Limits) -> Agent:
    """The agent that plays; only one told its seconds may take more than `move_seconds`."""
    spec = _read(player, limits)
    default = agent_class(spec.name).default_limit
    if not spec.limits and not default.given():
        return _made(spec, limits)  # it has its own end
    seconds = limits.move_seconds
    if not spec.limits:
        seconds = min(seconds, default.seconds or seconds)
    return _made(spec, limits, seconds=seconds)


def analysis_agent(player: str, limits: Limits) -> Agent:
    """The agent of an analysis; it may always think as long as the server allows."""
    seconds = limits.search.seconds
    return _made(_read(player, limits), limits, seconds=seconds, every_column=True)


def _read(player: str, limits: Limits) -> AgentSpec:
    spec = parse_agent(player)
    for name, value in spec.settings.items():
        if value > (most := limits.setting_limits.get(name, value)):
            raise DropfourError(f"{spec.name}: {name} must be at most {most:,} on this server")
    return spec


def _made(spec: AgentSpec, limits: Limits, **defaults: Any) -> Agent:
    memory = limits.memory_mb
    spec = spec.with_defaults(memory_mb=memory, table_mb=memory, **defaults)
    return spec.make(seed=secrets.randbits(53))
