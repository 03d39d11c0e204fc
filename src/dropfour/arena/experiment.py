"""An experiment: which rules, which players, which plan. Read from TOML, checked once."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dropfour._words import printable
from dropfour.arena.boards import NamedRules, read_boards
from dropfour.arena.faults import ExperimentError, NoExperiment
from dropfour.arena.openings import opening_faults, read_openings
from dropfour.arena.plan import (
    GROWING,
    FixedPlan,
    Plan,
    read_plan,
    repeat_faults,
    with_every_opening,
)
from dropfour.arena.players import read_players, recorded, talk_fault
from dropfour.arena.stages import KnockoutPlan, SwissPlan
from dropfour.arena.tables import (
    Adjudication,
    Allowances,
    ExperimentTable,
    OpeningsTable,
    PlanTable,
    Player,
    read_table,
)
from dropfour.errors import DropfourError, FormatError
from dropfour.files import read_text
from dropfour.variants import parse_toml

if TYPE_CHECKING:
    from dropfour.arena.results import Results
    from dropfour.arena.run import RunStatus


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
    adjudication: Adjudication
    rules: tuple[NamedRules, ...]
    players: tuple[Player, ...]
    plan_table: PlanTable
    openings: OpeningsTable
    limits: Allowances
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
            name = printable(path.stem.encode(errors="replace").decode())  # any bytes may name it
            return cls.parse(text, name=name, folder=path.resolve().parent)
        except ExperimentError as error:
            raise error.within(str(path)) from None

    @classmethod
    def parse(
        cls, text: str, *, name: str = "experiment", folder: Path | None = None
    ) -> Experiment:
        """The experiment of a TOML text."""
        try:
            content = parse_toml(text)
        except FormatError as error:
            raise NoExperiment([f"no TOML: {error}"]) from error
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
        openings = read_openings(table.openings, folder, faults)
        limits = read_table(Allowances, table.limits, faults, place="limits").table
        judge: object = table.adjudicate
        if isinstance(judge, bool):
            judge = {"proven": judge}
        adjudication = read_table(Adjudication, judge, faults, place="adjudicate").table
        plan, everything = PlanTable(), False
        if "players" not in wrong:
            plan, everything = read_plan(table.plan, players, faults)
        if openings is not None:
            impossible = opening_faults(openings, boards)
            faults += impossible
            if not faults:
                faults += repeat_faults(plan, openings, players, limits)
            if everything and boards and not impossible:
                plan = with_every_opening(plan, openings, boards, faults)
        faults += [
            f"player {player.name!r} {fault}, not board {board!r}"
            for player in players
            for board, rules in boards
            if (fault := talk_fault(player, rules))
        ]
        if faults or openings is None:
            raise ExperimentError(faults)
        return cls(
            name=table.name or name,
            title=table.title,
            seed=table.seed,
            adjudication=adjudication,
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
        kinds = {"knockout": KnockoutPlan, "swiss": SwissPlan}
        return kinds.get(self.plan_table.kind, FixedPlan)(self)

    @property
    def has_programs(self) -> bool:
        """Whether somebody's program plays."""
        return any(player.command for player in self.players)

    def to_mapping(self) -> dict[str, Any]:
        """Everything the games depend on, as plain data."""
        return {
            "name": self.name,
            "title": self.title,
            "seed": self.seed,
            "adjudicate": self._adjudicate(),
            "rules": [{"name": name, "rules": rules.to_mapping()} for name, rules in self.rules],
            "players": [recorded(player) for player in self.players],
            "plan": self.plan_table.model_dump(),
            "openings": self.openings.model_dump(exclude={"file"}),
            "limits": self.limits.model_dump(exclude_none=True),
        }

    def _adjudicate(self) -> bool | dict[str, Any]:
        """As short as it can be said: so the fingerprints of older experiments stay."""
        said = self.adjudication.model_dump(exclude_defaults=True)
        return said if said.keys() - {"proven"} else self.adjudication.proven

    @cached_property
    def fingerprint(self) -> str:
        """The same for the same games: what a stored game belongs to."""
        return fingerprint_of(self.to_mapping())

    def run(
        self,
        *,
        workers: int = 1,
        database: str | None = None,
        progress: Callable[[RunStatus], None] | None = None,
        dask: str | None = None,
        log: str | None = None,
    ) -> Results:
        """Plays all games that the database does not have yet, and returns all of them.

        Without a database the games are kept in memory only. `log` is a folder for what programs
        are told and say.
        """
        from dropfour.arena.executors import open_pool
        from dropfour.arena.run import run
        from dropfour.arena.storage import Storage

        with (
            Storage.open(database or "sqlite://") as storage,
            open_pool(workers=workers, dask=dask, here=not self.has_programs) as pool,
        ):
            return run(self, storage, pool, progress=progress, log=log)


def fingerprint_of(content: Mapping[str, Any]) -> str:
    """The fingerprint of an experiment as plain data.

    Names and titles change no game, nor does the number of them: a plan with more goes on. Keys
    at their defaults are left out, so that a new one leaves stored games where they are.
    """
    table = {key: value for key, value in content.items() if key not in ("name", "title")}
    for key, model in (("plan", PlanTable), ("openings", OpeningsTable), ("limits", Allowances)):
        plain = model().model_dump()
        table[key] = {k: v for k, v in content[key].items() if plain.get(k, ...) != v}
    if content["plan"]["kind"] in GROWING:
        for count in ("games", "max_games"):
            table["plan"].pop(count, None)
    text = json.dumps(table, sort_keys=True, default=str)
    return hashlib.sha256(text.encode()).hexdigest()[:24]
