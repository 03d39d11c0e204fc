"""Every program and every kind of bad input: one line, the documented status, nothing lost."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from dropfour.cli.main import COMMANDS
from tests.cli.programs import EXAMPLE_BOARD, Result, command, run

HUGE = 100_000_000
EMPTY_MAX = "0000000\n" * 6 + "1\n"


class Reader(NamedTuple):
    """A program that reads a file or standard input, and how it refuses one."""

    program: str
    arguments: tuple[str, ...]  # FILE stands for the input; without it, standard input
    status: int

    def __call__(self, path: Path) -> Result:
        arguments = [a.replace("FILE", str(path)) for a in self.arguments]
        if "FILE" in self.arguments:
            return run(self.program, *arguments)
        return run(self.program, *arguments, stdin=path.read_bytes())


READERS = {
    "move": Reader("dropfour", ("move", "--agent", "random"), 2),
    "analyse -": Reader("dropfour", ("analyse", "-", "--agent", "random"), 2),
    "analyse FILE": Reader("dropfour", ("analyse", "FILE", "--agent", "random"), 2),
    "one-move": Reader("maxconnect4", ("one-move", "FILE", "out.txt", "1"), 1),
    "interactive": Reader("maxconnect4", ("interactive", "FILE", "computer-next", "1"), 1),
}
if "solve" in COMMANDS:
    READERS["solve FILE"] = Reader("dropfour", ("solve", "FILE"), 2)

GRIDS = {
    "rows and header disagree": "6 7\n       \nX\n",
    "wide row": "2 2\n   \n  \nX\n",
    "floating disc": "2 2\nX \n  \nX\n",
    "unknown character": "2 2\n  \nX?\nX\n",
    "unknown player": "2 2\n  \nX \nZ\n",
    "no player": "2 2\n  \nX \n",
    "huge header": "999999999999999999999999 7\nX\n",
    "header of many digits": "9" * 50_000 + " 7\nX\n",
    "large header": "1000000 1000000\nX\n",
    "negative header": "-6 7\nX\n",
    "both have won": "1 8\nXXXXOOOO\nX\n",
    "more after the end": "1 4\nX\nX\nX\n",
}
MAX_FILES = {
    "short row": "000000\n" + EMPTY_MAX[8:],
    "row too few": EMPTY_MAX[8:],
    "row too many": "0000000\n" + EMPTY_MAX,
    "floating disc": "1000000\n" + EMPTY_MAX[8:],
    "unknown character": "000000x\n" + EMPTY_MAX[8:],
    "unknown player": EMPTY_MAX[:-2] + "3\n",
    "no player": EMPTY_MAX[:-2],
    "more after the end": EMPTY_MAX + "1\n",
}
ANYTHING = {
    "empty": b"",
    "blank": b"\n \n\t\n",
    "binary": bytes(range(256)) * 20,
    "nul": b"\0" * 5000,
    "utf-16": EXAMPLE_BOARD.encode("utf-16"),
    "latin-1": "6 7\nä\n".encode("latin-1"),
    "only a byte order mark": b"\xef\xbb\xbf",
    "too long": b"0" * 70_000,
    "words": "Hello, wörld".encode(),
}


def assert_refused(result: Result, reader: Reader) -> None:
    assert result.status == reader.status
    assert result.out == ""
    assert re.fullmatch(rf"{reader.program}: [^\n]*\n", result.err)


@pytest.fixture(autouse=True)
def in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "out.txt").write_text("mine")


@pytest.fixture
def refused(tmp_path: Path) -> Callable[[str, bytes], str]:
    """Gives an input to a program, sees it refused without a trace, and returns the line."""

    def check(reader: str, content: bytes) -> str:
        path = tmp_path / "in.txt"
        path.write_bytes(content)
        result = READERS[reader](path)
        assert_refused(result, READERS[reader])
        assert (tmp_path / "out.txt").read_text() == "mine"
        assert sorted(p.name for p in tmp_path.iterdir()) == ["in.txt", "out.txt"]
        return result.err

    return check


@pytest.mark.parametrize("content", ANYTHING)
@pytest.mark.parametrize("reader", READERS)
def test_what_is_no_board_at_all(
    reader: str, content: str, refused: Callable[[str, bytes], str]
) -> None:
    line = refused(reader, ANYTHING[content])
    source = "in.txt" if "FILE" in READERS[reader].arguments else "standard input"
    assert source in line


@pytest.mark.parametrize("content", GRIDS)
@pytest.mark.parametrize("reader", ["move", "analyse -"])
def test_grids(reader: str, content: str, refused: Callable[[str, bytes], str]) -> None:
    assert re.search(r"line \d+, column \d+: ", refused(reader, GRIDS[content].encode()))
    refused(reader, GRIDS[content].replace("\n", "\r\n").encode("utf-8-sig"))


@pytest.mark.parametrize("content", MAX_FILES)
@pytest.mark.parametrize("reader", ["one-move", "interactive", "analyse FILE"])
def test_max_files(reader: str, content: str, refused: Callable[[str, bytes], str]) -> None:
    assert re.search(r"line \d+, column \d+: ", refused(reader, MAX_FILES[content].encode()))


@pytest.mark.parametrize("reader", [name for name in READERS if "FILE" in READERS[name].arguments])
@pytest.mark.parametrize("path", ["none.txt", "no/none.txt", "/", "/proc/self/mem", "a\0b"])
def test_files_that_cannot_be_read(reader: str, path: str) -> None:
    if reader == "interactive" and "none" in path:
        pytest.skip("a missing file is the empty board")
    assert_refused(READERS[reader](Path(path)), READERS[reader])


def test_an_unreadable_file(tmp_path: Path) -> None:
    path = tmp_path / "in.txt"
    path.write_text(EMPTY_MAX)
    path.chmod(0)
    if os.access(path, os.R_OK):
        pytest.skip("root reads everything")
    for name in ("one-move", "interactive", "analyse FILE"):
        assert_refused(READERS[name](path), READERS[name])


@pytest.mark.parametrize(
    "depth", ["0", "-1", "-0", "x", "1.5", "", " ", "²", "1e3", "0x5", "+", "--agent", "00"]
)
@pytest.mark.parametrize("mode", ["one-move", "interactive"])
def test_depths(mode: str, depth: str) -> None:
    target = "out.txt" if mode == "one-move" else "computer-next"
    status, out, err = run("maxconnect4", mode, "in.txt", target, depth)
    assert (status, out) == (2, "")
    assert err.startswith("usage: maxconnect4 interactive INPUT")
    assert err.endswith(f"DEPTH is a whole number of at least 1, not {depth!r}\n")
    assert Path("out.txt").read_text() == "mine"


@pytest.mark.parametrize(
    "arguments",
    [
        "",
        "dance in.txt out.txt 1",
        "one-move",
        "one-move in.txt out.txt",
        "interactive in.txt someone-next 1",
        "one-move in.txt out.txt 1 2",
        "one-move in.txt out.txt 1 --depth 3",
        "one-move in.txt out.txt 1 --agent",
        "one-move in.txt out.txt 1 --agent nobody",
        "one-move in.txt out.txt 1 --seconds 0",
        "one-move in.txt out.txt 1 --seconds inf",
    ],
)
def test_wrong_usage_of_maxconnect4(arguments: str) -> None:
    status, out, err = run("maxconnect4", *arguments.split())
    assert (status, out) == (2, "")
    assert err.startswith("usage: maxconnect4 ")
    assert len(err.splitlines()) == 3
    assert err.splitlines()[2].startswith("maxconnect4: ")


@pytest.mark.parametrize(
    "program", ["play {}", "play --random {}", "analyse D --rules {}", "engine --rules {}",
                "rules show {}"],
)  # fmt: skip
def test_a_rules_file_with_faults_is_named(program: str, tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text("heights = [0, 3]\ndedd = ['A1']\n")
    status, out, err = run("dropfour", *program.format(file).split())
    assert (status, out) == (2, "")
    assert err.startswith(f"dropfour: '{file}': ")
    assert "column 1: height 0, must be 1 to 32" in err
    assert "did you mean 'dead'?" in err
    assert err.count("\n") == 1


def test_a_file_that_is_no_rules_file_by_its_name(tmp_path: Path) -> None:
    (tmp_path / "huge.txt").touch()
    for program in ("play huge.txt", "analyse D --rules huge.txt", "rules show huge.txt"):
        assert run("dropfour", *program.split()) == (
            2, "", "dropfour: 'huge.txt': a rules file ends in .toml\n",
        )  # fmt: skip
    status, _, err = run("dropfour", "play", "./huge.txt")
    assert status == 2
    assert err.startswith("dropfour: 'huge.txt': ")
    assert ".toml" not in err


def test_a_depth_beyond_every_game_is_a_depth(tmp_path: Path) -> None:
    full = "1212121\n" * 3 + "2121212\n" * 3 + "1\n"
    (tmp_path / "in.txt").write_text(full)
    for depth in ("42", "43", "999999999999999999", "9" * 10_000, "007"):
        assert run("maxconnect4", "one-move", "in.txt", "out.txt", depth).status == 0


@pytest.mark.parametrize("program", ["move", "analyse A", "engine"])
@pytest.mark.parametrize(
    "settings",
    [
        "--seconds 0",
        "--seconds -1",
        "--seconds nan",
        "--simulations 0",
        "--simulations 1e3",
        "--playouts 99999999999999999999",
        "--seed -1",
        "--seed 18446744073709551616",
        "--threads 0",
        "--threads 100000",
        "--agent nobody",
        "--agent",
        "--frobnicate",
    ],
)
def test_settings(program: str, settings: str) -> None:
    status, out, err = run("dropfour", *program.split(), *settings.split(), stdin=EXAMPLE_BOARD)
    assert (status, out) == (2, "")
    assert err.startswith(f"usage: dropfour {program.split()[0]}")
    assert "error: " in err.splitlines()[-1]


@pytest.mark.parametrize("target", ["/no/where", "/", "folder", "/dev/full", "x" * 300, "a\0b", ""])
def test_outputs_that_cannot_be_written(target: str, tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "in.txt").write_text(EMPTY_MAX)
    before = sorted(tmp_path.iterdir())
    status, _, err = run("maxconnect4", "one-move", "in.txt", target, "1")
    assert status == 1
    assert re.fullmatch(r"maxconnect4: '[^\n]* cannot be written: [^\n]*\n", err)
    status, out, err = run("dropfour", "analyse", "A", "--agent", "random", "--svg", target)
    assert (status, out) == (2, "")
    assert re.fullmatch(r"dropfour: '[^\n]* cannot be written: [^\n]*\n", err)
    assert sorted(tmp_path.iterdir()) == before


def test_a_disk_that_fills_up_while_writing(tmp_path: Path) -> None:
    """A limit on the size of files stands in for the disk: the old file stays, nothing is left."""
    (tmp_path / "in.txt").write_text(EMPTY_MAX)
    script = f"trap '' XFSZ; ulimit -f 0; exec {shlex.join(one_move('in.txt', 'out.txt'))}"
    ended = shell(script)
    assert ended.returncode == 1
    assert ended.stderr == "maxconnect4: 'out.txt' cannot be written: File too large\n"
    assert (tmp_path / "out.txt").read_text() == "mine"
    assert sorted(p.name for p in tmp_path.iterdir()) == ["in.txt", "out.txt"]


def one_move(source: str, target: str) -> list[str]:
    return command("maxconnect4", "one-move", source, target, "1")


def shell(script: str) -> subprocess.CompletedProcess[str]:
    buffered = {name: v for name, v in os.environ.items() if name != "PYTHONUNBUFFERED"}
    return subprocess.run(
        ["bash", "-c", script],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=60,
        env=buffered,
    )


@pytest.fixture
def inputs(tmp_path: Path) -> None:
    (tmp_path / "in.txt").write_text(EMPTY_MAX)
    (tmp_path / "board.txt").write_text(EXAMPLE_BOARD)


PRINTERS = {
    "move": shlex.join(command("dropfour", "move", "--agent", "random")) + " <board.txt",
    "analyse": shlex.join(command("dropfour", "analyse", "DD", "--agent", "random")),
    "one-move": shlex.join(one_move("in.txt", "new.txt")),
    "interactive": shlex.join(command("maxconnect4", "interactive", "in.txt", "human-next", "1")),
    "help": shlex.join(command("dropfour", "move", "--help")),
}


@pytest.mark.usefixtures("inputs")
@pytest.mark.parametrize("printer", PRINTERS)
def test_nobody_reads_the_output(printer: str, tmp_path: Path) -> None:
    ended = shell(f"set -o pipefail; {PRINTERS[printer]} | true; echo $?")
    assert (ended.stdout, ended.stderr) == ("0\n", "")
    if printer == "one-move":  # the move is made all the same
        assert (tmp_path / "new.txt").exists()


@pytest.mark.usefixtures("inputs")
@pytest.mark.parametrize("printer", PRINTERS)
def test_the_output_goes_to_a_full_disk(printer: str) -> None:
    ended = shell(f"{PRINTERS[printer]} >/dev/full")
    assert ended.returncode in (1, 2)
    program = "maxconnect4" if "maxconnect4" in PRINTERS[printer] else "dropfour"
    fault = "standard output cannot be written: No space left on device"
    assert ended.stderr == f"{program}: {fault}\n"


@pytest.mark.usefixtures("inputs")
@pytest.mark.parametrize("printer", PRINTERS)
def test_the_output_is_closed(printer: str) -> None:
    ended = shell(f"{PRINTERS[printer]} >&-")
    assert ended.returncode in (1, 2)
    assert ended.stderr.endswith(": standard output is closed\n")
    assert ended.stderr.count("\n") == 1


def test_the_input_or_the_errors_are_closed() -> None:
    closed = "dropfour: standard input is closed\n"
    for words in (["move"], ["analyse", "-"], ["engine"]):
        ended = shell(f"{shlex.join(command('dropfour', *words))} <&-")
        assert (ended.returncode, ended.stdout, ended.stderr) == (2, "", closed)
    ended = shell(f"{shlex.join(command('dropfour', 'move'))} </dev/null 2>&-")
    assert (ended.returncode, ended.stdout) == (2, "")


MEASURED = """
import resource, subprocess, sys
status = subprocess.run(sys.argv[1:]).returncode
print(status, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
"""


@pytest.mark.parametrize("reader", ["move", "analyse -", "engine", "one-move"])
def test_a_hundred_megabytes_of_digits(reader: str) -> None:
    """Refused after a look at the beginning; the memory used is that of the program itself."""
    program = {
        "one-move": one_move("/dev/stdin", "out.txt"),
        "engine": command("dropfour", "engine"),
    }.get(reader) or command("dropfour", *reader.split())
    measured = shlex.join([sys.executable, "-c", MEASURED, *program])
    ended = shell(f"head -c {HUGE} /dev/zero | tr '\\0' 1 | {measured}")
    *answer, numbers = ended.stdout.splitlines()
    status, memory = map(int, numbers.split())
    if sys.platform == "linux":  # elsewhere it counts in other units
        assert memory < 100_000
    if reader == "engine":  # which answers the line, and ends at the end of its input
        assert (status, ended.stderr) == (0, "")
        assert answer == ["error the line is longer than 65536 bytes"]
        return
    assert (status, answer) == (1 if reader == "one-move" else 2, [])
    assert ended.stderr.count("\n") == 1
    assert "too large: more than 1048576 bytes" in ended.stderr
