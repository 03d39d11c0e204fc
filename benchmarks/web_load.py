"""Claim: 200 games at once on two cores: no errors, moves echoed within 150 ms, memory flat.

Every other game is against a computer of level 1, the others are between two people with a clock;
beside them four people analyse without a break. 150 ms is the 95th percentile. `python -m
benchmarks.web_load --seconds 120` is the whole claim; without arguments it runs for a short while.

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
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from pathlib import Path
from statistics import fmean, quantiles
from typing import Any
from urllib.request import Request, urlopen

import psutil
from websockets.asyncio.client import ClientConnection, connect

from benchmarks.measure import show

ECHO_MS = 150.0
CLOCK = {"initial_s": 300, "increment_s": 3}
ANALYSTS = 4
THINK_S = (1.0, 3.0)
ANSWER_S = 60.0
Plain = dict[str, Any]


@dataclass(slots=True)
class Tally:
    """What all players saw."""

    echoes_ms: list[float] = field(default_factory=list)
    replies_ms: list[float] = field(default_factory=list)
    told_ms: list[float] = field(default_factory=list)  # until the opponent has a move
    analyses_ms: list[float] = field(default_factory=list)
    games: int = 0
    errors: list[str] = field(default_factory=list)
    resident_mb: list[float] = field(default_factory=list)


class Talk:
    """One socket; `ask` waits for the answer."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket
        self._number = 0

    async def send(self, kind: str, **fields: Any) -> int:
        self._number += 1
        await self._socket.send(json.dumps({"type": kind, "id": self._number, **fields}))
        return self._number

    async def next(self) -> Plain:
        async with asyncio.timeout(ANSWER_S):
            message: Plain = json.loads(await self._socket.recv())
        if message["type"] == "error":
            raise RuntimeError(message["error"])
        return message

    async def ask(self, kind: str, **fields: Any) -> Plain:
        number = await self.send(kind, **fields)
        while (answer := await self.next()).get("id") != number:
            pass
        game: Plain = answer["game"]
        return game


class Load:
    """Somebody who keeps the server busy until a moment; what goes wrong is noted."""

    def __init__(self, host: str, tally: Tally, *, seed: int, until_s: float) -> None:
        self._host = host
        self._tally = tally
        self._rng = random.Random(seed)
        self._until_s = until_s

    @property
    def _goes_on(self) -> bool:
        return time.monotonic() < self._until_s

    async def run(self) -> None:
        try:
            async with AsyncExitStack() as stack:
                await self._work(stack)
        except Exception as error:
            self._tally.errors.append(f"{type(error).__name__}: {error}")

    async def _connect(self, stack: AsyncExitStack) -> Talk:
        address = f"ws://{self._host}/ws"
        return Talk(await stack.enter_async_context(connect(address, max_queue=None)))

    async def _new_game(self, **fields: Any) -> Plain:
        body = {"rules": {"preset": "classic"}, **fields}
        return await asyncio.to_thread(request, self._host, "/api/games", body)

    async def _think(self) -> None:
        await asyncio.sleep(self._rng.uniform(*THINK_S))

    async def _work(self, stack: AsyncExitStack) -> None:
        raise NotImplementedError


class AgainstComputer(Load):
    """A person who plays the computer, one game after the other."""

    async def _work(self, stack: AsyncExitStack) -> None:
        made = await self._new_game(players=["human", "auto:level=1"])
        talk, here = await self._connect(stack), made["id"]
        game = await talk.ask("join", game=here, tokens=made["tokens"])
        await self._think()
        while self._goes_on:
            if game["snapshot"]["outcome"]:
                self._tally.games += 1
                game = await talk.ask("line", game=here, seq=game["seq"], moves=[])
                continue
            began = time.perf_counter()
            if game["snapshot"]["turn"] == 0:
                column = self._rng.choice(game["snapshot"]["legal"])
                game = await talk.ask("move", game=here, seq=game["seq"], column=column)
                self._tally.echoes_ms.append((time.perf_counter() - began) * 1000)
            else:
                game = await talk.ask("go", game=here, seq=game["seq"])
                while game["thinking"]:
                    game = (await talk.next())["game"]
                self._tally.replies_ms.append((time.perf_counter() - began) * 1000)
                await self._think()


