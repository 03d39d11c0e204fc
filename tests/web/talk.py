"""Talking to a server's WebSocket in tests."""

from __future__ import annotations

from contextlib import ExitStack
from itertools import count
from typing import Any

from starlette.testclient import TestClient, WebSocketTestSession

HUMAN = "human"
COMPUTER = "auto:level=1"
ENDLESS = "endless:seconds=5"
BROKEN = "broken"
CLASSIC = {"rules": {"preset": "classic"}}

Plain = dict[str, Any]


def create(client: TestClient, *players: str, **where: Any) -> Plain:
    """A new game: its id, tokens and the game."""
    body = {**CLASSIC, **where, "players": list(players) or [HUMAN, HUMAN]}
    answer = client.post("/api/games", json=body)
    assert answer.status_code == 201, answer.text
    made: Plain = answer.json()
    return made


class Talk:
    """One socket; `ask` waits for the answer with the id, and keeps what else came."""

    def __init__(self, socket: WebSocketTestSession) -> None:
        self.socket = socket
        self._numbers = count(1)
        self.seen: list[Plain] = []

    def send(self, kind: str, /, **fields: Any) -> int:
        number = next(self._numbers)
        self.socket.send_json({"type": kind, "id": number} | fields)
        return number

    def next(self, kind: str | None = None) -> Plain:
        """The next message, or the next one of a kind."""
        while True:
            message: Plain = self.socket.receive_json()
            self.seen.append(message)
            if kind is None or message["type"] == kind:
                return message

    def until(self, **fields: Any) -> Plain:
        """The next game of which this is true."""
        while True:
            game: Plain = self.next("game")["game"]
            if {name: game[name] for name in fields} == fields:
                return game

    def ask(self, kind: str, /, **fields: Any) -> Plain:
        number = self.send(kind, **fields)
        while (message := self.next()).get("id") != number:
            pass
        return message

    def join(self, made: Plain, *sides: int) -> Plain:
        tokens = [made["tokens"][side] for side in sides]
        return self.ask("join", game=made["id"], tokens=tokens)


class Room:
    """A server and the sockets that talk to it."""

    def __init__(self, client: TestClient, stack: ExitStack) -> None:
        self.client = client
        self._stack = stack

    def talk(self) -> Talk:
        return Talk(
            self._stack.enter_context(self.client.websocket_connect("ws://localhost:8140/ws"))
        )

    def game(self, made: Plain) -> Plain:
        game: Plain = self.client.get(f"/api/games/{made['id']}").json()
        return game


def code(message: Plain) -> str:
    """The code of an error, and nothing else."""
    assert message["type"] == "error", message
    value: str = message["error"]["code"]
    return value
