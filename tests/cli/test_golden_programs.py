"""Golden transcripts of `dropfour move` and `maxconnect4`: what they print, the files they leave.

To regenerate after a deliberate change: `python -m tests.cli.test_golden_programs`.
"""

from __future__ import annotations

import os
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import pytest

from tests.cli.programs import EXAMPLE_BOARD, run

GOLDEN = Path(__file__).parents[1] / "golden" / "programs"

FRAMED = """\
|       |
|       |
|       |
|   X   |
|  OXO  |
| XOXOXO|
 0123456
To move: O
"""
EARLY = """\
6 7



   O
   XO
  XOX
X
"""
MAX_GAME = """\
0000000
0000000
0020000
0011000
0022100
0112210
2
"""
MAX_LAST = """\
0212121
1121212
2212121
1121212
2121212
1212121
1
"""
MAX_FULL = MAX_LAST.replace("0", "1").removesuffix("1\n") + "2\n"


class Step(NamedTuple):
    """One command: the program's arguments, and what it reads from standard input."""

    words: str
    stdin: str = ""


class Case(NamedTuple):
    files: dict[str, str]
    steps: tuple[Step, ...]


CASES = {
    "move": Case(
        {},
        (
            Step("dropfour move", EXAMPLE_BOARD),
            Step("dropfour move --simulations 1000 --table", EARLY),
            Step("dropfour move --simulations 1000 --seed 7 --table", FRAMED),
            Step("dropfour move", "6 7\n\n\nX\nXO\nXO\nXO\nO\n"),
            Step("dropfour move", "2 4\nXOXO\nXOXO\nX\n"),
            Step("dropfour move", "2 4\nX\n O\nX\n"),
            Step("dropfour move", "2 4\n\nXO\nZ\n"),
            Step("dropfour move", ""),
        ),
    ),
    "one-move": Case(
        {"in.txt": MAX_GAME, "last.txt": MAX_LAST, "full.txt": MAX_FULL, "bad.txt": "012\n"},
        (
            Step("maxconnect4 one-move in.txt out.txt 5"),
            Step("maxconnect4 one-move out.txt out.txt 4"),
            Step("maxconnect4 one-move last.txt done.txt 3"),
            Step("maxconnect4 one-move full.txt never.txt 3"),
            Step("maxconnect4 one-move bad.txt never.txt 3"),
            Step("maxconnect4 one-move none.txt never.txt 3"),
            Step("maxconnect4 one-move in.txt never.txt 0"),
            Step("maxconnect4"),
        ),
    ),
    "interactive": Case(
        {"in.txt": MAX_GAME, "last.txt": MAX_LAST},
        (
            Step("maxconnect4 interactive in.txt human-next 3", "8\nx\n\n4\n1\n"),
            Step("maxconnect4 interactive last.txt computer-next 3"),
            Step("maxconnect4 interactive last.txt human-next 3", "2\n1\n"),
            Step("maxconnect4 interactive none.txt computer-next 2", "4\n"),
            Step("maxconnect4 interactive in.txt maybe 2"),
        ),
    ),
}


def transcript(case: Case) -> str:
    """What happens when the case's commands are run one after the other in a folder."""
    parts: list[str] = []
    with TemporaryDirectory() as folder:
        back = Path.cwd()
        os.chdir(folder)
        try:
            for file, content in case.files.items():
                Path(file).write_text(content, encoding="ascii")
                parts.append(_section(f"{file}", content))
            before = _files()
            for step in case.steps:
                program, *arguments = step.words.split()
                status, out, err = run(program, *arguments, stdin=step.stdin)
                parts.append(f"$ {step.words}\n")
                parts += [_section("standard input", step.stdin)] if step.stdin else []
                parts += [_section("standard output", out)] if out else []
                parts += [_section("standard error", err)] if err else []
                after = _files()
                parts += [
                    _section(f"{file}, written", content)
                    for file, content in after.items()
                    if before.get(file) != content
                ]
                parts.append(f"exit status {status}\n\n")
                before = after
        finally:
            os.chdir(back)
    return "".join(parts)


def _files() -> dict[str, str]:
    return {path.name: path.read_text() for path in sorted(Path().iterdir())}


def _section(title: str, content: str) -> str:
    """Each line between bars: a board's blanks at the end of lines are part of it."""
    return f"--- {title}\n" + "".join(f"{line}|\n" for line in content.splitlines())


@pytest.mark.parametrize("name", CASES)
def test_transcript(name: str) -> None:
    assert transcript(CASES[name]) == (GOLDEN / f"{name}.txt").read_text(encoding="utf-8")


if __name__ == "__main__":
    GOLDEN.mkdir(parents=True, exist_ok=True)
    for name, case in CASES.items():
        (GOLDEN / f"{name}.txt").write_text(transcript(case), encoding="utf-8")
