"""Exact values of many positions, as records."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

import dropfour as d4
from tests.random_rules import random_rules


@pytest.mark.parametrize("number", range(6))
def test_labels_are_what_the_solver_says(number: int) -> None:
    rng = random.Random(number)
    rules = [random_rules(rng, max_columns=4, max_rows=4) for _ in range(2)]
    batch = d4.Batch(rules, 7, plies=(0, 6), autoreset="off", seed=number)
    labels = d4.label(batch, threads=1 + number % 3, every_column=True)
    for game in range(7):
        position, found = batch.position(game), labels[game]
        solution = d4.solve(position, every_column=True)
        assert found["solved"]
        assert found["value"] == solution.value
        assert found["plies"] == solution.plies
        assert found["margin"] == (solution.margin or 0)
        values = {c: exact.value for c, exact in solution.columns.items()}
        assert found["columns"].tolist() == [values.get(c, -128) for c in range(batch.columns)]
        record = solution.as_record()
        assert (*record.dtype.names, "columns") == labels.dtype.names
        assert (record["value"], record["plies"]) == (solution.value, solution.plies)


def test_what_takes_too_many_nodes_is_not_solved() -> None:
    classic = d4.Position(d4.load_rules("classic"))
    hard, won = classic.play("D").play("A"), d4.Position.from_moves("AABBCCD", classic.rules)
    labels = d4.label([hard, won], nodes=50, book=False)
    assert labels["solved"].tolist() == [False, True]
    assert labels["value"].tolist() == [0, -1]
    assert labels["plies"].tolist() == [-1, 0]
    assert len(d4.label([])) == 0
    with pytest.raises(d4.DropfourError):
        d4.label([won], nodes=0)


def test_what_is_no_position_is_refused_in_words() -> None:
    wrong: list[Any] = [None, 3, [3], d4.Position(d4.load_rules("classic"))]
    for games in wrong:
        with pytest.raises(d4.DropfourError, match="positions are needed"):
            d4.label(games)


def test_an_analysis_as_records() -> None:
    position = d4.Position.from_moves("DDCCEE", d4.load_rules("classic"))
    analysis = d4.agent("uct", playouts=200).analyse(position)
    records = analysis.as_records()
    assert records["column"].tolist() == list(analysis.columns)
    assert records["visits"].tolist() == [c.visits for c in analysis.columns.values()]
    assert records["exact"][1] == 1
    assert records["plies"][1] == 1
    assert records.dtype["value"] == np.float64
