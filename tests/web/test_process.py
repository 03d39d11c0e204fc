"""The server as people run it: its address, its refusals, and what it keeps when it is killed."""

from __future__ import annotations

import random
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from urllib.error import HTTPError

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from dropfour.cli.main import main
from dropfour.errors import DropfourError
from dropfour.web.storage import GameStore
from tests.web.process import ROOT, Connection, Plain, ServerProcess
from tests.web.talk import CLASSIC, COMPUTER, HUMAN

GAMES = 6
MOVES = 20


def play_until_killed(server: ServerProcess, made: Plain, acknowledged: list[int]) -> None:
    """Moves for both sides as fast as it goes, and notes every move that was acknowledged."""
    rng = random.Random(made["id"])
    try:
        talk = server.connect()
        game = talk.ask("join", game=made["id"], tokens=made["tokens"])["game"]
        while game["snapshot"]["legal"]:
            column = rng.choice(game["snapshot"]["legal"])
            game = talk.ask("move", game=made["id"], seq=game["seq"], column=column)["game"]
            acknowledged[:] = game["moves"]
    except (ConnectionClosed, OSError):
        pass


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A place to keep games: a file, or a real PostgreSQL."""
    if request.param == "postgresql":
        return str(request.getfixturevalue("postgresql"))
    return str(tmp_path / "games.sqlite3")


def test_kill_9_loses_no_acknowledged_move(database: str) -> None:
    # A board that no game fills, without anything to win: there is always a next move.
    rules = {"rows": 32, "columns": 32, "goal": {"line": 32}}
    acknowledged: list[list[int]] = [[] for _ in range(GAMES)]
    with ServerProcess("--database", database) as server:
        body = {"rules": rules, "players": [HUMAN, HUMAN]}
        made = [server.request("/api/games", body) for _ in range(GAMES)]
        threads = [
            threading.Thread(target=play_until_killed, args=(server, game, moves), daemon=True)
            for game, moves in zip(made, acknowledged, strict=True)
        ]
        for thread in threads:
            thread.start()
        while any(len(moves) < MOVES for moves in acknowledged):
            assert any(thread.is_alive() for thread in threads)
            time.sleep(0.002)
        server.kill()
        for thread in threads:
            thread.join()
    with ServerProcess("--database", database) as server:
        for game, moves in zip(made, acknowledged, strict=True):
            kept = server.request(f"/api/games/{game['id']}")
            assert kept["moves"][: len(moves)] == moves
            assert len(kept["moves"]) <= len(moves) + 1  # at most one was written and not yet told
            assert kept["seq"] == len(kept["moves"])


def test_a_lost_connection_resumes_by_number(database: str) -> None:
    """A move is sent and the line goes dead before the answer: it is applied once, whatever."""
    with ServerProcess("--database", database) as server:
        made = server.request("/api/games", {**CLASSIC, "players": [HUMAN, HUMAN]})
        for played in range(12):
            talk = server.connect()
            game = talk.ask("join", game=made["id"], tokens=made["tokens"])["game"]
            assert game["moves"] == [c % 7 for c in range(played)]
            seq = game["seq"]
            talk.send("move", game=made["id"], seq=seq, column=played % 7)
            if played % 2:
                talk.socket.socket.close()  # without a word
            else:
                talk.next()
            talk = server.connect()
            game = talk.ask("join", game=made["id"], tokens=made["tokens"])["game"]
            if game["seq"] == seq:  # it was lost on the way, so it is sent again
                answer = talk.ask("move", game=made["id"], seq=seq, column=played % 7)
                assert answer["type"] == "game" or answer["error"]["code"] == "stale"
            talk.socket.close()
        assert server.request(f"/api/games/{made['id']}")["moves"] == [c % 7 for c in range(12)]


def test_two_servers_on_one_database_are_one_table(database: str) -> None:
    """Each sees what is played at the other, unasked."""
    with ServerProcess("--db", database) as one, ServerProcess("--db", database) as two:
        made = one.request("/api/games", {**CLASSIC, "players": [HUMAN, HUMAN]})
        first, second, watcher = one.connect(), two.connect(), two.connect()
        first.ask("join", game=made["id"], tokens=made["tokens"][:1])
        second.ask("join", game=made["id"], tokens=made["tokens"][1:])
        watcher.ask("join", game=made["id"], tokens=[])
        talks = [first, second]
        for ply in range(6):
            here, there = talks[ply % 2], talks[1 - ply % 2]
            here.ask("move", game=made["id"], seq=ply, column=3)
            assert there.next()["game"]["moves"] == [3] * (ply + 1)
        while (news := watcher.next()["game"])["seq"] < 6:
            pass
        assert news["moves"] == [3] * 6
        one.request(f"/api/games/{made['id']}", {"tokens": made["tokens"]}, method="DELETE")
        for talk in (first, second, watcher):
            while (told := talk.next())["type"] == "game":
                pass
            assert told["error"]["message"] == "This game was deleted."


def test_two_servers_share_a_database(database: str) -> None:
    """Who moves on what another server has changed is told so, and sees the change."""
    with ServerProcess("--db", database) as one, ServerProcess("--db", database) as two:
        made = one.request("/api/games", {**CLASSIC, "players": [HUMAN, HUMAN]})
        first, second = one.connect(), two.connect()
        for talk in (first, second):
            talk.ask("join", game=made["id"], tokens=made["tokens"])
        first.ask("move", game=made["id"], seq=0, column=3)
        late = second.ask("move", game=made["id"], seq=0, column=4)
        assert late["error"]["code"] == "stale"
        assert second.next()["game"]["moves"] == [3]
        game = second.ask("move", game=made["id"], seq=1, column=4)["game"]
        assert game["moves"] == [3, 4]


def test_a_whole_game_against_the_computer_over_a_real_socket(database: str) -> None:
    with ServerProcess("--database", database) as server:
        made = server.request("/api/games", {**CLASSIC, "players": [HUMAN, COMPUTER]})
        talk: Connection = server.connect()
        game = talk.ask("join", game=made["id"], tokens=made["tokens"])["game"]
        while not game["snapshot"]["outcome"]:
            if game["snapshot"]["turn"] == 0:
                column = game["snapshot"]["legal"][0]
                game = talk.ask("move", game=made["id"], seq=game["seq"], column=column)["game"]
            else:
                talk.ask("go", game=made["id"], seq=game["seq"])
                while (game := talk.next()["game"])["thinking"]:
                    pass
        talk.socket.send("x" * 70_000)
        with pytest.raises(ConnectionClosed) as closed:
            talk.next()
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1009
        server.process.send_signal(signal.SIGTERM)  # and it ends politely
        assert server.process.wait(30) in (0, -signal.SIGTERM)


def test_off_this_machine_it_has_a_token(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["web", "--host", "0.0.0.0", "--no-browser"]) == 2
    assert "--allow-remote" in capsys.readouterr().err
    with ServerProcess("--host", "0.0.0.0", "--allow-remote", "--db", ":memory:") as server:
        assert "?token=" in server.address
        with pytest.raises(HTTPError) as refused:
            server.request("/api/agents")
        assert refused.value.code == 403
        with pytest.raises(InvalidStatus) as closed, connect(f"ws://{server.host}/ws"):
            pass
        assert closed.value.response.status_code == 403
        token = server.address.partition("=")[2]
        headers = {"Authorization": f"Bearer {token}"}
        with connect(f"ws://{server.host}/ws", additional_headers=headers) as socket:
            socket.send('{"type": "ping"}')
            assert "pong" in str(socket.recv())


def test_what_cannot_be_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    with ServerProcess("--db", ":memory:") as server:
        port = server.host.rpartition(":")[2]
        assert main(["web", "--port", port, "--no-browser", "--db", ":memory:"]) == 2
        assert "cannot listen on 127.0.0.1" in capsys.readouterr().err
    command = [sys.executable, "-m", "dropfour", "web", "--db", "nonsense://here"]
    done = subprocess.run(
        [*command, "--port", "0", "--no-browser"], cwd=ROOT, capture_output=True, text=True
    )
    assert done.returncode == 2
    assert done.stderr.startswith("dropfour: the database cannot be opened: ")
    assert done.stderr.count("\n") == 1


def test_databases_that_are_none(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no database")
    for database in (f"{tmp_path}/file/below", f"{tmp_path}/file", "postgresql://localhost:1/x"):
        with pytest.raises(DropfourError, match="the database cannot be opened: "):
            GameStore(database)
