"""A game that somebody looks at: who is there, which sides they hold, and what they are told."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from typing_extensions import TypedDict  # pydantic reads no other before Python 3.12

from dropfour.snapshots import Snapshot, snapshot
from dropfour.web import clocks
from dropfour.web.clocks import ClockShown
from dropfour.web.edits import SIDES, State, token_hash
from dropfour.web.pool import Search
from dropfour.web.positions import RulesInfo, read_position, read_rules, rules_info
from dropfour.web.storage import Proposal, Result, StoredGame


class GameNews(TypedDict):
    """What may change in a game."""

    id: str
    seq: int
    revision: int
    players: list[str]
    names: list[str]
    here: list[bool]
    moves: list[int]
    snapshot: Snapshot
    asked: Proposal | None
    result: Result | None
    clock: ClockShown | None
    invited: int | None
    rematch: str | None
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
    """One object for all who look at a game."""

    state: State
    info: RulesInfo
    now_s: Callable[[], float]  # since 1970
    members: dict[Member, frozenset[str]] = field(default_factory=dict)  # with their tokens' hashes
    thought: Thought | None = None
    flag: asyncio.TimerHandle | None = None  # falls when the time of who is to move is up
    told_here: list[bool] = field(default_factory=lambda: [False, False])
    away: asyncio.TimerHandle | None = None  # tells that somebody has not come back
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)

    @classmethod
    def of(cls, stored: StoredGame, now_s: Callable[[], float]) -> LiveGame:
        """A game as it was stored."""
        rules = read_rules(stored.rules).rules
        position = read_position(rules, stored.start, stored.moves)
        return cls(State(stored, position), rules_info(rules, stored.title), now_s)

    @property
    def stored(self) -> StoredGame:
        return self.state.stored

    def sides_of(self, member: Member) -> frozenset[int]:
        """The sides whose tokens somebody has; a seat that was handed over is not among them."""
        return self.held(self.members.get(member, frozenset()))

    def held(self, hashes: frozenset[str]) -> frozenset[int]:
        """The sides that these tokens are for."""
        return frozenset(side for side in SIDES if self.stored.token_hashes[side] in hashes)

    def here(self) -> list[bool]:
        """Of each side, whether somebody who holds it is here."""
        held = frozenset[int]().union(*map(self.sides_of, self.members))
        return [side in held for side in sorted(SIDES)]

    def news(self) -> GameNews:
        stored = self.stored
        return {
            "id": stored.id,
            "seq": stored.seq,
            "revision": stored.revision,
            "players": stored.players,
            "names": stored.names,
            "here": self.here(),
            "moves": stored.moves,
            "snapshot": snapshot(self.state.position),
            "asked": stored.asked,
            "result": stored.result,
            "clock": stored.clock and clocks.shown(stored.clock, self.now_s()),
            "invited": stored.invited and stored.invited["side"],
            "rematch": stored.rematch,
            "thinking": self.thought is not None,
        }

    def shown(self) -> GameShown:
        return {**self.news(), "info": self.info, "start": self.stored.start}

    def join(self, member: Member, tokens: Sequence[str], number: int | None) -> None:
        """Lets somebody in, for the sides that these tokens are for, and shows the whole game."""
        self.members[member] = frozenset(map(token_hash, tokens))
        sides = sorted(self.sides_of(member))
        member.send("game", number, sides=sides, game=self.shown())
        if self.here() != self.told_here:
            self.tell_all(but=member)

    def leave(self, member: Member) -> None:
        """Somebody no longer looks; a move in the making for them is given up."""
        self.members.pop(member, None)
        if self.thought and self.thought.member is member:
            self.stop_thinking()
            self.tell_all()

    def tell(self, member: Member, number: int | None = None) -> None:
        """What is new, to one; `number` is that of the message it answers."""
        self._tell([member], self.news(), member, number)

    def tell_all(
        self,
        asker: Member | None = None,
        number: int | None = None,
        *,
        but: Member | None = None,
    ) -> None:
        """What is new, to everybody; it answers the asker's message."""
        self.told_here = self.here()
        members = [member for member in self.members if member is not but]
        if members:
            self._tell(members, self.news(), asker, number)

    def _tell(
        self, members: list[Member], news: GameNews, asker: Member | None, number: int | None
    ) -> None:
        for member in members:
            answers = number if member is asker else None
            member.send("game", answers, sides=sorted(self.sides_of(member)), game=news)

    def stop_thinking(self) -> None:
        if self.thought:
            self.thought.search.halt()
            self.thought = None
