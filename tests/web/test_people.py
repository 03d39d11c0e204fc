"""Games between people: invitations, questions, clocks, presence, names, rematches; and rascals."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import ExitStack

import pytest

from dropfour.web.settings import Allowances
from tests.web.conftest import MakeClient
from tests.web.talk import COMPUTER, HUMAN, Plain, Room, Talk, code, create

KEY = "a key that nobody guesses"
TOKEN = "a token that a guest makes up"


class Time:
    """A clock that tests turn."""

    def __init__(self) -> None:
        self.now_s = 1_000_000.0

    def __call__(self) -> float:
        return self.now_s


@pytest.fixture
def time() -> Time:
    return Time()


@pytest.fixture
def timed(make_client: MakeClient, time: Time) -> Iterator[Room]:
    """A server that goes by that clock."""
    allowed = Allowances(asks_at_once=10**6)
    with ExitStack() as stack:
        yield Room(make_client(allowed, now_s=time), stack)


def seated(room: Room, made: Plain) -> tuple[Talk, Talk, Talk]:
    """Both sides and a watcher, who have all heard of each other."""
    talks = room.talk(), room.talk(), room.talk()
    talks[0].join(made, 0)
    talks[1].join(made, 1)
    talks[2].join(made)
    talks[0].until(here=[True, True])
    return talks


# ---- Invitations --------------------------------------------------------------------------------


def test_the_seat_is_handed_over_when_the_friend_comes(room: Room) -> None:
    made = create(room.client)
    game = made["id"]
    inviter, other_tab, friend = room.talk(), room.talk(), room.talk()
    inviter.join(made, 0, 1)
    other_tab.join(made, 0, 1)
    assert inviter.ask("invite", game=game, side=1, key=KEY)["game"]["invited"] == 1
    inviter.ask("move", game=game, seq=0, column=3)
    # It is the friend's turn, and nobody else's.
    refused = inviter.ask("move", game=game, seq=1, column=3)
    assert (code(refused), "friend" in refused["error"]["message"]) == ("not_your_side", True)

    # Who opens the own invitation keeps both seats.
    tokens = made["tokens"]
    assert inviter.ask("join", game=game, tokens=tokens, key=KEY)["sides"] == [0, 1]

    answer = friend.ask("join", game=game, tokens=[TOKEN], key=KEY)
    assert (answer["sides"], answer["game"]["invited"]) == ([1], None)
    for talk in (inviter, other_tab):
        talk.until(invited=None)
        assert talk.seen[-1]["sides"] == [0]
    # Nor with a new connection: the old token is good for nothing.
    again = room.talk()
    assert again.ask("join", game=game, tokens=tokens)["sides"] == [0]
    assert friend.ask("move", game=game, seq=1, column=3)["game"]["moves"] == [3, 3]

    # The same browser may open the link again, another one may not.
    second_tab, stranger = room.talk(), room.talk()
    assert second_tab.ask("join", game=game, tokens=[TOKEN], key=KEY)["sides"] == [1]
    late = stranger.ask("join", game=game, tokens=["another token, made up"], key=KEY)
    assert code(late) == "not_your_side"
    assert code(stranger.ask("move", game=game, seq=2, column=0)) == "not_found"  # not even joined
    assert stranger.ask("join", game=game)["sides"] == []


def test_two_tabs_that_open_one_link_at_once_have_the_seat(room: Room) -> None:
    made = create(room.client)
    owner, *tabs = room.talk(), room.talk(), room.talk()
    owner.join(made, 0, 1)
    owner.ask("invite", game=made["id"], side=1, key=KEY)
    for tab in tabs:
        tab.send("join", game=made["id"], tokens=[TOKEN], key=KEY)
    assert [tab.next()["sides"] for tab in tabs] == [[1], [1]]


def test_invitations_are_for_owners_and_cannot_be_forged(room: Room) -> None:
    made = create(room.client)
    game = made["id"]
    owner, half, watcher = room.talk(), room.talk(), room.talk()
    owner.join(made, 0, 1)
    half.join(made, 0)
    watcher.join(made)
    for talk in (half, watcher):
        assert code(talk.ask("invite", game=game, side=1, key=KEY)) == "not_your_side"
        assert code(talk.ask("uninvite", game=game)) == "not_your_side"
    assert code(owner.ask("invite", game=game, side=2, key=KEY)) == "bad_request"
    assert code(owner.ask("invite", game=game, side=1, key="short")) == "bad_request"
    assert code(watcher.ask("join", game=game, tokens=[TOKEN], key="")) == "not_your_side"

    owner.ask("invite", game=game, side=1, key=KEY)
    assert code(watcher.ask("join", game=game, tokens=[TOKEN], key=KEY[:-1])) == "not_your_side"
    assert code(watcher.ask("join", game=game, tokens=[], key=KEY)) == "bad_request"
    assert code(watcher.ask("join", game=game, tokens=["x"], key=KEY)) == "bad_request"
    # A new key replaces the old one; what is withdrawn is gone.
    owner.ask("invite", game=game, side=1, key=KEY + "2")
    assert code(watcher.ask("join", game=game, tokens=[TOKEN], key=KEY)) == "not_your_side"
    owner.ask("uninvite", game=game)
    assert code(watcher.ask("join", game=game, tokens=[TOKEN], key=KEY + "2")) == "not_your_side"
    assert owner.ask("move", game=game, seq=0, column=3)["game"]["moves"] == [3]
    assert room.game(made)["invited"] is None


def test_a_friend_takes_over_from_the_computer(room: Room) -> None:
    made = create(room.client, HUMAN, COMPUTER)
    owner, friend = room.talk(), room.talk()
    owner.join(made, 0, 1)
    invited = owner.ask("invite", game=made["id"], side=1, key=KEY)["game"]
    assert (invited["players"], invited["seq"]) == ([HUMAN, HUMAN], 1)
    back = owner.ask("players", game=made["id"], seq=1, players=[HUMAN, COMPUTER])["game"]
    assert back["invited"] is None  # a computer waits for nobody
    owner.ask("invite", game=made["id"], side=1, key=KEY)
    left = owner.ask("players", game=made["id"], seq=3, players=[COMPUTER, HUMAN])["game"]
    assert left["invited"] is None  # and nobody waits for the computer of one who is not there
    owner.ask("players", game=made["id"], seq=4, players=[HUMAN, HUMAN])
    owner.ask("invite", game=made["id"], side=1, key=KEY)
    assert friend.ask("join", game=made["id"], tokens=[TOKEN], key=KEY)["sides"] == [1]


# ---- Questions ----------------------------------------------------------------------------------


def test_taking_back_needs_both(room: Room) -> None:
    made = create(room.client, moves="DD")
    game = made["id"]
    first, second, watcher = seated(room, made)
    assert code(watcher.ask("ask", game=game, seq=0, kind="moves", moves=[])) == "not_your_side"
    assert code(first.ask("line", game=game, seq=0, moves=[3])) == "not_your_side"
    asked = first.ask("ask", game=game, seq=0, kind="moves", moves=[3])["game"]
    number = asked["asked"]["number"]
    assert (asked["asked"]["side"], asked["moves"], asked["seq"]) == (0, [3, 3], 0)
    assert code(first.ask("answer", game=game, number=number, agree=True)) == "not_your_side"
    assert code(watcher.ask("answer", game=game, number=number, agree=True)) == "not_your_side"
    assert code(watcher.ask("answer", game=game, number=number, agree=False)) == "not_your_side"
    again = first.ask("ask", game=game, seq=0, kind="moves", moves=[3])["game"]
    assert again["moves"] == [3, 3]  # asking twice is no agreement
    # An answer is to one question: this one is no longer asked.
    assert code(second.ask("answer", game=game, number=number, agree=True)) == "stale"
    number = again["asked"]["number"]
    declined = second.ask("answer", game=game, number=number, agree=False)["game"]
    assert (declined["asked"], declined["moves"]) == (None, [3, 3])

    first.ask("ask", game=game, seq=0, kind="moves", moves=[3])
    number = second.until(seq=0)["asked"] and room.game(made)["asked"]["number"]
    agreed = second.ask("answer", game=game, number=number, agree=True)["game"]
    assert (agreed["asked"], agreed["moves"], agreed["seq"]) == (None, [3], 1)
    assert code(second.ask("ask", game=game, seq=1, kind="moves", moves=[3] * 7)) == "illegal"

    second.ask("ask", game=game, seq=1, kind="moves", moves=[])
    moved = second.ask("move", game=game, seq=1, column=0)["game"]
    assert moved["asked"] is None  # playing on withdraws it
    # Both asking for the same is agreement.
    first.ask("ask", game=game, seq=2, kind="moves", moves=[3])
    assert second.ask("ask", game=game, seq=2, kind="moves", moves=[3])["game"]["moves"] == [3]


@pytest.fixture
def strict(make_client: MakeClient) -> Iterator[Room]:
    """A server where one asks a few times and no more."""
    with ExitStack() as stack:
        yield Room(make_client(Allowances(asks_per_second=1e-6, asks_at_once=3)), stack)


def test_a_flood_of_questions_spoils_no_move(strict: Room) -> None:
    made = create(strict.client)
    first, second, _ = seated(strict, made)
    flood = [
        second.send("ask", game=made["id"], seq=0, kind="moves", moves=[]),
        *(second.send("name", game=made["id"], side=1, name=f"N{i}") for i in range(40)),
        *(second.send("ask", game=made["id"], seq=0, kind="moves", moves=[]) for _ in range(40)),
    ]
    answers: dict[int, Plain] = {}
    while flood[-1] not in answers:
        message = second.next()
        answers[message.get("id", -1)] = message
    codes = [answers[i]["error"]["code"] for i in flood if answers[i]["type"] == "error"]
    assert codes == ["busy"] * (len(flood) - 3)
    assert first.ask("move", game=made["id"], seq=0, column=3)["game"]["moves"] == [3]


def test_a_draw_and_its_end(room: Room) -> None:
    made = create(room.client)
    game = made["id"]
    first, second, _ = seated(room, made)
    assert code(first.ask("ask", game=game, seq=0, kind="draw")) == "illegal"  # nothing played
    first.ask("move", game=game, seq=0, column=3)
    second.ask("move", game=game, seq=1, column=3)
    first.ask("ask", game=game, seq=2, kind="draw")
    kept = first.ask("move", game=game, seq=2, column=3)["game"]
    assert kept["asked"]["kind"] == "draw"  # offered with a move
    number = kept["asked"]["number"]
    drawn = second.ask("answer", game=game, number=number, agree=True)["game"]
    assert drawn["result"] == {"winner": None, "reason": "agreed"}
    assert (drawn["asked"], drawn["seq"]) == (None, 4)
    for late in (
        second.ask("move", game=game, seq=4, column=0),
        second.ask("resign", game=game, side=1),
        second.ask("ask", game=game, seq=4, kind="draw"),
        second.ask("ask", game=game, seq=4, kind="moves", moves=[]),
    ):
        assert code(late) == "over"

    against = create(room.client, HUMAN, COMPUTER, moves="D")
    talk = room.talk()
    talk.join(against, 0, 1)
    alone = talk.ask("ask", game=against["id"], seq=0, kind="draw")
    assert code(alone) == "illegal"  # a computer agrees to nothing


def test_resigning(room: Room) -> None:
    made = create(room.client, moves="D")
    first, second, watcher = seated(room, made)
    assert code(watcher.ask("resign", game=made["id"], side=0)) == "not_your_side"
    assert code(first.ask("resign", game=made["id"], side=1)) == "not_your_side"
    # Not made on a state: it is the same whatever the other one does meanwhile.
    given_up = first.ask("resign", game=made["id"], side=0)["game"]
    assert given_up["result"] == {"winner": 1, "reason": "resigned"}
    assert second.until(seq=1)["result"] == given_up["result"]
    assert code(first.ask("resign", game=made["id"], side=0)) == "over"


def test_a_rematch_has_the_sides_changed(room: Room) -> None:
    clock = {"initial_s": 60, "increment_s": 1}
    made = create(room.client, clock=clock)
    game = made["id"]
    first, second, watcher = seated(room, made)
    first.ask("name", game=game, side=0, name="Ada")
    assert code(first.ask("ask", game=game, seq=0, kind="rematch")) == "illegal"  # not over
    second.ask("resign", game=game, side=1)
    assert code(watcher.ask("ask", game=game, seq=1, kind="rematch")) == "not_your_side"
    asked = first.ask("ask", game=game, seq=1, kind="rematch")["game"]["asked"]
    assert room.game(made)["rematch"] is None
    new = second.ask("answer", game=game, number=asked["number"], agree=True)["game"]["rematch"]
    assert watcher.until(rematch=new)
    shown = second.ask("join", game=new, tokens=[made["tokens"][1]])
    assert shown["sides"] == [0]
    assert first.ask("join", game=new, tokens=[made["tokens"][0]])["sides"] == [1]
    assert shown["game"]["names"] == ["", "Ada"]
    assert shown["game"]["clock"]["left_s"] == [60, 60]
    assert (shown["game"]["moves"], shown["game"]["result"]) == ([], None)
    assert second.ask("move", game=new, seq=0, column=3)["type"] == "game"
    # There is but one.
    assert code(first.ask("ask", game=game, seq=1, kind="rematch")) == "illegal"

    alone = create(room.client, HUMAN, COMPUTER, moves="AABBCCD")
    talk = room.talk()
    talk.join(alone, 0, 1)
    new = talk.ask("ask", game=alone["id"], seq=0, kind="rematch")["game"]["rematch"]
    assert room.game({"id": new})["players"] == [COMPUTER, HUMAN]


def test_whatever_is_said_the_game_stays_sound(timed: Room, time: Time) -> None:
    """Three people say anything at any time; what is told keeps the promises of the docs."""
    rng = random.Random(4)
    for _ in range(12):
        made = create(timed.client, clock=rng.choice([None, {"initial_s": 30, "increment_s": 1}]))
        talks = [timed.talk() for _ in range(3)]
        held = [(0,), (1,), ()]
        for talk, sides in zip(talks, held, strict=True):
            talk.join(made, *sides)
        before = timed.game(made)
        for _ in range(40):
            who = rng.randrange(3)
            time.now_s += rng.choice([0, 0, 1, 5])
            asked = before["asked"] or {}
            kind, fields = rng.choice(
                [
                    ("move", {"seq": before["seq"], "column": rng.randrange(8)}),
                    ("move", {"seq": before["seq"] - 1, "column": rng.randrange(7)}),
                    ("line", {"seq": before["seq"], "moves": []}),
                    ("players", {"seq": before["seq"], "players": [COMPUTER, HUMAN]}),
                    ("ask", {"seq": before["seq"], "kind": "moves", "moves": before["moves"][:-1]}),
                    ("ask", {"seq": before["seq"], "kind": "draw"}),
                    ("ask", {"seq": before["seq"], "kind": "rematch"}),
                    ("answer", {"number": asked.get("number", 1), "agree": rng.random() < 0.3}),
                    ("answer", {"number": rng.randrange(99), "agree": True}),
                    *([("resign", {"side": rng.randrange(2)})] if rng.random() < 0.1 else []),
                    ("name", {"side": rng.randrange(2), "name": "N" * rng.randrange(45)}),
                    ("invite", {"side": rng.randrange(2), "key": KEY}),
                    ("uninvite", {}),
                    ("go", {"seq": before["seq"]}),
                ]
            )
            answer = talks[who].ask(kind, game=made["id"], **fields)
            after = timed.game(made)
            if answer["type"] == "error":
                assert answer["error"]["code"] != "internal", (kind, fields)
            elif who == 2:
                raise AssertionError(("a watcher did this", kind, fields))
            assert after["invited"] is None and after["players"] == [HUMAN, HUMAN]
            assert after["revision"] >= before["revision"] and after["seq"] >= before["seq"]
            if after["moves"] != before["moves"]:
                turn = before["snapshot"]["turn"]
                mine = kind == "move" and who == turn
                agreed = kind in ("ask", "answer") and asked.get("side") == 1 - who
                assert mine or agreed, (kind, fields)
            if before["result"]:
                assert (after["result"], after["moves"]) == (before["result"], before["moves"])
            elif after["result"]:
                reason = after["result"]["reason"]
                draw = asked.get("kind") == "draw" and asked.get("side") == 1 - who
                assert reason == "time" or (reason == "resigned") == (kind == "resign")
                assert reason != "agreed" or draw
            before = after


# ---- Clocks -------------------------------------------------------------------------------------


def test_the_clock_of_who_is_to_move_runs(timed: Room, time: Time) -> None:
    made = create(timed.client, clock={"initial_s": 60, "increment_s": 2})
    first, second, _ = seated(timed, made)
    for side, talk in enumerate((first, second)):  # first moves take their time
        time.now_s += 1000
        clock = talk.ask("move", game=made["id"], seq=side, column=3)["game"]["clock"]
        assert clock["left_s"] == [60, 60]
    assert clock["running"] == 0
    time.now_s += 15
    assert timed.game(made)["clock"]["left_s"] == [45, 60]
    clock = first.ask("move", game=made["id"], seq=2, column=3)["game"]["clock"]
    assert (clock["left_s"], clock["running"]) == ([47, 60], 1)
    time.now_s += 60
    # The move comes a moment too late: the flag has fallen before it.
    assert code(second.ask("move", game=made["id"], seq=3, column=3)) == "stale"
    over = timed.game(made)
    assert over["result"] == {"winner": 0, "reason": "time"}
    assert (over["moves"], over["clock"]["left_s"], over["clock"]["running"]) == (
        [3, 3, 3],
        [47, 0],
        None,
    )
    assert code(second.ask("move", game=made["id"], seq=4, column=3)) == "over"
    assert code(second.ask("ask", game=made["id"], seq=4, kind="moves", moves=[])) == "over"


def test_a_flag_falls_by_itself_where_somebody_looks(room: Room) -> None:
    made = create(room.client, clock={"initial_s": 0.2})
    first, second, watcher = seated(room, made)
    first.ask("move", game=made["id"], seq=0, column=3)
    second.ask("move", game=made["id"], seq=1, column=3)
    assert watcher.until(seq=3)["result"] == {"winner": 1, "reason": "time"}


def test_a_flag_falls_while_nobody_looks_and_the_server_is_down(
    make_client: MakeClient, time: Time, tmp_path: object
) -> None:
    file = f"{tmp_path}/games.sqlite3"
    with ExitStack() as stack:
        room = Room(make_client(database=file, now_s=time), stack)
        made = create(room.client, clock={"initial_s": 60})
        first, second, _ = seated(room, made)
        first.ask("move", game=made["id"], seq=0, column=3)
        second.ask("move", game=made["id"], seq=1, column=3)
    time.now_s += 59
    after = make_client(database=file, now_s=time)
    assert after.get(f"/api/games/{made['id']}").json()["clock"]["left_s"] == [1, 60]
    time.now_s += 1
    game = make_client(database=file, now_s=time).get(f"/api/games/{made['id']}").json()
    assert game["result"] == {"winner": 1, "reason": "time"}


def test_a_computers_clock_stands_still(timed: Room, time: Time) -> None:
    made = create(timed.client, HUMAN, COMPUTER, clock={"initial_s": 60})
    talk = timed.talk()
    talk.join(made, 0, 1)
    for seq in (0, 2):
        talk.ask("move", game=made["id"], seq=seq, column=0)
        talk.ask("go", game=made["id"], seq=seq + 1)
        talk.until(seq=seq + 2)
        time.now_s += 10
    assert timed.game(made)["clock"]["left_s"] == [40, 60]


@pytest.mark.parametrize(
    "clock", [{"initial_s": 0}, {"initial_s": 1e9}, {"initial_s": 9, "increment_s": -1}, {}, 5]
)
def test_clocks_that_make_no_sense(room: Room, clock: object) -> None:
    body = {"rules": {"preset": "classic"}, "players": [HUMAN, HUMAN], "clock": clock}
    assert room.client.post("/api/games", json=body).status_code == 422


# ---- Who is there -------------------------------------------------------------------------------


def test_who_comes_and_goes_all_the_time_disturbs_nobody(make_client: MakeClient) -> None:
    with ExitStack() as stack:
        room = Room(make_client(Allowances(away_seconds=600)), stack)
        made = create(room.client)
        first, second, _ = seated(room, made)
        before = len(first.seen)
        for _ in range(30):
            second.send("leave", game=made["id"])
            second.join(made, 1)
        first.ask("ping")
        assert len(first.seen) == before + 1


def test_presence_and_two_tabs_of_one_person(room: Room) -> None:
    made = create(room.client)
    first = room.talk()
    assert first.join(made, 0)["game"]["here"] == [True, False]
    with room.client.websocket_connect("ws://localhost:8140/ws") as socket:
        tab, other_tab = Talk(socket), room.talk()
        tab.join(made, 1)
        assert first.until(here=[True, True])["seq"] == 0
        other_tab.join(made, 1)
        assert tab.ask("move", game=made["id"], seq=0, column=3)["type"] == "error"
        first.ask("move", game=made["id"], seq=0, column=3)
        tab.ask("move", game=made["id"], seq=1, column=3)
        assert code(other_tab.ask("move", game=made["id"], seq=1, column=3)) == "stale"
        other_tab.send("leave", game=made["id"])
        assert tab.ask("ping")["type"] == "pong"
        assert room.game(made)["here"] == [True, True]
    assert first.until(here=[True, False])["moves"] == [3, 3]


def test_names_are_tidied_and_belong_to_seats(room: Room) -> None:
    made = create(room.client)
    first, second, _ = seated(room, made)
    name = "  <b>Ada</b>\u202e\n Lovelace\x00 "
    named = first.ask("name", game=made["id"], side=0, name=name)["game"]
    assert (named["names"], named["seq"]) == (["<b>Ada</b> Lovelace", ""], 0)
    assert code(second.ask("name", game=made["id"], side=0, name="Eve")) == "not_your_side"
    assert code(second.ask("name", game=made["id"], side=1, name="x" * 41)) == "bad_request"


def test_a_game_is_deleted_by_who_plays_all_of_it(room: Room) -> None:
    made = create(room.client)
    address = f"/api/games/{made['id']}"
    talk = room.talk()
    talk.join(made, 0)

    def delete(*tokens: str) -> int:
        answer = room.client.request("DELETE", address, json={"tokens": list(tokens)})
        return int(answer.status_code)

    assert [delete(), delete("wrong"), delete(made["tokens"][0])] == [403, 403, 403]
    assert delete(*made["tokens"]) == 204
    assert code(talk.next()) == "not_found"
    assert [delete(*made["tokens"]), room.client.get(address).status_code] == [404, 404]
    assert code(talk.ask("move", game=made["id"], seq=0, column=3)) == "not_found"


def test_a_game_that_is_gone_from_the_database_has_no_clock_to_fall(
    make_client: MakeClient, time: Time, tmp_path: object
) -> None:
    """Another server has dropped it: who looks at it is told so, once."""
    file = f"{tmp_path}/games.sqlite3"
    with ExitStack() as stack:
        room = Room(make_client(database=file, now_s=time), stack)
        made = create(room.client, clock={"initial_s": 60})
        first, second, watcher = seated(room, made)
        first.ask("move", game=made["id"], seq=0, column=3)
        second.ask("move", game=made["id"], seq=1, column=3)
        watcher.until(seq=2)
        other = make_client(database=file, now_s=time)
        tokens = {"tokens": made["tokens"]}
        assert other.request("DELETE", f"/api/games/{made['id']}", json=tokens).status_code == 204
        time.now_s += 60
        assert code(room.talk().ask("join", game=made["id"])) == "not_found"
        assert [code(watcher.next()), watcher.ask("ping")["type"]] == ["not_found", "pong"]
        assert watcher.seen[-2]["type"] == "error"  # and nothing since


def test_what_an_invitation_needs(make_client: MakeClient) -> None:
    client = make_client(Allowances())
    assert client.get("/api/addresses").json() == {
        "remote": False,
        "addresses": [],
        "token": None,
    }
    hosts = frozenset({"192.0.2.7", "games.example"})
    remote = make_client(access_token="open sesame", remote=True, hosts=hosts)
    found = remote.get("/api/addresses", headers={"Authorization": "Bearer open sesame"}).json()
    named = ["http://games.example:8140", "http://192.0.2.7:8140"]
    assert found == {"remote": True, "addresses": named, "token": "open sesame"}
    rows = client.post("/api/code", json={"text": named[0]}).json()["rows"]
    assert {len(row) for row in rows} == {len(rows)}
    assert [row[:7] for row in rows[:3]] == ["1111111", "1000001", "1011101"]  # a corner
    for text in ("", "two words", "ö", "x" * 501):
        assert client.post("/api/code", json={"text": text}).status_code == 422
    poor = make_client(Allowances(cells_per_second=1, cells_at_once=50_000))
    codes = [poor.post("/api/code", json={"text": named[0]}).status_code for _ in range(2)]
    assert codes == [200, 429]  # they are dear to draw
