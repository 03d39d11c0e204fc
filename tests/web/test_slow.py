"""Connections that are opened and then hardly used are closed, and disturb nobody."""

from __future__ import annotations

import socket
from urllib.parse import urlsplit

import pytest
from websockets.sync.client import connect

from dropfour.web.settings import Allowances, Settings
from tests.web.test_schema import served

HALF = b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow"
WHOLE = b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
BRIEF = Allowances(header_seconds=0.2)


def connected(address: str) -> socket.socket:
    parts = urlsplit(address)
    assert parts.hostname and parts.port
    return socket.create_connection((parts.hostname, parts.port), timeout=30)


@pytest.mark.parametrize("said", [b"", b"G", HALF, WHOLE + HALF])
def test_a_head_that_never_ends_is_hung_up_on(said: bytes) -> None:
    with served(Settings(allowed=BRIEF)) as address, connected(address) as slow:
        slow.sendall(said)
        heard = b""
        while part := slow.recv(4096):  # until it is closed
            heard += part
        assert (b"200 OK" in heard) == said.startswith(WHOLE)


def test_a_byte_now_and_then_is_no_excuse() -> None:
    with served(Settings(allowed=BRIEF)) as address, connected(address) as slow:
        slow.settimeout(0.02)
        sent = 0
        while True:
            try:
                slow.send(b"x" if sent >= len(HALF) else HALF[sent : sent + 1])
                sent += 1
                if not slow.recv(1):
                    break
            except TimeoutError:
                assert sent < 1000
            except OSError:
                break


def test_a_socket_that_is_only_listened_to_stays() -> None:
    with (
        served(Settings(allowed=BRIEF)) as address,
        connected(address) as other,
        connect(f"{address.replace('http', 'ws')}/ws") as talk,
    ):
        while other.recv(1):  # whoever said nothing is closed by now
            pass
        talk.send('{"type": "ping", "id": 1}')
        assert "pong" in str(talk.recv(timeout=30))
