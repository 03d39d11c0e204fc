"""Analyses and the pool they share: streamed, stopped at once, fair, bounded."""

from __future__ import annotations

import asyncio
import gc
import time
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any
from weakref import ref

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

import dropfour as d4
from dropfour import snapshots
from dropfour.agents import ColumnAnalysis, Limit, spec
from dropfour.web.connection import Connection
from dropfour.web.games import Games
from dropfour.web.pool import Search, SearchPool
from dropfour.web.refusals import Refusal
from dropfour.web.settings import Allowances
from tests.web.conftest import MakeClient
from tests.web.stand_ins import Broken, Endless, Growing, StandIn
from tests.web.talk import CLASSIC, HUMAN, Plain, Talk, code, create
from tests.web.test_games import wait_until_idle

ADDRESS = "ws://localhost:8140/ws"
POSITION = d4.Position(d4.load_rules("classic"))


def run_apart(steps: Coroutine[Any, Any, None]) -> None:
    """Run a coroutine in a thread of its own: browser tests leave a running loop in this one."""
    with ThreadPoolExecutor(max_workers=1) as thread:
        thread.submit(asyncio.run, steps).result()


def test_an_analysis_is_streamed_and_stopped(client: TestClient) -> None:
    with client.websocket_connect(ADDRESS) as socket:
        talk = Talk(socket)
        number = talk.send("analyse", **CLASSIC, moves=[3], agent="endless")
        report = talk.next("analysis")
        assert (report["id"], report["done"], report["move"]) == (number, False, 3)
        assert report["line"] == [{"cell": [3, 1], "player": 1, "ban": False}]
        assert report["seconds"] > 0
        column = report["columns"][0]
        assert column["interval"][0] < column["value"] < column["interval"][1]
        talk.send("stop")
        while not (last := talk.next("analysis"))["done"]:
            pass
        assert last["id"] == number
        wait_until_idle()


def test_the_next_analysis_ends_the_one_before(client: TestClient) -> None:
    with client.websocket_connect(ADDRESS) as socket:
        talk = Talk(socket)
        talk.send("analyse", **CLASSIC, agent="endless")
        talk.next("analysis")
        number = talk.send("analyse", **CLASSIC)
        while (message := talk.next("analysis"))["id"] != number:
            assert not message["done"]
        assert message["done"]
        wait_until_idle()
        talk.send("analyse", **CLASSIC, agent="endless")
        while not Endless.running:
            time.sleep(0.005)
    wait_until_idle()  # the page was closed


def test_a_finished_position_needs_no_search(client: TestClient) -> None:
    with client.websocket_connect(ADDRESS) as socket:
        answer = Talk(socket).ask("analyse", **CLASSIC, moves="AABBCCD")
    assert answer["done"] is True
    assert (answer["move"], answer["columns"], answer["line"]) == (None, [], [])


def test_faulty_messages_get_an_answer_and_the_socket_lives(client: TestClient) -> None:
    with client.websocket_connect(ADDRESS) as socket:
        talk = Talk(socket)
        for fields in (
            {"rules": {"rows": 0, "columns": 1}},
            {**CLASSIC, "moves": [9]},
            {**CLASSIC, "agent": "nobody"},
            {**CLASSIC, "agent": "endless:seconds=999"},
            {**CLASSIC, "agent": "endless:seconds=nan"},
            {**CLASSIC, "agent": 7},
            {**CLASSIC, "extra": 1},
        ):
            assert code(talk.ask("analyse", **fields)) == "bad_request"
        assert code(talk.ask("dance")) == "bad_request"
        failed = talk.ask("analyse", **CLASSIC, agent="broken")
        assert code(failed) == "internal"
        assert "secret" not in str(failed)
        for text in ("", "{", "[]", "1", "[" * 50_000, '{"type": "ping", "id": 1e99}'):
            socket.send_text(text)
            assert code(talk.next()) == "bad_request"
        assert talk.ask("ping")["type"] == "pong"
        socket.send_bytes(b"\0")
        with pytest.raises(WebSocketDisconnect):
            talk.next()


def test_silence_and_floods_end(make_client: MakeClient) -> None:
    client = make_client(Allowances(silent_seconds=0.2))
    with client.websocket_connect(ADDRESS) as socket, pytest.raises(WebSocketDisconnect):
        socket.receive_json()
    client = make_client(Allowances(messages_at_once=3, messages_per_second=0.01))
    with client.websocket_connect(ADDRESS) as socket:
        talk = Talk(socket)
        assert [talk.ask("ping")["type"] for _ in range(4)] == ["pong"] * 3 + ["error"]


