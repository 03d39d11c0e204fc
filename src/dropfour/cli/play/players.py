"""Who plays a side: a human, or an agent with its settings, `uct:seconds=1,threads=2`."""

from __future__ import annotations

from typing import Literal, TypeAlias

from dropfour.agents import Agent, AgentSpec, agent_names, parse_agent
from dropfour.errors import DropfourError

HUMAN: Literal["human"] = "human"
Player: TypeAlias = AgentSpec | Literal["human"]


def player_names() -> tuple[str, ...]:
    return (HUMAN, *agent_names())


def parse_player(text: str) -> Player:
    """The player of a text; `DropfourError` if there is none, or its settings are wrong.

    >>> print(parse_player("HUMAN"), parse_player("uct:playouts=9"))
    human uct:playouts=9
    """
    name, _, settings = (part.strip() for part in text.partition(":"))
    if name.lower() == HUMAN:
        if settings:
            raise DropfourError(f"{text[:60]}: a human has no settings")
        return HUMAN
    if name.lower() not in agent_names():
        raise DropfourError(f"there is no player {name[:40]!r}, only {', '.join(player_names())}")
    return parse_agent(text)


def asked_player(text: str) -> Player:
    """The player whom somebody asks for; one told what makes no difference to it is refused."""
    player = parse_player(text)
    return player if player == HUMAN else player.heeded()


def strongest() -> AgentSpec:
    """The opponent when none is named."""
    return AgentSpec(agent_names()[0])


def adviser(players: tuple[Player, Player], seed: int) -> Agent:
    """Who is asked about a position, and about every column of it: a player that searches."""
    searching = (p for p in players if isinstance(p, AgentSpec) and p.searches)
    return next(searching, strongest()).with_defaults(every_column=True).make(seed=seed)
