"""The app: page, API and WebSocket behind one guard."""

from __future__ import annotations

import asyncio
import json
import mimetypes
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import count
from pathlib import Path
from typing import Literal

import anyio.to_thread
from fastapi import Depends, FastAPI, Request, WebSocket
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import HTMLResponse, Response
from starlette.staticfiles import StaticFiles
from typing_extensions import TypedDict  # pydantic reads no other before Python 3.12

from dropfour import __version__
from dropfour.errors import DropfourError
from dropfour.web.api import router
from dropfour.web.connection import Connection
from dropfour.web.games import Games
from dropfour.web.pool import SearchPool
from dropfour.web.prices import Drawing
from dropfour.web.rates import Rate, address_key, client_key, is_loopback
from dropfour.web.refusals import Refusal, refusal_response
from dropfour.web.security import EMBED_PATH, FRAME_STYLE, BodyLimit, Guard
from dropfour.web.settings import Settings
from dropfour.web.storage import GameStore

# Reading rules and drawing positions holds the interpreter: more threads would only slow the loop.
_WORK_THREADS = 4
_PAGE = Path(__file__).parent / "static"
_WORKER = "worker.js"
_FRAME_LINK = '<link rel="stylesheet" href="/static/frame.css">'

# The system's own table may say otherwise, and a browser takes no script of another type.
mimetypes.add_type("text/javascript", ".js")
_SCRIPT_HEADERS = {"Content-Type": "text/javascript; charset=utf-8"}


class Health(TypedDict):
    status: Literal["ok"]
    version: str


def create_app(settings: Settings) -> FastAPI:
    """The app of these settings; a `DropfourError` says why its database cannot be opened."""
    allowed = settings.allowed
    store = GameStore(settings.database)
    requests = Rate(per_second=allowed.requests_per_second, at_once=allowed.requests_at_once)
    drawing = Rate(per_second=allowed.cells_per_second, at_once=allowed.cells_at_once)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        anyio.to_thread.current_default_thread_limiter().total_tokens = _WORK_THREADS
        pool = SearchPool(workers=settings.searches, allowed=allowed)
        app.state.games = games = Games(
            store=store, pool=pool, allowed=allowed, now_s=settings.now_s
        )
        app.state.drawing = drawing
        app.state.sockets = Sockets(games=games, pool=pool, drawing=drawing)
        await games.forget_old()
        following = asyncio.create_task(games.follow_others())
        yield
        following.cancel()
        await games.close()  # ends searches, then finishes what is to be written
        await pool.close()
        await store.close()

    async def admit(request: Request) -> None:
        requests.take(client_key(request), "Too many requests. Try again in a moment.")

    async def refuse(_: Request, error: Exception) -> Response:
        return refusal_response(error)

    app = FastAPI(
        title="dropfour",
        version=__version__,
        openapi_url="/api/openapi.json",
        docs_url=None,  # these pages load scripts from elsewhere
        redoc_url=None,
        lifespan=lifespan,
        middleware=[
            Middleware(Guard, settings=settings),
            Middleware(BodyLimit, most_bytes=allowed.body_bytes, seconds=allowed.body_seconds),
            Middleware(GZipMiddleware, minimum_size=1024, compresslevel=5),
        ],
        exception_handlers=dict.fromkeys(
            (Refusal, DropfourError, RequestValidationError, HTTPException), refuse
        ),
    )
    app.state.settings = settings
    app.include_router(router, dependencies=[Depends(admit)])
    _add_page(app)
    return app


def _framed(name: str) -> Response:
    """A page of ours with the frame's style in it."""
    html = (_PAGE / name).read_text(encoding="utf-8")
    return HTMLResponse(html.replace(_FRAME_LINK, f"<style>{FRAME_STYLE}</style>"))


def _add_page(app: FastAPI) -> None:
    files = StaticFiles(directory=_PAGE)
    app.mount("/static", files)

    @app.api_route("/", methods=["GET", "HEAD"], include_in_schema=False)
    async def page() -> Response:
        return _framed("index.html")

    @app.api_route(EMBED_PATH, methods=["GET", "HEAD"], include_in_schema=False)
    async def embed() -> Response:
        return _framed("embed.html")

    @app.get(f"/{_WORKER}", include_in_schema=False)
    async def worker() -> Response:
        names = sorted(file.name for file in _PAGE.iterdir() if file.suffix != ".html")
        files = ["/", EMBED_PATH, *(f"/static/{name}" for name in names if name != _WORKER)]
        script = (_PAGE / _WORKER).read_text(encoding="utf-8")
        return Response(f"const FILES = {json.dumps(files)};\n{script}", 200, _SCRIPT_HEADERS)

    @app.get("/healthz")
    async def health() -> Health:
        """Whether the server is up."""
        return {"status": "ok", "version": __version__}

    @app.websocket("/ws")
    async def talk(socket: WebSocket) -> None:
        await app.state.sockets.serve(socket)


class Sockets:
    """The open sockets: so many, and so many from an address."""

    def __init__(self, *, games: Games, pool: SearchPool, drawing: Rate) -> None:
        self._games = games
        self._pool = pool
        self._drawing = drawing
        self._open: Counter[str] = Counter()  # by address
        self._numbers = count()

    async def serve(self, socket: WebSocket) -> None:
        """One socket, from its opening to its end."""
        host = socket.client.host if socket.client else ""
        address = address_key(host)
        allowed = self._games.allowed
        local = is_loopback(host) or not host
        too_many = not local and self._open[address] >= allowed.sockets_per_address
        if too_many or self._open.total() >= allowed.sockets:
            await socket.close(1013)
            return
        # On this machine every page has the same address, and is a client of its own.
        client = f"{address} {next(self._numbers)}" if local else address
        self._open[address] += 1
        try:
            draws = Drawing(self._drawing, allowed, client)
            connection = Connection(
                socket, client=client, games=self._games, pool=self._pool, draws=draws
            )
            await connection.run()
        finally:
            self._open[address] -= 1
            self._open += Counter()  # forgets addresses without one
