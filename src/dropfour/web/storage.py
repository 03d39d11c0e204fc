"""Games on disk: one row each, changed only from the state that the change was made on.

All work on the database is done by one thread, which takes everything that waits into one
transaction: many games at once then cost one write to disk, and nobody is answered before it.
"""

from __future__ import annotations

import asyncio
import json
import queue
import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, NamedTuple, TypeVar

import sqlalchemy as sa
from sqlalchemy.engine import Connection
from typing_extensions import TypedDict  # pydantic reads no other before Python 3.12

from dropfour.storage import Schema, open_engine

T = TypeVar("T")
Job = tuple[Callable[[Connection], Any], Future[Any]]

_LARGEST_BATCH = 256


class _Json(sa.TypeDecorator[Any]):
    """A plain value as JSON text."""

    impl = sa.Text
    cache_ok = True

    def process_bind_param(self, value: Any, dialect: sa.Dialect) -> str:
        return json.dumps(value)

    def process_result_value(self, value: Any, dialect: sa.Dialect) -> Any:
        return json.loads(value)


_metadata = sa.MetaData()
_games = sa.Table(
    "games",
    _metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("seq", sa.Integer, nullable=False),
    sa.Column("rules", _Json, nullable=False),
    sa.Column("title", sa.Text, nullable=False),
    sa.Column("start", sa.Text, nullable=False),
    sa.Column("players", _Json, nullable=False),
    sa.Column("moves", _Json, nullable=False),
    sa.Column("asked", _Json, nullable=False),
    sa.Column("token_hashes", _Json, nullable=False),
    sa.Column("changed_s", sa.Float, nullable=False, index=True),  # since 1970
)


def _players_as_texts(db: Connection) -> None:
    """Version 2: a player is "human" or an agent in one line, no longer a table."""

    def text(player: dict[str, Any]) -> str:
        match player:
            case {"kind": "agent", "agent": name, "limit": limit, "seed": seed}:
                return f"{name}:" + ",".join(f"{k}={v}" for k, v in {**limit, "seed": seed}.items())
            case {"kind": "level", "level": level}:
                return f"auto:level={level}"
            case _:
                return "human"

    for game, players in db.execute(sa.select(_games.c.id, _games.c.players)).all():
        here = _games.update().where(_games.c.id == game)
        db.execute(here.values(players=[text(player) for player in players]))


SCHEMA = Schema("page", _metadata, upgrades=(_players_as_texts,))


class Proposal(TypedDict):
    """Moves that one side would like the game to have."""

    side: int
    moves: list[int]


class StoredGame(NamedTuple):
    """All that is kept of a game; plain values only."""

    id: str
    seq: int
    rules: dict[str, Any]
    title: str
    start: str
    players: list[str]
    moves: list[int]
    asked: Proposal | None
    token_hashes: list[str]
    changed_s: float


_CHANGING = ("seq", "players", "moves", "asked", "changed_s")
# Built once: to build a statement takes longer than to run it.
_REPLACE = (
    _games.update()
    .where(_games.c.id == sa.bindparam("game"), _games.c.seq == sa.bindparam("made_on"))
    .values({name: sa.bindparam(f"new_{name}") for name in _CHANGING})
)


class GameStore:
    """The games of one database, made if it is not there; a `StorageError` says why it cannot."""

    def __init__(self, place: str) -> None:
        self._engine = open_engine(place, SCHEMA, durable=True, make_folder=True)
        self._jobs: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._serve, name="database", daemon=True)
        self._thread.start()

    async def insert(self, game: StoredGame) -> None:
        """Keeps a new game."""
        await self._do(lambda db: db.execute(_games.insert(), game._asdict()))

    async def load(self, game: str) -> StoredGame | None:
        """The game of this id."""
        statement = sa.select(_games).where(_games.c.id == game)
        row = await self._do(lambda db: db.execute(statement).first())
        return StoredGame(*row) if row else None

    async def replace(self, game: StoredGame, *, made_on: int) -> bool:
        """Puts a changed game in the place of the one with seq `made_on`; False if it is gone.

        Its rules, start and tokens are what they were.
        """
        values: dict[str, Any] = {f"new_{name}": getattr(game, name) for name in _CHANGING}
        values |= {"game": game.id, "made_on": made_on}
        return await self._do(lambda db: db.execute(_REPLACE, values).rowcount == 1)

    async def count(self) -> int:
        """How many games there are."""
        statement = sa.select(sa.func.count()).select_from(_games)
        return await self._do(lambda db: int(db.execute(statement).scalar_one()))

    async def forget(self, *, before_s: float) -> int:
        """Drops the games that were last changed before then, and says how many."""
        statement = _games.delete().where(_games.c.changed_s < before_s)
        return await self._do(lambda db: int(db.execute(statement).rowcount))

    async def close(self) -> None:
        """Finishes what was asked for and closes the database."""
        self._jobs.put(None)
        await asyncio.to_thread(self._thread.join)
        self._engine.dispose()

    async def _do(self, work: Callable[[Connection], T]) -> T:
        future: Future[T] = Future()
        self._jobs.put((work, future))
        return await asyncio.wrap_future(future)

    def _serve(self) -> None:
        ended = False
        while not ended:
            jobs = [self._jobs.get()]
            while len(jobs) < _LARGEST_BATCH and not self._jobs.empty():
                jobs.append(self._jobs.get())
            ended = None in jobs
            self._run([job for job in jobs if job and job[1].set_running_or_notify_cancel()])

    def _run(self, jobs: list[Job]) -> None:
        try:
            with self._engine.begin() as db:
                results = [work(db) for work, _ in jobs]
        except Exception as error:
            if len(jobs) == 1:
                jobs[0][1].set_exception(error)
                return
            for job in jobs:  # whose fault it was shows when each stands alone
                self._run([job])
            return
        for (_, future), result in zip(jobs, results, strict=True):
            future.set_result(result)
