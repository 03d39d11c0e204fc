"""The HTTP API: what it answers, and what it refuses."""

from __future__ import annotations

import json
import random
from itertools import pairwise
from typing import Any

import pytest
from pydantic import TypeAdapter
from starlette.testclient import TestClient

import dropfour as d4
from dropfour.errors import DropfourError
from dropfour.snapshots import Snapshot, snapshot, snapshots
from dropfour.web import players
from dropfour.web.api import GameMade, PresetShown
from dropfour.web.refusals import ErrorAnswer, Refusal
from dropfour.web.settings import Allowances
from tests.random_rules import random_rules
from tests.web.conftest import MakeClient
from tests.web.talk import CLASSIC, COMPUTER, HUMAN, Talk, create

JSON = {"Content-Type": "application/json"}


def is_a(kind: Any, value: object) -> None:
    """Whether a value is of the documented form, with nothing beside it."""
    assert TypeAdapter(kind).validate_python(value).keys() == value.keys()  # type: ignore[attr-defined]


def test_health(client: TestClient) -> None:
    assert client.get("/healthz").json() == {"status": "ok", "version": d4.__version__}


def test_variants_are_the_presets(client: TestClient) -> None:
    variants = client.get("/api/variants").json()["variants"]
    assert {v["name"] for v in variants} == set(d4.preset_names())
    assert variants[0]["name"] == "classic"
    for variant in variants:
        is_a(PresetShown, variant)
        assert d4.Rules.from_mapping(variant["rules"]) == d4.load_rules(variant["name"])


def test_agents_levels_and_limits(client: TestClient) -> None:
    answer = client.get("/api/agents").json()
    players = [level["player"] for level in answer["levels"]]
    assert players == [f"auto:level={level}" for level in range(1, 11)]
    names = ["auto", "first", "endless", "idle", "broken"]
    assert [agent["name"] for agent in answer["agents"]] == names


def test_every_agent_is_offered_with_what_it_can_be_told_here() -> None:
    allowed = Allowances()
    offered = players.offered(allowed)
    assert [each["name"] for each in offered["agents"]] == list(d4.agent_names())
    told = {
        (agent["name"], setting["name"]): setting
        for agent in offered["agents"]
        for setting in agent["settings"]
    }
    assert told["uct", "seconds"]["high"] == allowed.search.seconds
    assert told["uct", "memory_mb"]["default"] == allowed.memory_mb
    assert told["uct", "threads"]["high"] == allowed.threads
    assert ("perfect", "playouts") not in told
    assert offered["levels"][-1]["player"] == f"auto:level={told['auto', 'level']['high']}"


@pytest.mark.parametrize("player", ["alphabeta:playouts=9", "uct:depth=3", "greedy:seed=1"])
def test_what_makes_no_difference_to_a_player_is_refused(player: str) -> None:
    with pytest.raises(Refusal, match=r"players\.1: \w+ has no setting '\w+', only"):
        players.checked(["human", player], Allowances())
    with pytest.raises(DropfourError, match="has no setting"):
        players.analysis_agent(player, Allowances())
    assert players.move_agent(player, Allowances())  # a game stored before it was refused goes on


def test_a_computers_move_has_an_end() -> None:
    def seconds(player: str) -> float | None:
        return players.move_agent(player, Allowances(move_seconds=5.0)).limit.seconds

    assert seconds("auto:level=10") == 5.0
    assert seconds("uct:playouts=10") == 5.0
    assert seconds("uct:seconds=8") == 8  # as it was told
    assert seconds("uct") == 3.0  # its own default
    assert seconds("perfect") == 5.0
    assert seconds("montecarlo") is None  # it has its own end
    assert seconds("random") is None


def test_an_agent_gets_what_the_server_has_for_it() -> None:
    allowed = Allowances()
    for name in ("auto", "auto:level=10", "uct"):
        for agent in (players.move_agent(name, allowed), players.analysis_agent(name, allowed)):
            assert (vars(agent)["memory_mb"], agent.threads) == (allowed.memory_mb, 1)
    assert agent.limit.seconds == allowed.search.seconds
    assert vars(agent)["every_column"]
    one, other = (players.move_agent("uct", allowed) for _ in range(2))
    assert one.seed != other.seed
    assert players.move_agent("uct:seed=7", allowed).seed == 7


