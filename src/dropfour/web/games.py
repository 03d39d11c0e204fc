"""Games that people share: who may change one, and how a change becomes everybody's.

A change is checked, written to disk, and only then shown to anyone, the one who made it included.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
import secrets
import time
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Protocol
from weakref import WeakValueDictionary

from typing_extensions import TypedDict  # pydantic reads no other before Python 3.12

from dropfour.errors import DropfourError
from dropfour.game import Position
from dropfour.variants import Variant
from dropfour.web import wire
from dropfour.web.players import HUMAN, checked, move_agent
from dropfour.web.pool import Search, SearchPool
from dropfour.web.positions import RulesInfo, read_position, read_rules, rules_info
from dropfour.web.rates import Rate
from dropfour.web.refusals import Refusal, busy, refusal_of
from dropfour.web.settings import Allowances
from dropfour.web.snapshots import Snapshot, snapshot
from dropfour.web.storage import GameStore, Proposal, StoredGame

_log = logging.getLogger(__name__)
_SECONDS_A_DAY = 86_400.0


class GameNews(TypedDict):
    """What may change in a game."""

    id: str
    seq: int
    players: list[str]
    moves: list[int]
    snapshot: Snapshot
    asked: Proposal | None
    thinking: bool


class GameShown(GameNews):
    """A game with what never changes in it."""

    info: RulesInfo
    start: str


class Member(Protocol):
    """Somebody who has joined a game."""

    client: str

    def send(self, kind: str, number: int | None = None, **fields: Any) -> None: ...


@dataclass(slots=True)
class Thought:
    """A computer's move in the making, and for whom."""

    search: Search
    member: Member


@dataclass(slots=True, weakref_slot=True, eq=False)
class LiveGame:
    """A game that somebody looks at, one object for all of them."""

    stored: StoredGame
    position: Position
    info: RulesInfo
    members: dict[Member, frozenset[int]] = field(default_factory=dict)  # with their sides
    thought: Thought | None = None
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)

    @classmethod
    def of(cls, stored: StoredGame) -> LiveGame:
        """A game as it was stored."""
        rules = read_rules(stored.rules).rules
        position = read_position(rules, stored.start, stored.moves)
        return cls(stored, position, rules_info(rules, stored.title))

    def news(self) -> GameNews:
        stored = self.stored
        return {
            "id": stored.id,
            "seq": stored.seq,
            "players": stored.players,
            "moves": stored.moves,
            "snapshot": snapshot(self.position),
            "asked": stored.asked,
            "thinking": self.thought is not None,
        }

    def shown(self) -> GameShown:
        return {**self.news(), "info": self.info, "start": self.stored.start}

    def join(self, member: Member, tokens: Sequence[str], number: int | None) -> None:
        """Lets somebody in, for the sides that these tokens are for, and shows the whole game."""
        hashes = [_token_hash(token) for token in tokens]
        sides = frozenset(
            side
            for side, kept in enumerate(self.stored.token_hashes)
            if any(secrets.compare_digest(kept, given) for given in hashes)
        )
        self.members[member] = sides
        member.send("game", number, sides=sorted(sides), game=self.shown())

    def leave(self, member: Member) -> None:
        """Somebody no longer looks; a move in the making for them is given up."""
        self.members.pop(member, None)
        if self.thought and self.thought.member is member:
            self.stop_thinking()
            self.tell_all()

    def tell(self, member: Member, number: int | None = None) -> None:
        """What is new, to one; `number` is that of the message it answers."""
        member.send("game", number, sides=sorted(self.members[member]), game=self.news())

    def tell_all(self, asker: Member | None = None, number: int | None = None) -> None:
        """What is new, to everybody; it answers the asker's message."""
        for member in list(self.members):
            self.tell(member, number if member is asker else None)

    def stop_thinking(self) -> None:
        if self.thought:
            self.thought.search.halt()
            self.thought = None


Edit = Callable[[], tuple[StoredGame, Position]]


