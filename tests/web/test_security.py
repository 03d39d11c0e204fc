"""Strangers are refused: other sites' pages, other names for this machine, no token."""

from __future__ import annotations

import json
import logging

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from dropfour.web.logs import json_lines
from dropfour.web.settings import Allowances
from tests.web.conftest import MakeClient

PATHS = ["/", "/healthz", "/api/agents", "/api/games/none", "/static/app.js"]


@pytest.mark.parametrize("path", PATHS)
def test_headers(client: TestClient, path: str) -> None:
    headers = client.get(path).headers
    policy = headers["Content-Security-Policy"]
    assert "default-src 'self'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "no-referrer"
    assert headers["Cache-Control"] == "no-cache"


@pytest.mark.parametrize(
    "headers",
    [
        {"Host": "evil.example"},
        {"Host": "localhost.evil.example"},
        {"Host": "192.0.2.7:8140"},
        {"Host": ""},
        {"Host": "[::1"},
        {"Origin": "http://evil.example"},
        {"Origin": "http://localhost:3000"},
        {"Origin": "null"},
        {"Origin": "file://"},
        {"Origin": "http://[::1"},
    ],
)
def test_foreign_hosts_and_origins_are_refused(client: TestClient, headers: dict[str, str]) -> None:
    for path in PATHS:
        answer = client.get(path, headers=headers)
        assert (answer.status_code, answer.json()["error"]["code"]) == (403, "forbidden")
    with (
        pytest.raises(WebSocketDisconnect) as refused,
        client.websocket_connect("ws://localhost:8140/ws", headers=headers),
    ):
        pass
    assert refused.value.code == 1008


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"Host": "127.0.0.1:9000"},  # a forwarded port
        {"Host": "[::1]:8140"},
        {"Origin": "http://localhost:8140"},
        {"Host": "LOCALHOST:8140", "Origin": "http://localhost:8140"},
    ],
)
def test_our_own_page_is_let_in(client: TestClient, headers: dict[str, str]) -> None:
    assert client.get("/api/agents", headers=headers).status_code == 200
    with client.websocket_connect("ws://localhost:8140/ws", headers=headers) as socket:
        socket.send_json({"type": "ping", "id": 1})
        assert socket.receive_json() == {"type": "pong", "id": 1}


def test_a_board_may_be_framed_and_nothing_else(client: TestClient) -> None:
    headers = client.get("/embed").headers
    assert "frame-ancestors *" in headers["Content-Security-Policy"]
    assert "unsafe" not in headers["Content-Security-Policy"]
    assert "X-Frame-Options" not in headers
    assert client.get("/").headers["X-Frame-Options"] == "DENY"


def test_guessing_tokens_takes_for_ever(make_client: MakeClient) -> None:
    allowed = Allowances(wrong_tokens_at_once=3, wrong_tokens_per_second=0.01)
    client = make_client(allowed, access_token="open sesame", remote=True)

    def status(token: str) -> int:
        return client.get("/healthz" if not token else f"/?token={token}").status_code

    old = {"Cookie": "dropfour_access=old"}
    right = {"Authorization": "Bearer open sesame"}
    for _ in range(10):  # a page that was left open has an old one, and is no thief
        assert client.get("/api/agents", headers=old).status_code == 403
    assert client.get("/api/agents", headers=right).status_code == 200
    assert [status(f"guess{n}") for n in range(4)] == [403, 403, 429, 429]
    refused = client.get("/api/agents", headers=right)
    assert refused.status_code == 429, "or the guessing would go on"
    assert int(refused.headers["Retry-After"]) > 1
    assert client.get("/healthz").status_code == 200
    assert client.get("/").status_code == 403


def test_the_access_token(make_client: MakeClient) -> None:
    client = make_client(access_token="open sesame", remote=True)
    assert client.get("/healthz").status_code == 200
    for path in ("/", "/api/agents", "/static/app.js", "/?token=wrong", "/api/agents?token="):
        answer = client.get(path)
        assert (answer.status_code, answer.json()["error"]["code"]) == (403, "forbidden")
    with (
        pytest.raises(WebSocketDisconnect),
        client.websocket_connect("ws://localhost:8140/ws?token=open sesame"),
    ):
        pass
    page = client.get("/", headers={"Accept": "text/html,*/*;q=0.8"})  # a friend with half a link
    assert (page.status_code, "whole link" in page.text) == (403, True)
    bearer = {"Authorization": "Bearer open sesame"}
    assert client.get("/api/agents", headers=bearer).status_code == 200

    opened = client.get("/?token=open%20sesame", follow_redirects=False)
    assert (opened.status_code, opened.headers["Location"]) == (303, "/")
    cookie = opened.headers["Set-Cookie"]
    assert "HttpOnly" in cookie
    assert "samesite=lax" in cookie.lower()  # else who comes from a mail or a chat is turned away
    assert client.get("/api/agents").status_code == 200  # with the cookie
    with client.websocket_connect("ws://localhost:8140/ws") as socket:
        socket.send_json({"type": "ping", "id": 1})
        assert socket.receive_json()["type"] == "pong"


def test_a_remote_server_goes_by_addresses_and_given_names(make_client: MakeClient) -> None:
    client = make_client(remote=True, hosts=frozenset({"games.example"}))
    for host, status in {"192.0.2.7:8140": 200, "games.example": 200, "evil.example": 403}.items():
        assert client.get("/healthz", headers={"Host": host}).status_code == status


def test_static_files(client: TestClient) -> None:
    page = client.get("/")
    assert page.headers["Content-Type"] == "text/html; charset=utf-8"
    script = client.get("/static/app.js")
    assert script.headers["Content-Type"] == "text/javascript; charset=utf-8"
    etag = script.headers["ETag"]
    assert client.get("/static/app.js", headers={"If-None-Match": etag}).status_code == 304
    assert client.head("/static/app.js").status_code == 200


def test_the_log_is_json_without_tokens(
    make_client: MakeClient, caplog: pytest.LogCaptureFixture
) -> None:
    client = make_client(access_token="open-sesame")
    with caplog.at_level(logging.INFO, logger="dropfour.web"):
        client.get("/?token=open-sesame")
        client.get("/api/%0anothing")
    lines = [json_lines().format(record) for record in caplog.records]
    assert lines
    for line in lines:
        assert "open-sesame" not in line
        assert "\n" not in line
        assert {"time", "level", "logger", "message"} <= json.loads(line).keys()
