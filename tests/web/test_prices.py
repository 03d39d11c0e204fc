"""What is dear is paid for before it is done: drawing, reading rules and texts, lines of play."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from starlette.testclient import TestClient

import dropfour as d4
from dropfour.snapshots import Snapshot, snapshots
from dropfour.variants import Variant
from dropfour.web import api, prices
from dropfour.web.positions import read_rules
from dropfour.web.settings import Allowances
from tests.web.conftest import MakeClient
from tests.web.talk import CLASSIC, HUMAN, Talk, code, create

LARGEST = {"rules": {"rows": 32, "columns": 32, "goal": {"line": 32}}}
FILLED = [(ply + ply // 64) % 32 for ply in range(1024)]  # and nobody wins


def test_positions_come_in_pages(client: TestClient) -> None:
    def page(**plies: int) -> list[int]:
        asked = {**LARGEST, "moves": FILLED, **plies}
        answer = client.post("/api/position", json=asked).json()
        assert answer["moves"] == FILLED
        return [each["ply"] for each in answer["snapshots"]]

    assert page() == [1024]
    assert page(**{"from": 0}) == [*range(64)]
    assert page(**{"from": 1000}) == [*range(1000, 1025)]
    assert page(**{"from": 1000, "to": 1001}) == [1000, 1001]
    assert page(**{"from": 7, "to": 6}) == []
    small = client.post("/api/position", json={**CLASSIC, "moves": "DDE" * 3, "from": 0}).json()
    assert len(small["snapshots"]) == 10


def test_what_is_dear_is_paid_for_before_it_is_done(
    make_client: MakeClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    work: list[range] = []

    def watched(position: d4.Position, plies: range) -> Iterator[Snapshot]:
        work.append(plies)
        return snapshots(position, plies)

    monkeypatch.setattr(api, "snapshots", watched)
    client = make_client(Allowances(cells_at_once=150_000, cells_per_second=0.01))
    asked = {**LARGEST, "moves": FILLED, "from": 0}
    answers = [client.post("/api/position", json=asked) for _ in range(20)]
    assert [answer.status_code for answer in answers] == [200, 200] + [429] * 18
    assert len(work) == 2
    assert client.post("/api/export", json={**CLASSIC, "format": "svg"}).status_code == 429
    assert client.post("/api/games", json={**CLASSIC, "players": [HUMAN] * 2}).status_code == 429
    assert client.post("/api/rules/check", json=CLASSIC).status_code == 429
    assert client.post("/api/read", json={**CLASSIC, "text": "4453"}).status_code == 429
    assert client.get("/api/variants").status_code == 200
    with client.websocket_connect("ws://localhost:8140/ws") as socket:
        refused = Talk(socket).ask("analyse", **LARGEST, moves=FILLED)
        assert refused["error"]["code"] == "busy"


def test_rules_are_paid_for_wherever_they_are_read(
    make_client: MakeClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """64 KiB of faulty TOML keep a core busy for 45 ms, whatever they were sent for."""
    dear = {"rules": {"toml": "".join(f"[k{number}]\n" for number in range(6000))}}
    read = []

    def watched(asked: dict[str, object]) -> Variant:
        read.append(asked)
        return read_rules(asked)

    monkeypatch.setattr(prices, "read_rules", watched)
    players: dict[str, object] = {"players": [HUMAN, HUMAN]}
    asked: dict[str, dict[str, object]] = {
        "position": {},
        "games": players,
        "export": {"format": "svg"},
        "rules/check": {},
    }
    for path, more in asked.items():
        read.clear()
        client = make_client(Allowances(cells_at_once=300_000, cells_per_second=0.01))
        codes = [client.post(f"/api/{path}", json=dear | more).status_code for _ in range(5)]
        assert codes.count(429) == 3 and len(read) == 2, path
    read.clear()
    client = make_client(Allowances(cells_at_once=300_000, cells_per_second=0.01))
    with client.websocket_connect("ws://localhost:8140/ws") as socket:
        answers = [code(Talk(socket).ask("analyse", **dear)) for _ in range(5)]
    assert answers == ["bad_request"] * 2 + ["busy"] * 3 and len(read) == 2


def test_whole_lines_of_play_are_paid_for(make_client: MakeClient) -> None:
    client = make_client(Allowances(cells_at_once=100_000, cells_per_second=0.01))
    made = create(client, **LARGEST)
    with client.websocket_connect("ws://localhost:8140/ws") as socket:
        talk = Talk(socket)
        talk.join(made, 0, 1)
        line = {"game": made["id"], "moves": FILLED}
        answers = [talk.ask("line", **line, seq=seq) for seq in range(6)]
        assert [code(answer) for answer in answers[-2:]] == ["busy"] * 2
        assert answers[0]["game"]["moves"] == FILLED
        asked = talk.ask("ask", **line, kind="moves", seq=5)
        assert code(asked) == "busy"
        assert talk.ask("ping")["type"] == "pong"