class Games:
    """The games of this server."""

    def __init__(self, *, store: GameStore, pool: SearchPool, allowed: Allowances) -> None:
        self.allowed = allowed
        self._store = store
        self._pool = pool
        self._creations = Rate(per_second=allowed.games_per_second, at_once=allowed.games_at_once)
        self._live: WeakValueDictionary[str, LiveGame] = WeakValueDictionary()
        self._tasks: set[asyncio.Task[None]] = set()

    async def create(
        self, client: str, variant: Variant, position: Position, players: wire.Players
    ) -> tuple[LiveGame, list[str]]:
        """A new game and the tokens of its sides."""
        self._creations.take(client, "Too many new games. Try again in a moment.")
        texts = checked(players, self.allowed)
        await self._make_room()
        tokens = [secrets.token_urlsafe(18) for _ in players]
        stored = StoredGame(
            id=secrets.token_urlsafe(12),
            seq=0,
            rules=variant.rules.to_mapping(),
            title=variant.title,
            start=position.history[0].to_text(),
            players=texts,
            moves=list(position.moves),
            asked=None,
            token_hashes=[_token_hash(token) for token in tokens],
            changed_s=time.time(),
        )
        info = await asyncio.to_thread(rules_info, variant.rules, variant.title)
        await self._store.insert(stored)
        return LiveGame(stored, position, info), tokens

    async def _make_room(self) -> None:
        if await self._store.count() < self.allowed.games_stored:
            return
        await self.forget_old()
        if await self._store.count() >= self.allowed.games_stored:
            raise busy("This server keeps no more games.", retry_after_s=3600)

    async def forget_old(self) -> None:
        """Drops the games that nobody has changed for a long time."""
        before_s = time.time() - self.allowed.keep_days * _SECONDS_A_DAY
        if dropped := await self._store.forget(before_s=before_s):
            _log.info("old games dropped", extra={"games": dropped})

    async def get(self, game: str) -> LiveGame:
        """The game of this id, one object for everybody who looks at it now."""
        live = self._live.get(game)
        if live is None:
            fresh = await asyncio.to_thread(LiveGame.of, await self._load(game))
            live = self._live.setdefault(game, fresh)
        return live

    async def _load(self, game: str) -> StoredGame:
        stored = await self._store.load(game)
        if stored is None:
            raise Refusal("not_found", "There is no such game.")
        return stored

    # ---- Changes --------------------------------------------------------------------------------

    async def change(self, live: LiveGame, member: Member, message: wire.Change) -> None:
        """Does what a message asks for, and tells everybody."""
        if isinstance(message, wire.Go):
            await self._go(live, member, message)
            return
        edit = partial(self._edited, live, live.members[member], message)
        await self._apply(live, message.seq, edit, asker=member, number=message.id)

    def _edited(
        self, live: LiveGame, sides: frozenset[int], message: wire.Change
    ) -> tuple[StoredGame, Position]:
        """The game after a change, if who holds these sides may make it."""
        match message:
            case wire.Move(column=column):
                _check_turn(live, sides, human=True)
                return _played(live, column)
            case wire.ChangeMoves(moves=moves):
                if not sides:
                    raise Refusal("not_your_side", "You are watching this game.")
                try:
                    position = live.position.history[0].play_columns(moves)
                except DropfourError as error:
                    raise _illegal(error) from None
                if _agreed(live.stored, sides, moves):
                    return live.stored._replace(moves=moves, asked=None), position
                asked: Proposal = {"side": min(sides), "moves": moves}
                return live.stored._replace(asked=asked), live.position
            case wire.ChangePlayers(players=players):
                if len(sides) < len(players):
                    words = "Only who holds both sides can change the players."
                    raise Refusal("not_your_side", words)
                texts = checked(players, self.allowed)
                return live.stored._replace(players=texts, asked=None), live.position
        raise AssertionError(message)

    async def _apply(
        self,
        live: LiveGame,
        seq: int,
        edit: Edit,
        *,
        asker: Member | None = None,
        number: int | None = None,
    ) -> None:
        """Makes a change and tells everybody, also if the one who wanted it is gone meanwhile."""

        async def work() -> None:
            async with live.lock:
                _check_seq(live, seq)
                stored, position = edit()
                stored = stored._replace(seq=seq + 1, changed_s=time.time())
                if not await self._store.replace(stored, made_on=seq):
                    # Another server on the same database was quicker.
                    fresh = LiveGame.of(await self._load(stored.id))
                    live.stored, live.position = fresh.stored, fresh.position
                    _check_seq(live, seq)
                live.stop_thinking()
                live.stored, live.position = stored, position
                live.tell_all(asker, number)

        await asyncio.shield(self._spawn(work()))

    # ---- Computers ------------------------------------------------------------------------------

    async def _go(self, live: LiveGame, member: Member, message: wire.Go) -> None:
        """Lets the computer that is to move think, and tells everybody so."""
        async with live.lock:
            _check_seq(live, message.seq)
            _check_turn(live, live.members[member], human=False)
            if live.thought:
                live.tell(member, message.id)
                return
            player = live.stored.players[live.position.turn]
            agent = move_agent(player, self.allowed)
            search = Search(agent, live.position, client=member.client)
            self._pool.submit(search)
            live.thought = Thought(search, member)
            live.tell_all(member, message.id)
            self._spawn(self._finish(live, live.thought, message.seq))

    async def _finish(self, live: LiveGame, thought: Thought, seq: int) -> None:
        """Plays what a search has found, unless the game has changed under it."""
        try:
            found = await thought.search.result()
            if live.thought is thought and found is not None:
                await self._apply(live, seq, partial(_played, live, found.move))
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
        await asyncio.gather(*self._tasks, return_exceptions=True)


def _check_seq(live: LiveGame, seq: int) -> None:
    if seq != live.stored.seq:
        raise Refusal("stale", "The game has moved on.")


def _check_turn(live: LiveGame, sides: frozenset[int], *, human: bool) -> None:
    """Whether who holds these sides may let a human, or a computer, move now."""
    if live.position.outcome is not None:
        raise Refusal("over", "The game is over.")
    turn = live.position.turn
    if turn not in sides:
        raise Refusal("not_your_side", "This side is not yours to move.")
    if human != (live.stored.players[turn] == HUMAN):
        who = "the computer" if human else "a person"
        raise Refusal("illegal", f"Here {who} is to move.")


def _played(live: LiveGame, column: int) -> tuple[StoredGame, Position]:
    try:
        position = live.position.play(column)
    except DropfourError as error:
        raise _illegal(error) from None
    return live.stored._replace(moves=list(position.moves), asked=None), position


def _illegal(error: DropfourError) -> Refusal:
    text = str(error)
    return Refusal("illegal", f"{text[:1].upper()}{text[1:]}.")


def _agreed(stored: StoredGame, sides: frozenset[int], moves: list[int]) -> bool:
    """Whether all people at the board want these moves; with none there, both sides."""
    people = {side for side, player in enumerate(stored.players) if player == HUMAN}
    if stored.asked and stored.asked["moves"] == moves:
        sides = sides | {stored.asked["side"]}
    return (people or {0, 1}) <= sides


def _token_hash(token: str) -> str:
    """What is kept of a token."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()
