"""A live board in notebooks: `show` a position or a game, `play` against an agent."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from dropfour._validation import shown, suggestion
from dropfour.agents import Agent
from dropfour.agents.spec import AgentSpec, parse_agent
from dropfour.errors import DropfourError, FormatError, WrongSetting
from dropfour.game import Position
from dropfour.reading import read_position
from dropfour.rules import Rules
from dropfour.variants import load_rules, preset_names

if TYPE_CHECKING:
    from dropfour.notebook.widget import BoardWidget

Game: TypeAlias = Position | Rules | str | Path | Mapping[str, Any]

_LEVEL = 5


def show(game: Game, *, analyse: bool = False) -> BoardWidget:
    """A board to look at and to try moves on, for either side, with exact values if wanted.

    It shows a position with the moves that led to it, rules, or a text that says either: a preset's
    name, a TOML file, moves, a record such as "square; DDEC". It needs `dropfour[notebook]`.
    """
    _need_anywidget()
    from dropfour.notebook.widget import BoardWidget

    position = _read(game) if isinstance(game, str) else _position(game)
    return BoardWidget(position, analysing=analyse)


def play(
    rules: Game = "classic",
    against: str | Agent = "auto",
    level: int = _LEVEL,
    *,
    side: int = 0,
    seed: int | None = None,
    analyse: bool = False,
) -> BoardWidget:
    """A game against an agent, which thinks beside the kernel; you are `side` 0, who begins, or 1.

    `against` is one such as "uct:playouts=200" or any `Agent`, also one of yours. The `level` is
    that of `auto`, which plays unless told otherwise; with a seed it plays alike in like games.
    """
    _need_anywidget()
    if side not in (0, 1):
        raise WrongSetting(f"side must be 0 or 1, not {shown(side)}")
    from dropfour.notebook.widget import BoardWidget

    opponent = against if isinstance(against, Agent) else _opponent(against, level)
    return BoardWidget(_position(rules), opponent=opponent, side=side, seed=seed, analysing=analyse)


def _need_anywidget() -> None:
    try:
        import anywidget  # noqa: F401 - whether it is there
    except ImportError:
        raise DropfourError(
            "the board needs anywidget: pip install 'dropfour[notebook]'; a position alone shows as"
            " a picture without it"
        ) from None


def _position(game: Game) -> Position:
    if isinstance(game, Position):
        return game
    if isinstance(game, Rules):
        return Position(game)
    if isinstance(game, str | Path | Mapping):
        return Position(load_rules(game))
    raise WrongSetting(f"a board shows a position, a game or rules, not {shown(game)}")


def _read(text: str) -> Position:
    """The position of any text, or the start of the game that it names."""
    if text in preset_names() or text.endswith(".toml"):
        return _position(text)
    try:
        return read_position(text)
    except FormatError:
        return _position(text) if suggestion(text, preset_names()) else read_position(text)


def _opponent(against: str, level: int) -> AgentSpec:
    if not isinstance(against, str):
        raise WrongSetting(f"against must be an agent or its name, not {shown(against)}")
    spec = parse_agent(against)
    if spec.heeds("level") and not spec.limits:
        return AgentSpec(spec.name, {**spec.settings, "level": level})
    if level != _LEVEL:
        raise WrongSetting(f"a level is for auto alone, not for {spec}")
    return spec
