"""Databases of the arena and the page: how they are opened, and which tables are in them.

SQLite in WAL mode by path or URL, or PostgreSQL by URL, through SQLAlchemy Core. A database says
in `schema_version` which version of whose tables it has; each side brings its own up to date.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from shutil import copyfile
from tempfile import TemporaryDirectory
from typing import Any

import sqlalchemy as sa
from sqlalchemy import event
from sqlalchemy.exc import ArgumentError, DBAPIError, NoSuchModuleError, SQLAlchemyError

from dropfour.errors import StorageError

_BUSY_SECONDS = 10.0
_VERSIONS = sa.Table(
    "schema_version",
    sa.MetaData(),
    sa.Column("name", sa.String(20), primary_key=True),
    sa.Column("version", sa.Integer, nullable=False),
)
_IN_BETTER_WORDS = {
    "disk is full": "the disk is full; finished games are safe, and the same command goes on",
    "readonly database": "the database cannot be written (read-only)",
    "database is locked": "another program keeps the database locked",
    "is not a database": "this file is not a database, or a damaged one",
    "malformed": "the database is damaged",
    "unable to open": "there can be no database there",
    "disk I/O error": "the disk cannot be read or written",
}


@dataclass(frozen=True)
class Schema:
    """Somebody's tables as they are now, and how older ones get there.

    `upgrades[0]` turns version 1 into version 2, and so on: a change of the tables is a change of
    `tables` and one more upgrade.
    """

    name: str
    tables: sa.MetaData
    upgrades: tuple[Callable[[sa.Connection], None], ...] = ()

    @property
    def version(self) -> int:
        """The version that this program reads and writes."""
        return 1 + len(self.upgrades)


def open_engine(
    place: str | Path, schema: Schema, *, durable: bool = False, make_folder: bool = False
) -> sa.Engine:
    """The database at a path or a URL, made or brought up to date where needed.

    What is written survives the end of the process; with `durable` that of the machine as well.
    """
    try:
        url = _url(str(place))
        if make_folder and (file := _file(url)):
            Path(file).absolute().parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        engine = _engine(url, durable=durable)
        try:
            with _in_words(engine):
                _bring_up_to_date(engine, schema)
        except BaseException:
            engine.dispose()
            raise
    except (StorageError, OSError) as error:
        raise StorageError(f"the database cannot be opened: {error}") from error
    return engine


def open_to_read(place: str | Path, schema: Schema) -> sa.Engine:
    """The database at a path or a URL; one that cannot be written is read into memory.

    There its tables can be brought up to date, and WAL needs no files beside it.
    """
    try:
        return open_engine(place, schema)
    except StorageError as error:
        file = None if "://" in str(place) else Path(place)
        if file is None or not file.is_file():
            raise
        try:
            copy = _in_memory(file)
        except (sqlite3.Error, OSError):
            raise error from None
    engine = sa.create_engine("sqlite://", creator=lambda: copy, poolclass=sa.pool.StaticPool)
    with _in_words(engine):
        _bring_up_to_date(engine, schema)
    return engine


def _in_memory(file: Path) -> sqlite3.Connection:
    """A copy of a database, with what is still in its write-ahead log."""
    memory = sqlite3.connect(":memory:", check_same_thread=False)
    with TemporaryDirectory() as folder:
        for end in ("", "-wal"):
            if (part := Path(f"{file}{end}")).exists():
                copyfile(part, Path(folder) / f"copy{end}")
        with closing(sqlite3.connect(Path(folder) / "copy")) as source:
            source.backup(memory)
    return memory


@contextmanager
def transaction(engine: sa.Engine) -> Iterator[sa.Connection]:
    """All that is done on the connection, or nothing; `StorageError` says why it failed."""
    with _in_words(engine), engine.begin() as connection:
        yield connection


def _url(place: str) -> sa.URL:
    if "://" not in place:
        if Path(place).is_dir():
            raise StorageError(f"{place} is a folder, not a database")
        return sa.URL.create("sqlite", database=place)
    try:
        url = sa.make_url(place)
    except ArgumentError:
        raise StorageError("its address cannot be read") from None
    if url.drivername in ("postgresql", "postgres"):
        url = url.set(drivername="postgresql+psycopg")
    if url.get_backend_name() not in ("sqlite", "postgresql"):
        raise StorageError(f"{url.get_backend_name()}: only SQLite and PostgreSQL are supported")
    return url


def _file(url: sa.URL) -> str | None:
    """The file of an SQLite database; None for one in memory, and for other kinds."""
    if url.get_backend_name() != "sqlite" or url.database == ":memory:":
        return None
    return url.database


def _engine(url: sa.URL, *, durable: bool) -> sa.Engine:
    options: dict[str, Any] = {"pool_pre_ping": True}
    if url.get_backend_name() == "sqlite":
        options = {"connect_args": {"timeout": _BUSY_SECONDS, "check_same_thread": False}}
        if not _file(url):
            options["poolclass"] = sa.pool.StaticPool
    try:
        engine = sa.create_engine(url, **options)
    except (ImportError, NoSuchModuleError) as error:
        raise StorageError(f"this kind of database needs a driver: {error}") from error

    def prepare(connection: Any, _: object) -> None:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute(f"PRAGMA synchronous = {'FULL' if durable else 'NORMAL'}")
        connection.execute("PRAGMA foreign_keys = ON")

    if url.get_backend_name() == "sqlite":
        event.listen(engine, "connect", prepare)
    return engine


def _bring_up_to_date(engine: sa.Engine, schema: Schema) -> None:
    with engine.connect() as connection:  # one that is up to date may be read-only
        if _version(connection, schema) == schema.version:
            return
    with engine.begin() as connection:
        if connection.dialect.name == "sqlite":  # the driver begins none before CREATE TABLE
            connection.exec_driver_sql("BEGIN IMMEDIATE")
        version = _version(connection, schema)  # another program may have been quicker
        if version is None:
            schema.tables.create_all(connection)
        else:
            for upgrade in schema.upgrades[version - 1 :]:
                upgrade(connection)
        _VERSIONS.create(connection, checkfirst=True)
        connection.execute(sa.delete(_VERSIONS).where(_VERSIONS.c.name == schema.name))
        connection.execute(sa.insert(_VERSIONS).values(name=schema.name, version=schema.version))


def _version(connection: sa.Connection, schema: Schema) -> int | None:
    """The version of the tables that are there; None if there are none yet."""
    inspector = sa.inspect(connection)
    names = set(inspector.get_table_names())
    if _VERSIONS.name in names:
        wanted = sa.select(_VERSIONS.c.version).where(_VERSIONS.c.name == schema.name)
        version: int | None = connection.execute(wanted).scalar()
        if version is not None:
            if version > schema.version:
                raise StorageError("it was written by a newer dropfour")
            return version
    if not names & schema.tables.tables.keys():
        return None
    for name in names & schema.tables.tables.keys():
        known = schema.tables.tables[name].columns
        if any(column["name"] not in known for column in inspector.get_columns(name)):
            raise StorageError("it belongs to another program")
    return 1  # made before versions were kept


@contextmanager
def _in_words(engine: sa.Engine) -> Iterator[None]:
    place = _file(engine.url) or engine.url.render_as_string(hide_password=True)
    try:
        yield
    except StorageError as error:
        raise StorageError(f"{place}: {error}") from error
    except DBAPIError as error:
        message = str(error.orig)
        better = (ours for words, ours in _IN_BETTER_WORDS.items() if words in message)
        reason = next(better, " ".join(message.split()))
        raise StorageError(f"{place}: {reason}") from error
    except SQLAlchemyError as error:
        raise StorageError(f"{place}: {error}") from error
