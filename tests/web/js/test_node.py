"""The page's modules without DOM, tested by Node's own test runner."""

import shutil
import subprocess
from pathlib import Path

import pytest

HERE = Path(__file__).parent


def test_the_state_of_the_page() -> None:
    node = shutil.which("node")
    if node is None:
        pytest.skip("for want of Node (apt-get install nodejs)")
    tests = sorted(map(str, HERE.glob("*.test.js")))
    assert tests
    run = subprocess.run([node, "--test", *tests], capture_output=True, text=True, timeout=120)
    assert run.returncode == 0, run.stdout + run.stderr
