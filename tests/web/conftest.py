"""A server in this process, with agents that do what the tests need."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

import pytest
from starlette.testclient import TestClient

from dropfour.agents import Limit, spec
from dropfour.web.app import create_app
from dropfour.web.settings import Allowances, Settings
from tests.web import stand_ins
from tests.web.talk import Room

MakeClient = Callable[..., TestClient]


@pytest.fixture
def agents(monkeypatch: pytest.MonkeyPatch) -> None:
    """The stand-ins instead of the real agents."""
    monkeypatch.setattr(spec, "_CLASSES", stand_ins.CLASSES)


@pytest.fixture
def make_client(agents: None) -> Iterator[MakeClient]:
    """Makes clients of servers with given settings and allowances."""
    clients: list[TestClient] = []

    def make(allowed: Allowances | None = None, **settings: Any) -> TestClient:
        limit = Limit(playouts=1000, nodes=1000, depth=8, seconds=5.0)
        quick = Allowances(search=limit, away_seconds=0.0)
        settings.setdefault("searches", 2)
        app = create_app(Settings(allowed=allowed or quick, **settings))
        client = TestClient(app, base_url="http://localhost:8140", raise_server_exceptions=False)
        client.__enter__()
        clients.append(client)
        return client

    yield make
    for client in clients:
        client.__exit__(None, None, None)


@pytest.fixture
def client(make_client: MakeClient) -> TestClient:
    return make_client()


@pytest.fixture
def room(client: TestClient) -> Iterator[Room]:
    with ExitStack() as stack:
        yield Room(client, stack)
