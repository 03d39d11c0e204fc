"""An experiment: which rules, which players, which plan. Read from TOML, checked once."""

from __future__ import annotations

import hashlib
import json
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pydantic import ValidationError

from dropfour._validation import shown
from dropfour.agents import agent
from dropfour.arena.faults import ExperimentError
from dropfour.arena.models import (
    ExperimentTable,
    LimitsTable,
    OpeningsTable,
    PlanTable,
    PlayerTable,
)
from dropfour.errors import DropfourError, RulesError
from dropfour.rules import Rules
from dropfour.variants import load_rules

if TYPE_CHECKING:
    from dropfour.arena.plan import Plan
    from dropfour.arena.results import Results
    from dropfour.arena.run import Progress

_BOARD_KEYS = ("game", "seed", "seeds", "name")
_LARGEST_FILE = 1 << 20


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


@dataclass(frozen=True)
class Experiment:
    """A checked experiment, a plain value: it can be compared, pickled and sent to workers.

    >>> text = '''
    ... rules = [{game = "square"}]
    ... players = [{agent = "random"}, {agent = "greedy"}]
    ... plan = {games = 4}
    ... '''
    >>> experiment = Experiment.parse(text)
    >>> [player.name for player in experiment.players], len(experiment.plan)
    (['random', 'greedy'], 4)
    """

    name: str
    title: str
    seed: int
    adjudicate: bool
    rules: tuple[tuple[str, Rules], ...]
    players: tuple[Player, ...]
    plan_table: PlanTable
    openings: OpeningsTable
    limits: LimitsTable
    folder: str  # relative paths in commands start here

    @classmethod
    def load(cls, path: str | Path) -> Experiment:
        """The experiment of a TOML file; `ExperimentError` lists every fault."""
        path = Path(path)
        try:
            with path.open("rb") as file:
                content = file.read(_LARGEST_FILE + 1)
        except OSError as error:
            raise ExperimentError([f"{path} cannot be read: {error.strerror}"]) from error
        if len(content) > _LARGEST_FILE:
            raise ExperimentError([f"{path} is too large for an experiment"])
        try:
            text = content.decode("utf-8-sig")
        except UnicodeDecodeError:
            raise ExperimentError([f"{path} is not UTF-8 text"]) from None
        try:
            return cls.parse(text, name=path.stem, folder=path.resolve().parent)
        except ExperimentError as error:
            raise ExperimentError(f"{path}: {fault}" for fault in error.faults) from None

    @classmethod
    def parse(
        cls, text: str, *, name: str = "experiment", folder: Path | None = None
    ) -> Experiment:
        """The experiment of a TOML text."""
        try:
            content = tomllib.loads(text)
        except (ValueError, RecursionError) as error:
            raise ExperimentError([f"no TOML: {error}"]) from None
        return cls.from_mapping(content, name=name, folder=folder)

    @classmethod
    def from_mapping(
        cls, content: Mapping[str, Any], *, name: str = "experiment", folder: Path | None = None
    ) -> Experiment:
        """The experiment of a plain table, as TOML and JSON read it."""
        try:
            table = ExperimentTable.model_validate(dict(content))
        except ValidationError as error:
            raise ExperimentError(_in_words(error)) from None
        folder = folder if folder is not None else Path.cwd()
        faults: list[str] = []
        boards = _boards(table.rules, folder, faults)
        players = _players(table.players, faults)
        openings = _openings(table.openings, folder, faults)
        _check_plan(table, players, faults)
        if faults:
            raise ExperimentError(faults)
        experiment = cls(
            name=table.name or name,
            title=table.title,
            seed=table.seed,
            adjudicate=table.adjudicate,
            rules=tuple(boards),
            players=tuple(players),
            plan_table=table.plan,
            openings=openings,
            limits=table.limits,
            folder=str(folder),
        )
        experiment._check_openings()
        experiment._check_talk()
        return experiment

    def _check_talk(self) -> None:
        from dropfour.arena.players import talk_fault

        faults = [
            fault
            for player in self.players
            for board, rules in self.rules
            if (fault := talk_fault(player.name, player.table, board, rules))
        ]
        if faults:
            raise ExperimentError(faults)

    def _check_openings(self) -> None:
        from dropfour.arena.openings import opening_faults

        if faults := opening_faults(self):
            raise ExperimentError(faults)

    @cached_property
    def plan(self) -> Plan:
        """The games to play, by number."""
        from dropfour.arena.plan import Plan

        return Plan(self)

    def player(self, name: str) -> Player:
        """The player of this name."""
        return next(player for player in self.players if player.name == name)

    def to_mapping(self) -> dict[str, Any]:
        """Everything the games depend on, as plain data."""
        return {
            "name": self.name,
            "title": self.title,
            "seed": self.seed,
            "adjudicate": self.adjudicate,
            "rules": [{"name": name, "rules": rules.to_mapping()} for name, rules in self.rules],
            "players": [
                {"name": p.name, **p.table.model_dump(exclude_defaults=True, exclude={"name"})}
                for p in self.players
            ],
            "plan": self.plan_table.model_dump(),
            "openings": self.openings.model_dump(exclude={"file"}),
            "limits": self.limits.model_dump(),
        }

    @cached_property
    def fingerprint(self) -> str:
        """The same for the same games: what a stored game belongs to."""
        table = self.to_mapping()
        del table["name"], table["title"]
        text = json.dumps(table, sort_keys=True, default=str)
        return hashlib.sha256(text.encode()).hexdigest()[:24]

    def __getstate__(self) -> dict[str, Any]:
        """Without what is computed on demand."""
        return {name: self.__dict__[name] for name in self.__dataclass_fields__}

    def run(
        self,
        *,
        workers: int = 1,
        database: str | None = None,
        progress: Callable[[Progress], None] | None = None,
        dask: str | None = None,
    ) -> Results:
        """Plays all games that the database does not have yet, and returns all of them.

        Without a database the games are kept in memory only.
        """
        from dropfour.arena.executors import open_executor
        from dropfour.arena.run import run
        from dropfour.arena.storage import Storage

        with (
            Storage.open(database or "sqlite://") as storage,
            open_executor(workers=workers, dask=dask) as pool,
        ):
            return run(self, storage, pool, progress=progress)


