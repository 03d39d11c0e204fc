"""What a server may be told, and what it allows its clients."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from platformdirs import user_data_path

from dropfour.agents import Limit


@dataclass(frozen=True, slots=True, kw_only=True)
class Allowances:
    """How much one request, one client and all of them together may ask for."""

    body_bytes: int = 64 * 1024
    header_seconds: float = 10.0
    body_seconds: float = 10.0
    # One search. The longest a person waits, and what two cores do in that time with room to spare.
    search: Limit = field(
        default_factory=lambda: Limit(
            playouts=100_000_000, nodes=1_000_000_000, depth=64, seconds=10.0
        )
    )
    threads: int = 1
    memory_mb: int = 64  # with a search on each core there must be room for everything else
    endless_memory_mb: int = 256  # of an analysis without end: a tree of six million positions
    searches_kept: int = 2  # of these, while others have their turn
    move_seconds: float = 5.0  # a computer's move, unless its player was given other seconds
    turn_seconds: float = 3.0  # an analysis, while others wait for its place
    grace_seconds: float = 1.0  # beyond `search.seconds`, for an agent that overlooks its clock
    searches_per_client: int = 8  # running and waiting
    searches_waiting: int = 512
    requests_per_second: float = 100.0  # to /api, by address
    requests_at_once: int = 500
    wrong_tokens_per_second: float = 0.1  # for access, by address
    wrong_tokens_at_once: int = 10
    cells_per_second: float = 500_000.0  # drawn of positions, by address: about a tenth of a core
    cells_at_once: int = 2_000_000
    cells_an_answer: int = 65_536  # positions come in pages: 64 of the largest board
    games_per_second: float = 2.0
    games_at_once: int = 300
    games_stored: int = 100_000  # then those without moves and the oldest make room
    look_seconds: float = 0.25  # how often other servers' changes of the same database are read
    keep_days: float = 90.0  # a game nobody has changed for so long makes room
    messages_per_second: float = 50.0  # on one socket
    messages_at_once: int = 200
    sockets_per_address: int = 64
    sockets: int = 1000
    games_per_socket: int = 32
    asks_per_second: float = 0.2  # of the other side, and new names; of each side of a game
    asks_at_once: int = 6
    away_seconds: float = 3.0  # a page that is loaded again is back by then
    silent_seconds: float = 60.0
    unsent_messages: int = 256

    @property
    def setting_limits(self) -> dict[str, float]:
        """The most that an agent may be told, by the name of the setting."""
        memory = {"memory_mb": self.memory_mb, "table_mb": self.memory_mb}
        return {**self.search.given(), "threads": self.threads, **memory}


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """Everything the app needs to know; nothing is read from anywhere else."""

    database: str = "sqlite://"  # a path or a URL
    access_token: str | None = None  # needed for everything but /healthz, if there is one
    remote: bool = False  # answers on addresses other than the loopback's
    hosts: frozenset[str] = frozenset()  # names besides localhost and the loopback addresses
    searches: int = field(default_factory=lambda: os.cpu_count() or 1)
    allowed: Allowances = field(default_factory=Allowances)
    now_s: Callable[[], float] = time.time  # since 1970: what clocks are read by


def default_database() -> Path:
    """Where games are kept unless told otherwise."""
    return user_data_path("dropfour", appauthor=False) / "games.sqlite3"
