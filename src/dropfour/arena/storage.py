"""Where finished games are kept: SQLAlchemy Core on SQLite in WAL mode, or PostgreSQL by URL.

Only the coordinator writes, one transaction for each game. A game is there as a whole or not at
all, and never twice: (experiment, number) is the primary key.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

import sqlalchemy as sa
from sqlalchemy import event
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, NoSuchModuleError, SQLAlchemyError

from dropfour.arena import schema
from dropfour.arena.faults import StorageError
from dropfour.arena.results import RECORD_FIELDS, GameRecord, Results

if TYPE_CHECKING:
    from dropfour.arena.experiment import Experiment

_BUSY_SECONDS = 10.0
_PLAIN = tuple(name for name in RECORD_FIELDS if name != "times_ms")


class Storage:
    """An open database of games."""

    def __init__(self, engine: sa.Engine, label: str) -> None:
        self._engine = engine
        self._label = label

    @classmethod
    def open(cls, place: str | Path, *, must_exist: bool = False) -> Self:
        """The database at a path or a URL, made or brought up to date where needed."""
        url, label = _url(place, must_exist=must_exist)
        in_memory = url.get_backend_name() == "sqlite" and not url.database
        options: dict[str, Any] = {"poolclass": sa.pool.StaticPool} if in_memory else {}
        if url.get_backend_name() == "sqlite":
            options["connect_args"] = {"timeout": _BUSY_SECONDS, "check_same_thread": False}
        try:
            engine = sa.create_engine(url, **options)
        except (ImportError, NoSuchModuleError) as error:
            raise StorageError(f"{label}: this kind of database needs a driver: {error}") from error
        if url.get_backend_name() == "sqlite":
            event.listen(engine, "connect", _prepare_sqlite)
        storage = cls(engine, label)
        try:
            with storage._in_words():
                schema.upgrade(engine, label)
        except BaseException:
            engine.dispose()
            raise
        return storage

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Ends all connections."""
        self._engine.dispose()

    def experiment_id(self, experiment: Experiment, *, create: bool = True) -> int | None:
        """The number under which the games of an experiment are kept."""
        table = schema.experiment
        wanted = sa.select(table.c.id).where(table.c.fingerprint == experiment.fingerprint)
        with self._in_words(), self._engine.begin() as connection:
            found = connection.execute(wanted).scalar()
            if found is None and create:
                content = json.dumps(experiment.to_mapping(), default=str)
                values = {
                    "fingerprint": experiment.fingerprint,
                    "name": experiment.name[: schema.LONGEST_NAME],
                    "content": content,
                }
                connection.execute(self._insert(table).values(values).on_conflict_do_nothing())
                found = connection.execute(wanted).scalar()
        return found

    def played(self, experiment: Experiment) -> set[int]:
        """The numbers of the games that are there."""
        key = self.experiment_id(experiment, create=False)
        games = schema.game
        with self._in_words(), self._engine.connect() as connection:
            rows = connection.execute(sa.select(games.c.number).where(games.c.experiment == key))
            return set(rows.scalars())

    def add(self, experiment_id: int, game: GameRecord) -> bool:
        """Keeps a finished game, in a transaction of its own; False if it was there already."""
        values = {name: getattr(game, name) for name in _PLAIN}
        values |= {"experiment": experiment_id, "times_ms": json.dumps(game.times_ms)}
        with self._in_words(), self._engine.begin() as connection:
            done = connection.execute(
                self._insert(schema.game).values(values).on_conflict_do_nothing()
            )
            return done.rowcount > 0

    def drop_after(self, experiment: Experiment, number: int) -> int:
        """Forgets games beyond a number: those played ahead of a sequential test's decision."""
        key = self.experiment_id(experiment, create=False)
        games = schema.game
        with self._in_words(), self._engine.begin() as connection:
            extra = (games.c.experiment == key) & (games.c.number > number)
            return connection.execute(sa.delete(games).where(extra)).rowcount

    def results(self, experiment: Experiment) -> Results:
        """All games of an experiment."""
        key = self.experiment_id(experiment, create=False)
        games = schema.game
        wanted = sa.select(games).where(games.c.experiment == key).order_by(games.c.number)
        with self._in_words(), self._engine.connect() as connection:
            rows = connection.execute(wanted).mappings().all()
        return Results(experiment, [_record(row) for row in rows])

    def other_versions(self, experiment: Experiment) -> int:
        """How many games belong to experiments of the same name with other content."""
        games, table = schema.game, schema.experiment
        count = (
            sa.select(sa.func.count())
            .select_from(games.join(table, games.c.experiment == table.c.id))
            .where(table.c.name == experiment.name[: schema.LONGEST_NAME])
            .where(table.c.fingerprint != experiment.fingerprint)
        )
        with self._in_words(), self._engine.connect() as connection:
            return connection.execute(count).scalar() or 0

    def _insert(self, table: sa.Table) -> Any:
        if self._engine.dialect.name == "postgresql":
            return postgresql.insert(table)
        return sqlite.insert(table)

    @contextmanager
    def _in_words(self) -> Iterator[None]:
        try:
            yield
        except StorageError:
            raise
        except DBAPIError as error:
            raise StorageError(f"{self._label}: {_reason(str(error.orig))}") from error
        except SQLAlchemyError as error:
            raise StorageError(f"{self._label}: {error}") from error


def _record(row: Any) -> GameRecord:
    values = {name: row[name] for name in _PLAIN}
    return GameRecord(**values, times_ms=tuple(json.loads(row["times_ms"])))


def _url(place: str | Path, *, must_exist: bool) -> tuple[sa.URL, str]:
    text = str(place)
    if "://" not in text:
        path = Path(text)
        if must_exist and not path.exists():
            raise StorageError(f"there is no database {text}: has the experiment been run?")
        if path.is_dir():
            raise StorageError(f"{text} is a folder, not a database")
        return sa.URL.create("sqlite", database=text), text
    try:
        url = make_url(text)
    except ArgumentError:
        raise StorageError("the address of the database cannot be read") from None
    if url.drivername in ("postgresql", "postgres"):
        url = url.set(drivername="postgresql+psycopg")
    if url.get_backend_name() not in ("sqlite", "postgresql"):
        raise StorageError(f"{url.get_backend_name()}: only SQLite and PostgreSQL are supported")
    return url, url.render_as_string(hide_password=True)


def _prepare_sqlite(connection: Any, _: object) -> None:
    cursor = connection.cursor()
    cursor.execute("PRAGMA journal_mode = WAL")
    cursor.execute("PRAGMA synchronous = NORMAL")  # in WAL mode enough for any end of the process
    cursor.execute("PRAGMA foreign_keys = ON")
    cursor.close()


def _reason(message: str) -> str:
    """The database's own words, in better ones where we know them."""
    known = {
        "disk is full": "the disk is full; finished games are safe, and the same command goes on",
        "readonly database": "the database cannot be written (read-only)",
        "database is locked": "another program keeps the database locked",
        "is not a database": "this file is not a database, or a damaged one",
        "malformed": "the database is damaged",
        "unable to open": "the database cannot be opened or made there",
        "disk I/O error": "the disk cannot be read or written",
    }
    for words, better in known.items():
        if words in message:
            return better
    return " ".join(message.split())
