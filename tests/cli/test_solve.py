"""`dropfour solve`: what it says of a proof, and of a limit that came first."""

from __future__ import annotations

import json
from typing import Any, NamedTuple

import pytest

import dropfour
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
    nodes: int = 1234


class FakeUnsolved(DropfourError):
    pass


@pytest.fixture(autouse=True)
def listed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(COMMANDS, "solve", Command("dropfour.cli.solve", "the proven value"))


@pytest.fixture
def fake(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """A solver that answers what it is told to, and keeps what it was asked."""
    told: dict[str, Any] = {"answer": FakeSolution(), "limits": None}

    def solve(position: Position, **limits: float) -> FakeSolution:
        told["limits"] = limits
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
    assert out.splitlines()[-3:] == ["O to move: loss in 8", "best: C D", "1,234 nodes"]
    assert fake["limits"] == {"nodes": 5, "seconds": 2.0}


def test_points_in_words(fake: dict[str, Any]) -> None:
    fake["answer"] = FakeSolution(value=1, margin=3)
    out = run("dropfour", "solve", "", "--rules", "max").out
    assert "X to move: win in 8 by 3" in out.splitlines()
    assert fake["limits"] == {}


def test_the_proof_for_programs(fake: dict[str, Any]) -> None:
    answer = json.loads(run("dropfour", "solve", "D", "--json").out)
    assert answer["position"] == "-/-/-/X/-/-/- O"
    assert (answer["value"], answer["plies"], answer["best"]) == (-1, 8, ["C", "D"])


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

    def test_a_limit_that_comes_first(self) -> None:
        status, out, err = run("dropfour", "solve", "D", "--nodes", "10")
        assert (status, err) == (1, "")
        assert out.splitlines()[-1]
