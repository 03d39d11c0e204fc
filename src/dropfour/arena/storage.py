"""Where finished games are kept.

Only the coordinator writes, one transaction for each game. A game is there as a whole or not at
all, and never twice: (experiment, number) is the primary key.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import asdict, fields
from math import nan
from pathlib import Path
from typing import Any, Self, TypeVar

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite

from dropfour.arena.experiment import Experiment, fingerprint_of
from dropfour.arena.results import GAME_FIELDS, VOID, PlayedGame, Results, Run, Thought
from dropfour.errors import DropfourError, StorageError
from dropfour.notation import parse_moves
from dropfour.rules import Rules
from dropfour.storage import Schema, open_engine, open_to_read, transaction

Item = TypeVar("Item")

_LONGEST_NAME = 60  # of an experiment: what is longer is cut, the whole name is in the content
_LISTS = ("times_ms", "thoughts")  # kept as JSON
_RUN = tuple(field.name for field in fields(Run))
_PLAIN = tuple(name for name in GAME_FIELDS if name not in _LISTS)

_metadata = sa.MetaData()
_experiments = sa.Table(
    "experiment",
    _metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("fingerprint", sa.String(64), nullable=False, unique=True),
    sa.Column("name", sa.String(_LONGEST_NAME), nullable=False),
    sa.Column("content", sa.Text, nullable=False),
)
_games = sa.Table(
    "game",
    _metadata,
    sa.Column("experiment", sa.ForeignKey("experiment.id"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("pair", sa.Integer, nullable=False),
    sa.Column("board", sa.Text, nullable=False),
    sa.Column("first", sa.Text, nullable=False),
    sa.Column("second", sa.Text, nullable=False),
    sa.Column("opening", sa.Text, nullable=False),
    sa.Column("moves", sa.Text, nullable=False),
    sa.Column("winner", sa.Integer),
    sa.Column("ending", sa.String(20), nullable=False),
    sa.Column("fault_side", sa.Integer),
    sa.Column("cause", sa.Text, nullable=False),
    sa.Column("detail", sa.Text, nullable=False),
    sa.Column("first_score", sa.Integer, nullable=False),
    sa.Column("second_score", sa.Integer, nullable=False),
    sa.Column("plies", sa.Integer, nullable=False),
    sa.Column("times_ms", sa.Text, nullable=False),
    sa.Column("first_ms", sa.Float, nullable=False),
    sa.Column("second_ms", sa.Float, nullable=False),
    sa.Column("start", sa.Text, nullable=False, server_default=""),
    sa.Column("thoughts", sa.Text, nullable=False, server_default="[]"),
)
_runs = sa.Table(
    "run",
    _metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("experiment", sa.ForeignKey("experiment.id"), nullable=False, index=True),
    sa.Column("began", sa.Text, nullable=False),  # ISO 8601, UTC
    sa.Column("program", sa.Text, nullable=False),  # its version, and Python's
    sa.Column("machine", sa.Text, nullable=False),
    sa.Column("workers", sa.Text, nullable=False),
)


def _starts_thoughts_and_runs(connection: sa.Connection) -> None:
    """Version 2: games from a position, what players say of their moves, when and where."""
    for column in (_games.c.start, _games.c.thoughts):
        text = sa.schema.CreateColumn(column).compile(dialect=connection.dialect)
        connection.exec_driver_sql(f"ALTER TABLE {_games.name} ADD COLUMN {text}")
    _runs.create(connection)


def _fingerprints_without_counts(connection: sa.Connection) -> None:
    """Version 3: an experiment with more games is the same one.

    Where several of the same name become one, the one with most games goes on; the others stay.
    """
    games = sa.select(sa.func.count()).where(_games.c.experiment == _experiments.c.id)
    wanted = sa.select(_experiments.c.id, _experiments.c.content)
    taken: set[str] = set()
    for key, content in connection.execute(
        wanted.order_by(games.scalar_subquery().desc(), _experiments.c.id)
    ).all():
        fingerprint = fingerprint_of(json.loads(content))
        if fingerprint not in taken:
            taken.add(fingerprint)
            here = _experiments.update().where(_experiments.c.id == key)
            connection.execute(here.values(fingerprint=fingerprint))


SCHEMA = Schema(
    "arena", _metadata, upgrades=(_starts_thoughts_and_runs, _fingerprints_without_counts)
)


class Storage:
    """An open database of games."""

    def __init__(self, engine: sa.Engine) -> None:
        self._engine = engine

    @classmethod
    def open(cls, place: str | Path) -> Self:
        """The database at a path or a URL, made or brought up to date where needed."""
        return cls(open_engine(place, SCHEMA))

    @classmethod
    def to_read(cls, place: str | Path) -> Self:
        """A database that is there, which may be one that nobody can write."""
        if "://" not in str(place) and not Path(place).exists():
            raise StorageError(f"there is no database {place}: has the experiment been run?")
        return cls(open_to_read(place, SCHEMA))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._engine.dispose()

    def register(self, experiment: Experiment) -> int:
        """The number under which the games of an experiment are kept."""
        values = {
            "fingerprint": experiment.fingerprint,
            "name": experiment.name[:_LONGEST_NAME],
            "content": json.dumps(experiment.to_mapping(), default=str),
        }
        with transaction(self._engine) as connection:
            connection.execute(self._insert(_experiments).on_conflict_do_nothing(), values)
            key: int = connection.execute(_key(experiment)).scalar_one()
        return key

    def played(self, experiment: Experiment) -> set[int]:
        """The numbers of the games that are there; void ones are to be played again."""
        with transaction(self._engine) as connection:
            wanted = sa.select(_games.c.number).where(_of(experiment), _games.c.ending != VOID)
            return set(connection.execute(wanted).scalars())

    def add(self, experiment_id: int, game: PlayedGame) -> bool:
        """Keeps a finished game, in a transaction of its own; False if it was there already.

        It takes the place of a void one.
        """
        values = {name: getattr(game, name) for name in _PLAIN}
        values |= {name: json.dumps(getattr(game, name)) for name in _LISTS}
        values |= {"experiment": experiment_id}
        key = _games.primary_key.columns.keys()
        insert = self._insert(_games).values(values)
        others = {name: insert.excluded[name] for name in values if name not in key}
        wanted = insert.on_conflict_do_update(
            index_elements=key, set_=others, where=_games.c.ending == VOID
        )
        with transaction(self._engine) as connection:
            return connection.execute(wanted).rowcount > 0

    def add_run(self, experiment_id: int, run: Run) -> None:
        """Keeps when, by what and where the games that follow were played."""
        with transaction(self._engine) as connection:
            connection.execute(sa.insert(_runs), {"experiment": experiment_id, **asdict(run)})

    def results(self, experiment: Experiment) -> Results:
        """All games of an experiment."""
        wanted = sa.select(_games).where(_of(experiment)).order_by(_games.c.number)
        made = sa.select(_runs).where(_runs.c.experiment == _key(experiment).scalar_subquery())
        with transaction(self._engine) as connection:
            rows = connection.execute(wanted).mappings().all()
            runs = connection.execute(made.order_by(_runs.c.id)).mappings().all()
        boards = dict(experiment.rules)
        try:
            games = [_record(row, boards) for row in rows]
        except (DropfourError, KeyError, TypeError, ValueError) as error:
            raise StorageError(f"the database is damaged: {error}") from error
        return Results(experiment, games, [Run(*(run[name] for name in _RUN)) for run in runs])

    def other_versions(self, experiment: Experiment) -> int:
        """How many games belong to experiments of the same name with other content."""
        count = (
            sa.select(sa.func.count())
            .select_from(_games.join(_experiments))
            .where(_experiments.c.name == experiment.name[:_LONGEST_NAME])
            .where(_experiments.c.fingerprint != experiment.fingerprint)
        )
        with transaction(self._engine) as connection:
            games: int = connection.execute(count).scalar_one()
        return games

    def _insert(self, table: sa.Table) -> Any:
        dialect = postgresql if self._engine.dialect.name == "postgresql" else sqlite
        return dialect.insert(table)


def _key(experiment: Experiment) -> sa.Select[Any]:
    return sa.select(_experiments.c.id).where(_experiments.c.fingerprint == experiment.fingerprint)


def _of(experiment: Experiment) -> sa.ColumnElement[bool]:
    """The games of an experiment."""
    return _games.c.experiment == _key(experiment).scalar_subquery()


def _record(row: Any, boards: Mapping[str, Rules]) -> PlayedGame:
    """A game of the database; damaged times and thoughts are lost, the game is not."""
    opening = len(parse_moves(row["opening"], boards[row["board"]]))
    chosen = row["plies"] - opening
    times_ms = _read(row["times_ms"], lambda ms: float(ms), chosen) or (nan,) * chosen
    thoughts = _read(row["thoughts"], lambda said: Thought(*said), chosen) or ()
    values = {name: row[name] for name in _PLAIN}
    return PlayedGame(**values, times_ms=times_ms, thoughts=thoughts)


def _read(text: str, one: Callable[[Any], Item], count: int) -> tuple[Item, ...] | None:
    """So many items of a JSON list; None if it is none."""
    try:
        items = tuple(one(item) for item in json.loads(text))
    except (TypeError, ValueError, RecursionError):
        return None
    return items if len(items) == count else None