def test_rules_are_checked_and_every_fault_is_told(client: TestClient) -> None:
    def check(rules: object) -> dict[str, object]:
        answer = client.post("/api/rules/check", json={"rules": rules})
        assert answer.status_code == 200
        checked: dict[str, object] = answer.json()
        return checked

    assert check({"rows": 6, "columns": 7})["faults"] == []
    assert check({"toml": "extends = 'square'\nrows = 4\ncolumns = 5"})["faults"] == []
    for mode in ("plain", "forbidden", "bonus"):
        drawn = check({"preset": mode, "seed": 17})
        assert drawn["faults"] == []
        assert drawn["info"]["rules"]["name"] == f"{mode} (seed 17)"  # type: ignore[index]
    assert check({"heights": [4, 0], "dead": ["A1"], "blocked": ["A1"]})["faults"] == [
        "column 2: height 0, must be 1 to 32",
        "A1 is both dead and blocked",
    ]
    assert check({"preset": "classic", "seed": 1})["faults"]
    assert check({"toml": "rows = "})["faults"]


@pytest.mark.parametrize(
    "rules",
    [
        {"preset": "/etc/passwd"},
        {"preset": "../variants/classic.toml"},
        {"preset": ["classic"]},
        {"extends": "/etc/passwd"},
        {"extends": "./classic.toml"},
        {"toml": "extends = '/etc/passwd'"},
        {"toml": "a" + ".a" * 30_000 + " = 1"},  # takes tomllib minutes
        {"toml": "a = " + "[" * 30_000},
        {"toml": "a = " + "1" * 10_000},
        {"toml": 7},
        {"preset": "classic", "rows": 3},
        {"rows": 33, "columns": 7},
        {"rows": 10**40, "columns": 7},
        {"rows": "\ud800", "columns": 7},
        {"\ud800": 1},
    ],
)
def test_rules_from_strangers_are_faults_and_no_path_is_opened(
    client: TestClient, rules: object
) -> None:
    body = json.dumps({"rules": rules})
    answer = client.post("/api/rules/check", content=body, headers=JSON)
    assert answer.status_code == 200
    assert answer.json()["faults"]
    assert answer.json()["info"] is None


def test_a_position_with_every_ply(client: TestClient) -> None:
    answer = client.post("/api/position", json={**CLASSIC, "moves": "DDE", "from": 0}).json()
    texts = [s["text"] for s in answer["snapshots"]]
    assert texts == [
        "-/-/-/-/-/-/- X", "-/-/-/X/-/-/- O", "-/-/-/XO/-/-/- X", "-/-/-/XO/X/-/- O",
    ]  # fmt: skip
    last = answer["snapshots"][-1]
    assert last["columns"][3] == "XO...."
    assert last["landing"] == [0, 0, 0, 2, 1, 0, 0]
    assert last["last"] == {"cell": [4, 0], "player": 0, "ban": False}
    alone = client.post("/api/position", json={**CLASSIC, "moves": [3, 3, 4]}).json()
    assert alone["snapshots"] == [last]


@pytest.mark.parametrize(
    ("where", "fault"),
    [
        ({"moves": "DDDDDDD"}, "move 7: column D is full"),
        ({"moves": [3, 9]}, "move 2: there is no column J, only A to G"),
        ({"moves": "!D"}, "move 1: this must be a disc, not a ban"),
        ({"start": "X/- O"}, "line 1, column 4: the board has 7 columns, not 2"),
    ],
)
def test_a_faulty_position_is_told_in_words(
    client: TestClient, where: dict[str, object], fault: str
) -> None:
    answer = client.post("/api/position", json={**CLASSIC, **where}).json()
    assert answer["faults"] == [fault]
    assert answer["info"]["title"]
    assert answer["snapshots"] is None