def _in_words(error: ValidationError) -> list[str]:
    """Pydantic's findings as one sentence each, places counted from 1."""
    faults = []
    for finding in error.errors(include_url=False):
        place = " ".join(str(p + 1) if isinstance(p, int) else p for p in finding["loc"])
        kind, message = finding["type"], finding["msg"]
        if kind == "extra_forbidden":
            message = "unknown key"
        elif kind == "missing":
            message = "is missing"
        else:
            message = f"{message[0].lower()}{message[1:]}, not {shown(finding['input'])}"
        faults.append(f"{place}: {message}")
    return faults


def _boards(
    tables: list[dict[str, Any]], folder: Path, faults: list[str]
) -> list[tuple[str, Rules]]:
    boards: list[tuple[str, Rules]] = []
    for number, table in enumerate(tables, start=1):
        try:
            boards += _board(table, folder)
        except (RulesError, ExperimentError) as error:
            faults += [f"rules {number}: {fault}" for fault in error.faults]
        except DropfourError as error:
            faults.append(f"rules {number}: {error}")
    names = [name for name, _ in boards]
    for name in sorted({name for name in names if names.count(name) > 1}):
        faults.append(f"rules: two boards are called {shown(name)}, give one of them a name")
    if not tables:
        faults.append("rules: there must be one board at least")
    return boards


