"""A player for Kaggle's ConnectX, on what its environment shows."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

import dropfour as d4
from dropfour.envs import kaggle


def shown(position: d4.Position) -> dict[str, Any]:
    """As Kaggle shows a board: the top row first, 1 and 2 for the discs."""
    rules = position.rules
    board = [0] * (rules.rows * rules.columns)
    for mark, discs in enumerate(position.setup.discs, start=1):
        for column, row in discs:
            board[(rules.rows - 1 - row) * rules.columns + column] = mark
    return {"board": board, "mark": position.turn + 1, "remainingOverageTime": 60}


def configuration(rules: d4.Rules, inarow: int, **more: Any) -> dict[str, Any]:
    return {"rows": rules.rows, "columns": rules.columns, "inarow": inarow, "actTimeout": 2, **more}


@pytest.mark.parametrize(("rows", "columns", "inarow"), [(6, 7, 4), (5, 9, 3), (10, 11, 5)])
def test_it_takes_a_win_and_stops_one(rows: int, columns: int, inarow: int) -> None:
    rules = d4.Rules.grid(rows=rows, columns=columns, goal=d4.Line(inarow))
    player = kaggle.agent("uct:playouts=500")
    won = d4.Position.from_moves("AB" * (inarow - 1), rules)
    assert player(shown(won), configuration(rules, inarow)) == 0
    lost = won.play("C")
    assert player(shown(lost), configuration(rules, inarow)) in (0, 1)


def test_a_whole_game_and_structs_instead_of_tables() -> None:
    rules = d4.load_rules("classic")
    players = kaggle.agent("auto:level=1"), kaggle.agent("greedy")
    position = d4.Position(rules)
    while position.outcome is None:
        seen = SimpleNamespace(**shown(position))
        told = SimpleNamespace(**configuration(rules, 4))
        position = position.play(players[position.turn](seen, told))
    assert position.outcome


def test_a_board_of_another_size_is_refused() -> None:
    rules = d4.load_rules("classic")
    seen = {**shown(d4.Position(rules)), "board": [0] * 41}
    with pytest.raises(d4.FormatError, match="a board of 41 cells, must be 42"):
        kaggle.agent("greedy")(seen, configuration(rules, 4))


def test_it_never_thinks_longer_than_a_move_may_take(monkeypatch: pytest.MonkeyPatch) -> None:
    limits: list[float | None] = []

    def choose(self: d4.Agent, position: d4.Position) -> int:
        limits.append(self.limit.seconds)
        return 0

    monkeypatch.setattr(d4.Agent, "choose", choose)
    rules = d4.load_rules("classic")
    seen = shown(d4.Position(rules))
    for text, seconds in (("auto", None), ("auto:seconds=60", None), ("uct", 9.0), ("uct", 0.1)):
        kaggle.agent(text, seconds=seconds)(seen, configuration(rules, 4, actTimeout=1))
    assert all(limit is not None and limit < 0.7 for limit in limits)
    assert limits[-1] == 0.1
