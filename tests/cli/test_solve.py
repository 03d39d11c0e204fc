"""`dropfour solve`: what it says of a proof, and of a limit that came first."""

from __future__ import annotations

import json
from typing import Any

import pytest

from dropfour.game import Position
from dropfour.solver import Solution, solve
from tests.cli.programs import run

WIN = "AGAGAG"  # X wins at once in A


def test_what_may_be_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: dict[str, Any] = {}

    def kept(position: Position, **options: Any) -> Solution:
        asked.update(options)
        return solve(position, **options)

    monkeypatch.setattr("dropfour.cli.solve.solve", kept)
    words = "--weak --columns --threads 2 --table-mb 8 --nodes 5000 --seconds 2"
    run("dropfour", "solve", WIN, *words.split())
    assert asked == {
        "nodes": 5000, "seconds": 2.0, "threads": 2, "table_mb": 8, "weak": True,
        "every_column": True, "book": True,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("option", "value"),
    [("--table-mb", "0"), ("--table-mb", "65537"), ("--threads", "1025"), ("--seconds", "1e10")],
)
def test_what_may_not_be_asked(option: str, value: str) -> None:
    status, out, err = run("dropfour", "solve", "D", option, value)
    assert (status, out) == (2, "")
    assert f"argument {option}: '{value}'" in err


def test_a_table_that_does_not_fit(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(position: Position, **options: Any) -> Solution:
        raise MemoryError

    monkeypatch.setattr("dropfour.cli.solve.solve", full)
    status, out, err = run("dropfour", "solve", "D", "--table-mb", "65536")
    assert (status, out) == (2, "")
    assert err == "dropfour: a table of this size does not fit into memory\n"


def test_a_finished_game() -> None:
    assert run("dropfour", "solve", "AGAGAGA").out.splitlines()[-1] == "X has won"
    assert "value" not in json.loads(run("dropfour", "solve", "AGAGAGA", "--json").out)


def test_a_win_at_once() -> None:
    status, out, err = run("dropfour", "solve", WIN)
    assert (status, err) == (0, "")
    assert out.splitlines()[-4:-1] == ["X to move: win in 1", "best: A", "line: A"]
    answer = json.loads(run("dropfour", "solve", WIN, "--json").out)
    assert answer["position"] == "XXX/-/-/-/-/-/OOO X"
    assert (answer["value"], answer["plies"], answer["margin"]) == (1, 1, None)
    assert (answer["best"], answer["line"]) == (["A"], ["A"])
    assert "columns" not in answer


def test_points_in_words() -> None:
    game = '{"rows":4,"columns":1,"ending":"full","goal":{"line":1}}; XOX X;'
    assert "X to move: win in 1 by 2" in run("dropfour", "solve", game).out.splitlines()


def test_a_small_board() -> None:
    game = '{"rows":3,"columns":4}; -/-/-/- X;'
    assert json.loads(run("dropfour", "solve", game, "--json").out)["value"] == 0


def test_every_column() -> None:
    status, out, err = run("dropfour", "solve", WIN, "--columns")
    assert (status, err) == (0, "")
    lines = out.splitlines()
    table = lines.index("column     proven")
    assert lines[table - 3 : table] == ["best: A", "line: A", ""]
    assert lines[table + 1] == "A        win in 1"
    assert [line[0] for line in lines[table + 1 : table + 8]] == list("ABCDEFG")
    columns = json.loads(run("dropfour", "solve", WIN, "--columns", "--json").out)["columns"]
    first = {"column": "A", "number": 0, "value": 1, "plies": 1, "margin": None}
    assert (len(columns), columns[0]) == (7, first)


def test_a_weak_proof() -> None:
    game = '{"rows":4,"columns":5}; -/-/-/-/- X;'
    lines = run("dropfour", "solve", game, "--weak", "--threads", "2").out.splitlines()
    assert "best:" in lines[-2] and not any(line.startswith("line") for line in lines)


def test_a_ban_in_the_line() -> None:
    game = '{"rows":2,"columns":2,"bonus":["A1"]}; -/- X;'
    line = json.loads(run("dropfour", "solve", game, "--json").out)["line"]
    assert line[line.index("A") + 1].startswith("!")


def test_a_limit_that_comes_first() -> None:
    status, out, err = run("dropfour", "solve", "D", "--nodes", "10", "--no-book")
    assert (status, err) == (1, "")
    unsolved = out.splitlines()[-1]
    assert unsolved.startswith("not solved after ")
    status, out, _ = run("dropfour", "solve", "D", "--nodes", "10", "--json", "--no-book")
    assert (status, json.loads(out)["unsolved"]) == (1, unsolved)
