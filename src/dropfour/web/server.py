"""Runs the app on a socket, and says where."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from dropfour.errors import DropfourError
from dropfour.web.app import create_app
from dropfour.web.settings import Settings

_SHUTDOWN_S = 3


def listen(host: str, port: int) -> socket.socket:
    """A socket on this address; port 0 takes a free one."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family, backlog=1024)
    except (OSError, OverflowError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise DropfourError(f"cannot listen on {host} port {port}: {reason}") from error


class _PatientProtocol(H11Protocol):
    """Hangs up on one who does not get through with the head of a request in time.

    uvicorn's own timeout ends with the first byte of a request, and never begins before the first
    request: connections that say nothing, or a byte now and then, would stay for good.
    """

    header_seconds: float
    _deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn's
        super().connection_made(transport)
        self._set_deadline()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        upgraded = self.transport.get_protocol() is not self
        if upgraded or self.conn.their_state is not h11.IDLE:
            self._drop_deadline()
        elif self._deadline is None:
            self._set_deadline()

    def connection_lost(self, exc: Exception | None) -> None:
        self._drop_deadline()
        super().connection_lost(exc)

    def _set_deadline(self) -> None:
        self._deadline = self.loop.call_later(self.header_seconds, self.transport.close)

    def _drop_deadline(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None


def configured(settings: Settings) -> uvicorn.Config:
    """The server of these settings."""

    class Protocol(_PatientProtocol):
        header_seconds = settings.allowed.header_seconds

    return uvicorn.Config(
        create_app(settings),
        http=Protocol,
        log_config=None,
        access_log=False,  # the guard writes a better one
        server_header=False,
        proxy_headers=False,  # a client could claim any address
        ws_max_size=settings.allowed.body_bytes,
        ws_per_message_deflate=False,  # costs each socket more memory than its game
        timeout_graceful_shutdown=_SHUTDOWN_S,
    )


def serve(settings: Settings, listener: socket.socket, *, on_start: Callable[[], None]) -> None:
    """Serves until the process is told to end; `on_start` is called when nothing is in the way."""
    server = uvicorn.Server(configured(settings))
    on_start()  # who comes before it answers waits in the listener's queue
    server.run(sockets=[listener])
    if not server.started:
        raise DropfourError("the server could not start; its log says why")
