"""Games on disk: one row each, changed only from the state that the change was made on.

All work on the database is done by one thread, which takes everything that waits into one
transaction: many games at once then cost one write to disk, and nobody is answered before it.
"""

from __future__ import annotations

import asyncio
import json
import logging
import queue
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, TypeVar

import sqlalchemy as sa
from sqlalchemy.engine import Connection, Engine

from dropfour.storage import Schema, open_engine

T = TypeVar("T")
Work = Callable[[Connection], T]

_LARGEST_BATCH = 256
_log = logging.getLogger(__name__)

_metadata = sa.MetaData()
_games = sa.Table(
    "games",
    _metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("seq", sa.Integer, nullable=False),
    sa.Column("rules", sa.Text, nullable=False),
    sa.Column("title", sa.Text, nullable=False),
    sa.Column("start", sa.Text, nullable=False),
    sa.Column("players", sa.Text, nullable=False),
    sa.Column("moves", sa.Text, nullable=False),
    sa.Column("asked", sa.Text, nullable=False),
    sa.Column("token_hashes", sa.Text, nullable=False),
    sa.Column("changed_s", sa.Float, nullable=False, index=True),  # since 1970
)
SCHEMA = Schema("page", _metadata)


@dataclass(frozen=True, slots=True, kw_only=True)
class GameRecord:
    """All that is kept of a game; plain values only."""

    id: str
    seq: int
    rules: dict[str, Any]
    title: str
    start: str
    players: list[dict[str, Any]]
    moves: list[int]
    asked: dict[str, Any] | None
    token_hashes: list[str]
    changed_s: float


_PLAIN = ("id", "seq", "title", "start", "changed_s")
_JSON = ("rules", "players", "moves", "asked", "token_hashes")


_CHANGING = ("seq", "players", "moves", "asked", "changed_s")
# Built once: to build a statement takes longer than to run it.
_REPLACE = (
    _games.update()
    .where(_games.c.id == sa.bindparam("game"), _games.c.seq == sa.bindparam("made_on"))
    .values({name: sa.bindparam(f"new_{name}") for name in _CHANGING})
)


def _stored(record: GameRecord, name: str) -> Any:
    value = getattr(record, name)
    return json.dumps(value) if name in _JSON else value


def _row(record: GameRecord) -> dict[str, Any]:
    return {name: _stored(record, name) for name in (*_PLAIN, *_JSON)}


def _record(row: sa.RowMapping) -> GameRecord:
    plain = {name: row[name] for name in _PLAIN}
    return GameRecord(**plain, **{name: json.loads(row[name]) for name in _JSON})


@dataclass(slots=True)
class _Job:
    work: Work[Any]
    future: asyncio.Future[Any]
    loop: asyncio.AbstractEventLoop

    def answer(self, result: Any, error: BaseException | None) -> None:
        """Tells the one who waits, from the database's thread."""

        def settle() -> None:
            if self.future.done():
                return
            if error is None:
                self.future.set_result(result)
            else:
                self.future.set_exception(error)

        self.loop.call_soon_threadsafe(settle)


@dataclass(slots=True)
class GameStore:
    """The games of one database; `open_store` makes it."""

    _engine: Engine
    _jobs: queue.SimpleQueue[_Job | None] = field(default_factory=queue.SimpleQueue)
    _thread: threading.Thread | None = None

    async def insert(self, record: GameRecord) -> None:
        """Keeps a new game."""
        await self._do(lambda db: db.execute(_games.insert(), _row(record)) and None)

    async def load(self, game: str) -> GameRecord | None:
        """The game of this id."""

        def work(db: Connection) -> GameRecord | None:
            row = db.execute(sa.select(_games).where(_games.c.id == game)).mappings().first()
            return _record(row) if row else None

        return await self._do(work)

    async def replace(self, record: GameRecord, *, made_on: int) -> bool:
        """Puts a changed game in the place of the one with seq `made_on`; False if it is gone.

        Its rules, start and tokens are what they were.
        """
        values: dict[str, Any] = {f"new_{name}": _stored(record, name) for name in _CHANGING}
        values |= {"game": record.id, "made_on": made_on}
        return await self._do(lambda db: db.execute(_REPLACE, values).rowcount == 1)

    async def count(self) -> int:
        """How many games there are."""
        statement = sa.select(sa.func.count()).select_from(_games)
        return await self._do(lambda db: int(db.execute(statement).scalar_one()))

    async def forget(self, *, before_s: float) -> int:
        """Drops the games that were last changed before then, and says how many."""
        statement = _games.delete().where(_games.c.changed_s < before_s)
        return await self._do(lambda db: int(db.execute(statement).rowcount))

    def start(self) -> None:
        """Starts the thread that does the work."""
        self._thread = threading.Thread(target=self._serve, name="database", daemon=True)
        self._thread.start()

    async def close(self) -> None:
        """Finishes what was asked for and closes the database."""
        if self._thread:
            self._jobs.put(None)
            await asyncio.to_thread(self._thread.join)
        self._engine.dispose()

    async def _do(self, work: Work[T]) -> T:
        loop = asyncio.get_running_loop()
        future: asyncio.Future[T] = loop.create_future()
        self._jobs.put(_Job(work, future, loop))
        return await future

    def _serve(self) -> None:
        while True:
            batch = self._batch()
            jobs = [job for job in batch if job is not None]
            if jobs:
                self._run(jobs)
            if None in batch:
                return

    def _batch(self) -> list[_Job | None]:
        """Everything that waits; waits itself until there is something."""
        batch = [self._jobs.get()]
        while len(batch) < _LARGEST_BATCH and batch[-1] is not None:
            try:
                batch.append(self._jobs.get_nowait())
            except queue.Empty:
                break
        return batch

    def _run(self, jobs: list[_Job]) -> None:
        try:
            with self._engine.begin() as db:
                results = [job.work(db) for job in jobs]
        except Exception as error:
            if len(jobs) == 1:
                jobs[0].answer(None, error)
                return
            for job in jobs:  # whose fault it was shows when each stands alone
                self._run([job])
            return
        for job, result in zip(jobs, results, strict=True):
            job.answer(result, None)


def open_store(place: str) -> GameStore:
    """The store in a database, made if it is not there; a `StorageError` says why it cannot."""
    store = GameStore(open_engine(place, SCHEMA, durable=True, make_folder=True))
    store.start()
    return store
