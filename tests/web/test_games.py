"""Shared games over the WebSocket: sides, exactly-once changes, agreement, computers."""

from __future__ import annotations

import json
import sqlite3
import time
from contextlib import ExitStack, closing
from hashlib import sha256
from pathlib import Path

import pytest

from dropfour.agents import Limit
from dropfour.errors import WrongSetting
from dropfour.web.settings import Allowances
from tests.web.conftest import MakeClient
from tests.web.stand_ins import Broken, Endless
from tests.web.talk import BROKEN, COMPUTER, ENDLESS, HUMAN, Room, Talk, code, create


def wait_until_idle() -> None:
    deadline = time.monotonic() + 10
    while Endless.running:
        assert time.monotonic() < deadline, "a search goes on"
        time.sleep(0.005)


def test_two_browsers_share_a_game(room: Room) -> None:
    made = create(room.client)
    first, second, watcher = room.talk(), room.talk(), room.talk()
    assert first.join(made, 0)["sides"] == [0]
    assert second.join(made, 1)["sides"] == [1]
    assert watcher.join(made)["sides"] == []

    answer = first.ask("move", game=made["id"], seq=0, column=3)
    assert answer["game"]["moves"] == [3]
    assert made["game"].keys() - answer["game"].keys() == {"info", "start"}  # told when joining
    for other in (second, watcher):
        news = other.next("game")
        assert "id" not in news
        assert news["game"] == answer["game"]
    assert code(first.ask("move", game=made["id"], seq=1, column=3)) == "not_your_side"
    assert code(watcher.ask("move", game=made["id"], seq=1, column=3)) == "not_your_side"
    assert second.ask("move", game=made["id"], seq=1, column=3)["game"]["moves"] == [3, 3]


def test_wrong_and_others_tokens_hold_no_side(room: Room) -> None:
    made, other = create(room.client), create(room.client)
    talk = room.talk()
    tokens = [other["tokens"][0], made["tokens"][1][:-1]]
    assert talk.ask("join", game=made["id"], tokens=tokens)["sides"] == []
    assert code(talk.ask("join", game=made["id"], tokens=["x" * 1000])) == "bad_request"


def test_a_change_sent_twice_happens_once(room: Room) -> None:
    made = create(room.client)
    talk = room.talk()
    talk.join(made, 0, 1)
    talk.ask("move", game=made["id"], seq=0, column=3)
    assert code(talk.ask("move", game=made["id"], seq=0, column=3)) == "stale"
    assert talk.next("game")["game"]["moves"] == [3]  # what there is follows at once
    assert room.game(made)["moves"] == [3]


def test_illegal_moves_change_nothing(room: Room) -> None:
    made = create(room.client, moves="DDDDDD")
    talk = room.talk()
    talk.join(made, 0, 1)
    refused = talk.ask("move", game=made["id"], seq=0, column=3)
    assert (code(refused), refused["error"]["message"]) == ("illegal", "Column D is full.")
    assert code(talk.ask("move", game=made["id"], seq=0, column=7)) == "illegal"
    assert code(talk.ask("move", game=made["id"], seq=0, column=-1)) == "bad_request"
    assert code(talk.ask("move", game="nothing", seq=0, column=1)) == "not_found"
    assert room.game(made)["seq"] == 0

    won = create(room.client, moves="AABBCCD")
    talk.join(won, 0, 1)
    assert code(talk.ask("move", game=won["id"], seq=0, column=3)) == "over"
    assert code(talk.ask("go", game=won["id"], seq=0)) == "over"


def test_a_computer_moves_when_told(room: Room) -> None:
    made = create(room.client, HUMAN, COMPUTER)
    talk, watcher = room.talk(), room.talk()
    talk.join(made, 0, 1)
    watcher.join(made)
    assert code(talk.ask("go", game=made["id"], seq=0)) == "illegal"  # a person is to move
    talk.ask("move", game=made["id"], seq=0, column=3)
    assert code(talk.ask("move", game=made["id"], seq=1, column=3)) == "illegal"
    assert code(watcher.ask("go", game=made["id"], seq=1)) == "not_your_side"
    assert talk.ask("go", game=made["id"], seq=1)["game"]["thinking"] is True
    moved = talk.next("game")["game"]
    assert (moved["moves"], moved["seq"], moved["thinking"]) == ([3, 3], 2, False)