class TwoPeople(Load):
    """Two people with a clock, each at a browser of their own."""

    async def _work(self, stack: AsyncExitStack) -> None:
        talks = [await self._connect(stack) for _ in range(2)]
        while self._goes_on:
            made = await self._new_game(players=["human", "human"], clock=CLOCK)
            for talk, token in zip(talks, made["tokens"], strict=True):
                game = await talk.ask("join", game=made["id"], tokens=[token])
            while self._goes_on and not game["snapshot"]["outcome"]:
                await self._think()
                game = await self._move(talks, made["id"], game)
            self._tally.games += bool(game["snapshot"]["outcome"])
            for talk in talks:
                await talk.send("leave", game=made["id"])

    async def _move(self, talks: list[Talk], here: str, game: Plain) -> Plain:
        turn, column = game["snapshot"]["turn"], self._rng.choice(game["snapshot"]["legal"])
        began = time.perf_counter()
        game = await talks[turn].ask("move", game=here, seq=game["seq"], column=column)
        self._tally.echoes_ms.append((time.perf_counter() - began) * 1000)
        while (news := await talks[1 - turn].next())["game"]["seq"] < game["seq"]:
            pass
        self._tally.told_ms.append((time.perf_counter() - began) * 1000)
        told: Plain = news["game"]
        return told


class Analyst(Load):
    """Somebody who looks into one position after the other."""

    async def _work(self, stack: AsyncExitStack) -> None:
        talk = await self._connect(stack)
        while self._goes_on:
            moves = [self._rng.randrange(8) for _ in range(6)]  # too few for anybody to win
            where = {"rules": {"rows": 7, "columns": 8}, "moves": moves}
            began = time.perf_counter()
            await talk.send("analyse", **where, agent="auto:seconds=1")
            while not (report := await talk.next())["done"]:
                pass
            assert report["columns"], report
            self._tally.analyses_ms.append((time.perf_counter() - began) * 1000)


def request(host: str, path: str, body: Plain | None = None) -> Plain:
    data = None if body is None else json.dumps(body).encode()
    asked = Request(f"http://{host}{path}", data, {"Content-Type": "application/json"})
    with urlopen(asked, timeout=ANSWER_S) as answer:
        value: Plain = json.load(answer)
    return value


async def load(server: psutil.Process, host: str, *, games: int, seconds: float) -> Tally:
    tally = Tally()
    until_s = time.monotonic() + seconds
    kinds = [(AgainstComputer, TwoPeople)[number % 2] for number in range(games)]
    everybody = [*kinds, *[Analyst] * ANALYSTS]
    running = [
        asyncio.create_task(kind(host, tally, seed=seed, until_s=until_s).run())
        for seed, kind in enumerate(everybody)
    ]
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
        ("the opponent has it, 95 % ms", f"{quantiles(tally.told_ms, n=20)[-1]:.1f}", ""),
        ("analyses of 1 s", f"{len(tally.analyses_ms):,}", ""),
        ("longest wait for one, s", f"{max(tally.analyses_ms) / 1000:.1f}", ""),
        ("computer's answer, 95 % ms", f"{quantiles(tally.replies_ms, n=20)[-1]:.1f}", ""),
        ("memory, first third MB", f"{before:.1f}", ""),
        ("memory, last third MB", f"{after:.1f}", "flat"),
        ("server's share of a core", f"{cpu / seconds:.0%}", ""),
        ("load of the machine", f"{os.getloadavg()[0]:.1f}", ""),
    ]
    title = f"{games} games and {ANALYSTS} analyses at once for {seconds:g} s"
    show(title, ("what", "measured", "claim"), rows)
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