@pytest.mark.parametrize("game", [*d4.preset_names(), *range(20)])
def test_snapshots_say_what_the_position_says(game: str | int) -> None:
    rng = random.Random(f"snapshots {game}")
    rules = d4.load_rules(game) if isinstance(game, str) else random_rules(rng)
    position = d4.Position(rules)
    while position.outcome is None:
        position = position.play(rng.choice(position.legal))
    shown = list(snapshots(position, range(len(position.history))))
    assert shown[-1] == snapshot(position)
    assert list(snapshots(position, range(2, 4))) == shown[2:4]
    for plain, there in zip(shown, position.history, strict=True):
        is_a(Snapshot, plain)
        assert plain["text"] == there.to_text()
        assert plain["moves"] == there.moves_text()
        assert plain["turn"] == there.turn
        assert plain["ply"] == len(there.moves)
        last = there.last_cell
        assert (plain["last"] and tuple(plain["last"]["cell"])) == last
        for column in range(rules.columns):
            row = plain["landing"][column]
            assert (row is not None) == (column in there.legal)
            if row is not None:
                assert there.play(column).last_cell == (column, row)
    assert position.outcome is not None
    ending = shown[-1]["outcome"]
    assert ending and ending["winner"] == position.outcome.winner
    assert [len(patterns) for patterns in ending["patterns"]] == list(position.scores)
    for before, after in pairwise(shown):
        scored = sum(after["scores"]) - sum(before["scores"]) if rules.ending == "full" else 0
        assert len(after["scored"]) == scored
        assert all(after["last"] and after["last"]["cell"] in each for each in after["scored"])


@pytest.mark.parametrize("form", ["svg", "text", "picture", "moves", "record", "toml", "json"])
def test_exports(client: TestClient, form: str) -> None:
    answer = client.post("/api/export", json={**CLASSIC, "moves": "DDE", "format": form})
    assert answer.status_code == 200
    content = answer.json()["content"]
    assert answer.json()["name"].startswith("classic.")
    position = d4.Position.from_moves("DDE", d4.load_rules("classic"))
    if form == "json":
        whole = json.loads(content)
        assert whole.pop("position") == position.to_text()
        assert client.post("/api/position", json=whole).json()["faults"] == []
    elif form == "toml":
        again = client.post("/api/rules/check", json={"rules": {"toml": content}}).json()
        assert again["info"]["rules"] == position.rules.to_mapping()
    else:
        expected = {
            "svg": position._repr_svg_(),
            "text": position.to_text() + "\n",
            "picture": f"{position}\n",
            "moves": "DDE\n",
            "record": "classic; DDE\n",
        }
        assert content == expected[form]


def test_a_game_is_made_and_read(client: TestClient) -> None:
    made = create(client, HUMAN, COMPUTER, moves="DD")
    is_a(GameMade, made)
    game = client.get(f"/api/games/{made['id']}")
    assert game.json() == made["game"]
    assert game.json()["moves"] == [3, 3]
    assert made["tokens"][0] != made["tokens"][1]
    assert all(token not in game.text for token in made["tokens"])


@pytest.mark.parametrize(
    "player",
    [
        "auto:level=11",
        "nobody",
        "",
        "first:seconds=6",
        "first:playouts=1001",
        "first:seconds=0",
        "first:seconds=nan",
        "first:threads=64",
        "first:memory_mb=1",
        "first:seconds=1,seconds=2",
        "first:" + "9" * 300,
        7,
        {"kind": "human"},
    ],
)
def test_players_beyond_the_limits_are_refused(client: TestClient, player: object) -> None:
    answer = client.post("/api/games", json={**CLASSIC, "players": [HUMAN, player]})
    assert answer.status_code == 422
    is_a(ErrorAnswer, answer.json())


