"""The app: page, API and WebSocket behind one guard."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import count

import anyio.to_thread
from fastapi import FastAPI, Request, WebSocket
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import Response

from dropfour import __version__
from dropfour.errors import DropfourError
from dropfour.web import wire
from dropfour.web.api import api_router
from dropfour.web.games import GameService
from dropfour.web.pool import SearchPool
from dropfour.web.positions import faults_of
from dropfour.web.rates import address_key, is_loopback
from dropfour.web.refusals import Code, Refusal, malformed
from dropfour.web.responses import Json, refusal_response
from dropfour.web.security import BodyLimit, Guard
from dropfour.web.session import Session
from dropfour.web.settings import Settings
from dropfour.web.static_files import StaticFiles
from dropfour.web.storage import GameStore, open_store

# Reading rules and drawing positions holds the interpreter: more threads would only slow the loop.
_WORK_THREADS = 4
_CODES: dict[int, Code] = {403: "forbidden", 404: "not_found", 405: "not_allowed"}


class Server:
    """What lives as long as the app runs."""

    def __init__(self, settings: Settings, store: GameStore) -> None:
        limits = settings.limits
        assert limits.search.seconds is not None
        self.settings = settings
        self.pool = SearchPool(
            workers=settings.searches,
            per_client=limits.searches_per_client,
            waiting=limits.searches_waiting,
            longest_seconds=limits.search.seconds + limits.grace_seconds,
            turn_seconds=limits.turn_seconds,
        )
        self.store = store
        self.games = GameService(store=self.store, pool=self.pool, limits=limits)
        self.sockets: dict[str, int] = {}  # how many, by address
        self._numbers = count()

    async def close(self) -> None:
        """Ends searches, then finishes what is to be written."""
        await self.games.close()
        await self.pool.close()
        await self.store.close()

    async def serve(self, socket: WebSocket) -> None:
        """One socket, from its opening to its end."""
        host = socket.client.host if socket.client else ""
        address = address_key(host)
        limits = self.settings.limits
        local = is_loopback(host) or not host
        if sum(self.sockets.values()) >= limits.sockets or (
            not local and self.sockets.get(address, 0) >= limits.sockets_per_address
        ):
            await socket.close(1013)
            return
        # On this machine every page has the same address, and is a client of its own.
        client = f"{address} {next(self._numbers)}" if local else address
        self.sockets[address] = self.sockets.get(address, 0) + 1
        try:
            await Session(
                socket, client=client, games=self.games, pool=self.pool, limits=limits
            ).run()
        finally:
            self.sockets[address] -= 1
            if not self.sockets[address]:
                del self.sockets[address]


def create_app(settings: Settings, store: GameStore | None = None) -> FastAPI:
    """The app of these settings; without a store it opens its own when it starts."""
    limits = settings.limits

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        anyio.to_thread.current_default_thread_limiter().total_tokens = _WORK_THREADS
        app.state.server = server = Server(settings, store or open_store(settings.database))
        await server.games.forget_old()
        yield
        await server.close()

    app = FastAPI(
        title="dropfour",
        version=__version__,
        openapi_url="/api/openapi.json",
        docs_url=None,  # these pages load scripts from elsewhere
        redoc_url=None,
        lifespan=lifespan,
        middleware=[
            Middleware(Guard, settings=settings),
            Middleware(BodyLimit, most_bytes=limits.body_bytes, seconds=limits.body_seconds),
            Middleware(GZipMiddleware, minimum_size=1024, compresslevel=5),
        ],
    )
    _add_refusals(app)
    _add_page(app)
    app.include_router(api_router(games=lambda: app.state.server.games, limits=limits))
    return app


def _add_page(app: FastAPI) -> None:
    files = StaticFiles()

    @app.get("/healthz", response_model=wire.Health)
    async def health() -> Json:
        """Whether the server is up."""
        return Json({"status": "ok", "version": __version__})

    @app.api_route("/", methods=["GET", "HEAD"], include_in_schema=False)
    async def page(request: Request) -> Response:
        return files.answer("index.html", request)

    @app.api_route("/static/{name:path}", methods=["GET", "HEAD"], include_in_schema=False)
    async def static(name: str, request: Request) -> Response:
        return files.answer(name, request)

    @app.websocket("/ws")
    async def talk(socket: WebSocket) -> None:
        await app.state.server.serve(socket)


def _add_refusals(app: FastAPI) -> None:
    """Every answer from 400 up has the same form."""

    @app.exception_handler(Refusal)
    async def refused(_: Request, error: Refusal) -> Response:
        return refusal_response(error)

    @app.exception_handler(DropfourError)
    async def unsound(_: Request, error: DropfourError) -> Response:
        faults = faults_of(error)
        return refusal_response(Refusal("bad_request", "; ".join(faults), faults=faults))

    @app.exception_handler(RequestValidationError)
    async def not_of_the_form(_: Request, error: RequestValidationError) -> Response:
        return refusal_response(malformed(error.errors()))

    @app.exception_handler(HTTPException)
    async def http(_: Request, error: HTTPException) -> Response:
        code = _CODES.get(error.status_code, "bad_request")
        words = {"not_found": "There is nothing here.", "not_allowed": "Not this method."}
        message = words.get(code, "This request cannot be understood.")
        refusal = Refusal(code, message, status=error.status_code)
        return refusal_response(refusal, error.headers)
