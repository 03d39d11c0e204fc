"""Runs the app on a socket, and says where."""

from __future__ import annotations

import socket
from collections.abc import Callable

import uvicorn

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


def serve(settings: Settings, listener: socket.socket, *, on_start: Callable[[], None]) -> None:
    """Serves until the process is told to end; `on_start` is called when nothing is in the way."""
    config = uvicorn.Config(
        create_app(settings),
        log_config=None,
        access_log=False,  # the guard writes a better one
        server_header=False,
        proxy_headers=False,  # a client could claim any address
        ws_max_size=settings.allowed.body_bytes,
        ws_per_message_deflate=False,  # costs each socket more memory than its game
        timeout_graceful_shutdown=_SHUTDOWN_S,
    )
    server = uvicorn.Server(config)
    on_start()  # who comes before it answers waits in the listener's queue
    server.run(sockets=[listener])
    if not server.started:
        raise DropfourError("the server could not start; its log says why")