def _board(table: Mapping[str, Any], folder: Path) -> list[tuple[str, Rules]]:
    """The boards of one table: a preset, a file, random boards of either, or rules right here."""
    game, seed, seeds, name = (table.get(key) for key in _BOARD_KEYS)
    if name is not None and (not isinstance(name, str) or not name or len(name) > 60):
        raise ExperimentError([f"name: {shown(name)}, must be a text of 1 to 60 characters"])
    inline = {key: value for key, value in table.items() if key not in _BOARD_KEYS}
    if game is None:
        if seed is not None or seeds is not None:
            raise ExperimentError(["seed: only a game by name or file has random boards"])
        rules = load_rules(inline)
        return [(name or rules.name or _shape(rules), rules)]
    if inline:
        raise ExperimentError([f"unknown key {shown(next(iter(inline)))} beside game"])
    if not isinstance(game, str):
        raise ExperimentError([f"game: {shown(game)}, must be the name of a game or a file"])
    source = str(folder / game) if game.endswith(".toml") else game
    if seed is None and seeds is None:
        return [(name or Path(game).stem, load_rules(source))]
    numbers = [seed] if seeds is None else seeds
    if not isinstance(numbers, list):
        raise ExperimentError([f"seeds: {shown(numbers)}, must be a list of numbers"])
    label = name or Path(game).stem
    return [
        (label if name and seeds is None else f"{label} {n}", load_rules(source, seed=n))
        for n in numbers
    ]


def _shape(rules: Rules) -> str:
    return f"{rules.columns} × {rules.rows} {rules.goal}"


def _players(tables: list[PlayerTable], faults: list[str]) -> list[Player]:
    players: list[Player] = []
    for number, table in enumerate(tables, start=1):
        faults += [f"players {number}: {fault}" for fault in _player_faults(table)]
        players.append(Player(table.name or _default_name(table, number), table))
    names = [player.name for player in players]
    for name in sorted({name for name in names if names.count(name) > 1}):
        faults.append(f"players: two are called {shown(name)}, give one of them a name")
    return players


def _default_name(table: PlayerTable, number: int) -> str:
    if table.agent is not None:
        efforts = (f"{amount:g} {unit}" for unit, amount in table.efforts.items())
        return " ".join((table.agent, *efforts))
    return Path(table.command[0]).stem if table.command else f"player {number}"


def _player_faults(table: PlayerTable) -> list[str]:
    if (table.agent is None) == (table.command is None):
        return ["give an agent or a command, the one or the other"]
    if table.command is not None:
        if not table.command or not table.command[0]:
            return ["command: must be a list of a program and its arguments"]
        return ["settings: only agents have them"] if table.settings else []
    assert table.agent is not None
    try:
        agent(table.agent, **table.efforts, **table.settings)  # type: ignore[arg-type]
    except (DropfourError, TypeError, ValueError) as error:
        return [f"agent: {error}"]
    return []


def _openings(table: OpeningsTable, folder: Path, faults: list[str]) -> OpeningsTable:
    """The openings with the lines of their file read in."""
    if table.kind != "file":
        if table.file or table.lines:
            faults.append('openings: file and lines belong to kind = "file"')
        return table
    if bool(table.file) == bool(table.lines):
        faults.append("openings: give a file or lines")
        return table
    if not table.file:
        return table
    try:
        text = (folder / table.file).read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        faults.append(f"openings: {table.file} cannot be read: {error}")
        return table
    lines = [line.split("#")[0].strip() for line in text.splitlines()]
    return table.model_copy(update={"lines": [line for line in lines if line]})


def _check_plan(table: ExperimentTable, players: list[Player], faults: list[str]) -> None:
    plan = table.plan
    names = [player.name for player in players]
    if len(players) < 2 and plan.kind != "ordered-pairs":
        faults.append("players: there must be two or more")
    if not players:
        faults.append("players: there must be one at least")
    if plan.kind == "sequential":
        if len(players) != 2:
            faults.append(f"plan: a sequential test is between 2 players, not {len(players)}")
        if not plan.elo0 < plan.elo1:
            faults.append(f"plan: elo0 = {plan.elo0:g} must be less than elo1 = {plan.elo1:g}")
    elif plan.kind != "ordered-pairs" and plan.games % 2:
        faults.append(
            f"plan: games = {plan.games} must be even, each opening is played with sides swapped"
        )
    if plan.kind == "gauntlet":
        if not plan.heroes:
            faults.append("plan: a gauntlet needs heroes, the names of those who run it")
        unknown = [hero for hero in plan.heroes if hero not in names]
        faults.extend(f"plan: hero {shown(hero)} is no player" for hero in unknown)
    elif plan.heroes:
        faults.append("plan: only a gauntlet has heroes")