@pytest.mark.parametrize(
    ("method", "path", "body", "status", "code"),
    [
        ("GET", "/api/games/none", None, 404, "not_found"),
        ("GET", "/api/nothing", None, 404, "not_found"),
        ("GET", "/static/../app.py", None, 404, "not_found"),
        ("GET", "/static/%2e%2e/app.py", None, 404, "not_found"),
        ("GET", "/static/..%2fapp.py", None, 404, "not_found"),
        ("PUT", "/api/games/none", None, 405, "not_allowed"),
        ("POST", "/api/position", "{", 422, "bad_request"),
        ("POST", "/api/position", "[" * 60_000, 400, "bad_request"),
        ("POST", "/api/position", '{"rules": ' + "9" * 60_000 + "}", 400, "bad_request"),
        ("POST", "/api/position", '{"rules": {}, "\\ud800": 1}', 422, "bad_request"),
        ("POST", "/api/position", '{"rules": {}, "start": "\\ud800"}', 422, "bad_request"),
        ("POST", "/api/position", "\xff\xfe", 422, "bad_request"),
        ("POST", "/api/export", '{"rules": {"rows": 0}, "format": "svg"}', 422, "bad_request"),
        ("POST", "/api/export", '{"rules": {}, "format": "exe"}', 422, "bad_request"),
        ("POST", "/api/position", " " * 70_000, 413, "too_large"),
    ],
)
def test_refusals_have_one_form(
    client: TestClient, method: str, path: str, body: str | None, status: int, code: str
) -> None:
    answer = client.request(method, path, content=body, headers=JSON)
    assert (answer.status_code, answer.json()["error"]["code"]) == (status, code)
    is_a(ErrorAnswer, answer.json())


def test_a_body_without_a_length_is_limited_too(client: TestClient) -> None:
    def endless() -> object:
        for _ in range(100):
            yield b" " * 1024

    answer = client.post("/api/position", content=endless())  # type: ignore[arg-type]
    assert answer.status_code == 413


def test_too_many_requests_and_games(make_client: MakeClient) -> None:
    client = make_client(Allowances(requests_at_once=5, requests_per_second=0.01))
    answers = [client.get("/api/agents") for _ in range(6)]
    assert [a.status_code for a in answers] == [200] * 5 + [429]
    assert answers[-1].json()["error"]["code"] == "busy"
    assert int(answers[-1].headers["Retry-After"]) > 1

    client = make_client(Allowances(games_at_once=2, games_per_second=0.01))
    body = {**CLASSIC, "players": [HUMAN, HUMAN]}
    assert [client.post("/api/games", json=body).status_code for _ in range(3)] == [201, 201, 429]


def test_a_full_store_drops_the_empty_and_the_old_first(make_client: MakeClient) -> None:
    client = make_client(Allowances(games_stored=3))
    played = create(client, moves="DD")
    with client.websocket_connect("ws://localhost:8140/ws") as socket:
        empty = create(client)
        Talk(socket).join(empty)  # somebody looks at it
        older, newer = create(client), create(client)
        again = create(client, moves="D")

        def there(made: dict[str, Any]) -> bool:
            return client.get(f"/api/games/{made['id']}").status_code == 200

        assert [*map(there, (played, empty, older, newer, again))] == [
            True,
            True,
            False,
            False,
            True,
        ]
        assert there(create(client))  # and nobody is locked out
        assert not there(played)


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ("4453", {"rules": {"preset": "classic"}, "start": None, "moves": "DDEC"}),
        ("square; DE", {"rules": {"preset": "square"}, "start": None, "moves": "DE"}),
        (
            "# dropfour saved game\n# x: human\nclassic; DD",
            {"rules": {"preset": "classic"}, "start": None, "moves": "DD"},
        ),
        (
            "X/-/-/XO/-/-/- O",
            {"rules": {"preset": "classic"}, "start": "X/-/-/XO/-/-/- O", "moves": ""},
        ),
        (
            '{"rows":4,"columns":4}; X/-/-/- O; B',
            {
                "rules": {"rows": 4, "columns": 4, "ending": "first", "goal": {"line": 4}},
                "start": "X/-/-/- O",
                "moves": "B",
            },
        ),
        (
            '{"rules": {"preset": "max"}, "moves": [3, 3]}',
            {"rules": {"preset": "max"}, "start": None, "moves": "DD"},
        ),
        (
            '{"number": 3, "board": "square", "start": "", "moves": "AB", "winner": 1}',
            {"rules": {"preset": "square"}, "start": None, "moves": "AB"},
        ),
        (
            "number,board,first,start,moves\n7,ours,it,,DDE\n",
            {"rules": {"preset": "classic"}, "start": None, "moves": "DDE"},
        ),
        (
            'extends = "max"  # as a file',
            {"rules": {"preset": "max"}, "start": None, "moves": ""},
        ),
        (
            "2 3\nX  \nXO \nO\n",
            {
                "rules": {"rows": 2, "columns": 3, "ending": "first", "goal": {"line": 4}},
                "start": "XX/O/- O",
                "moves": "",
            },
        ),
    ],
)
def test_one_field_reads_them_all(client: TestClient, text: str, where: object) -> None:
    answer = client.post("/api/read", json={**CLASSIC, "text": text}).json()
    assert answer == {"faults": [], "where": where}


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("  ", "there is nothing to open"),
        ("DDQ", "unknown column 'Q'"),
        ("{", "no JSON: Expecting property name"),
        ("[" * 9000, "unknown column '['"),
        ('{"a": ' * 2000, "no JSON"),
        ('{"rules": 3}', "rules: must be a table"),
        ('{"rules": {"preset": "../x"}}', "no game is called"),
        ('{"board": [], "moves": {"a": 1}}', "unknown column"),
        ('{"board": "classic", "moves": [99]}', "unknown column"),
        ("board,moves\nclassic,D\nclassic,E", "2 games under the heading"),
        ("rows = 0\ncolumns = 7", "line 1: rows: 0, must be 1 to 32"),
        ("nonsense; D", "no game is called 'nonsense'"),
        ("6 99\n", "the number of columns is '99'"),
        ("\x00\ud800", "unknown column"),
    ],
)
def test_what_cannot_be_opened_says_why(client: TestClient, text: str, fault: str) -> None:
    body = json.dumps({**CLASSIC, "text": text})
    answer = client.post("/api/read", content=body, headers=JSON)
    if answer.status_code == 422:
        assert "\ud800" in text
        return
    assert fault in "; ".join(answer.json()["faults"])
    assert answer.json()["where"] is None


