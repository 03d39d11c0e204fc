"""Those who play: our agents, and other people's programs in three languages."""

from __future__ import annotations

import time
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dropfour._settings import EVALUATION, LIMITS
from dropfour._validation import shown
from dropfour._words import printable
from dropfour.agents import Agent, AgentSpec, Analysis, parse_agent
from dropfour.agents.clock import think_seconds
from dropfour.arena.faults import Cause, Disturbed, PlayerFault
from dropfour.arena.players.clock import Turn
from dropfour.arena.players.log import Log
from dropfour.arena.players.one_move import OneMoveSeat
from dropfour.arena.players.protocol import ProtocolSeat
from dropfour.arena.players.sandbox import command_fault
from dropfour.arena.players.seat import Choice, Seat
from dropfour.arena.players.standard_input import StandardInputSeat
from dropfour.arena.results import Thought
from dropfour.arena.tables import Allowances, Player, TimeControl, read_table, time_control
from dropfour.cells import column_name
from dropfour.errors import DropfourError, IllegalMove
from dropfour.evaluation import NONE, find_evaluation
from dropfour.game import Position
from dropfour.rules import Line, Rules

if TYPE_CHECKING:
    from dropfour.arena.experiment import Experiment

_OF_PROGRAMS = ("talk", "memory_mb", "deterministic", "options", "restart", "folder", "environment")


class _AgentSeat:
    """An agent of ours; under a clock it thinks as long as the clock allows."""

    def __init__(self, spec: AgentSpec, seed: int) -> None:
        self._spec, self._seed = spec, seed
        self._agent = spec.make(seed=seed)

    def choose(self, position: Position, turn: Turn) -> Choice:
        agent = self._agent if turn.increment is None else self._hurried(position, turn)
        began, worked = time.perf_counter(), time.process_time()
        try:
            analysis = agent.analyse(position)
        except Exception as error:  # a bug of ours must not end a long tournament
            raise PlayerFault(Cause.CRASH, f"{type(error).__name__}: {error}") from error
        elapsed = time.perf_counter() - began
        if elapsed > turn.seconds:
            if time.process_time() - worked <= turn.seconds:  # it was this process that stood still
                raise Disturbed(f"a move took {elapsed:.2f} s, most of them without a processor")
            raise PlayerFault(Cause.LATE, f"after {elapsed:.2f} s of {turn.seconds:g} s")
        return Choice(analysis.move, elapsed, _thought(position, analysis))

    def _hurried(self, position: Position, turn: Turn) -> Agent:
        seconds = think_seconds(position, clock=turn.seconds, increment=turn.increment or 0.0)
        own = self._spec.settings.get("seconds", seconds)
        settings = {**self._spec.settings, "seconds": min(own, seconds)}
        return AgentSpec(self._spec.name, settings).make(seed=self._seed)

    def close(self) -> None:
        """Nothing to end."""


def _thought(position: Position, analysis: Analysis) -> Thought:
    line = ""
    after = position
    for column in analysis.line:
        line += f"!{column_name(column)}" if after.banning else column_name(column)
        after = after.play(column)
    return Thought(
        value=round(analysis.value, 4) if analysis.best.known else None,
        depth=analysis.depth or None,
        work=analysis.nodes or analysis.playouts or None,
        line=line,
    )


def seat(
    player: Player,
    rules: Rules,
    *,
    seed: int,
    allowed: Allowances,
    folder: str,
    log: Log | None = None,
) -> Seat:
    """The player, ready for a game of these rules."""
    if player.agent is not None:
        return _AgentSeat(AgentSpec(player.agent, {**player.limits, **player.settings}), seed)
    if player.memory_mb is not None:
        allowed = allowed.model_copy(update={"memory_mb": player.memory_mb})
    if player.talk == "protocol":
        return ProtocolSeat(player, rules, allowed=allowed, folder=folder, log=log)
    if player.talk == "one-move":
        return OneMoveSeat(player, allowed=allowed, folder=folder, log=log)
    return StandardInputSeat(player, allowed=allowed, folder=folder, log=log)


