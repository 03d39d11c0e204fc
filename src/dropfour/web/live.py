"""A game that somebody looks at: its state, who has joined, and what they are told."""

from __future__ import annotations

import asyncio
import hashlib
import json
import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from dropfour.game import Position
from dropfour.web.pool import Search
from dropfour.web.positions import NamedRules, read_position, read_rules
from dropfour.web.snapshots import snapshot
from dropfour.web.storage import GameRecord


class Member(Protocol):
    """Somebody who has joined a game."""

    client: str

    def send(self, text: str) -> None: ...


@dataclass(slots=True)
class Thought:
    """A computer's move in the making, and for whom."""

    search: Search
    member: Member


@dataclass(slots=True, weakref_slot=True, eq=False)
class LiveGame:
    """A game that somebody looks at."""

    record: GameRecord
    position: Position
    info: dict[str, Any]
    members: dict[Member, frozenset[int]] = field(default_factory=dict)
    thought: Thought | None = None
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)

    @classmethod
    def of(cls, record: GameRecord) -> LiveGame:
        """A game as it was stored."""
        rules = read_rules(record.rules).rules
        position = read_position(rules, record.start, record.moves)
        return cls(record, position, NamedRules(rules, record.title).info())

    def sides(self, tokens: Sequence[str]) -> frozenset[int]:
        """The sides that these tokens are for."""
        hashes = [token_hash(token) for token in tokens]
        return frozenset(
            side
            for side, kept in enumerate(self.record.token_hashes)
            if any(secrets.compare_digest(kept, given) for given in hashes)
        )

    def plain(self) -> dict[str, Any]:
        """The Game of the wire."""
        record = self.record
        return {
            "id": record.id,
            "seq": record.seq,
            "info": self.info,
            "start": record.start,
            "players": record.players,
            "moves": record.moves,
            "snapshot": snapshot(self.position),
            "asked": record.asked,
            "thinking": self.thought is not None,
        }

    def tell(
        self, to: Member | None = None, *, answers: tuple[Member, int | None] | None = None
    ) -> None:
        """Sends the game to everybody or one; `answers` is whose message of which id it answers."""
        text = json.dumps(self.plain())
        for member, sides in list(self.members.items()):
            if to is not None and member is not to:
                continue
            number = answers[1] if answers and answers[0] is member else None
            head = "" if number is None else f'"id": {number}, '
            member.send(f'{{"type": "game", {head}"sides": {sorted(sides)}, "game": {text}}}')

    def stop_thinking(self) -> None:
        if self.thought:
            self.thought.search.halt()
            self.thought = None


def token_hash(token: str) -> str:
    """What is kept of a token."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()