def test_impossible_counts_of_discs_are_doubted(client: TestClient) -> None:
    def doubts(start: str, **rules: Any) -> list[str]:
        where = {"rules": {"rows": 4, "columns": 4, **rules}, "start": start}
        answer = client.post("/api/position", json=where).json()
        assert answer["faults"] == []
        warnings: list[str] = answer["warnings"]
        return warnings

    for start in ("-/-/-/- O", "X/-/-/- O", "O/-/-/- X", "XO/-/-/- X", "XO/-/-/- O"):
        assert doubts(start) == []
    assert doubts("XX/-/-/- X") == ["no game leads here: X has 2 discs, O has 0, and X is to move"]
    assert doubts("X/-/-/- X")
    assert doubts("X/-/-/- X!", bonus=["A1"]) == []
    assert doubts("X/!/-/- O", bonus=["A1"]) == []
    assert doubts("X/!/!/- O", bonus=["A1"]) == ["no game leads here: 2 bans, more than were given"]


def test_random_boards_of_a_size(client: TestClient) -> None:
    def drawn(**asked: Any) -> dict[str, Any]:
        answer: dict[str, Any] = client.post("/api/rules/check", json={"rules": asked}).json()
        return answer

    for seed in range(5):
        rules = drawn(preset="bonus", seed=seed, rows=5, columns=8)["info"]["rules"]
        assert (rules["rows"], rules["columns"], len(rules["bonus"])) == (5, 8, 1)
    assert drawn(preset="plain", seed=1, rows=7)["info"]["rules"]["rows"] == 7
    assert drawn(preset="plain", seed=1, rows=99)["faults"]
    assert drawn(preset="plain", rows=7)["faults"]
    assert drawn(preset="classic", seed=1, rows=7)["faults"]


def test_our_faults_tell_nothing(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_: object) -> None:
        raise RuntimeError("secret detail")

    monkeypatch.setattr("dropfour.web.prices.read_rules", broken)
    answer = client.post("/api/rules/check", json={"rules": {}})
    assert answer.status_code == 500
    assert "secret" not in answer.text
    assert answer.json()["error"]["request"] == answer.headers["X-Request-Id"]
