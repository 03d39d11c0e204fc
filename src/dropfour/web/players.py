"""Who plays a side on the page, as a text: "human", or an agent within what this server allows."""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from typing import Any, cast

from typing_extensions import TypedDict  # pydantic reads no other before Python 3.12

from dropfour._settings import File
from dropfour.agents import Agent
from dropfour.agents.auto import LEVELS
from dropfour.agents.spec import AgentSpec, agent_class, agent_names, parse_agent
from dropfour.errors import DropfourError
from dropfour.web.refusals import unsound
from dropfour.web.settings import Allowances

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


def offered(allowed: Allowances) -> AgentsShown:
    """The computer players, strongest first, and what each can be told here."""
    levels: list[LevelShown] = [
        {"player": f"auto:level={number}", "title": level.title}
        for number, level in enumerate(LEVELS, start=1)
    ]
    agents = [cast(AgentShown, agent_class(name).as_mapping()) for name in agent_names()]
    for agent in agents:
        agent["settings"] = [s for s in agent["settings"] if s["kind"] != File.kind]
    for setting in (setting for agent in agents for setting in agent["settings"]):
        if (most := allowed.setting_limits.get(setting["name"])) is not None:
            setting["high"] = most
            setting["default"] = setting["default"] and min(setting["default"], most)
    return {"levels": levels, "agents": agents}


def checked(players: Iterable[str], allowed: Allowances) -> list[str]:
    """The players of a game in their one form; a `Refusal` says what is wrong with them."""
    texts, faults = [], []
    for side, player in enumerate(players):
        try:
            texts.append(player if player == HUMAN else str(_read(player, allowed).heeded()))
        except DropfourError as error:
            faults.append(f"players.{side}: {error}")
    if faults:
        raise unsound(faults)
    return texts


def move_agent(player: str, allowed: Allowances) -> Agent:
    """The agent that plays; only one told its seconds may take more than `move_seconds`."""
    spec = _read(player, allowed)
    default = agent_class(spec.name).default_limit
    if not spec.limits and not default.given():
        return _made(spec, allowed)  # it has its own end
    seconds = allowed.move_seconds
    if not spec.limits:
        seconds = min(seconds, default.seconds or seconds)
    return _made(spec, allowed, seconds=seconds)


def analysis_agent(player: str, allowed: Allowances, *, endless: bool = False) -> Agent:
    """The agent of an analysis; it may always think as long as the server allows."""
    more = {"memory_mb": allowed.endless_memory_mb} if endless else {}
    spec = _read(player, allowed).heeded().with_defaults(**more)
    return _made(spec, allowed, seconds=allowed.search.seconds, every_column=True)


def _read(player: str, allowed: Allowances) -> AgentSpec:
    spec = parse_agent(player, files=False)
    for name, value in spec.settings.items():
        if value > (most := allowed.setting_limits.get(name, value)):
            raise DropfourError(f"{spec.name}: {name} must be at most {most:,} on this server")
    return spec


def _made(spec: AgentSpec, allowed: Allowances, **defaults: Any) -> Agent:
    memory = allowed.memory_mb
    spec = spec.with_defaults(memory_mb=memory, table_mb=memory, **defaults)
    return spec.make(seed=secrets.randbits(53))