def test_one_client_cannot_have_all_searches(make_client: MakeClient) -> None:
    allowed = Allowances(search=Limit(seconds=5.0), searches_per_client=2)
    client = make_client(allowed, searches=1)
    games = [create(client, "endless", HUMAN) for _ in range(3)]
    with client.websocket_connect(ADDRESS) as socket:
        talk = Talk(socket)
        answers: list[Plain] = []
        for made in games:
            talk.join(made, 0)
            answers.append(talk.ask("go", game=made["id"], seq=0))
        assert [a["type"] for a in answers] == ["game", "game", "error"]
        assert code(answers[2]) == "busy"
        assert answers[2]["error"]["retry_after_s"] > 0
    wait_until_idle()


def pool(*, workers: int, turn_seconds: float = 5.0, **allowed: Any) -> SearchPool:
    search = Limit(seconds=5.0)
    return SearchPool(
        workers=workers,
        allowed=Allowances(search=search, turn_seconds=turn_seconds, **allowed),
    )


async def begun(search: Search) -> None:
    while search.agent not in Endless.running:
        await asyncio.sleep(0.001)


def test_the_queue_is_fair_to_clients() -> None:
    order: list[str] = []

    class Noted(StandIn):
        def __init__(self, name: str) -> None:
            super().__init__()
            self._name = name

        def analyse(self, position: d4.Position, **_: object) -> d4.Analysis:
            order.append(self._name)
            return super().analyse(position)

    async def run() -> None:
        searches = pool(workers=1)
        blocker = Search(Endless(), POSITION, client="z")
        searches.submit(blocker)
        asked = [Search(Noted(n), POSITION, client=n[0]) for n in ("a1", "a2", "a3", "b1", "c1")]
        for search in asked:
            searches.submit(search)
        blocker.halt()
        await asyncio.gather(*(search.result() for search in asked))
        await searches.close()

    run_apart(run())
    assert order == ["a1", "b1", "c1", "a2", "a3"]


def test_analyses_leave_a_place_for_moves() -> None:
    async def run() -> None:
        searches = pool(workers=2)
        analyses = [Search(Endless(), POSITION, client=c, background=True) for c in "ab"]
        for search in analyses:
            searches.submit(search)
        assert (searches.running, searches.waiting) == (1, 1)
        move = Search(StandIn(), POSITION, client="c")
        searches.submit(move)
        found = await move.result()
        assert found is not None
        await searches.close()
        assert (searches.running, searches.waiting) == (0, 0)

    run_apart(run())


def test_where_there_is_but_one_place_analyses_give_it_to_moves() -> None:
    async def run() -> None:
        searches = pool(workers=1, turn_seconds=1e9, grace_seconds=1e9)
        analyses = [Search(Endless(), POSITION, client=c, background=True) for c in "ab"]
        for search in analyses:
            searches.submit(search)
        await begun(analyses[0])
        moves = [Search(StandIn(), POSITION, client="c") for _ in range(3)]
        for move in moves:
            searches.submit(move)
        assert all([await move.result() for move in moves])
        await begun(analyses[1])
        analyses[1].halt()
        assert await analyses[1].result() is not None
        await begun(analyses[0])  # again, and it ends only now
        assert not analyses[0].ended
        analyses[0].halt()
        assert await analyses[0].result() is not None
        await searches.close()

    run_apart(run())


def test_an_analysis_that_gave_way_begins_again(make_client: MakeClient) -> None:
    client = make_client(searches=1)
    made = create(client, "first", HUMAN)
    with client.websocket_connect(ADDRESS) as one, client.websocket_connect(ADDRESS) as two:
        watcher, player = Talk(one), Talk(two)
        number = watcher.send("analyse", **CLASSIC, agent="endless")
        assert watcher.next("analysis")["columns"]
        player.join(made, 0)
        player.ask("go", game=made["id"], seq=0)
        assert player.next("game")["game"]["moves"]
        while (report := watcher.next("analysis"))["waiting"] is None:
            assert not report["done"]
        while not (report := watcher.next("analysis"))["columns"]:  # it has its place again
            pass
        assert (report["id"], report["done"]) == (number, False)
        watcher.send("stop")
        while not watcher.next("analysis")["done"]:
            pass
    wait_until_idle()


