"""The programs as tests run them: inside this process where possible, else as a process."""

from __future__ import annotations

import io
import subprocess
import sys
from collections.abc import Callable, Sequence
from contextlib import redirect_stderr, redirect_stdout
from typing import NamedTuple
from unittest.mock import patch

from dropfour import maxconnect4
from dropfour.cli import main as dropfour

MODULES = {"dropfour": "dropfour.cli.main", "maxconnect4": "dropfour.maxconnect4"}
_MAINS: dict[str, Callable[[Sequence[str]], int]] = {
    "dropfour": dropfour.main,
    "maxconnect4": maxconnect4.main,
}

EXAMPLE_BOARD = """\
6 7
       
       
       
   X   
  OXO  
 XOXOX 
X
"""  # noqa: W291, W293 - boards end in blanks
"""The Monte Carlo exercise's example: X wins at once in column 3."""


class Result(NamedTuple):
    status: int
    out: str
    err: str


def run(program: str, *arguments: str, stdin: str | bytes = b"") -> Result:
    """Run a program inside this process."""
    content = stdin.encode() if isinstance(stdin, str) else stdin
    source = io.TextIOWrapper(io.BytesIO(content))
    with (
        patch("sys.stdin", source),
        redirect_stdout(io.StringIO()) as out,
        redirect_stderr(io.StringIO()) as err,
    ):
        status = _MAINS[program](arguments)
    return Result(status, out.getvalue(), err.getvalue())


def command(program: str, *arguments: str) -> list[str]:
    """The command line that starts a program as a process."""
    module = "dropfour" if program == "dropfour" else MODULES[program]
    return [sys.executable, "-m", module, *arguments]


def start(program: str, *arguments: str, stdin: str = "") -> Result:
    """Run a program as a process."""
    ended = subprocess.run(
        command(program, *arguments), input=stdin, capture_output=True, text=True, timeout=60
    )
    return Result(ended.returncode, ended.stdout, ended.stderr)
