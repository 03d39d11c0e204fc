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

from dropfour._validation import shown, suggestion
from dropfour.arena.boards import Board, read_boards
from dropfour.arena.faults import ExperimentError, NoExperiment
from dropfour.arena.openings import opening_count, opening_faults
from dropfour.arena.players import read_players, talk_fault
from dropfour.arena.tables import (
    ExperimentTable,
    LimitsTable,
    OpeningsTable,
    PlanTable,
    Player,
    read_table,
)
from dropfour.errors import DropfourError
from dropfour.files import read_text

if TYPE_CHECKING:
    from dropfour.arena.plan import Plan
    from dropfour.arena.results import Results
    from dropfour.arena.run import RunStatus

ALL_GAMES = "all"
"""`games` of a plan that plays every opening there is."""

_SEQUENTIAL_KEYS = ("elo0", "elo1", "alpha", "beta", "max_games")
_OPENING_KEYS = {
    "plies": ("all", "random"),
    "seed": ("random",),
    "file": ("file",),
    "lines": ("file",),
}


@dataclass(frozen=True)
class Experiment:
    """A checked experiment, a plain value: it can be compared, pickled and sent to workers.

    Its plan and fingerprint are computed once and travel with it.

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
    rules: tuple[Board, ...]
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
            text = read_text(path, pipes=True)
        except DropfourError as error:
            raise NoExperiment([str(error)]) from error
        try:
            name = path.stem.encode(errors="replace").decode()  # any bytes may name a file
            return cls.parse(text, name=name, folder=path.resolve().parent)
        except ExperimentError as error:
            raise type(error)(f"{path}: {fault}" for fault in error.faults) from None

    @classmethod
    def parse(
        cls, text: str, *, name: str = "experiment", folder: Path | None = None
    ) -> Experiment:
        """The experiment of a TOML text."""
        try:
            content = tomllib.loads(text)
        except (ValueError, RecursionError) as error:
            raise NoExperiment([f"no TOML: {error}"]) from None
        return cls.from_mapping(content, name=name, folder=folder)

    @classmethod
    def from_mapping(
        cls, content: Mapping[str, Any], *, name: str = "experiment", folder: Path | None = None
    ) -> Experiment:
        """The experiment of a plain table, as TOML and JSON read it."""
        folder = folder if folder is not None else Path.cwd()
        faults: list[str] = []
        table, wrong = read_table(ExperimentTable, content, faults)
        boards = read_boards(table.rules, folder, faults)
        if not table.rules and "rules" not in wrong:
            faults.append("rules: there must be one board at least")
        players = read_players(table.players, faults)
        openings = _openings(table.openings, folder, faults)
        limits = read_table(LimitsTable, table.limits, faults, place="limits").table
        plan, everything = PlanTable(), False
        if "players" not in wrong:
            plan, everything = _plan(table.plan, players, faults)
        if openings is not None:
            impossible = opening_faults(openings, boards)
            faults += impossible
            if everything and boards and not impossible:
                plan = _with_all_openings(plan, openings, boards, faults)
        faults += [
            fault
            for player in players
            for board, rules in boards
            if (fault := talk_fault(player, board, rules))
        ]
        if faults or openings is None:
            raise ExperimentError(faults)
        return cls(
            name=table.name or name,
            title=table.title,
            seed=table.seed,
            adjudicate=table.adjudicate,
            rules=tuple(boards),
            players=tuple(players),
            plan_table=plan,
            openings=openings,
            limits=limits,
            folder=str(folder),
        )

    @cached_property
    def plan(self) -> Plan:
        """The games to play, by number."""
        from dropfour.arena.plan import Plan

        return Plan(self)

    def to_mapping(self) -> dict[str, Any]:
        """Everything the games depend on, as plain data."""
        return {
            "name": self.name,
            "title": self.title,
            "seed": self.seed,
            "adjudicate": self.adjudicate,
            "rules": [{"name": name, "rules": rules.to_mapping()} for name, rules in self.rules],
            "players": [
                {"name": p.name, **p.model_dump(exclude_defaults=True, exclude={"name"})}
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

    def run(
        self,
        *,
        workers: int = 1,
        database: str | None = None,
        progress: Callable[[RunStatus], None] | None = None,
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


def _openings(content: object, folder: Path, faults: list[str]) -> OpeningsTable | None:
    """The openings with the lines of their file read in; None if something is wrong with them."""
    before = len(faults)
    table, wrong = read_table(OpeningsTable, content, faults, place="openings")
    if "kind" in wrong:
        return None
    faults += [
        f"openings: {key} belongs to kind = {' or '.join(map(repr, kinds))}"
        for key, kinds in _OPENING_KEYS.items()
        if key in table.model_fields_set and table.kind not in kinds
    ]
    if table.kind == "file" and not wrong & {"file", "lines"}:
        if bool(table.file) == bool(table.lines):
            faults.append("openings: give a file or lines, the one or the other")
        elif table.file:
            table = table.model_copy(update={"lines": _lines(folder / table.file, faults)})
    return table if len(faults) == before else None


def _lines(path: Path, faults: list[str]) -> list[str]:
    """The lines of a file of openings, without comments."""
    try:
        text = read_text(path)
    except DropfourError as error:
        faults.append(f"openings: {error}")
        return []
    lines = [line.split("#")[0].strip() for line in text.splitlines()]
    if not any(lines):
        faults.append(f"openings: there is none in {path}")
    return [line for line in lines if line]


def _plan(content: Any, players: list[Player], faults: list[str]) -> tuple[PlanTable, bool]:
    """The plan, and whether it asks for all openings instead of a number of games."""
    everything = isinstance(content, Mapping) and content.get("games") == ALL_GAMES
    if everything:
        content = {key: value for key, value in content.items() if key != "games"}
    plan, wrong = read_table(PlanTable, content, faults, place="plan")
    if "kind" in wrong:
        return plan, False
    given = plan.model_fields_set | ({"games"} if everything else set())
    if len(players) < 2 and plan.kind != "ordered-pairs":
        faults.append("players: there must be two or more")
    elif not players:
        faults.append("players: there must be one at least")
    if plan.kind != "sequential":
        strange = [key for key in _SEQUENTIAL_KEYS if key in given]
        faults += [f"plan: {key} belongs to a sequential test" for key in strange]
    if plan.kind == "sequential":
        if len(players) > 2:
            faults.append(f"plan: a sequential test is between 2 players, not {len(players)}")
        if not plan.elo0 < plan.elo1:
            faults.append(f"plan: elo0 = {plan.elo0:g} must be less than elo1 = {plan.elo1:g}")
        if "games" in given:
            faults.append("plan: a sequential test ends by itself; give max_games, not games")
    key = "max_games" if plan.kind == "sequential" else "games"
    count = getattr(plan, key)
    if plan.kind != "ordered-pairs" and count % 2:
        faults.append(
            f"plan: {key} = {count} must be even, each opening is played with sides swapped"
        )
    names = [player.name for player in players]
    if plan.kind == "gauntlet":
        if not plan.heroes and "heroes" not in wrong:
            faults.append("plan: a gauntlet needs heroes, the names of those who run it")
        unknown = [hero for hero in plan.heroes if hero not in names]
        faults += [
            f"plan: hero {shown(hero)} is no player{suggestion(hero, names)}" for hero in unknown
        ]
    elif plan.heroes:
        faults.append("plan: only a gauntlet has heroes")
    return plan, everything


def _with_all_openings(
    plan: PlanTable, openings: OpeningsTable, boards: list[Board], faults: list[str]
) -> PlanTable:
    """The plan with as many games as bring every opening once on either side."""
    if openings.kind not in ("all", "file"):
        faults.append(f"plan: games = {ALL_GAMES!r} needs openings of kind 'all' or 'file'")
        return plan
    count = max(opening_count(openings, rules) or 0 for _, rules in boards)
    return plan.model_copy(update={"games": count * (1 if plan.kind == "ordered-pairs" else 2)})