def test_bans_are_moves_of_their_own(room: Room) -> None:
    made = create(room.client, rules={"rows": 4, "columns": 4, "bonus": ["B1"]})
    talk = room.talk()
    talk.join(made, 0, 1)
    after = talk.ask("move", game=made["id"], seq=0, column=1)["game"]["snapshot"]
    assert (after["turn"], after["banning"]) == (0, True)
    after = talk.ask("move", game=made["id"], seq=1, column=2)["game"]["snapshot"]
    assert (after["turn"], after["banning"], after["text"]) == (1, False, "-/X/!/- O")


@pytest.mark.parametrize("end", ["close", "leave", "line", "players"])
def test_a_search_ends_with_what_it_was_for(room: Room, end: str) -> None:
    made = create(room.client, ENDLESS, HUMAN)
    watcher = room.talk()
    watcher.join(made)
    with room.client.websocket_connect("ws://localhost:8140/ws") as socket:
        talk = Talk(socket)
        talk.join(made, 0, 1)
        assert talk.ask("go", game=made["id"], seq=0)["game"]["thinking"] is True
        watcher.until(thinking=True)
        again = talk.ask("go", game=made["id"], seq=0)
        assert again["game"]["thinking"] is True
        while not Endless.running:
            time.sleep(0.005)
        if end == "leave":
            talk.send("leave", game=made["id"])
        elif end == "line":
            talk.ask("line", game=made["id"], seq=0, moves=[3])
        elif end == "players":
            talk.ask("players", game=made["id"], seq=0, players=[HUMAN, HUMAN])
        else:
            socket.close()
        after = watcher.until(thinking=False)
        wait_until_idle()
    assert after["moves"] == ([3] if end == "line" else [])


def test_a_search_too_long_is_cut_and_its_move_played(make_client: MakeClient) -> None:
    client = make_client(Allowances(search=Limit(seconds=0.2), grace_seconds=0.1))
    made = create(client, "endless", HUMAN)
    with client.websocket_connect("ws://localhost:8140/ws") as socket:
        talk = Talk(socket)
        talk.join(made, 0)
        talk.ask("go", game=made["id"], seq=0)
        assert talk.next("game")["game"]["moves"] == [3]
        wait_until_idle()


def test_a_failing_computer_says_so_without_details(room: Room) -> None:
    made = create(room.client, BROKEN, HUMAN)
    talk = room.talk()
    talk.join(made, 0)
    assert talk.ask("go", game=made["id"], seq=0)["game"]["thinking"] is True
    failed = talk.next("error")
    assert (code(failed), failed["game"]) == ("internal", made["id"])
    assert "secret" not in str(failed)
    assert talk.next("game")["game"]["thinking"] is False


