"""Games on disk: one row each, changed only from the state that the change was made on.

All work on the database is done by one thread, which takes everything that waits into one
transaction: many games at once then cost one write to disk, and nobody is answered before it.
"""

from __future__ import annotations

import asyncio
import json
import queue
import threading
from collections.abc import Callable, Collection, Mapping
from concurrent.futures import Future
from typing import Any, Literal, NamedTuple, TypeVar

import sqlalchemy as sa
from sqlalchemy.engine import Connection
from typing_extensions import TypedDict  # pydantic reads no other before Python 3.12

from dropfour.storage import Schema, open_engine
from dropfour.web.clocks import Clock

T = TypeVar("T")
Job = tuple[Callable[[Connection], Any], Future[Any]]

_LARGEST_BATCH = 256
_IDS_A_STATEMENT = 500  # databases take so many values in one, and more


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
    sa.Column("revision", sa.Integer, nullable=False),
    sa.Column("names", _Json, nullable=False),
    sa.Column("result", _Json, nullable=False),
    sa.Column("clock", _Json, nullable=False),
    sa.Column("invited", _Json, nullable=False),
    sa.Column("rematch", _Json, nullable=False),
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


def _between_people(db: Connection) -> None:
    """Version 3: names, clocks, invitations, results by agreement; questions have a number."""
    new = {"names": '["", ""]', "result": "null", "clock": "null", "invited": "null"}
    for name, value in {**new, "rematch": "null"}.items():
        add = f"ALTER TABLE games ADD COLUMN {name} TEXT NOT NULL DEFAULT '{value}'"
        db.execute(sa.text(add))
    db.execute(sa.text("ALTER TABLE games ADD COLUMN revision INTEGER NOT NULL DEFAULT 0"))
    db.execute(sa.text("UPDATE games SET asked = 'null', revision = seq"))


SCHEMA = Schema("page", _metadata, upgrades=(_players_as_texts, _between_people))


class Proposal(TypedDict):
    """What one side asks of the other: other moves for the game, a draw, a rematch."""

    number: int
    side: int
    kind: Literal["moves", "draw", "rematch"]
    moves: list[int] | None


class Result(TypedDict):
    """How a game ended that did not end on the board."""

    winner: int | None
    reason: Literal["resigned", "agreed", "time"]


class Invitation(TypedDict):
    """A side that waits for who has the key."""

    side: int
    key_hash: str


class StoredGame(NamedTuple):
    """All that is kept of a game; plain values only, in the order of the table's columns.

    `seq` counts the changes that a move must know of, `revision` all of them.
    """

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
    revision: int
    names: list[str]
    result: Result | None
    clock: Clock | None
    invited: Invitation | None
    rematch: str | None


_FIXED = ("id", "rules", "title", "start")
_CHANGING = tuple(name for name in StoredGame._fields if name not in _FIXED)
# Built once: to build a statement takes longer than to run it.
_WHOLE = sa.select(*(_games.c[name] for name in StoredGame._fields))
_LOAD = _WHOLE.where(_games.c.id == sa.bindparam("game"))
_REPLACE = (
    _games.update()
    .where(_games.c.id == sa.bindparam("game"), _games.c.revision == sa.bindparam("made_on"))
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
        row = await self._do(lambda db: db.execute(_LOAD, {"game": game}).first())
        return StoredGame(*row) if row else None

    async def replace(
        self, game: StoredGame, *, made_on: int, new: StoredGame | None = None
    ) -> bool:
        """Puts a changed game in the place of its revision `made_on`; False if that is gone.

        Its rules and start are what they were. A new game that comes of it is kept with it.
        """
        values: dict[str, Any] = {f"new_{name}": getattr(game, name) for name in _CHANGING}
        values |= {"game": game.id, "made_on": made_on}

        def work(db: Connection) -> bool:
            replaced = db.execute(_REPLACE, values).rowcount == 1
            if replaced and new:
                db.execute(_games.insert(), new._asdict())
            return replaced

        return await self._do(work)

    async def delete(self, game: str) -> None:
        """Drops one game."""
        await self._do(lambda db: db.execute(_games.delete().where(_games.c.id == game)))

    async def count(self) -> int:
        """How many games there are."""
        statement = sa.select(sa.func.count()).select_from(_games)
        return await self._do(lambda db: int(db.execute(statement).scalar_one()))

    async def forget(self, *, before_s: float) -> int:
        """Drops the games that were last changed before then, and says how many."""
        statement = _games.delete().where(_games.c.changed_s < before_s)
        return await self._do(lambda db: int(db.execute(statement).rowcount))

    async def drop(self, number: int, *, keep: Collection[str]) -> int:
        """Drops so many games but those to keep: without moves first, then the oldest."""

        def work(db: Connection) -> int:
            order = (sa.case((_games.c.moves == [], 0), else_=1), _games.c.changed_s)
            found = sa.select(_games.c.id).order_by(*order).limit(number + len(keep))
            ids = [game for game in db.execute(found).scalars() if game not in keep][:number]
            for few in _batches(ids):
                db.execute(_games.delete().where(_games.c.id.in_(few)))
            return len(ids)

        return await self._do(work)

    async def changed(self, revisions: Mapping[str, int]) -> tuple[list[StoredGame], set[str]]:
        """Which of the games, given with their revision, have another now; and which are gone."""

        def work(db: Connection) -> tuple[list[StoredGame], set[str]]:
            here = (_games.c.id, _games.c.revision)
            found: dict[str, int] = {}
            for few in _batches(list(revisions)):
                rows = db.execute(sa.select(*here).where(_games.c.id.in_(few)))
                found |= {row.id: row.revision for row in rows}
            ids = [game for game, revision in found.items() if revision != revisions[game]]
            changed = [
                StoredGame(*row)
                for few in _batches(ids)
                for row in db.execute(_WHOLE.where(_games.c.id.in_(few)))
            ]
            return changed, revisions.keys() - found.keys()

        return await self._do(work)

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


def _batches(ids: list[str]) -> list[list[str]]:
    return [ids[i : i + _IDS_A_STATEMENT] for i in range(0, len(ids), _IDS_A_STATEMENT)]
