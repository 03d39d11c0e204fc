"""The self-play example as a command, where PyTorch is installed."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip(
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
    assert "against random" in said.stdout
    assert "middle away with 4 simulations" in said.stdout
    found = json.loads((out / "results.json").read_text())
    assert {row["opponent"] for row in found["matches"]} >= {"random", "greedy", "auto level 3"}
    assert all(row["games"] == 2 for row in found["matches"])
    assert all(0 <= row["error"] <= 1 for row in found["errors"])
    assert (out / "strength.svg").read_text().startswith("<svg")