def recorded(player: Player) -> dict[str, Any]:
    """A player as plain data; weights by the name of their network, wherever their file lies."""
    table = {"name": player.name, **player.model_dump(exclude_defaults=True, exclude={"name"})}
    if network := network_name(player):
        table["settings"][EVALUATION.name] = network
    return table


def network_name(player: Player) -> str | None:
    """The name of the learned evaluation whose file a player names, if it names one."""
    network = find_evaluation(player.settings.get(EVALUATION.name, NONE))
    return network.name if network else None


def deterministic(player: Player, allowed: Allowances) -> bool:
    """Whether it plays alike in like games: agents know it, of programs the experiment says it."""
    if player.agent is None:
        return player.deterministic
    spec = AgentSpec(player.agent, {**player.limits, **player.settings})
    return spec.deterministic and game_clock(player, allowed) is None


def move_seconds(player: Player, allowed: Allowances) -> float:
    """How long a player may think about a move, where it has no clock; agents may have for ever."""
    if player.move_seconds is not None:
        return player.move_seconds
    return inf if player.agent is not None else allowed.move_seconds


def game_clock(player: Player, allowed: Allowances) -> TimeControl | None:
    """The clock that a player has for a game, if it has one."""
    text = player.time or (allowed.time if player.move_seconds is None else None)
    return None if text is None else time_control(text)


def move(player: Seat, position: Position, turn: Turn) -> tuple[Position, Choice]:
    """The position after the move that a player chooses; an illegal one is its fault too."""
    choice = player.choose(position, turn)
    try:
        return position.play(choice.column), choice
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
    if player.time is not None and player.move_seconds is not None:
        raise DropfourError("time and move_seconds: give the one or the other")
    given = player.model_fields_set
    if player.agent is None:
        _check_program(player)
        return player
    if strange := [key for key in _OF_PROGRAMS if key in given]:
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
    spec = AgentSpec(told.name, everything).heeded()
    limits = {key: value for key, value in told.settings.items() if key in LIMITS}
    settings = {k: v for k, v in told.settings.items() if k not in LIMITS} | player.settings
    player = player.model_copy(update={"agent": told.name, **limits, "settings": settings})
    own_limits = {key: value for key, value in spec.limits.items() if key not in LIMITS}
    name = player.name or _agent_name(spec.name, player.limits | own_limits)
    return player.model_copy(update={"name": name})


def _check_program(player: Player) -> None:
    if not player.command or not player.command[0]:
        raise DropfourError("command: must be a list of a program and its arguments")
    if player.settings:
        raise DropfourError("settings: only agents have them")
    if player.talk != "protocol" and (player.options or not player.restart):
        raise DropfourError("options and restart: only programs that talk protocol have them")
    for name, value in player.options.items():
        if not name or len(name.split()) != 1 or not f"{name}{value}".isprintable():
            raise DropfourError(
                f"options: {shown(name)} must be one word, with a value in one line"
            )
    for name, text in player.environment.items():
        if not name or "=" in name or "\0" in name + text:
            raise DropfourError(f"environment: {shown(name)} cannot be a variable")


def _default_name(player: Player) -> str:
    if player.agent is not None:
        return _agent_name(player.agent, player.limits)
    return printable(Path(player.command[0]).stem)[:60] if player.command else ""


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


def command_faults(experiment: Experiment) -> list[str]:
    """Why programs cannot be started on this machine: what is misspelt, most of the time."""
    return [
        f"player {player.name!r}: {fault}"
        for player in experiment.players
        if player.command and (fault := command_fault(player, experiment.folder))
    ]


def talk_fault(player: Player, rules: Rules) -> str | None:
    """Why a player cannot be told about these rules, or None."""
    if player.command is None or player.talk == "protocol":
        return None
    if player.talk == "standard-input" and (rules.goal != Line(4) or rules.ending != "first"):
        return "talks standard-input, which is Connect Four"
    if len(set(rules.heights)) > 1 or rules.dead or rules.blocked or rules.bonus:
        return f"talks {player.talk}, which has plain grids only"
    return None
