"""Computer players for the page: which there are, how strong, and within what limits."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from typing_extensions import TypedDict  # pydantic reads no other before Python 3.12

from dropfour.agents import Agent, Limit, agent, agent_names, agent_settings
from dropfour.errors import DropfourError
from dropfour.web.refusals import Refusal
from dropfour.web.wire import AgentPlayer, Human, LevelPlayer, LimitAsked, Players

_ANY_LIMIT = ("playouts", "nodes", "depth", "seconds")
_LEVELLED = "auto"
# One search's tables: with a search on each core they must leave room for everything else.
_MEMORY_MB = 64
_MEMORY_SETTINGS = ("memory_mb", "table_mb")


class AgentShown(TypedDict):
    name: str
    title: str
    about: str
    limits: tuple[str, ...]


class LevelShown(TypedDict):
    level: int
    title: str


class AgentsShown(TypedDict):
    agents: list[AgentShown]
    levels: list[LevelShown]
    analysis: str | None
    limits: dict[str, float]


@dataclass(frozen=True, slots=True)
class Card:
    """How an agent is offered; `limits` are those it heeds."""

    title: str
    about: str
    limits: tuple[str, ...]


_CARDS = {
    "auto": Card(
        "Best for this game",
        "Proves the result where it can and plays out random games where it cannot.",
        ("playouts", "seconds"),
    ),
    "perfect": Card(
        "Exact solver",
        "Reads the game to its end: perfect on small boards and in endgames.",
        ("nodes", "seconds"),
    ),
    "uct": Card(
        "Tree search (UCT)",
        "Plays out random games and looks ever deeper where they go well.",
        ("playouts", "seconds"),
    ),
    "alphabeta": Card(
        "Look-ahead (alpha-beta)",
        "Looks at every move some moves deep and counts the patterns still open.",
        ("depth", "nodes", "seconds"),
    ),
    "montecarlo": Card(
        "Random games (Monte Carlo)",
        "Plays out the same number of random games for each move; most wins is best.",
        ("playouts", "seconds"),
    ),
    "greedy": Card("One move ahead (greedy)", "Takes what looks best at once.", ()),
    "random": Card("Random", "Drops anywhere: a first opponent for small children.", ()),
}
_LEVELS = (
    "Beginner",
    "Novice",
    "Casual",
    "Improver",
    "Steady",
    "Club player",
    "Strong",
    "Expert",
    "Master",
    "Best",
)


@cache
def agents() -> dict[str, Card]:
    """The agents that can be had, strongest first."""
    there: list[str] = []
    for name in agent_names():
        try:
            agent(name)
        except ImportError:  # listed, but not part of this installation
            continue
        there.append(name)
    order = [*(name for name in _CARDS if name in there), *(n for n in there if n not in _CARDS)]
    return {name: _CARDS.get(name, Card(name, "", _ANY_LIMIT)) for name in order}


def levels() -> dict[int, str]:
    """The strengths to choose from; none without the agent that has them."""
    return dict(enumerate(_LEVELS, start=1)) if _LEVELLED in agents() else {}


def analyst() -> str | None:
    """The agent for an analysis that names none."""
    return next(iter(agents()), None)


def describe(most: Limit) -> AgentsShown:
    """What `GET /api/agents` answers."""
    return {
        "agents": [
            {"name": name, "title": card.title, "about": card.about, "limits": card.limits}
            for name, card in agents().items()
        ],
        "levels": [{"level": level, "title": title} for level, title in levels().items()],
        "analysis": analyst(),
        "limits": most.given(),
    }


def checked(players: Players, most: Limit) -> list[dict[str, Any]]:
    """Players as a game keeps them: checked, and every agent with a seed of its own."""
    faults = [
        f"players.{side}: {fault}"
        for side, player in enumerate(players)
        for fault in _faults(player, most)
    ]
    if faults:
        raise Refusal("bad_request", "; ".join(faults), faults=faults)
    plain = []
    for player in players:
        table = player.model_dump(exclude_none=True)
        if table["kind"] == "agent":
            table.setdefault("seed", secrets.randbits(53))
        plain.append(table)
    return plain


def _faults(player: Human | LevelPlayer | AgentPlayer, most: Limit) -> list[str]:
    if isinstance(player, LevelPlayer) and player.level not in levels():
        return [f"there is no level {player.level}"]
    if isinstance(player, AgentPlayer):
        return [*_unknown(player.agent), *_beyond(player.limit, most)]
    return []


def _unknown(name: str) -> list[str]:
    return [] if name in agents() else [f"there is no agent {name[:20]!r}"]


def _beyond(asked: LimitAsked, most: Limit) -> list[str]:
    top = most.given()
    return [
        f"limit: {name} must be at most {top[name]:g}"
        for name, value in asked.model_dump(exclude_none=True).items()
        if name in top and value > top[name]
    ]


def move_agent(player: Mapping[str, Any], *, most_seconds: float) -> Agent:
    """The agent of a checked player that is no human; only one told its seconds may take more."""
    if player["kind"] == "level":
        seed = secrets.randbits(53)
        return _build(_LEVELLED, {"seconds": most_seconds}, seed=seed, level=player["level"])
    name, asked = player["agent"], player["limit"]
    limit = dict(asked or type(agent(name)).default_limit.given())
    if limit and "seconds" not in asked:
        limit["seconds"] = min(limit.get("seconds", most_seconds), most_seconds)
    return _build(name, limit, seed=player["seed"])


def analysis_agent(name: str | None, asked: LimitAsked | None, most: Limit) -> Agent:
    """The agent of an analysis; it may always think as long as the server allows."""
    name = name or analyst()
    if name is None:
        raise Refusal("bad_request", "There is no agent here that analyses.")
    limit = asked.model_dump(exclude_none=True) if asked else {}
    if faults := [*_unknown(name), *_beyond(asked or LimitAsked(), most)]:
        raise Refusal("bad_request", "; ".join(faults), faults=faults)
    limit.setdefault("seconds", most.seconds)
    whole = {"every_column": True} if "every_column" in agent_settings(name) else {}
    return _build(name, limit, seed=secrets.randbits(53), **whole)


def _build(name: str, limit: dict[str, Any], *, seed: int, **settings: Any) -> Agent:
    memory = {key: _MEMORY_MB for key in _MEMORY_SETTINGS if key in agent_settings(name)}
    try:
        return agent(name, seed=seed, **limit, **settings, **memory)
    except (ValueError, DropfourError) as error:  # limits that this agent cannot keep together
        raise Refusal("bad_request", f"{name}: {error}") from None
