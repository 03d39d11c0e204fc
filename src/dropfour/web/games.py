"""Games that people share: who may change one, and how a change becomes everybody's.

A change is checked, written to disk, and only then shown to anyone, the one who made it included.
"""

from __future__ import annotations

import asyncio
import json
import logging
import secrets
import time
from collections.abc import Callable, Coroutine
from dataclasses import replace
from typing import Any
from weakref import WeakValueDictionary

from dropfour.errors import DropfourError, IllegalMove
from dropfour.game import Position
from dropfour.web import players as players_of
from dropfour.web.live import LiveGame, Member, Thought, token_hash
from dropfour.web.pool import Search, SearchPool
from dropfour.web.positions import NamedRules, play_columns
from dropfour.web.refusals import Refusal, busy
from dropfour.web.settings import Limits
from dropfour.web.storage import GameRecord, GameStore
from dropfour.web.wire import Players

_log = logging.getLogger(__name__)
_SECONDS_A_DAY = 86_400.0

Edit = Callable[[LiveGame], tuple[GameRecord, Position]]


class GameService:
    """The games of this server."""

    def __init__(self, *, store: GameStore, pool: SearchPool, limits: Limits) -> None:
        self._store = store
        self._pool = pool
        self._limits = limits
        self._live: WeakValueDictionary[str, LiveGame] = WeakValueDictionary()
        self._tasks: set[asyncio.Task[None]] = set()

    async def create(
        self, named: NamedRules, position: Position, players: Players
    ) -> tuple[LiveGame, list[str]]:
        """A new game and the tokens of its sides."""
        settled = players_of.settled(players, self._limits.search)
        await self._make_room()
        tokens = [secrets.token_urlsafe(18) for _ in players]
        record = GameRecord(
            id=secrets.token_urlsafe(12),
            seq=0,
            rules=named.rules.to_mapping(),
            title=named.title,
            start=position.history[0].to_text(),
            players=settled,
            moves=list(position.moves),
            asked=None,
            token_hashes=[token_hash(token) for token in tokens],
            changed_s=time.time(),
        )
        info = await asyncio.to_thread(named.info)
        await self._store.insert(record)
        return LiveGame(record, position, info), tokens

    async def _make_room(self) -> None:
        if await self._store.count() < self._limits.games_stored:
            return
        await self.forget_old()
        if await self._store.count() >= self._limits.games_stored:
            raise busy("This server keeps no more games.", retry_after_s=3600)

    async def forget_old(self) -> None:
        """Drops the games that nobody has changed for a long time."""
        before_s = time.time() - self._limits.keep_days * _SECONDS_A_DAY
        if dropped := await self._store.forget(before_s=before_s):
            _log.info("old games dropped", extra={"games": dropped})

    async def get(self, game: str) -> LiveGame:
        """The game of this id, one object for everybody who looks at it now."""
        live = self._live.get(game)
        if live is None:
            record = await self._store.load(game)
            if record is None:
                raise Refusal("not_found", "There is no such game.")
            fresh = await asyncio.to_thread(LiveGame.of, record)
            live = self._live.setdefault(game, fresh)
        return live

    # ---- Changes --------------------------------------------------------------------------------

    async def move(
        self, live: LiveGame, member: Member, number: int | None, *, seq: int, column: int
    ) -> None:
        """A disc or a ban by the person to move."""

        def edit(live: LiveGame) -> tuple[GameRecord, Position]:
            self._check_turn(live, member, kind="human")
            return _played(live, column)

        await self._change(live, edit, seq=seq, answers=(member, number))

    async def line(
        self, live: LiveGame, member: Member, number: int | None, *, seq: int, moves: list[int]
    ) -> None:
        """Other moves for the game, if those concerned agree."""
        self._check_seq(live, seq)
        sides = live.members[member]
        if not sides:
            raise Refusal("not_your_side", "You are watching this game.")
        start = live.position.history[0]  # the same for good, so there is no need to lock yet
        try:
            position = await asyncio.to_thread(play_columns, start, moves)
        except IllegalMove as error:
            raise Refusal("illegal", _sentence(error)) from None

        def edit(live: LiveGame) -> tuple[GameRecord, Position]:
            if _agreed(live.record, sides, moves):
                return replace(live.record, moves=moves, asked=None), position
            asked = {"side": min(sides), "moves": moves}
            return replace(live.record, asked=asked), live.position

        await self._change(live, edit, seq=seq, answers=(member, number))

    async def set_players(
        self, live: LiveGame, member: Member, number: int | None, *, seq: int, players: Players
    ) -> None:
        """Other players; whoever holds both sides may say who plays them."""

        def edit(live: LiveGame) -> tuple[GameRecord, Position]:
            if len(live.members[member]) < len(players):
                raise Refusal("not_your_side", "Only who holds both sides can change the players.")
            settled = players_of.settled(players, self._limits.search)
            return replace(live.record, players=settled, asked=None), live.position

        await self._change(live, edit, seq=seq, answers=(member, number))

    async def _change(
        self,
        live: LiveGame,
        edit: Edit,
        *,
        seq: int,
        answers: tuple[Member, int | None] | None = None,
    ) -> None:
        """Makes a change and tells everybody, also if the one who wanted it is gone meanwhile."""
        await asyncio.shield(self._spawn(self._apply(live, edit, seq=seq, answers=answers)))

    async def _apply(
        self,
        live: LiveGame,
        edit: Edit,
        *,
        seq: int,
        answers: tuple[Member, int | None] | None,
    ) -> None:
        async with live.lock:
            self._check_seq(live, seq)
            record, position = edit(live)
            record = replace(record, seq=seq + 1, changed_s=time.time())
            if not await self._store.replace(record, made_on=seq):
                await self._reload(live)  # another server on the same database was quicker
                self._check_seq(live, seq)
            live.stop_thinking()
            live.record, live.position = record, position
            live.tell(answers=answers)

    async def _reload(self, live: LiveGame) -> None:
        record = await self._store.load(live.record.id)
        if record is None:
            raise Refusal("not_found", "This game is no longer there.")
        fresh = LiveGame.of(record)
        live.record, live.position = fresh.record, fresh.position

    def _check_seq(self, live: LiveGame, seq: int) -> None:
        if seq != live.record.seq:
            raise Refusal("stale", "The game has moved on.")

    def _check_turn(self, live: LiveGame, member: Member, *, kind: str) -> None:
        """Whether this member may let this kind of player move now."""
        if live.position.outcome is not None:
            raise Refusal("over", "The game is over.")
        turn = live.position.turn
        if turn not in live.members[member]:
            raise Refusal("not_your_side", "This side is not yours to move.")
        is_human = live.record.players[turn]["kind"] == "human"
        if is_human != (kind == "human"):
            who = "a person" if is_human else "the computer"
            raise Refusal("illegal", f"Here {who} is to move.")

    # ---- Computers ------------------------------------------------------------------------------

    async def go(self, live: LiveGame, member: Member, number: int | None, *, seq: int) -> None:
        """Lets the computer that is to move think, and tells everybody so."""
        async with live.lock:
            self._check_seq(live, seq)
            self._check_turn(live, member, kind="computer")
            if live.thought:
                live.tell(member, answers=(member, number))
                return
            player = live.record.players[live.position.turn]
            agent = players_of.player_agent(player, most_seconds=self._limits.move_seconds)
            search = Search(agent, live.position, client=member.client)
            self._pool.submit(search)
            live.thought = Thought(search, member)
            live.tell(answers=(member, number))
            self._spawn(self._finish(live, live.thought, seq))

    async def _finish(self, live: LiveGame, thought: Thought, seq: int) -> None:
        """Plays what a search has found, unless the game has changed under it."""
        try:
            found = await thought.search.result()
            if live.thought is not thought:
                return
            if found is not None:
                column = found.move
                await self._change(live, lambda live: _played(live, column), seq=seq)
        except Refusal:
            pass  # the game moved on while the move was being written
        except Exception:
            _log.exception("a computer's move failed", extra={"game": live.record.id})
            refusal = Refusal("internal", "The computer could not move.")
            thought.member.send(error_text(refusal, game=live.record.id))
        finally:
            if live.thought is thought:
                live.thought = None
                live.tell()

    def leave(self, live: LiveGame, member: Member) -> None:
        """Somebody no longer looks; a move in the making for them is given up."""
        live.members.pop(member, None)
        if live.thought and live.thought.member is member:
            live.stop_thinking()
            live.tell()

    def _spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Starts something that ends even if nobody waits for it."""
        task = asyncio.create_task(work)
        self._tasks.add(task)

        def done(task: asyncio.Task[None]) -> None:
            self._tasks.discard(task)
            if not task.cancelled():
                task.exception()  # heard here, if nobody else does

        task.add_done_callback(done)
        return task

    async def close(self) -> None:
        """Waits for what is under way."""
        for live in list(self._live.values()):
            live.stop_thinking()
        await asyncio.gather(*self._tasks, return_exceptions=True)


def _played(live: LiveGame, column: int) -> tuple[GameRecord, Position]:
    try:
        position = live.position.play(column)
    except DropfourError as error:
        raise Refusal("illegal", _sentence(error)) from None
    return replace(live.record, moves=list(position.moves), asked=None), position


def _sentence(error: DropfourError) -> str:
    text = str(error)
    return f"{text[:1].upper()}{text[1:]}."


def _agreed(record: GameRecord, sides: frozenset[int], moves: list[int]) -> bool:
    """Whether all people at the board want these moves; with none there, both sides."""
    people = {side for side, player in enumerate(record.players) if player["kind"] == "human"}
    concerned = people or {0, 1}
    if record.asked and record.asked["moves"] == moves:
        sides = sides | {record.asked["side"]}
    return concerned <= sides


def error_text(refusal: Refusal, *, number: int | None = None, game: str | None = None) -> str:
    """The `error` message of the wire."""
    message: dict[str, Any] = {"type": "error", "error": refusal.body()}
    if number is not None:
        message["id"] = number
    if game is not None:
        message["game"] = game
    return json.dumps(message)
