"""Games that people share: how a change becomes everybody's.

A change is checked, written to disk, and only then shown to anyone, the one who made it included.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Callable, Coroutine
from contextlib import suppress
from functools import partial
from typing import Any
from weakref import WeakValueDictionary

from dropfour.errors import DropfourError
from dropfour.game import Position
from dropfour.variants import Variant
from dropfour.web import wire
from dropfour.web.clocks import fallen, left_s, new_clock
from dropfour.web.edits import (
    State,
    check_turn,
    claimed,
    edited,
    ended,
    new_id,
    people,
    played,
    token_hash,
)
from dropfour.web.livegame import LiveGame, Member, Thought
from dropfour.web.players import checked, move_agent
from dropfour.web.pool import Search, SearchPool
from dropfour.web.positions import rules_info
from dropfour.web.rates import Rate
from dropfour.web.refusals import Refusal, refusal_of
from dropfour.web.settings import Allowances
from dropfour.web.storage import GameStore, StoredGame

_log = logging.getLogger(__name__)
_SECONDS_A_DAY = 86_400.0

Edit = Callable[[State], State]


class Games:
    """The games of this server; `now_s` is the time, in seconds since 1970."""

    def __init__(
        self,
        *,
        store: GameStore,
        pool: SearchPool,
        allowed: Allowances,
        now_s: Callable[[], float] = time.time,
    ) -> None:
        self.allowed = allowed
        self._store = store
        self._pool = pool
        self._now_s = now_s
        self._creations = Rate(per_second=allowed.games_per_second, at_once=allowed.games_at_once)
        self._asks = Rate(per_second=allowed.asks_per_second, at_once=allowed.asks_at_once)
        self._live: WeakValueDictionary[str, LiveGame] = WeakValueDictionary()
        self._tasks: set[asyncio.Task[None]] = set()

    async def create(
        self, client: str, variant: Variant, position: Position, asked: wire.NewGame
    ) -> tuple[LiveGame, list[str]]:
        """A new game and the tokens of its sides."""
        texts = checked(asked.players, self.allowed)
        await self._make_room(client)
        tokens = [secrets.token_urlsafe(18) for _ in texts]
        clock = new_clock(**asked.clock.model_dump()) if asked.clock else None
        stored = StoredGame(
            id=new_id(),
            seq=0,
            revision=0,
            rules=variant.rules.to_mapping(),
            title=variant.title,
            start=position.history[0].to_text(),
            players=texts,
            names=["", ""],
            moves=list(position.moves),
            asked=None,
            result=None,
            clock=clock,
            invited=None,
            rematch=None,
            token_hashes=[token_hash(token) for token in tokens],
            changed_s=self._now_s(),
        )
        info = await asyncio.to_thread(rules_info, variant.rules, variant.title)
        await self._store.insert(stored)
        return LiveGame(State(stored, position), info, self._now_s), tokens

    async def _make_room(self, client: str) -> None:
        """Room for one more game of this client."""
        self._creations.take(client, "Too many new games. Try again in a moment.")
        if await self._store.count() < self.allowed.games_stored:
            return
        await self.forget_old()
        if await self._store.count() >= self.allowed.games_stored:
            few = max(1, self.allowed.games_stored // 100)
            dropped = await self._store.drop(few, keep=self._looked_at())
            _log.warning("the store is full: games dropped", extra={"games": dropped})

    def _looked_at(self) -> dict[str, LiveGame]:
        return {game: live for game, live in self._live.items() if live.members}

    async def forget_old(self) -> None:
        """Drops the games that nobody has changed for a long time."""
        before_s = self._now_s() - self.allowed.keep_days * _SECONDS_A_DAY
        if dropped := await self._store.forget(before_s=before_s):
            _log.info("old games dropped", extra={"games": dropped})

    async def get(self, game: str) -> LiveGame:
        """The game of this id, one object for everybody who looks at it now."""
        live = self._live.get(game)
        if live is None:
            fresh = await asyncio.to_thread(LiveGame.of, await self._load(game), self._now_s)
            live = self._live.setdefault(game, fresh)
        if self._is_time_up(live):
            async with live.lock:
                await self._let_flag_fall(live)
            if self._live.get(game) is not live:
                raise _gone()
        return live

    async def _load(self, game: str) -> StoredGame:
        stored = await self._store.load(game)
        if stored is None:
            raise Refusal("not_found", "There is no such game.")
        return stored

    async def delete(self, game: str, tokens: list[str]) -> None:
        """Drops a game for one who plays all of it; what others play too is not theirs to drop."""
        live = await self.get(game)
        async with live.lock:
            if not people(live.stored) <= live.held(frozenset(map(token_hash, tokens))):
                raise Refusal("forbidden", "Others play this game too.")
            await self._store.delete(game)
            self._dismiss(live)

    def _dismiss(self, live: LiveGame) -> None:
        """Lets go of a game that is no longer in the database, and tells everybody."""
        game = live.stored.id
        self._live.pop(game, None)
        live.stop_thinking()
        for member in live.members:
            member.send("error", game=game, error=_gone().error)
        live.members.clear()
        self._set_flag(live)

    # ---- Who is there ---------------------------------------------------------------------------

    async def join(self, live: LiveGame, member: Member, message: wire.Join) -> None:
        """Lets somebody in; with an invitation's key, its seat becomes theirs.

        Who has a seat keeps it and leaves the invitation alone: it may be the one who made it, or
        the guest whose answer was lost on the way.
        """
        hashes = frozenset(map(token_hash, message.tokens))
        if message.key is not None and not live.held(hashes):
            token = next(iter(message.tokens), "")
            if len(token) < wire.SHORTEST_SECRET:
                raise Refusal("bad_request", "Make up a token for the seat.")
            await self._apply(live, partial(claimed, key=message.key, token=token))
        live.join(member, message.tokens, message.id)
        self._set_flag(live)

    def leave(self, live: LiveGame, member: Member) -> None:
        """Somebody no longer looks; others hear of it if they do not come back in a moment."""
        live.leave(member)
        self._set_flag(live)
        if live.members and not live.away:
            loop = asyncio.get_running_loop()
            live.away = loop.call_later(self.allowed.away_seconds, self._tell_presence, live)

    def _tell_presence(self, live: LiveGame) -> None:
        live.away = None
        if live.here() != live.told_here:
            live.tell_all()

    # ---- Changes --------------------------------------------------------------------------------

    async def change(self, live: LiveGame, member: Member, message: wire.InGame) -> None:
        """Does what a message asks for, and tells everybody."""
        if member not in live.members:
            raise _gone()
        if isinstance(message, wire.Go):
            await self._go(live, member, message)
            return
        tokens = live.members[member]
        if isinstance(message, (wire.Ask, wire.Name)):
            key = f"{live.stored.id} {sorted(live.sides_of(member))}"
            self._asks.take(key, "You ask too often. Try again in a moment.")
        if isinstance(message, wire.Ask) and message.kind == "rematch":
            await self._make_room(member.client)

        def edit(game: State) -> State:
            if isinstance(message, wire.Change):
                _check_seq(game, message.seq)
            sides = live.held(tokens)
            return edited(game, sides, message, allowed=self.allowed, now_s=self._now_s())

        await self._apply(live, edit, asker=member, number=message.id)

    async def _apply(
        self,
        live: LiveGame,
        edit: Edit,
        *,
        asker: Member | None = None,
        number: int | None = None,
    ) -> None:
        """Makes a change and tells everybody, also if the one who wanted it is gone meanwhile."""

        async def work() -> None:
            async with live.lock:
                await self._let_flag_fall(live)
                await self._write(live, edit)
                live.tell_all(asker, number)

        await asyncio.shield(self._spawn(work()))

    async def _write(self, live: LiveGame, edit: Edit) -> None:
        """Changes a game on disk, then here; the caller holds its lock."""
        while True:
            before = live.stored
            state = edit(live.state)
            stored = state.stored._replace(revision=before.revision + 1, changed_s=self._now_s())
            if await self._store.replace(stored, made_on=before.revision, new=state.new):
                break
            # Another server on the same database was quicker, or has dropped it.
            try:
                self._take_over(live, await self._load(before.id))
            except Refusal:
                self._dismiss(live)
                raise
        if stored.seq != before.seq:
            live.stop_thinking()
        live.state = State(stored, state.position)
        self._set_flag(live)

    # ---- Other servers --------------------------------------------------------------------------

    async def follow_others(self) -> None:
        """Looks again and again for what other servers have changed or dropped, and tells.

        One statement for all games that somebody looks at: SQLite and PostgreSQL alike, and no
        connection has to be kept for it.
        """
        while True:
            await asyncio.sleep(self.allowed.look_seconds)
            if looked_at := self._looked_at():
                try:
                    await self._catch_up(looked_at)
                except Exception:
                    _log.exception("other servers' changes could not be read")

    async def _catch_up(self, games: dict[str, LiveGame]) -> None:
        known = {game: live.stored.revision for game, live in games.items()}
        changed, gone = await self._store.changed(known)
        for game in gone:
            async with games[game].lock:
                self._dismiss(games[game])
        for stored in changed:
            live = games[stored.id]
            async with live.lock:
                if stored.revision > live.stored.revision:  # and not our own change, made meanwhile
                    self._take_over(live, stored)
                    self._set_flag(live)
                    live.tell_all()

    def _take_over(self, live: LiveGame, stored: StoredGame) -> None:
        """What another server has made of a game."""
        if stored.seq != live.stored.seq:
            live.stop_thinking()
        live.state = LiveGame.of(stored, self._now_s).state

    # ---- Clocks ---------------------------------------------------------------------------------

    def _is_time_up(self, live: LiveGame) -> bool:
        clock = live.stored.clock
        return clock is not None and fallen(clock, self._now_s()) is not None

    async def _let_flag_fall(self, live: LiveGame) -> None:
        """Ends a game whose time is up, before anything else is done with it."""

        def edit(game: State) -> State:
            now_s = self._now_s()
            clock = game.stored.clock
            side = clock and fallen(clock, now_s)
            if side is None:
                raise Refusal("stale", "There is time left.")
            return ended(game, {"winner": 1 - side, "reason": "time"}, now_s=now_s)

        if self._is_time_up(live):
            with suppress(Refusal):  # another server knows of a move in time
                await self._write(live, edit)
            live.tell_all()

    def _set_flag(self, live: LiveGame) -> None:
        """Has the flag fall in time where somebody looks; elsewhere the next look will do."""
        if live.flag:
            live.flag.cancel()
            live.flag = None
        clock = live.stored.clock
        if not live.members or not clock or (side := clock["running"]) is None:
            return

        async def fall() -> None:
            async with live.lock:
                await self._let_flag_fall(live)
            self._set_flag(live)  # if a timer was early

        left = left_s(clock, self._now_s())[side]
        loop = asyncio.get_running_loop()
        live.flag = loop.call_later(left, lambda: self._spawn(fall()))

    # ---- Computers ------------------------------------------------------------------------------

    async def _go(self, live: LiveGame, member: Member, message: wire.Go) -> None:
        """Lets the computer that is to move think, and tells everybody so."""
        async with live.lock:
            _check_seq(live.state, message.seq)
            check_turn(live.state, live.sides_of(member), human=False)
            if live.thought:
                live.tell(member, message.id)
                return
            position = live.state.position
            agent = move_agent(live.stored.players[position.turn], self.allowed)
            search = Search(agent, position, client=member.client)
            self._pool.submit(search)
            live.thought = Thought(search, member)
            live.tell_all(member, message.id)
            self._spawn(self._finish(live, live.thought, message.seq))

    async def _finish(self, live: LiveGame, thought: Thought, seq: int) -> None:
        """Plays what a search has found, unless the game has changed under it."""

        def edit(game: State, column: int) -> State:
            _check_seq(game, seq)
            return played(game, column, now_s=self._now_s())

        try:
            found = await thought.search.result()
            if live.thought is thought and found is not None:
                await self._apply(live, partial(edit, column=found.move))
        except Refusal:
            pass  # the game moved on while the move was being written
        except DropfourError as error:  # a setting that does not suit this board, for one
            thought.member.send("error", game=live.stored.id, error=refusal_of(error).error)
        except Exception:
            _log.exception("a computer's move failed", extra={"game": live.stored.id})
            failed = Refusal("internal", "The computer could not move.")
            thought.member.send("error", game=live.stored.id, error=failed.error)
        finally:
            if live.thought is thought:
                live.thought = None
                live.tell_all()

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
            for timer in (live.flag, live.away):
                if timer:
                    timer.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)


def _check_seq(game: State, seq: int) -> None:
    if seq != game.stored.seq:
        raise Refusal("stale", "The game has moved on.")


def _gone() -> Refusal:
    return Refusal("not_found", "This game was deleted.")
