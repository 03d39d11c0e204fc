"""Claim: 200 games at once on two cores: no errors, moves echoed within 150 ms, memory flat.

The computers are of level 1, and 150 ms is the 95th percentile. `python -m benchmarks.web_load
--seconds 120` is the whole claim; without arguments it runs for a short while.

There is no peer to run beside: the claim is about people's patience. Every player thinks for one
to three seconds, as somebody in a hurry would.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import fmean, quantiles
from typing import Any
from urllib.request import Request, urlopen

import psutil
from websockets.asyncio.client import ClientConnection, connect

from benchmarks.measure import show

ECHO_MS = 150.0
THINK_S = (1.0, 3.0)
ANSWER_S = 60.0
Plain = dict[str, Any]


@dataclass(slots=True)
class Tally:
    """What all players saw."""

    echoes_ms: list[float] = field(default_factory=list)
    replies_ms: list[float] = field(default_factory=list)
    games: int = 0
    errors: list[str] = field(default_factory=list)
    resident_mb: list[float] = field(default_factory=list)


class Player:
    """Somebody who plays one game after the other on one socket."""

    def __init__(self, host: str, made: Plain, tally: Tally, *, seed: int, until_s: float) -> None:
        self._host = host
        self._made = made
        self._tally = tally
        self._rng = random.Random(seed)
        self._until_s = until_s
        self._number = 0

    async def run(self) -> None:
        try:
            async with connect(f"ws://{self._host}/ws", max_queue=None) as socket:
                await self._play(socket)
        except Exception as error:
            self._tally.errors.append(f"{type(error).__name__}: {error}")

    async def _play(self, socket: ClientConnection) -> None:
        game = await self._ask(socket, "join", tokens=self._made["tokens"])
        await asyncio.sleep(self._rng.uniform(0, THINK_S[1]))
        while time.monotonic() < self._until_s:
            if game["snapshot"]["outcome"]:
                self._tally.games += 1
                game = await self._ask(socket, "line", seq=game["seq"], moves=[])
                continue
            began = time.perf_counter()
            if game["snapshot"]["turn"] == 0:
                column = self._rng.choice(game["snapshot"]["legal"])
                game = await self._ask(socket, "move", seq=game["seq"], column=column)
                self._tally.echoes_ms.append((time.perf_counter() - began) * 1000)
            else:
                game = await self._ask(socket, "go", seq=game["seq"])
                while game["thinking"]:
                    game = (await self._next(socket))["game"]
                self._tally.replies_ms.append((time.perf_counter() - began) * 1000)
                await asyncio.sleep(self._rng.uniform(*THINK_S))

    async def _ask(self, socket: ClientConnection, kind: str, **fields: Any) -> Plain:
        self._number += 1
        message = {"type": kind, "id": self._number, "game": self._made["id"], **fields}
        await socket.send(json.dumps(message))
        while (answer := await self._next(socket)).get("id") != self._number:
            pass
        game: Plain = answer["game"]
        return game

    async def _next(self, socket: ClientConnection) -> Plain:
        async with asyncio.timeout(ANSWER_S):
            message: Plain = json.loads(await socket.recv())
        if message["type"] == "error":
            raise RuntimeError(message["error"])
        return message


def request(host: str, path: str, body: Plain | None = None) -> Plain:
    data = None if body is None else json.dumps(body).encode()
    asked = Request(f"http://{host}{path}", data, {"Content-Type": "application/json"})
    with urlopen(asked, timeout=ANSWER_S) as answer:
        value: Plain = json.load(answer)
    return value


async def load(server: psutil.Process, host: str, *, games: int, seconds: float) -> Tally:
    tally = Tally()
    body = {"rules": {"preset": "classic"}, "players": ["human", "auto:level=1"]}
    made = [await asyncio.to_thread(request, host, "/api/games", body) for _ in range(games)]
    until_s = time.monotonic() + seconds
    players = [
        Player(host, game, tally, seed=number, until_s=until_s) for number, game in enumerate(made)
    ]
    running = [asyncio.create_task(player.run()) for player in players]
    while time.monotonic() < until_s:
        tally.resident_mb.append(server.memory_info().rss / 2**20)
        await asyncio.sleep(0.5)
    await asyncio.gather(*running)
    return tally


def report(tally: Tally, *, games: int, seconds: float, cpu: float) -> bool:
    """Prints what was seen; whether it is what was claimed."""
    warm = tally.resident_mb[len(tally.resident_mb) // 4 :] or tally.resident_mb
    third = max(1, len(warm) // 3)
    before, after = fmean(warm[:third]), fmean(warm[-third:])
    p95 = quantiles(tally.echoes_ms, n=20)[-1] if len(tally.echoes_ms) > 1 else float("inf")
    sound = not tally.errors and p95 < ECHO_MS and after < 1.05 * before + 1
    rows = [
        ("moves by people", f"{len(tally.echoes_ms):,}", ""),
        ("moves by computers", f"{len(tally.replies_ms):,}", ""),
        ("finished games", f"{tally.games:,}", ""),
        ("errors", len(tally.errors), "0"),
        ("echo of a move, median ms", f"{quantiles(tally.echoes_ms, n=2)[0]:.1f}", ""),
        ("echo of a move, 95 % ms", f"{p95:.1f}", f"< {ECHO_MS:g}"),
        ("echo of a move, longest ms", f"{max(tally.echoes_ms):.1f}", ""),
        ("computer's answer, 95 % ms", f"{quantiles(tally.replies_ms, n=20)[-1]:.1f}", ""),
        ("memory, first third MB", f"{before:.1f}", ""),
        ("memory, last third MB", f"{after:.1f}", "flat"),
        ("server's share of a core", f"{cpu / seconds:.0%}", ""),
        ("load of the machine", f"{os.getloadavg()[0]:.1f}", ""),
    ]
    show(f"{games} games at once for {seconds:g} s", ("what", "measured", "claim"), rows)
    for error in tally.errors[:5]:
        print(error)
    return sound


def main(arguments: Sequence[str] = ()) -> int:
    parser = argparse.ArgumentParser(prog="benchmarks.web_load", description=__doc__)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=15.0)
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder:
        database = str(Path(folder) / "games.sqlite3")
        command = [sys.executable, "-m", "dropfour", "web", "--port", "0", "--no-browser"]
        process = subprocess.Popen(
            [*command, "--database", database], stdout=subprocess.PIPE, text=True
        )
        try:
            assert process.stdout is not None
            host = process.stdout.readline().split("//")[1].split("/")[0]
            server = psutil.Process(process.pid)
            began = server.cpu_times()
            tally = asyncio.run(load(server, host, games=options.games, seconds=options.seconds))
            used = server.cpu_times()
        finally:
            process.terminate()
            process.wait()
    cpu = used.user + used.system - began.user - began.system
    return 0 if report(tally, games=options.games, seconds=options.seconds, cpu=cpu) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
