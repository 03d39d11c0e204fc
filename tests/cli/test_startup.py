"""Programs that others start once per move import no framework; benchmarks/startup.py has times."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.cli.programs import EXAMPLE_BOARD, MODULES

FRAMEWORKS = {"cyclopts", "rich", "pydantic", "numpy", "asyncio", "fastapi", "sqlalchemy", "scipy"}
PROGRAM = """
import sys
from {module} import main
status = main(sys.argv[1:])
print(*sys.modules, file=sys.stderr)
sys.exit(status)
"""


@pytest.mark.parametrize(
    "words",
    [
        "dropfour move --simulations 10",
        "dropfour engine",
        "dropfour analyse DDC --playouts 10",
        "maxconnect4 one-move /dev/stdin /dev/null 1",
        "dropfour --help",
    ],
)
def test_no_framework_is_imported(words: str) -> None:
    program, *arguments = words.split()
    ended = subprocess.run(
        [sys.executable, "-c", PROGRAM.format(module=MODULES[program]), *arguments],
        input=EXAMPLE_BOARD if "move --" in words else "0000000\n" * 6 + "1\n",
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert ended.returncode == 0
    assert not FRAMEWORKS & {name.split(".")[0] for name in ended.stderr.split()}
