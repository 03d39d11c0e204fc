"""`dropfour arena` from the command line."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from dropfour.cli.main import main
from tests.cli.programs import command

SMALL = """
rules = [{game = "square"}]
players = [{agent = "random"}, {agent = "greedy"}]
plan = {games = 4}
"""
ROOT = Path(__file__).parents[2]


@pytest.fixture
def small(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "small.toml").write_text(SMALL)
    return "small.toml"


def test_check_run_report_replay(
    small: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["arena", "check", small]) == 0
    assert "1 pairing × 1 board × 4 games = 4\n" in capsys.readouterr().out
    assert main(["arena", "report", small]) == 2
    assert "has the experiment been run?" in capsys.readouterr().err
    assert main(["arena", "run", small, "--workers", "1"]) == 0
    first = capsys.readouterr().out
    assert "4 games" in first
    assert "Report: small.html" in first
    assert (tmp_path / "small.html").stat().st_size > 10_000
    assert main(["arena", "run", small, "--workers", "1"]) == 0
    again = capsys.readouterr()
    assert again.out == first
    assert "4 games are there already" in again.err
    for form in ("--text", "--json", "--csv"):
        assert main(["arena", "report", small, form]) == 0
        assert "greedy" in capsys.readouterr().out
    assert main(["arena", "report", small, "--text", "--plots", "plots"]) == 0
    assert (tmp_path / "plots" / "small-elo.svg").read_text().startswith("<svg")
    assert main(["arena", "report", small, "--plots", "page plots"]) == 0
    assert (tmp_path / "page plots" / "small-elo.svg").read_text().startswith("<svg")
    capsys.readouterr()
    assert main(["arena", "report", small, "--text", "--plots", "small.toml"]) == 2
    assert "'small.toml' cannot be made: File exists" in capsys.readouterr().err
    assert main(["arena", "replay", small, "2"]) == 0
    out = capsys.readouterr().out
    assert "Game 2 on square" in out
    assert ", value +" in out  # greedy says what it thinks
    assert main(["arena", "replay", small, "99"]) == 2


def test_any_bytes_may_name_an_experiment(
    small: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = os.fsdecode(b"\xff.toml")
    try:
        Path(small).rename(file)
    except OSError:
        pytest.skip("files have names in UTF-8 here")
    assert main(["arena", "run", "--workers", "1", "--no-report", file]) == 0
    assert "4 games" in capsys.readouterr().out


def test_check_says_what_is_wrong(small: str, capsys: pytest.CaptureFixture[str]) -> None:
    Path(small).write_text(SMALL.replace("greedy", "greddy").replace("= 4", "= 3"))
    assert main(["arena", "check", small]) == 1
    out = capsys.readouterr().out
    assert "no agent 'greddy'" in out
    assert "must be even" in out
    for action in (["run", small], ["report", small], ["replay", small, "0"]):
        assert main(["arena", *action]) == 2
        assert capsys.readouterr().err.count("\n") == 1


def test_the_time_of_a_sequential_test_is_a_bound(
    small: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["arena", "check", small]) == 0
    assert "\ntime: about " in capsys.readouterr().out
    Path(small).write_text(SMALL.replace("games = 4", 'kind = "sequential", max_games = 2'))
    assert main(["arena", "check", small]) == 0
    assert "\ntime: at most about " in capsys.readouterr().out


def test_check_says_what_players_do_wrong(small: str, capsys: pytest.CaptureFixture[str]) -> None:
    Path(small).write_text(SMALL.replace('agent = "greedy"', 'name = "it", command = ["false"]'))
    assert main(["arena", "check", small]) == 0
    warning = "warning: it crashed (ended with status 1)\n"
    assert capsys.readouterr().out.count(warning) == 1


@pytest.mark.parametrize(
    "words", [["no-such-program"], ["./enigne"], [sys.executable, "enigne.py"]]
)
def test_a_misspelt_command_is_a_fault(
    words: list[str], small: str, capsys: pytest.CaptureFixture[str]
) -> None:
    players = f'players = [{{agent = "random"}}, {{name = "it", command = {words}}}]'
    Path(small).write_text(f'rules = [{{game = "square"}}]\n{players}\n')
    assert main(["arena", "check", small]) == 1
    fault = capsys.readouterr().out
    assert "player 'it': there is no " in fault
    assert main(["arena", "run", small, "--no-report"]) == 2
    assert fault.strip() in capsys.readouterr().err


def test_a_processor_for_each_worker_and_a_log(
    small: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    engine = [sys.executable, str(ROOT / "examples" / "tiny_engine.py")]
    players = f'players = [{{agent = "random"}}, {{name = "tiny", command = {engine}}}]'
    Path(small).write_text(f'rules = [{{game = "square"}}]\n{players}\n')
    arguments = ["--workers", "1", "--affinity", "--log", "said", "--no-report", "--quiet"]
    assert main(["arena", "run", small, *arguments]) == 0
    assert sorted(path.name for path in Path("said").iterdir()) == [
        "000000-O-tiny.log",
        "000001-X-tiny.log",
    ]
    assert main(["arena", "run", small, "--dask", "local:1", "--affinity"]) == 2
    assert "--affinity: the workers of --dask are not ours" in capsys.readouterr().err
    assert main(["arena", "run", small, "--log", small]) == 2
    assert "cannot be made" in capsys.readouterr().err


@pytest.mark.parametrize("action", [["check"], ["run"], ["report"], ["replay"]])
@pytest.mark.parametrize(
    ("content", "words"),
    [
        (None, "'no.toml' cannot be read: No such file or directory"),
        (b"rules = [", "no.toml: no TOML"),
        (b"\xff\xfe", "'no.toml': line 1, column 1: byte 0xff: this is not UTF-8 text"),
        (b"#" * 2_000_000, "'no.toml' is too large"),
    ],
)
def test_a_file_that_is_no_experiment(
    action: list[str],
    content: bytes | None,
    words: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    if content is not None:
        Path("no.toml").write_bytes(content)
    number = ["0"] if action == ["replay"] else []
    assert main(["arena", *action, "no.toml", *number]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith(f"dropfour: {words}")
    assert said.err.count("\n") == 1


@pytest.mark.parametrize(
    "arguments",
    ["run x.toml --workers 0", "run x.toml --workers many", "replay x.toml first",
     "check-player --seconds soon prog", "check-player --seconds 0 prog"],
)  # fmt: skip
def test_numbers_that_are_none(arguments: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["arena", *arguments.split()]) == 2
    said = capsys.readouterr().err
    assert "is not a" in said
    assert "invalid" not in said


def test_check_says_how_many_openings_are_played(
    small: str, capsys: pytest.CaptureFixture[str]
) -> None:
    openings = 'openings = {kind = "all", plies = 1}\n'
    for games, words in {
        "4": "square: 7, only the first 2 are played",
        "14": "square: 7, all are played",
        "20": "square: 7, they start over, 10 are played",
        '"all"': "1 board × 14 games = 14",
    }.items():
        Path(small).write_text(SMALL.replace("games = 4", f"games = {games}") + openings)
        assert main(["arena", "check", "--quick", small]) == 0
        assert words in capsys.readouterr().out


def test_check_and_run_say_what_would_be_repeats(
    small: str, capsys: pytest.CaptureFixture[str]
) -> None:
    Path(small).write_text(SMALL.replace('"random"', '"alphabeta:depth=1"').replace("4", "6000"))
    said = "5,998 of 6,000 games would be repeats: give openings or a seed"
    assert main(["arena", "check", "--quick", small]) == 0
    assert said in capsys.readouterr().out
    assert main(["arena", "run", "--no-report", "--workers", "1", small]) == 0
    shown = capsys.readouterr()
    assert said in shown.err
    assert "\n2 games\n" in shown.out


OURS = {
    "protocol": command("dropfour", "engine", "--agent", "greedy"),
    "standard-input": command("dropfour", "move", "--simulations", "20"),
    "one-move": command("maxconnect4"),
}


@pytest.mark.parametrize("talk", OURS)
def test_nothing_is_wrong_with_our_own_programs(
    talk: str, capsys: pytest.CaptureFixture[str]
) -> None:
    options = ["--talk", talk, "--seconds", "60"]
    status = main(["arena", "check-player", *options, "--", *OURS[talk]])
    out = capsys.readouterr().out
    assert "WRONG" not in out
    assert out.endswith("Nothing wrong.\n")
    assert status == 0


def test_check_player(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    assert main(["arena", "check-player", sys.executable, "examples/tiny_engine.py"]) == 0
    out = capsys.readouterr().out
    assert "Nothing wrong." in out
    assert "good  a game of bonus as second player" in out
    faulty = "tests/arena/faulty/rubbish_answer.py"
    assert main(["arena", "check-player", "--", sys.executable, faulty]) == 1
    out = capsys.readouterr().out
    assert "WRONG empty board: rubbish instead of a move" in out
