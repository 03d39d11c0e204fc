"""What stands between the network and the app: hosts, origins, the access token, sizes, headers."""

from __future__ import annotations

import asyncio
import hashlib
import logging
import secrets
import time
from base64 import b64encode
from collections.abc import Iterable
from ipaddress import ip_address
from math import ceil
from pathlib import Path
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from dropfour.web.rates import Rate, client_key, is_loopback
from dropfour.web.refusals import Refusal, busy, refusal_response
from dropfour.web.settings import Allowances, Settings

_log = logging.getLogger("dropfour.web.access")

COOKIE = "dropfour_access"
_MOST_KNOWN_GUESSES = 1000
# The one style that stands in the page itself: on a slow line something shows a second sooner.
FRAME_STYLE = (Path(__file__).parent / "static" / "frame.css").read_text(encoding="utf-8")
_FRAME_HASH = b64encode(hashlib.sha256(FRAME_STYLE.encode()).digest()).decode()
CONTENT_POLICY = (
    f"default-src 'self'; style-src 'self' 'sha256-{_FRAME_HASH}'; img-src 'self' data: blob:; "
    "object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
EMBED_PATH = "/embed"  # which other sites may show in a frame: nothing there changes anything
_HEADERS = {
    "Content-Security-Policy": CONTENT_POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-cache",
}
_EMBED_HEADERS = {
    **{name: value for name, value in _HEADERS.items() if name != "X-Frame-Options"},
    "Content-Security-Policy": CONTENT_POLICY.replace("ancestors 'none'", "ancestors *"),
}
_CLOSED = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>dropfour</title>
<h1>This table is by invitation</h1>
<p>Open the whole link that you were sent, with everything after the question mark. If that is what
you did, ask for a new one: it changes when the server starts again.</p>
<p>On the machine that runs dropfour, open the address that it printed when it started.</p>
"""


class Guard:
    """The outermost layer: refuses strangers, adds headers, writes the log, hides our faults."""

    def __init__(self, app: ASGIApp, *, settings: Settings) -> None:
        self._app = app
        self._settings = settings
        self._guesses = _Guesses(settings.allowed)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        request = secrets.token_hex(8)
        status = 0
        began_s = time.perf_counter()

        async def watched(message: Message) -> None:
            nonlocal status
            if message["type"] in ("http.response.start", "websocket.http.response.start"):
                status = message["status"]
                headers = MutableHeaders(scope=message)
                embedded = scope["path"] == EMBED_PATH
                for name, value in (_EMBED_HEADERS if embedded else _HEADERS).items():
                    headers.setdefault(name, value)
                headers["X-Request-Id"] = request
            elif message["type"] == "websocket.accept":
                status = 101
            await send(message)

        try:
            await self._admit(scope, receive, watched)
        except Exception as error:
            answer = refusal_response(error, request=request)
            if scope["type"] == "http" and not status:
                await answer(scope, receive, watched)
        finally:
            _log.info(
                scope["type"],
                extra={
                    "request": request,
                    "client": (scope.get("client") or ("",))[0],
                    "method": scope.get("method", ""),
                    "path": scope["path"][:200],  # without the query: it may hold the token
                    "status": status,
                    "elapsed_ms": round((time.perf_counter() - began_s) * 1000, 1),
                },
            )

    async def _admit(self, scope: Scope, receive: Receive, send: Send) -> None:
        request = HTTPConnection(scope)
        answer: Response | None = None
        if reason := self._stranger(request.headers):
            answer = refusal_response(Refusal("forbidden", reason))
        elif scope["path"] != "/healthz":
            answer = self._ask_for_token(request)
        if answer is None:
            await self._app(scope, receive, send)
        elif scope["type"] == "http":
            await answer(scope, receive, send)
        else:
            await send({"type": "websocket.close", "code": 1008, "reason": ""})  # HTTP 403

    def _stranger(self, headers: Headers) -> str | None:
        """Why a request may come from another site's page; None if it does not.

        A page of another site can send requests here, but not without its own Origin; and under a
        name of its own that it makes point here (DNS rebinding), but then Host is that name.
        Starlette's check of hosts breaks addresses of IPv6 and refuses without our JSON.
        """
        host = headers.get("host", "")
        if len(headers.getlist("host")) != 1 or not self._known_host(host):
            return "This server does not go by that name."
        origin = headers.get("origin")
        if origin is not None and _netloc(origin) != host.lower():
            return "This request comes from another site."
        return None

    def _known_host(self, host: str) -> bool:
        try:
            name = urlsplit(f"//{host}").hostname or ""
        except ValueError:
            return False
        if is_loopback(name) or name in self._settings.hosts:
            return True
        return self._settings.remote and _is_address(name)

    def _ask_for_token(self, request: HTTPConnection) -> Response | None:
        """None if the token is not needed or given; the answer to send otherwise."""
        token, scope = self._settings.access_token, request.scope
        if token is None:
            return None
        given = request.query_params.get("token", "")
        offered = (_bearer(request.headers), request.cookies.get(COOKIE, ""))
        if wait_s := self._guesses.wait_s(client_key(request), token, (*offered, given)):
            words = "Too many wrong access tokens. Try again in a while."
            return refusal_response(busy(words, retry_after_s=ceil(wait_s)))
        if any(_same(token, each) for each in offered):
            return None
        if scope["type"] == "http" and scope["path"] == "/" and _same(token, given):
            answer = RedirectResponse("/", 303)  # so that the address no longer shows it
            # Not "strict": a link in a mail or a chat comes from another site, and the redirect
            # then goes without the cookie. What changes anything has an Origin, which is checked.
            answer.set_cookie(COOKIE, token, httponly=True, samesite="lax")
            return answer
        if scope["path"] == "/" and "text/html" in request.headers.get("accept", ""):
            return HTMLResponse(_CLOSED, 403)
        return refusal_response(
            Refusal("forbidden", "Open the address that was printed when the server started.")
        )


class _Guesses:
    """Wrong access tokens: so many different ones by address, then none is looked at for a while.

    One that is wrong again, as of a page that was left open, is no new guess.
    """

    def __init__(self, allowed: Allowances) -> None:
        self._rate = Rate(
            per_second=allowed.wrong_tokens_per_second, at_once=allowed.wrong_tokens_at_once
        )
        self._known: dict[int, None] = {}  # wrong ones by hash, the oldest first

    def wait_s(self, client: str, token: str, offered: Iterable[str]) -> float:
        """The seconds until these tokens may be looked at, or 0."""
        new = [each for each in offered if each and hash(each) not in self._known]
        if not new:
            return 0.0
        if wait_s := self._rate.wait(client, 0):
            return wait_s
        for each in new:
            if not _same(token, each):
                self._rate.wait(client)
                self._known[hash(each)] = None
        while len(self._known) > _MOST_KNOWN_GUESSES:
            del self._known[next(iter(self._known))]
        return 0.0


def _netloc(origin: str) -> str:
    """Host and port of an Origin; empty for one that has none."""
    try:
        parts = urlsplit(origin)
    except ValueError:
        return ""
    return parts.netloc.lower() if parts.scheme in ("http", "https") else ""


def _is_address(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


def _same(token: str, given: str) -> bool:
    return secrets.compare_digest(token.encode(), given.encode("utf-8", "surrogatepass"))


def _bearer(headers: Headers) -> str:
    kind, _, value = headers.get("authorization", "").partition(" ")
    return value.strip() if kind.lower() == "bearer" else ""


class BodyLimit:
    """Reads the body of a request before the app does, up to a size and within a time."""

    def __init__(self, app: ASGIApp, *, most_bytes: int, seconds: float) -> None:
        self._app = app
        self._most_bytes = most_bytes
        self._seconds = seconds

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        try:
            body = await self._read(Headers(scope=scope), receive)
        except Refusal as refusal:
            await refusal_response(refusal)(scope, receive, send)
            return
        if body is None:
            return  # the client is gone
        first = True

        async def replay() -> Message:
            nonlocal first
            if first:
                first = False
                return {"type": "http.request", "body": body, "more_body": False}
            return await receive()

        await self._app(scope, replay, send)

    async def _read(self, headers: Headers, receive: Receive) -> bytes | None:
        too_large = Refusal("too_large", f"At most {self._most_bytes // 1024} KiB, please.")
        length = headers.get("content-length", "0")
        if length.isdecimal() and int(length[:20]) > self._most_bytes:
            raise too_large
        body = bytearray()
        try:
            async with asyncio.timeout(self._seconds):
                while True:
                    message = await receive()
                    if message["type"] != "http.request":
                        return None
                    body += message.get("body", b"")
                    if len(body) > self._most_bytes:
                        raise too_large
                    if not message.get("more_body", False):
                        return bytes(body)
        except TimeoutError:
            raise Refusal("bad_request", "The request took too long.", status=408) from None
