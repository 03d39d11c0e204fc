"""Every command of docs/play.md runs, as it stands there."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from dropfour.agents import agent_names
from tests.cli.terminal import without_terminal

PAGE = Path(__file__).parents[2] / "docs" / "play.md"
BLOCKS = re.findall(
    r"^```sh\n(.*?)^```", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL
)
COMMANDS = [line for block in BLOCKS for line in block.splitlines()]


@pytest.mark.parametrize("command", COMMANDS)
def test_the_command_runs(command: str, tmp_path: Path) -> None:
    program, subcommand, *arguments = shlex.split(command)
    assert (program, subcommand) == ("dropfour", "play")
    for name in re.findall(r"--[xo] (\w+)", command):
        if name not in agent_names():
            pytest.skip(f"{name} is not there")
    quick = [] if "--x" in arguments else ["--x", "random", "--o", "random"]
    run = without_terminal(tmp_path, *arguments, *quick)
    assert (run.returncode, run.stderr) == (0, "")
    assert "Record: " in run.stdout or "games" in run.stdout
