"""The assignments' files as their readers use them: run, or imported, in their own folder."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from pathlib import Path
from typing import Any

from tests.cli.programs import Result

ASSIGNMENTS = Path(__file__).parents[2] / "assignments"


def run_file(
    file: str, *arguments: str, stdin: str = "", folder: Path | None = None, seconds: float = 120
) -> Result:
    """`python FILE ...`, in its own folder or in another one."""
    path = ASSIGNMENTS / file
    ended = subprocess.run(
        [sys.executable, str(path), *arguments],
        input=stdin,
        cwd=folder or path.parent,
        capture_output=True,
        text=True,
        timeout=seconds,
    )
    return Result(ended.returncode, ended.stdout, ended.stderr)


def imported(file: str) -> Any:
    """The module of a file; `Any`: its names are the documents', and looked for here."""
    path = ASSIGNMENTS / file
    spec = importlib.util.spec_from_file_location(f"assignment_{path.stem}", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
