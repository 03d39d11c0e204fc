"""One WebSocket: reads messages in order, and sends what games and analyses have to say."""

from __future__ import annotations

import asyncio
import json
import time
from contextlib import suppress
from typing import Any

from fastapi import WebSocket, WebSocketDisconnect

from dropfour import snapshots
from dropfour.agents import Analysis
from dropfour.game import Position
from dropfour.web import wire
from dropfour.web.games import Games
from dropfour.web.livegame import LiveGame
from dropfour.web.players import analysis_agent
from dropfour.web.pool import Search, SearchPool
from dropfour.web.positions import read_position
from dropfour.web.prices import Drawing
from dropfour.web.rates import Rate
from dropfour.web.refusals import Refusal, busy, refusal_of

_REPORT_EVERY_S = 0.2
_TOO_SLOW = 1013  # a close code: try again later


class Connection:
    """The server's end of one socket."""

    def __init__(
        self, socket: WebSocket, *, client: str, games: Games, pool: SearchPool, draws: Drawing
    ) -> None:
        self.client = client
        self._socket = socket
        self._draws = draws
        self._games = games
        self._pool = pool
        self._allowed = allowed = games.allowed
        self._rate = Rate(per_second=allowed.messages_per_second, at_once=allowed.messages_at_once)
        self._joined: dict[str, LiveGame] = {}
        self._unsent: asyncio.Queue[str] = asyncio.Queue()
        self._too_slow = asyncio.Event()
        self._analysis: Search | None = None
        self._analyses: set[asyncio.Task[None]] = set()

    def send(self, kind: str, number: int | None = None, **fields: Any) -> None:
        """Sends a message when its turn comes; one who does not read is hung up on.

        `number` is that of the message it answers.
        """
        if self._unsent.qsize() >= self._allowed.unsent_messages:
            self._too_slow.set()
        else:
            head: dict[str, Any] = (
                {"type": kind} if number is None else {"type": kind, "id": number}
            )
            self._unsent.put_nowait(json.dumps(head | fields))

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
                async with asyncio.timeout(self._allowed.silent_seconds):
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
            plain = _parsed(text)
            number, game = _addressed(plain)
            if self._rate.wait(""):
                raise busy("You send messages too fast.", retry_after_s=1)
            await self._do(wire.CLIENT_MESSAGE.validate_python(plain))
        except Exception as error:
            refusal = refusal_of(error)
            about = {} if game is None else {"game": game}
            self.send("error", number, **about, error=refusal.error)
            if refusal.error["code"] == "stale" and game in self._joined:
                self._joined[game].tell(self)

    async def _do(self, message: wire.ClientMessage) -> None:
        match message:
            case wire.Ping():
                self.send("pong", message.id)
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
            case wire.InGame():
                if message.game not in self._joined:
                    raise Refusal("not_found", "Join this game first.")
                live = self._joined[message.game]
                if isinstance(message, wire.ChangeMoves | wire.Ask) and message.moves:
                    self._draws.pay(live.state.position.rules, len(message.moves))
                await self._games.change(live, self, message)

    async def _join(self, message: wire.Join) -> None:
        full = len(self._joined) >= self._allowed.games_per_socket
        if full and message.game not in self._joined:
            raise busy("Leave a game before you join another one.")
        live = await self._games.get(message.game)
        self._draws.pay(live.state.position.rules, len(live.stored.moves))
        await self._games.join(live, self, message)
        self._joined[message.game] = live

    # ---- Analysis -------------------------------------------------------------------------------

    def _stop_analysis(self) -> None:
        """Ends the analysis under way; it says nothing more."""
        search, self._analysis = self._analysis, None
        if search:
            search.halt()

    async def _analyse(self, message: wire.Analyse) -> None:
        self._stop_analysis()
        position = await asyncio.to_thread(self._position, message)
        if position.outcome is not None:
            self._report(message.id, snapshots.analysis(position, None, done=True))
            return
        loop = asyncio.get_running_loop()
        due_s = 0.0  # the first report goes out as it comes

        def progress(found: Analysis) -> None:  # in the search's thread
            nonlocal due_s
            if time.monotonic() >= due_s:
                due_s = time.monotonic() + _REPORT_EVERY_S
                report = snapshots.analysis(position, found, done=False)
                loop.call_soon_threadsafe(self._pass_on, search, message.id, report)

        def queued(before: int | None) -> None:
            report = snapshots.analysis(position, None, done=False)
            self._report(message.id, report, waiting=before)

        search = Search(
            analysis_agent(message.agent, self._allowed, endless=message.endless),
            position,
            client=self.client,
            background=True,
            endless=message.endless,
            progress=progress,
            queued=queued,
        )
        self._pool.submit(search)
        self._analysis = search
        task = asyncio.create_task(self._finish(search, position, message.id))
        self._analyses.add(task)
        task.add_done_callback(self._analyses.discard)

    def _pass_on(self, search: Search, number: int, report: dict[str, Any]) -> None:
        """A report, if it still matters and the last ones have left."""
        if search is self._analysis and not self._unsent.qsize():
            self._report(number, report)

    async def _finish(self, search: Search, position: Position, number: int) -> None:
        """Tells the result in the end."""
        try:
            found = await search.result()
        except Exception as error:
            refusal = refusal_of(error)
            if search is self._analysis:
                self.send("error", number, error=refusal.error)
        else:
            if search is self._analysis:
                self._report(number, snapshots.analysis(position, found, done=True))
        if search is self._analysis:
            self._analysis = None

    def _position(self, asked: wire.Where) -> Position:
        rules = self._draws.read_rules(asked.rules).rules
        self._draws.pay(rules, len(asked.moves))
        return read_position(rules, asked.start, asked.moves)

    def _report(self, number: int, report: dict[str, Any], waiting: int | None = None) -> None:
        self.send("analysis", number, waiting=waiting, **report)


def _parsed(text: str) -> dict[str, Any]:
    try:
        message = json.loads(text)
    except (ValueError, RecursionError):
        raise Refusal("bad_request", "This is not JSON.") from None
    if not isinstance(message, dict):
        raise Refusal("bad_request", "A message is a JSON object.")
    return message


def _addressed(message: dict[str, Any]) -> tuple[int | None, str | None]:
    """The id and the game of a message, so that even a faulty one gets its answer."""
    number, game = message.get("id"), message.get("game")
    return (
        number if type(number) is int and 0 <= number <= 2**53 else None,
        game if isinstance(game, str) and len(game) <= 100 else None,
    )
