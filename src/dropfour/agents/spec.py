"""Agents named in one line, `uct:playouts=200,threads=2`: read, checked, made.

Every door (commands, experiments, the page) names a player so:

>>> spec = parse_agent("uct:playouts=200,threads=2")
>>> spec.name, spec.settings, spec.limits
('uct', {'playouts': 200, 'threads': 2}, {'playouts': 200})
>>> print(spec.with_defaults(seed=7, threads=1))
uct:playouts=200,threads=2,seed=7
>>> spec.make(seed=7)
<UctAgent Limit(playouts=200) seed=7 threads=2>

What there is to set is described once, beside each agent:

>>> for setting in agent_class("alphabeta").settings().values():
...     print(f"{setting.name}: {setting.values} ({setting.default})")
nodes: a whole number from 1 to 1000000000000 (None)
depth: a whole number from 1 to 1000000000000 (None)
seconds: a number over 0 to 1000000000 (1.0)
evaluation: a file's path or 'none' (None)
table_mb: a whole number from 1 to 65536 (64)
every_column: true or false (False)
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any

from dropfour._settings import File
from dropfour._validation import shown, suggestion
from dropfour.agents.base import Agent
from dropfour.errors import DropfourError, UnknownSetting

# Where each class is, which is imported when it is first asked for. The strongest first.
_CLASSES = {
    "auto": "dropfour.agents.auto:AutoAgent",
    "perfect": "dropfour.agents.perfect:PerfectAgent",
    "uct": "dropfour.agents.uct:UctAgent",
    "alphabeta": "dropfour.agents.alphabeta:AlphaBetaAgent",
    "montecarlo": "dropfour.agents.montecarlo:MonteCarloAgent",
    "greedy": "dropfour.agents.greedy:GreedyAgent",
    "random": "dropfour.agents.random:RandomAgent",
}


def agent_names() -> tuple[str, ...]:
    """The names that `agent` knows, the strongest player first."""
    return tuple(_CLASSES)


def agent_class(name: str) -> type[Agent]:
    """The class behind a name: it has a `title`, says what it is `about`, and its settings."""
    if name not in _CLASSES:
        hint = suggestion(name, _CLASSES) or f", only {', '.join(_CLASSES)}"
        raise DropfourError(f"there is no agent {shown(name)}{hint}")
    module, _, class_name = _CLASSES[name].partition(":")
    found: type[Agent] = getattr(import_module(module), class_name)
    return found


def agent(
    name: str,
    *,
    playouts: int | None = None,
    nodes: int | None = None,
    depth: int | None = None,
    seconds: float | None = None,
    seed: int = 0,
    threads: int = 1,
    **settings: Any,
) -> Agent:
    """The agent of this name; `settings` are its own, such as `exploration=` for uct.

    Every agent takes every limit, `seed` and `threads`, whether they matter to it or not.

    >>> from dropfour.game import Position
    >>> from dropfour.rules import Rules
    >>> agent("random", seed=7).choose(Position(Rules.grid(rows=6, columns=1)))
    0
    """
    limits = {"playouts": playouts, "nodes": nodes, "depth": depth, "seconds": seconds}
    given = {limit: value for limit, value in limits.items() if value is not None}
    told: dict[str, Any] = {"seed": seed, "threads": threads, **given, **settings}
    cls = agent_class(name)
    cls.check(told)
    return cls(**told)


@dataclass(frozen=True, slots=True)
class AgentSpec:
    """An agent's name and what it is told; `DropfourError` if there is none such.

    `str` gives the text that `parse_agent` reads.
    """

    name: str
    settings: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        agent_class(self.name).check(self.settings)
        self.make()  # what is sound alone may not go together

    def make(self, *, seed: int = 0) -> Agent:
        """A new agent; a seed among its settings comes first."""
        return agent_class(self.name)(**{"seed": seed, **self.settings})

    def with_defaults(self, **settings: Any) -> AgentSpec:
        """The same agent, told this too where it matters to it and nothing else is said."""
        new = agent_class(self.name).settings().keys() - self.settings.keys()
        more = {name: value for name, value in settings.items() if name in new}
        return AgentSpec(self.name, {**self.settings, **more})

    @property
    def limits(self) -> dict[str, float]:
        """Those of its settings that say how much work it may do."""
        known = agent_class(self.name).all_settings()
        return {name: value for name, value in self.settings.items() if known[name].is_limit}

    @property
    def deterministic(self) -> bool:
        """Whether it plays alike in like games, whatever seed it is given in each of them.

        >>> parse_agent("alphabeta:depth=4").deterministic, parse_agent("uct").deterministic
        (True, False)
        >>> [parse_agent(text).deterministic for text in ("greedy", "random", "random:seed=1")]
        [True, False, True]
        """
        seeded = "seed" not in agent_class(self.name).heeds or "seed" in self.settings
        return seeded and self.make().deterministic

    @property
    def searches(self) -> bool:
        """Whether it thinks the harder the more it may."""
        return any(setting.is_limit for setting in agent_class(self.name).settings().values())

    def heeds(self, setting: str) -> bool:
        """Whether a setting makes any difference to it."""
        return setting in agent_class(self.name).settings()

    def heeded(self) -> AgentSpec:
        """Itself; `UnknownSetting` if it is told what makes no difference to it.

        >>> parse_agent("random:playouts=500").heeded()
        Traceback (most recent call last):
        dropfour.errors.UnknownSetting: random has no setting 'playouts', only seed
        """
        if idle := [name for name in self.settings if not self.heeds(name)]:
            raise UnknownSetting(agent_class(self.name).lacks(idle[0]))
        return self

    def __str__(self) -> str:
        settings = ",".join(f"{key}={setting_text(value)}" for key, value in self.settings.items())
        return f"{self.name}:{settings}" if settings else self.name


def parse_agent(text: str, *, files: bool = True) -> AgentSpec:
    """The agent of a text such as `uct:seconds=0.5,plain=true`; a list is `1/2/3`.

    Without `files`, for texts from elsewhere, no setting may name a file of this machine.

    >>> parse_agent("uct:seconds")
    Traceback (most recent call last):
    dropfour.errors.DropfourError: uct:seconds: 'seconds' is no setting; write it as seconds=1
    """
    name, colon, rest = text.strip().partition(":")
    name = name.strip().lower()
    known = agent_class(name).all_settings()
    settings: dict[str, Any] = {}
    try:
        for part in rest.split(",") if colon else ():
            key, equals, value = (piece.strip() for piece in part.partition("="))
            if not (key and equals and value):
                raise DropfourError(f"{shown(part)} is no setting; write it as seconds=1")
            if key in settings:
                raise DropfourError(f"{key} is given twice")
            setting = known.get(key)
            if isinstance(setting, File) and not files and value != setting.word:
                raise DropfourError(f"{key} can only be {setting.word!r} here")
            settings[key] = value if isinstance(setting, File) else _value(value)
        return AgentSpec(name, settings)
    except DropfourError as error:
        raise DropfourError(f"{text[:60]}: {error}") from error


def _value(text: str) -> object:
    if "/" in text:
        return tuple(map(_value, text.split("/")))
    for read in (int, float):
        try:
            return read(text)
        except ValueError:
            continue
    return {"true": True, "false": False}.get(text.lower(), text)


def setting_text(value: object) -> str:
    """A value as `parse_agent` reads it.

    >>> setting_text(True), setting_text([1, 2]), setting_text(0.5)
    ('true', '1/2', '0.5')
    """
    if isinstance(value, list | tuple):
        return "/".join(map(setting_text, value))
    return str(value).lower() if isinstance(value, bool) else str(value)