def test_a_setting_that_does_not_suit_the_board_is_told(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    def unsuited(*_: object, **__: object) -> None:
        raise WrongSetting("one weight a column is needed")

    monkeypatch.setattr(Broken, "analyse", unsuited)
    made = create(room.client, BROKEN, HUMAN)
    talk = room.talk()
    talk.join(made, 0)
    talk.ask("go", game=made["id"], seq=0)
    failed = talk.next("error")
    assert (code(failed), failed["game"]) == ("bad_request", made["id"])
    assert "one weight a column" in str(failed)


def test_undo_alone_and_against_the_computer(room: Room) -> None:
    made = create(room.client, HUMAN, COMPUTER, moves="DDE")
    talk = room.talk()
    talk.join(made, 0)  # the only person
    undone = talk.ask("line", game=made["id"], seq=0, moves=[3, 3])
    assert (undone["game"]["moves"], undone["game"]["seq"]) == ([3, 3], 1)
    assert code(talk.ask("line", game=made["id"], seq=1, moves=[3] * 7)) == "illegal"


def test_only_who_holds_both_sides_changes_the_players(room: Room) -> None:
    made = create(room.client)
    talk = room.talk()
    talk.join(made, 0)
    swapped = {"game": made["id"], "seq": 0, "players": [COMPUTER, HUMAN]}
    assert code(talk.ask("players", **swapped)) == "not_your_side"
    talk.join(made, 0, 1)
    assert talk.ask("players", **swapped)["game"]["players"] == [COMPUTER, HUMAN]
    beyond = {**swapped, "seq": 1, "players": ["auto:level=99", HUMAN]}
    assert code(talk.ask("players", **beyond)) == "bad_request"


def test_games_survive_a_restart(make_client: MakeClient, tmp_path: Path) -> None:
    file = f"{tmp_path}/games.sqlite3"
    before = make_client(database=file)
    made = create(before)
    with before.websocket_connect("ws://localhost:8140/ws") as socket:
        talk = Talk(socket)
        talk.join(made, 0, 1)
        game = talk.ask("move", game=made["id"], seq=0, column=3)["game"]
    after = make_client(database=file)
    nobody = {"here": [False, False]}
    assert after.get(f"/api/games/{made['id']}").json() == {**made["game"], **game, **nobody}
    with after.websocket_connect("ws://localhost:8140/ws") as socket:
        talk = Talk(socket)
        assert talk.join(made, 1)["sides"] == [1]
        assert talk.ask("move", game=made["id"], seq=1, column=3)["game"]["moves"] == [3, 3]


OLDEST = """
create table games (
  id varchar(32) primary key, seq integer not null, rules text not null, title text not null,
  start text not null, players text not null, moves text not null, asked text not null,
  token_hashes text not null, changed_s float not null
)
"""


def test_a_database_of_the_first_version_is_brought_up_to_date(
    make_client: MakeClient, tmp_path: Path
) -> None:
    players = [
        {"kind": "human"},
        {"kind": "agent", "agent": "first", "limit": {"seconds": 1.5}, "seed": 7},
    ]
    tokens = ["the first token", "the second token"]
    row = {
        "id": "old",
        "seq": 2,
        "rules": json.dumps({"rows": 6, "columns": 7}),
        "title": "",
        "start": "-/-/-/-/-/-/- X",
        "players": json.dumps(players),
        "moves": "[3, 3]",
        "asked": json.dumps({"side": 0, "moves": [3]}),
        "token_hashes": json.dumps([sha256(each.encode()).hexdigest() for each in tokens]),
        "changed_s": time.time(),
    }
    file = tmp_path / "games.sqlite3"
    with closing(sqlite3.connect(file)) as database, database:
        database.execute(OLDEST)
        names = ", ".join(f":{name}" for name in row)
        database.execute(f"insert into games values ({names})", row)
    client = make_client(database=str(file))
    game = client.get("/api/games/old").json()
    assert game["players"] == [HUMAN, "first:seconds=1.5,seed=7"]
    told = {"names": ["", ""], "asked": None, "result": None, "clock": None, "rematch": None}
    assert {name: game[name] for name in told} == told
    with client.websocket_connect("ws://localhost:8140/ws") as socket:
        talk = Talk(socket)
        assert talk.ask("join", game="old", tokens=tokens[:1])["sides"] == [0]
        moved = talk.ask("move", game="old", seq=2, column=4)["game"]
        assert (moved["moves"], moved["revision"]) == ([3, 3, 4], 3)


def test_two_servers_on_one_database_apply_a_change_once(
    make_client: MakeClient, tmp_path: Path
) -> None:
    file = f"{tmp_path}/games.sqlite3"
    one, other = make_client(database=file), make_client(database=file)
    made = create(one)
    with ExitStack() as stack:
        talks = [
            Talk(stack.enter_context(client.websocket_connect("ws://localhost:8140/ws")))
            for client in (one, other)
        ]
        for talk in talks:
            talk.join(made, 0, 1)
        talks[0].ask("move", game=made["id"], seq=0, column=3)
        assert code(talks[1].ask("move", game=made["id"], seq=0, column=4)) == "stale"
        assert talks[1].next("game")["game"]["moves"] == [3]
