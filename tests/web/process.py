"""The server as a process of its own, to be killed; and a plain client of its WebSocket."""

from __future__ import annotations

import json
import subprocess
import sys
from contextlib import ExitStack
from itertools import count
from pathlib import Path
from types import TracebackType
from typing import Any, Self
from urllib.request import Request, urlopen

from websockets.sync.client import ClientConnection, connect

Plain = dict[str, Any]
ROOT = Path(__file__).parents[2]
STARTS_S = 60.0


class ServerProcess:
    """`dropfour web` on a free port, with the stand-in agents unless told otherwise."""

    def __init__(self, *arguments: str, module: str = "tests.web.stand_ins") -> None:
        self._sockets = ExitStack()
        command = [sys.executable, "-m", module, *arguments, "--port", "0", "--no-browser"]
        self.process = subprocess.Popen(
            command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert line.startswith("dropfour: http://"), self._complaint()
        self.address = line.removeprefix("dropfour: ").strip()

    def _complaint(self) -> str:
        assert self.process.stderr is not None
        return self.process.stderr.read()

    @property
    def host(self) -> str:
        return self.address.split("/")[2]

    def request(self, path: str, body: Plain | None = None, method: str | None = None) -> Plain:
        data = None if body is None else json.dumps(body).encode()
        headers = {"Content-Type": "application/json"}
        request = Request(f"http://{self.host}{path}", data, headers, method=method)
        with urlopen(request, timeout=STARTS_S) as answer:
            value: Plain = json.loads(answer.read() or b"{}")
        return value

    def connect(self) -> Connection:
        socket = connect(f"ws://{self.host}/ws", open_timeout=STARTS_S)
        return Connection(self._sockets.enter_context(socket))

    def kill(self) -> None:
        """As the power cable would: nothing gets a chance to tidy up."""
        self.process.kill()
        self.process.communicate()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self.process.poll() is None:
            self.kill()
        self._sockets.close()


class Connection:
    """One socket; `ask` waits for the answer with the id."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self._numbers = count(1)

    def send(self, kind: str, **fields: Any) -> int:
        number = next(self._numbers)
        self.socket.send(json.dumps({"type": kind, "id": number, **fields}))
        return number

    def next(self) -> Plain:
        message: Plain = json.loads(self.socket.recv(timeout=STARTS_S))
        return message

    def ask(self, kind: str, **fields: Any) -> Plain:
        number = self.send(kind, **fields)
        while (message := self.next()).get("id") != number:
            pass
        return message
