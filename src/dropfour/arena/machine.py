"""When, by what and where games are played: for those who read a report later."""

from __future__ import annotations

import os
import platform
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path

from dropfour.arena.results import Run
from dropfour.evaluation import NONE, find_evaluation

_PROCESSORS = Path("/proc/cpuinfo")


def this_run(*, workers: int) -> Run:
    """A run that begins now."""
    network = find_evaluation(None)
    weights = network.name if network else NONE  # of players that name no file
    return Run(
        began=datetime.now(UTC).isoformat(timespec="seconds"),
        program=f"dropfour {version('dropfour')}, evaluation {weights}, "
        f"Python {platform.python_version()}",
        machine=f"{_processor()}, {os.cpu_count()} cores, {platform.system()} {platform.release()}",
        workers=str(workers),
    )


def _processor() -> str:
    """What the processor calls itself; else what it understands."""
    try:
        lines = _PROCESSORS.read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        lines = []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return next(filter(None, names), "") or platform.processor() or platform.machine()
