"""The tutorial runs from top to bottom."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

nbformat = pytest.importorskip("nbformat", reason="for want of nbformat (pip install nbformat)")
nbclient = pytest.importorskip("nbclient", reason="for want of nbclient (pip install nbclient)")

TOUR = Path(__file__).parents[2] / "examples" / "tour.ipynb"


def text_of(cell: Any) -> str:
    """All that a cell printed or returned, as text."""
    shown = (out.get("text") or out.get("data", {}).get("text/plain", "") for out in cell.outputs)
    return "\n".join(shown).strip()


def test_it_is_stored_without_outputs() -> None:
    tour = nbformat.read(TOUR, 4)
    nbformat.validate(tour)
    for cell in tour.cells:
        assert not cell.get("outputs") and cell.get("execution_count") is None


def test_it_runs_from_top_to_bottom() -> None:
    tour = nbformat.read(TOUR, 4)
    nbclient.NotebookClient(tour, timeout=120).execute()
    said = {cell.id: text_of(cell) for cell in tour.cells if cell.cell_type == "code"}
    assert "there is no column G, only A to E" in said["moves"]
    assert said["solution"] == "(-1, 18, (0, 3, 4))"
    assert said["labels"].startswith("(200, 8, 5, 5) planes\n200 of 200 solved")
    assert said["match"].count("% of the points") == 2
    assert said["board"] == "<BoardWidget '-/-/-/-/-/-/- X'>"
    shown = next(cell for cell in tour.cells if cell.id == "rules").outputs[0].data
    assert shown["image/svg+xml"].startswith("<svg")