def test_a_column_not_looked_into_has_no_value(client: TestClient) -> None:
    with client.websocket_connect(ADDRESS) as socket:
        answer = Talk(socket).ask("analyse", **CLASSIC, agent="idle")
    values = {each["column"]: each["value"] for each in answer["columns"]}
    assert values == {**dict.fromkeys(range(7)), 3: 1.0}


def test_those_who_wait_hear_how_many_are_before_them() -> None:
    heard: dict[str, list[int | None]] = {name: [] for name in ("a1", "a2", "b1", "c1")}

    async def run() -> None:
        searches = pool(workers=2)
        blocker = Search(Endless(), POSITION, client="z", background=True)
        searches.submit(blocker)
        searches.submit(Search(Endless(), POSITION, client="y"))
        asked = {
            name: Search(Endless(), POSITION, client=name[0], background=True, queued=told.append)
            for name, told in heard.items()
        }
        for search in asked.values():
            searches.submit(search)
        searches.submit(Search(StandIn(), POSITION, client="b"))  # a move is in nobody's way
        now = {name: told[-1] for name, told in heard.items()}
        assert now == {"a1": 0, "b1": 1, "c1": 2, "a2": 3}  # second after everybody's first
        asked["b1"].halt()
        assert (heard["c1"][-1], heard["a2"][-1]) == (1, 2)
        blocker.halt()
        await blocker.result()
        await asyncio.sleep(0)
        assert asked["a1"].running and heard["a1"][-1] is None
        assert (heard["c1"][-1], heard["a2"][-1]) == (0, 1)
        await searches.close()

    run_apart(run())


def test_who_gets_the_place_of_one_that_ends_is_not_told_to_wait() -> None:
    heard: list[int | None] = []

    async def run() -> None:
        searches = pool(workers=2)
        before = Search(Endless(), POSITION, client="a", background=True)
        searches.submit(before)
        before.halt()
        after = Search(StandIn(), POSITION, client="a", background=True, queued=heard.append)
        searches.submit(after)
        await after.result()
        await searches.close()

    run_apart(run())
    assert not heard


def test_an_analysis_that_had_its_turn_makes_room() -> None:
    async def run() -> None:
        searches = pool(workers=2, turn_seconds=0.05)
        first, second = (Search(Endless(), POSITION, client=c, background=True) for c in "ab")
        searches.submit(first)
        await asyncio.sleep(0.1)
        assert first.running  # nobody waits
        await begun(first)
        searches.submit(second)
        assert await first.result() is not None  # what it found until then
        await begun(second)
        third = Search(StandIn(), POSITION, client="c", background=True)
        searches.submit(third)
        assert await second.result() is not None
        assert await third.result() is not None
        await searches.close()

    run_apart(run())


def test_endless_analyses_take_turns_and_few_keep_their_memory() -> None:
    async def run() -> None:
        searches = pool(workers=2, turn_seconds=0.02, searches_kept=1, grace_seconds=-4.99)
        agents = [Growing() for _ in range(3)]
        endless = [
            Search(agent, POSITION, client=client, background=True, endless=True)
            for agent, client in zip(agents, "abc", strict=True)
        ]
        for search in endless:
            searches.submit(search)
        while max(agent.turns for agent in agents) < 3 or searches.waiting < 2:
            await asyncio.sleep(0.005)
        pairs = list(zip(endless, agents, strict=True))
        assert sum(agent.turns > 0 for search, agent in pairs if not search.running) <= 1
        assert not any(search.ended for search in endless)
        for search in endless:
            search.halt()
        for search, agent in pairs:
            if found := await search.result():  # the one that ran: of all its turns
                assert found.seconds == pytest.approx(0.01 * agent.turns)
        await searches.close()

    run_apart(run())


def test_mirror_images_are_worth_the_same() -> None:
    means = [(0.5, 30), (0.0, 0), (0.2, 1), (0.0, 5), (0.1, 2), (1.0, 0), (0.1, 10)]
    columns = {
        number: ColumnAnalysis(column=number, value=value, visits=visits, line=(number, 3))
        for number, (value, visits) in enumerate(means)
    }
    columns[5] = replace(columns[5], exact=d4.Exact(1, plies=9))
    found = d4.Analysis(move=3, columns=columns)
    shown = snapshots.analysis(POSITION, found, done=True)["columns"]
    assert [each["mirror"] for each in shown] == [6, 5, 4, None, 2, 1, 0]
    assert shown[0]["value"] == shown[6]["value"] == pytest.approx(0.4)
    assert shown[1]["exact"] == shown[5]["exact"] == {"value": 1, "plies": 9, "margin": None}
    assert shown[1]["line"] == [1, 3]
    assert [each["visits"] for each in shown] == [visits for _, visits in means]
    askew = snapshots.analysis(POSITION.play(2), found, done=True)["columns"]
    assert [each["value"] for each in askew] == [0.5, None, 0.2, 0.0, 0.1, 1.0, 0.1]
    assert all(each["mirror"] is None for each in askew)


