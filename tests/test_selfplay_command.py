"""The self-play example as a command, where PyTorch is installed."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import dropfour as d4
from examples.selfplay.search import Array, search
from examples.selfplay.tiny import TinyNetwork

torch = pytest.importorskip(
    "torch", reason="for want of PyTorch (pip install -r examples/selfplay/requirements.txt)"
)
ROOT = Path(__file__).parents[1]


def test_it_learns_plays_matches_and_draws_what_it_has_learned(tmp_path: Path) -> None:
    rules, out = tmp_path / "small.toml", tmp_path / "out"
    rules.write_text('rows = 4\ncolumns = 4\nbonus = ["B2"]\n[goal]\nline = 3\n')
    small = "--seconds 2 --workers 1 --games 16 --moves 4 --sample 32 --channels 8 --blocks 1"
    short = "--match-games 2 --positions 40 --play-simulations 4 --simulations 4"
    command = [sys.executable, "-m", "examples.selfplay", str(rules), "--out", str(out)]
    said = subprocess.run(
        [*command, *small.split(), *short.split()], cwd=ROOT, capture_output=True, text=True
    )
    assert said.returncode == 0, said.stderr
    assert "Traceback" not in said.stderr
    assert "against random" in said.stdout
    assert "middle away with 4 simulations" in said.stdout
    found = json.loads((out / "results.json").read_text())
    assert {row["opponent"] for row in found["matches"]} >= {"random", "greedy", "auto level 3"}
    assert all(row["games"] == 2 for row in found["matches"])
    assert all(0 <= row["error"] <= 1 for row in found["errors"])
    assert (out / "strength.svg").read_text().startswith("<svg")


def test_trees_in_tensors_are_those_in_arrays() -> None:
    rules = d4.Rules.grid(rows=4, columns=5, goal=d4.Line(3), bonus=["B1", "C2"])
    network = TinyNetwork(rules, seed=4)
    games = d4.Batch(rules, 40, plies=(0, 12), seed=9)
    positions = [games.position(game) for game in range(40)]

    def in_arrays(planes: Array) -> tuple[Array, Array]:
        logits, value = network.evaluate(planes)
        return logits.astype(np.float32), value.astype(np.float32)

    def in_tensors(planes: Array) -> tuple[object, object]:
        logits, value = in_arrays(planes)
        return torch.from_numpy(logits), torch.from_numpy(value)

    ours, theirs = (search(positions, said, 48) for said in (in_arrays, in_tensors))
    assert np.array_equal(ours.column, theirs.column)
    assert np.allclose(ours.policy, theirs.policy, atol=1e-4)
    assert np.allclose(ours.value, theirs.value, atol=1e-4)
