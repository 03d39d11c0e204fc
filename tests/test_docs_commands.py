"""README and docs show what works: their commands are run and their Python is executed.

In README.md, docs/*.md and assignments/*/README.md

- ```console blocks: every line that starts with "$ " is a command, lines that start with "> " go on
  with it; the rest is output and not looked at. Commands run in bash, in one empty folder for each
  document (an assignment's in a copy of its own), with the programs of this environment on PATH,
  and must exit with status 0. `dropfour web` serves until Ctrl-C, which comes when it is up.
- ```python blocks are executed, top to bottom, in one namespace and folder for each document;
  blocks with ">>>" prompts are left to doctest.
- ```sh blocks, and all others, are only read by people.
"""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from dropfour.agents import agent_names, parse_agent
from dropfour.cli.play.command import _parser as play_parser

ROOT = Path(__file__).parents[1]
ASSIGNMENTS = ROOT / "assignments"
DOCUMENTS = [
    ROOT / "README.md",
    *sorted((ROOT / "docs").rglob("*.md")),
    *sorted(ASSIGNMENTS.rglob("README.md")),
]
BLOCK = re.compile(r"^```(\w+)[^\n]*\n(.*?)^```\s*$", re.MULTILINE | re.DOTALL)
SECONDS = 120


class Block(NamedTuple):
    language: str
    text: str
    line: int


def blocks(text: str, language: str) -> Iterator[Block]:
    for found in BLOCK.finditer(text):
        if found[1] == language:
            yield Block(found[1], found[2], text.count("\n", 0, found.start()) + 1)


def commands(block: Block) -> list[str]:
    """The commands of a console block, with the lines that go on with them."""
    found: list[str] = []
    for line in block.text.splitlines():
        if line.startswith("$ "):
            found.append(line[2:])
        elif line.startswith("> ") and found:
            found[-1] += "\n" + line[2:]
    return found


def with_blocks(language: str) -> list[Path]:
    return [path for path in DOCUMENTS if any(blocks(path.read_text("utf-8"), language))]


def name(path: Path) -> str:
    return str(path.relative_to(ROOT))


@pytest.mark.parametrize("document", with_blocks("console"), ids=name)
def test_commands(document: Path, tmp_path: Path) -> None:
    programs = Path(sys.executable).parent
    environment = {
        **os.environ,
        "PATH": f"{programs}{os.pathsep}{os.environ['PATH']}",
        "HOME": str(tmp_path),
        "XDG_STATE_HOME": str(tmp_path),
        "XDG_DATA_HOME": str(tmp_path),
        "BROWSER": "true",  # the program of this name: nothing opens
    }
    folder = tmp_path
    if ASSIGNMENTS in document.parents:
        folder = shutil.copytree(document.parent, tmp_path / "assignment")
    for block in blocks(document.read_text("utf-8"), "console"):
        for command in commands(block):
            status, said = end_of(command, folder, environment)
            where = f"{name(document)}:{block.line}: {command}"
            assert status == (130 if serves(command) else 0), f"{where}\n{said}"
            assert "Traceback" not in said, where


def serves(command: str) -> bool:
    """Whether it goes on until Ctrl-C."""
    return command.startswith("dropfour web")


def end_of(command: str, folder: Path, environment: dict[str, str]) -> tuple[int, str]:
    """The exit status of a command, and all it said."""
    line = f"exec {command} --port 0" if serves(command) else f"set -o pipefail; {command}"
    with subprocess.Popen(
        ["bash", "-c", line],
        cwd=folder,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    ) as started:
        assert started.stdout is not None
        address = started.stdout.readline() if serves(command) else ""
        if serves(command):
            assert address.startswith("dropfour: http://127.0.0.1:"), address
            started.send_signal(signal.SIGINT)
        said, _ = started.communicate(timeout=SECONDS)
        return started.returncode, address + said


def test_make_has_what_newcomers_are_told_to_make() -> None:
    """As it would run: what is built is not built again here, and no page is opened."""
    for document in (ROOT / "README.md", ROOT / "docs" / "start.md"):
        shown = "".join(block.text for block in blocks(document.read_text("utf-8"), "sh"))
        targets = re.findall(r"^make (\w+)", shown, re.MULTILINE)
        assert "play" in targets
        for target in targets:
            ended = subprocess.run(
                ["make", "-n", target], cwd=ROOT, capture_output=True, text=True, timeout=SECONDS
            )
            assert ended.returncode == 0, ended.stderr


def test_every_agent_is_told_only_what_it_heeds() -> None:
    texts = [(name(document), document.read_text("utf-8")) for document in DOCUMENTS]
    texts.append(("dropfour play --help", play_parser().format_help()))
    agents = rf"\b(?:{'|'.join(agent_names())}):\w+=[\w./]+(?:,\w+=[\w./]+)*"
    found = [(place, agent) for place, text in texts for agent in re.findall(agents, text)]
    assert len(found) > 20
    for place, agent in found:
        assert parse_agent(agent.rstrip(".")).heeded(), place


def test_every_link_leads_somewhere() -> None:
    for document in DOCUMENTS:
        text = document.read_text("utf-8")
        for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)|<img src=\"([^\"]+)\"", text):
            place = document.parent / (target[0] or target[1])
            assert place.exists(), f"{name(document)}: {place}"


@pytest.mark.parametrize("document", with_blocks("python"), ids=name)
def test_python(document: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    namespace: dict[str, Any] = {"__name__": "document"}
    for block in blocks(document.read_text("utf-8"), "python"):
        if ">>>" not in block.text:
            # As many blank lines before it as there are in the document: errors name their line.
            source = "\n" * block.line + block.text
            exec(compile(source, str(document), "exec"), namespace)


def test_every_block_is_closed() -> None:
    for document in DOCUMENTS:
        fences = re.findall(r"^```", document.read_text("utf-8"), re.MULTILINE)
        assert len(fences) % 2 == 0, name(document)
