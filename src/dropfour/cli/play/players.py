"""Who plays a side: a human, or an agent with its settings, written `uct:seconds=1,threads=2`."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from dropfour.agents import Agent, agent, agent_names, agent_settings
from dropfour.errors import DropfourError

Setting: TypeAlias = int | float | bool | str

HUMAN = "human"
EFFORT_SETTINGS = ("playouts", "per_candidate", "nodes", "depth", "seconds", "level")
"""The settings that say how hard an agent thinks."""

_STRONGEST_FIRST = ("auto", "uct", "montecarlo", "alphabeta", "greedy", "random")
_INSTANT = ("random", "greedy")  # they do not search: no effort changes what they play


@dataclass(frozen=True, slots=True)
class Player:
    """One side's player; `str` gives the text that `parse_player` reads.

    >>> print(Player("uct", (("seconds", 0.5), ("threads", 2))))
    uct:seconds=0.5,threads=2
    """

    name: str
    settings: tuple[tuple[str, Setting], ...] = ()

    @property
    def is_human(self) -> bool:
        return self.name == HUMAN

    @property
    def searches(self) -> bool:
        """Whether it is a computer that thinks the harder the longer it may."""
        return not self.is_human and self.name not in _INSTANT

    @property
    def has_effort(self) -> bool:
        """Whether the settings say how hard it thinks."""
        return any(key in EFFORT_SETTINGS for key, _ in self.settings)

    def with_seconds(self, seconds: float) -> Player:
        """The same player, thinking for so long a move unless its effort is given already."""
        if not self.searches or self.has_effort:
            return self
        return replace(self, settings=(*self.settings, ("seconds", seconds)))

    def agent(self, seed: int) -> Agent:
        """The agent behind a computer player; its own `seed=` setting comes first."""
        settings: dict[str, Any] = {"seed": seed, **dict(self.settings)}
        try:
            return agent(self.name, **settings)
        except (DropfourError, ValueError) as error:
            raise DropfourError(f"{self}: {error}") from error
        except TypeError as error:
            raise DropfourError(f"{self}: that cannot be set so") from error

    def adviser(self, seed: int) -> Agent:
        """An agent to ask about a position: about every column, where it would pass over some.

        A player that does not search has nothing to say, and the best computer speaks for it.
        """
        player = (
            self if not self.is_human and self.agent(seed).limit.given() else default_computer()
        )
        if "every_column" in agent_settings(player.name):
            player = replace(player, settings=(*player.settings, ("every_column", True)))
        return player.agent(seed)

    def __str__(self) -> str:
        settings = ",".join(f"{key}={_written(value)}" for key, value in self.settings)
        return f"{self.name}:{settings}" if settings else self.name


def default_computer() -> Player:
    """The opponent when none is named: the best agent there is."""
    known = agent_names()
    return Player(next((name for name in _STRONGEST_FIRST if name in known), known[0]))


def parse_player(text: str) -> Player:
    """Read a player and try it out, so that wrong settings are told before a game begins.

    >>> parse_player("HUMAN").is_human
    True
    >>> parse_player("random:seconds")
    Traceback (most recent call last):
        ...
    dropfour.errors.DropfourError: random:seconds: 'seconds' is no setting; write it as seconds=1
    """
    name, colon, rest = text.strip().partition(":")
    name = name.strip().lower()
    if name != HUMAN and name not in agent_names():
        players = ", ".join((HUMAN, *agent_names()))
        raise DropfourError(f"there is no player {text[:40]!r}; there are {players}")
    settings: list[tuple[str, Setting]] = []
    for part in rest.split(",") if colon else ():
        key, equals, value = (piece.strip() for piece in part.partition("="))
        if not (key and equals and value):
            raise DropfourError(f"{text[:60]}: {part[:20]!r} is no setting; write it as seconds=1")
        settings.append((key, _value(value)))
    if name == HUMAN and settings:
        raise DropfourError(f"{text[:60]}: a human has no settings")
    player = Player(name, tuple(settings))
    if not player.is_human:
        player.agent(seed=0)
    return player


def _value(text: str) -> Setting:
    for read in (int, float):
        try:
            return read(text)
        except ValueError:
            continue
    return {"true": True, "false": False}.get(text.lower(), text)


def _written(value: Setting) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
