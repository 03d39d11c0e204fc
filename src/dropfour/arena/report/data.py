"""The report for programs: JSON of the summary, CSV of the games."""

from __future__ import annotations

import csv
import io
import json
from dataclasses import asdict, is_dataclass
from math import isfinite
from typing import Any

from dropfour.arena.report.summary import Summary, Tally
from dropfour.arena.results import GAME_FIELDS, Results


def format_json(summary: Summary) -> str:
    """The summary as JSON; numbers that are not finite become null."""
    return json.dumps(_plain(summary), indent=2, ensure_ascii=False) + "\n"


def _plain(value: Any) -> Any:
    if isinstance(value, Tally):
        low, high = value.interval
        return asdict(value) | {"share": value.share, "low": low, "high": high}
    if is_dataclass(value) and not isinstance(value, type):
        return {name: _plain(getattr(value, name)) for name in value.__dataclass_fields__}
    if isinstance(value, dict):
        return {str(key): _plain(item) for key, item in value.items()}
    if isinstance(value, tuple | list):
        return [_plain(item) for item in value]
    if isinstance(value, float):
        return value if isfinite(value) else None
    return value


def format_csv(results: Results) -> str:
    """One line for each game, with a heading; times are in milliseconds, separated by blanks.

    What players said of their moves is JSON: value, depth, work and line of each.
    """
    text = io.StringIO()
    writer = csv.DictWriter(text, [*GAME_FIELDS, "points"], lineterminator="\n")
    writer.writeheader()
    for game in results.records():
        times = " ".join(f"{ms:g}" for ms in game["times_ms"])
        thoughts = json.dumps(game["thoughts"]) if game["thoughts"] else ""
        writer.writerow(game | {"times_ms": times, "thoughts": thoughts})
    return text.getvalue()
