"""`dropfour solve`: what it says of a proof, and of a limit that came first."""

from __future__ import annotations

import json
from typing import Any, NamedTuple

import pytest

import dropfour
from dropfour.agents import Exact
from dropfour.cli.main import COMMANDS, Command
from dropfour.errors import DropfourError
from dropfour.game import Position
from tests.cli.programs import run

WIN = "AGAGAG"  # X wins at once in A


class FakeSolution(NamedTuple):
    value: int = -1
    plies: int | None = 8
    margin: int | None = None
    best: tuple[int, ...] = (2, 3)
    line: tuple[int, ...] = (2, 0, 3)
    nodes: int = 1234
    columns: dict[int, Exact] = {}  # noqa: RUF012 - never changed


class FakeUnsolved(DropfourError):
    pass


@pytest.fixture(autouse=True)
def listed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(COMMANDS, "solve", Command("dropfour.cli.solve", "the proven value"))


@pytest.fixture
def fake(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """A solver that answers what it is told to, and keeps what it was asked."""
    told: dict[str, Any] = {"answer": FakeSolution(), "asked": None}

    def solve(position: Position, **asked: float) -> FakeSolution:
        told["asked"] = asked
        answer = told["answer"]
        if isinstance(answer, Exception):
            raise answer
        assert isinstance(answer, FakeSolution)
        return answer

    monkeypatch.setattr(dropfour, "solve", solve, raising=False)
    monkeypatch.setattr(dropfour, "Unsolved", FakeUnsolved, raising=False)
    return told


def test_the_proof_in_words(fake: dict[str, Any]) -> None:
    status, out, err = run("dropfour", "solve", "D", "--nodes", "5", "--seconds", "2")
    assert (status, err) == (0, "")
    assert out.splitlines()[-4:] == [
        "O to move: loss in 8",
        "best: C D",
        "line: C A D",
        "1,234 nodes",
    ]
    assert fake["asked"] == {"threads": 1, "nodes": 5, "seconds": 2.0}


def test_points_in_words(fake: dict[str, Any]) -> None:
    fake["answer"] = FakeSolution(value=1, margin=3)
    out = run("dropfour", "solve", "", "--rules", "max").out
    assert "X to move: win in 8 by 3" in out.splitlines()
    assert fake["asked"] == {"threads": 1}


def test_the_proof_for_programs(fake: dict[str, Any]) -> None:
    answer = json.loads(run("dropfour", "solve", "D", "--json").out)
    assert answer["position"] == "-/-/-/X/-/-/- O"
    assert (answer["value"], answer["plies"], answer["best"]) == (-1, 8, ["C", "D"])
    assert answer["line"] == ["C", "A", "D"]
    assert "columns" not in answer


def test_what_may_be_asked(fake: dict[str, Any]) -> None:
    run("dropfour", "solve", "D", "--weak", "--columns", "--threads", "2", "--table-mb", "8")
    assert fake["asked"] == {"threads": 2, "table_mb": 8, "weak": True, "every_column": True}


@pytest.mark.parametrize(
    ("option", "value"),
    [("--table-mb", "0"), ("--table-mb", "65537"), ("--threads", "1025"), ("--seconds", "1e10")],
)
def test_what_may_not_be_asked(option: str, value: str) -> None:
    status, out, err = run("dropfour", "solve", "D", option, value)
    assert (status, out) == (2, "")
    assert f"argument {option}: '{value}'" in err


def test_a_table_that_does_not_fit(fake: dict[str, Any]) -> None:
    fake["answer"] = MemoryError()
    status, out, err = run("dropfour", "solve", "D", "--table-mb", "65536")
    assert (status, out) == (2, "")
    assert err == "dropfour: a table of this size does not fit into memory\n"


def test_a_limit_that_comes_first(fake: dict[str, Any]) -> None:
    fake["answer"] = FakeUnsolved("at least a draw after 10 nodes")
    status, out, err = run("dropfour", "solve", "D")
    assert (status, err) == (1, "")
    assert out.splitlines()[-1] == "at least a draw after 10 nodes"
    status, out, _ = run("dropfour", "solve", "D", "--json")
    assert (status, json.loads(out)["unsolved"]) == (1, "at least a draw after 10 nodes")


def test_a_finished_game() -> None:
    assert run("dropfour", "solve", "AGAGAGA").out.splitlines()[-1] == "X has won"
    assert "value" not in json.loads(run("dropfour", "solve", "AGAGAGA", "--json").out)


@pytest.mark.skipif(not hasattr(dropfour, "solve"), reason="the solver is not there yet")
class TestWithTheSolver:
    def test_a_win_at_once(self) -> None:
        status, out, err = run("dropfour", "solve", WIN)
        assert (status, err) == (0, "")
        assert "X to move: win in 1" in out.splitlines()
        assert "best: A" in out.splitlines()

    def test_a_small_board(self) -> None:
        game = '{"rows":3,"columns":4}; -/-/-/- X;'
        assert json.loads(run("dropfour", "solve", game, "--json").out)["value"] == 0

    def test_every_column(self) -> None:
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

    def test_a_weak_proof(self) -> None:
        game = '{"rows":4,"columns":5}; -/-/-/-/- X;'
        lines = run("dropfour", "solve", game, "--weak", "--threads", "2").out.splitlines()
        assert "best:" in lines[-2] and not any(line.startswith("line") for line in lines)

    def test_a_ban_in_the_line(self) -> None:
        game = '{"rows":2,"columns":2,"bonus":["A1"]}; -/- X;'
        line = json.loads(run("dropfour", "solve", game, "--json").out)["line"]
        assert line[line.index("A") + 1].startswith("!")

    def test_a_limit_that_comes_first(self) -> None:
        status, out, err = run("dropfour", "solve", "D", "--nodes", "10")
        assert (status, err) == (1, "")
        assert out.splitlines()[-1]
