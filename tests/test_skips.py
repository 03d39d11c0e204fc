"""A run that could not test something for want of a program says so at its end."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


@pytest.mark.parametrize("workers", ["0", "2"])
def test_the_last_lines_name_what_is_missing(workers: str) -> None:
    command = [sys.executable, "-m", "pytest", "-n", workers, "tests/web/js"]
    run = subprocess.run(
        command, cwd=ROOT, env={"PATH": ""}, capture_output=True, text=True, timeout=120
    )
    assert run.returncode == 0, run.stdout + run.stderr
    wanted = "NOT TESTED for want of Node (apt-get install nodejs): 1 skipped"
    assert wanted in run.stdout.splitlines()[-2:]
