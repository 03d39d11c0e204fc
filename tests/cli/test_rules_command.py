"""`dropfour rules`: what it prints and how it ends."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

from dropfour import __version__
from dropfour.cli.main import COMMANDS, main
from dropfour.rules import Rules
from dropfour.variants import load_rules, preset_names


class Result(NamedTuple):
    status: int
    out: str
    err: str


class Shell:
    """The program, run inside this process."""

    def __init__(self, capture: pytest.CaptureFixture[str]) -> None:
        self._capture = capture

    def __call__(self, *arguments: str) -> Result:
        try:
            status = main(arguments)
        except SystemExit as ended:  # argparse ends by itself
            status = int(ended.code or 0)
        return Result(status, *self._capture.readouterr())


@pytest.fixture
def shell(capsys: pytest.CaptureFixture[str]) -> Shell:
    return Shell(capsys)


@pytest.fixture
def good(tmp_path: Path) -> Path:
    path = tmp_path / "good.toml"
    path.write_text('extends = "classic"\nrows = 5\n')
    return path


@pytest.fixture
def bad(tmp_path: Path) -> Path:
    path = tmp_path / "bad.toml"
    path.write_text('heights = [4, 0]\ndead = ["H9"]\n')
    return path


def test_list_names_every_preset(shell: Shell) -> None:
    status, out, err = shell("rules", "list")
    assert (status, err) == (0, "")
    assert [line.split()[0] for line in out.splitlines()] == list(preset_names())
    assert "classic    Connect Four: four in a line, 7 columns × 6 rows" in out.splitlines()


def test_list_for_programs(shell: Shell) -> None:
    entries = json.loads(shell("rules", "list", "--json").out)
    assert {entry["name"] for entry in entries if entry["random"]} == {
        "bonus",
        "forbidden",
        "plain",
    }


@pytest.mark.parametrize("name", preset_names())
def test_what_show_prints_is_a_rules_file(shell: Shell, tmp_path: Path, name: str) -> None:
    path = tmp_path / "again.toml"
    path.write_text(shell("rules", "show", name).out, encoding="utf-8")
    assert load_rules(path) == load_rules(name)


def test_show_says_what_the_game_is_like(shell: Shell, tmp_path: Path) -> None:
    out = shell("rules", "show", "irregular").out
    assert "# 56 cells to play, not symmetric; the goal is a line of 4" in out
    path = tmp_path / "small.toml"
    path.write_text("rows = 3\ncolumns = 3\n")
    out = shell("rules", "show", str(path)).out
    assert "# warning: a line of 4 fits nowhere on this board" in out


def test_show_for_programs(shell: Shell) -> None:
    shown = json.loads(shell("rules", "show", "forbidden", "--seed", "7", "--json").out)
    assert Rules.from_mapping(shown) == load_rules("forbidden", seed=7)


def test_check_of_a_sound_file(shell: Shell, good: Path) -> None:
    assert shell("rules", "check", str(good)) == (0, f"{good}: sound\n", "")


def test_check_reports_every_fault(shell: Shell, good: Path, bad: Path) -> None:
    status, out, err = shell("rules", "check", str(bad), str(good))
    assert (status, err) == (1, "")
    assert out.splitlines() == [
        f"{bad}: line 1: column 2: height 0, must be 1 to 32",
        f"{bad}: line 2: dead cell H9 is not on the board",
        f"{good}: sound",
    ]


def test_check_for_programs(shell: Shell, bad: Path) -> None:
    status, out, _ = shell("rules", "check", "--json", str(bad))
    assert status == 1
    assert json.loads(out)[0]["faults"][0] == "line 1: column 2: height 0, must be 1 to 32"


def test_a_syntax_error_is_a_fault(shell: Shell, bad: Path) -> None:
    bad.write_text("rows =\n")
    status, out, _ = shell("rules", "check", str(bad))
    assert status == 1
    assert out.startswith(f"{bad}: line 1, column 7: Invalid value")


def test_a_warning_is_no_fault(shell: Shell, good: Path) -> None:
    good.write_text("rows = 3\ncolumns = 3\n")
    status, out, _ = shell("rules", "check", str(good))
    assert status == 0
    assert f"{good}: warning: a line of 4 fits nowhere on this board\n" in out


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["rules", "show", "clasic"], "did you mean 'classic'?"),
        (["rules", "show", "classic", "--seed", "1"], "has no random boards"),
        (["rules", "show", "two\nlines"], "no game is called"),
        (["rules", "check", "none.toml"], "No such file"),
        (["dance"], "unknown command 'dance'"),
    ],
)
def test_errors_are_one_line_and_status_2(shell: Shell, arguments: list[str], words: str) -> None:
    status, out, err = shell(*arguments)
    assert (status, out) == (2, "")
    assert words in err
    assert err.startswith("dropfour: ")
    assert err.count("\n") == 1


@pytest.mark.parametrize("arguments", [[], ["rules"], ["rules", "show"], ["rules", "dance"]])
def test_wrong_usage(shell: Shell, arguments: list[str]) -> None:
    status, out, err = shell(*arguments)
    assert (status, out) == (2, "")
    assert err.startswith("usage: dropfour")


@pytest.mark.parametrize("arguments", [["--help"], ["rules", "--help"]])
def test_help(shell: Shell, arguments: list[str]) -> None:
    status, out, err = shell(*arguments)
    assert (status, err) == (0, "")
    assert out.startswith("usage: dropfour")


def test_help_names_every_command(shell: Shell) -> None:
    out = shell("--help").out
    for name, command in COMMANDS.items():
        assert f"  {name}" in out
        assert command.summary in out


def test_version(shell: Shell) -> None:
    assert shell("--version") == (0, f"dropfour {__version__}\n", "")


def test_an_ascii_terminal_and_a_closed_pipe() -> None:
    program = [sys.executable, "-m", "dropfour", "rules", "list"]
    environment = {"PYTHONIOENCODING": "ascii", "PYTHONPATH": ":".join(sys.path)}
    ended = subprocess.run(program, env=environment, capture_output=True, check=True)
    assert b"7 columns ? 6 rows" in ended.stdout
    closed = subprocess.run(
        ["sh", "-c", f"{' '.join(program)} | true; echo done"],
        env=environment | {"PATH": "/usr/bin:/bin"},
        capture_output=True,
        check=True,
    )
    assert (closed.stdout, closed.stderr) == (b"done\n", b"")