def test_what_a_book_knows_says_so(make_client: MakeClient, monkeypatch: Any) -> None:
    monkeypatch.setattr(spec, "_CLASSES", {"auto": "dropfour.agents.auto:AutoAgent"})
    client = make_client()
    with client.websocket_connect(ADDRESS) as socket:
        talk = Talk(socket)
        report = talk.ask("analyse", **CLASSIC, endless=True)
        while not report["done"]:
            report = talk.next("analysis")
        assert (report["source"], report["move"], report["playouts"]) == ("book", 3, 0)
        assert report["columns"][3]["exact"]["value"] == 1
        assert code(talk.ask("analyse", **CLASSIC, endless=1)) == "bad_request"


def test_a_page_hears_that_it_waits(make_client: MakeClient) -> None:
    client = make_client(searches=1)
    with (
        client.websocket_connect(ADDRESS) as one,
        client.websocket_connect(ADDRESS) as two,
    ):
        first, second = Talk(one), Talk(two)
        first.send("analyse", **CLASSIC, agent="endless")
        assert first.next("analysis")["waiting"] is None
        number = second.send("analyse", **CLASSIC, agent="endless")
        report = second.next("analysis")
        assert (report["id"], report["waiting"], report["done"]) == (number, 0, False)
        first.send("stop")
        report = second.next("analysis")  # before there is anything to tell
        assert (report["waiting"], report["columns"]) == (None, [])
        assert second.next("analysis")["columns"]
    wait_until_idle()


def test_a_full_queue_refuses_and_a_halted_search_leaves_it() -> None:
    async def run() -> None:
        searches = pool(workers=1, searches_waiting=1)
        searches.submit(Search(Endless(), POSITION, client="a"))
        waits = Search(StandIn(), POSITION, client="b")
        searches.submit(waits)
        with pytest.raises(Refusal) as refused:
            searches.submit(Search(StandIn(), POSITION, client="c"))
        assert refused.value.status == 429
        waits.halt()
        assert await waits.result() is None
        assert searches.waiting == 0
        await searches.close()

    run_apart(run())
    assert not Endless.running


def test_a_failing_search_gives_its_place_back() -> None:
    async def run() -> None:
        searches = pool(workers=1)
        broken, sound = (Search(cls(), POSITION, client="a") for cls in (Broken, StandIn))
        searches.submit(broken)
        searches.submit(sound)
        with pytest.raises(RuntimeError):
            await broken.result()
        assert await sound.result() is not None
        await searches.close()

    run_apart(run())


def test_one_who_does_not_read_is_hung_up_on() -> None:
    closed: list[int] = []

    class Deaf:
        """A socket whose other end takes nothing."""

        async def accept(self) -> None: ...

        async def receive(self) -> Plain:
            while not closed:
                await asyncio.sleep(0.001)
            return {"type": "websocket.disconnect"}

        async def send_text(self, text: str) -> None:
            await asyncio.Event().wait()

        async def close(self, code: int) -> None:
            closed.append(code)

    async def run() -> None:
        allowed = Allowances(unsent_messages=3)
        games = Games(store=None, pool=None, allowed=allowed)  # type: ignore[arg-type]
        connection = Connection(Deaf(), client="a", games=games, pool=None, draws=None)  # type: ignore[arg-type]
        for _ in range(10):
            connection.send("news")
        await connection.run()

    run_apart(run())
    assert closed == [1013]


def test_an_ended_search_is_freed_at_once() -> None:
    """Its agent may hold a great deal of memory: that must not wait for the garbage collector."""
    freed: list[ref[Search]] = []

    async def run() -> None:
        search: Search

        def progress(_: object) -> None:
            assert search  # as a connection's does

        search = Search(StandIn(), POSITION, client="a", progress=progress)
        search.end(None)
        freed.append(ref(search))

    gc.disable()
    try:
        run_apart(run())
        assert freed[0]() is None
    finally:
        gc.enable()
