"""One WebSocket: reads messages in order, and sends what games and analyses have to say."""

from __future__ import annotations

import asyncio
import json
import logging
import secrets
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from fastapi import WebSocket, WebSocketDisconnect
from pydantic import ValidationError

from dropfour.agents import Agent, Analysis
from dropfour.errors import DropfourError
from dropfour.game import Position
from dropfour.web import snapshots, wire
from dropfour.web.games import GameService, error_text
from dropfour.web.live import LiveGame
from dropfour.web.players import analysis_agent
from dropfour.web.pool import Search, SearchPool
from dropfour.web.positions import faults_of, read_position, read_rules
from dropfour.web.rates import Rate
from dropfour.web.refusals import Refusal, busy, internal, malformed_message
from dropfour.web.settings import Limits

_log = logging.getLogger(__name__)
_REPORT_EVERY_S = 0.2
_TOO_SLOW = 1013  # a close code: try again later


class Session:
    """The server's end of one socket."""

    def __init__(
        self,
        socket: WebSocket,
        *,
        client: str,
        games: GameService,
        pool: SearchPool,
        limits: Limits,
    ) -> None:
        self.client = client
        self._socket = socket
        self._games = games
        self._pool = pool
        self._limits = limits
        self._rate = Rate(per_second=limits.messages_per_second, at_once=limits.messages_at_once)
        self._joined: dict[str, LiveGame] = {}
        self._unsent: asyncio.Queue[str] = asyncio.Queue()
        self._too_slow = asyncio.Event()
        self._analysis: Search | None = None
        self._analyses: set[asyncio.Task[None]] = set()

    def send(self, text: str) -> None:
        """Sends a message when its turn comes; one who does not read is hung up on."""
        if self._unsent.qsize() >= self._limits.unsent_messages:
            self._too_slow.set()
        else:
            self._unsent.put_nowait(text)

    async def run(self) -> None:
        """Serves the socket until it closes."""
        await self._socket.accept()
        helpers = [asyncio.create_task(work) for work in (self._write(), self._give_up())]
        try:
            await self._read()
        finally:
            self._stop_analysis()
            for live in self._joined.values():
                self._games.leave(live, self)
            self._joined.clear()
            for task in helpers:
                task.cancel()

    async def _give_up(self) -> None:
        """Hangs up on one who does not read; the reader hears of it."""
        await self._too_slow.wait()
        with suppress(WebSocketDisconnect, RuntimeError):
            await self._socket.close(_TOO_SLOW)

    async def _write(self) -> None:
        with suppress(WebSocketDisconnect, RuntimeError):  # closed; the reader hears of it
            while True:
                await self._socket.send_text(await self._unsent.get())

    async def _read(self) -> None:
        while True:
            try:
                async with asyncio.timeout(self._limits.silent_seconds):
                    event = await self._socket.receive()
            except TimeoutError:
                await self._socket.close(1000, "silent for too long")
                return
            if event["type"] == "websocket.disconnect":
                return
            text = event.get("text")
            if text is None:
                await self._socket.close(1003)  # bytes
                return
            await self._hear(text)

    async def _hear(self, text: str) -> None:
        """Does what a message asks for; whatever is wrong with it is the answer."""
        number, game = None, None
        try:
            if len(text) > self._limits.body_bytes:
                raise Refusal("too_large", "This message is too large.")
            number, game = _addressed(text)
            if self._rate.wait(""):
                raise busy("You send messages too fast.", retry_after_s=1)
            await self._do(wire.CLIENT_MESSAGE.validate_json(text))
        except Refusal as refusal:
            self._refuse(refusal, number, game)
        except ValidationError as error:
            self._refuse(malformed_message(error), number, game)
        except DropfourError as error:
            faults = faults_of(error)
            self._refuse(Refusal("bad_request", "; ".join(faults), faults=faults), number, game)
        except Exception:
            request = secrets.token_hex(8)
            _log.exception("a message failed", extra={"request": request})
            self._refuse(internal(request), number, game)

    def _refuse(self, refusal: Refusal, number: int | None, game: str | None) -> None:
        self.send(error_text(refusal, number=number, game=game))
        if refusal.code == "stale" and game in self._joined:
            self._joined[game].tell(self)

    async def _do(self, message: wire.ClientMessage) -> None:
        match message:
            case wire.Ping():
                self.send(json.dumps({"type": "pong", "id": message.id}))
            case wire.Join():
                await self._join(message)
            case wire.Leave():
                if live := self._joined.pop(message.game, None):
                    self._games.leave(live, self)
            case wire.Analyse():
                await self._analyse(message)
            case wire.Stop():
                if self._analysis:
                    self._analysis.halt()
            case _:
                await self._change(message)

    async def _join(self, message: wire.Join) -> None:
        if message.game not in self._joined:
            if len(self._joined) >= self._limits.games_per_socket:
                raise busy("Leave a game before you join another one.")
            self._joined[message.game] = await self._games.get(message.game)
        live = self._joined[message.game]
        live.members[self] = live.sides(message.tokens)
        live.tell(self, answers=(self, message.id))

    async def _change(self, message: wire.Move | wire.Go | wire.Line | wire.ChangePlayers) -> None:
        live = self._joined.get(message.game)
        if live is None:
            raise Refusal("not_found", "Join this game first.")
        seq = message.seq
        match message:
            case wire.Move():
                await self._games.move(live, self, message.id, seq=seq, column=message.column)
            case wire.Go():
                await self._games.go(live, self, message.id, seq=seq)
            case wire.Line():
                await self._games.line(live, self, message.id, seq=seq, moves=message.moves)
            case wire.ChangePlayers():
                players = message.players
                await self._games.set_players(live, self, message.id, seq=seq, players=players)

    # ---- Analysis -------------------------------------------------------------------------------

    def _stop_analysis(self) -> None:
        """Ends the analysis under way; it says nothing more."""
        search, self._analysis = self._analysis, None
        if search:
            search.halt()

    async def _analyse(self, message: wire.Analyse) -> None:
        self._stop_analysis()
        rules = (await asyncio.to_thread(read_rules, message.rules)).rules
        position = await asyncio.to_thread(read_position, rules, message.start, message.moves)
        if position.outcome is not None:
            self.send(_analysis_text(position, None, message.id, done=True))
            return
        agent = analysis_agent(message.agent, message.limit, self._limits.search)
        loop = asyncio.get_running_loop()
        reported_s = -_REPORT_EVERY_S  # the first goes out as it comes

        def progress(found: Analysis) -> None:  # in the search's thread
            nonlocal reported_s
            now_s = time.monotonic()
            if now_s - reported_s >= _REPORT_EVERY_S:
                reported_s = now_s
                text = _analysis_text(position, found, message.id, done=False)
                loop.call_soon_threadsafe(self._pass_on, agent, text)

        told: int | None = None

        def queued(before: int | None) -> None:
            nonlocal told
            if before != told:
                told = before
                self.send(_analysis_text(position, None, message.id, done=False, waiting=before))

        def begin() -> Search:
            search = Search(
                agent,
                position,
                client=self.client,
                background=True,
                progress=progress,
                queued=queued,
            )
            self._pool.submit(search)
            self._analysis = search
            return search

        task = asyncio.create_task(self._finish(begin(), begin, position, message.id))
        self._analyses.add(task)
        task.add_done_callback(self._analyses.discard)

    def _pass_on(self, agent: Agent, text: str) -> None:
        """A report, if it still matters and the last ones have left."""
        if self._analysis and self._analysis.agent is agent and not self._unsent.qsize():
            self.send(text)

    async def _finish(
        self, search: Search, begin: Callable[[], Search], position: Position, number: int
    ) -> None:
        """Tells the result in the end; an analysis that gave way to a move begins again."""
        try:
            found = await search.result()
            while search.gave_way and search is self._analysis:
                search = begin()
                found = await search.result()
        except Refusal as refusal:  # no place for it now
            self._analysis = None
            self.send(error_text(refusal, number=number))
            return
        except Exception:
            request = secrets.token_hex(8)
            _log.exception("an analysis failed", extra={"request": request})
            if search is self._analysis:
                self._analysis = None
                self.send(error_text(internal(request), number=number))
            return
        if search is self._analysis:
            self._analysis = None
            self.send(_analysis_text(position, found, number, done=True))


def _analysis_text(
    position: Position,
    found: Analysis | None,
    number: int,
    *,
    done: bool,
    waiting: int | None = None,
) -> str:
    head: dict[str, Any] = {"type": "analysis", "id": number, "waiting": waiting}
    return json.dumps(head | snapshots.analysis(position, found, done=done))


def _addressed(text: str) -> tuple[int | None, str | None]:
    """The id and the game of a message, so that even a faulty one gets its answer."""
    try:
        message = json.loads(text)
    except (ValueError, RecursionError):
        raise Refusal("bad_request", "This is not JSON.") from None
    if not isinstance(message, dict):
        raise Refusal("bad_request", "A message is a JSON object.")
    number, game = message.get("id"), message.get("game")
    return (
        number if type(number) is int and 0 <= number <= 2**53 else None,
        game if isinstance(game, str) and len(game) <= 100 else None,
    )
