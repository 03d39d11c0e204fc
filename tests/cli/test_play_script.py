"""`dropfour play` without a terminal: scripts, pipes, matches of computers, and refusals."""

from __future__ import annotations

import re
import shlex
import subprocess
from pathlib import Path

import pytest

from dropfour._words import counted
from dropfour.game import Position
from dropfour.replay import replay
from dropfour.rules import Rules, Square
from dropfour.variants import load_rules
from tests.cli.terminal import PROGRAM, THINKER, environment, record_in, without_terminal


def test_without_a_terminal_two_computers_play_plain_text(tmp_path: Path) -> None:
    run = without_terminal(tmp_path)
    assert (run.returncode, run.stderr) == (0, "")
    assert "\x1b" not in run.stdout
    assert replay(record_in(run.stdout)).outcome is not None
    assert not list(tmp_path.rglob("*")), "a script leaves nothing behind"


def test_even_on_the_largest_board(tmp_path: Path) -> None:
    run = without_terminal(tmp_path, "--rows", "32", "--columns", "32", "--goal", "line:30")
    assert run.returncode == 0
    assert max(len(line) for line in run.stdout.splitlines() if line.startswith(" 1 |")) <= 80


def test_a_game_with_counted_efforts_and_a_seed_is_always_the_same(tmp_path: Path) -> None:
    player = f"{THINKER}:playouts=50"
    runs = [
        without_terminal(tmp_path, "--x", player, "--o", player, "--seed", "4") for _ in range(2)
    ]
    first, second = (record_in(run.stdout) for run in runs)
    assert first == second


def test_boards_from_the_command_line(tmp_path: Path) -> None:
    def rules(*arguments: str) -> object:
        run = without_terminal(tmp_path, "--x", "random", "--o", "random", *arguments)
        assert run.returncode == 0, run.stderr
        return replay(record_in(run.stdout)).rules

    irregular = ("--heights", "7 6 6 5 7 6 7 5 7", "--dead", "d3,G2")
    assert rules(*irregular) == load_rules("irregular")
    assert rules("--random", "forbidden", "--seed", "3") == load_rules("forbidden", seed=3)
    assert rules("--random", "--seed", "3") == load_rules("plain", seed=3)
    assert rules("forbidden", "--seed", "3") == load_rules("forbidden", seed=3)
    assert rules("forbidden") == load_rules("forbidden")
    more = rules("--random", "--seed", "3", "--blocked", "A1", "--goal", "square:2")
    drawn = load_rules("plain", seed=3)
    assert more == Rules.grid(
        rows=drawn.rows, columns=drawn.columns, blocked=["A1"], goal=Square(2)
    )
    moved = rules("forbidden", "--seed", "3", "--blocked", "D4")  # the seed is the players'
    assert moved == Rules.grid(rows=6, columns=7, blocked=["D4"])
    file = tmp_path / "mine.toml"
    file.write_text('extends = "square"\nrows = 5\n')
    assert rules(str(file)) == load_rules({"extends": "square", "rows": 5})
    board = ("--rows", "9", "--columns", "11", "--blocked", "C4", "--bonus", "E2")
    mixed = rules(*board, "--goal", "square:2", "--ending", "full")
    assert mixed == load_rules(
        {
            "rows": 9,
            "columns": 11,
            "blocked": ["C4"],
            "bonus": ["E2"],
            "goal": {"square": 2},
            "ending": "full",
        }
    )
    assert rules("max", "--rows", "4", "--goal", "square:2").goal == Square(2)  # type: ignore[attr-defined]


def test_a_person_may_be_a_pipe(tmp_path: Path) -> None:
    run = without_terminal(tmp_path, "--x", "human", "--o", "human", typed="D\nc\nd\nC\nd\nc\nD\n")
    assert run.returncode == 0
    assert "X (human) wins with a line of 4: D1 D2 D3 D4." in run.stdout
    assert record_in(run.stdout) == "classic; DCDCDCD"


def test_a_pipe_of_rubbish_ends_cleanly(tmp_path: Path) -> None:
    rubbish = b"\xff\xfe\x00\n" + b"z" * 1_000_000 + b"\n\x1b[A\nd"
    run = subprocess.run(
        [*PROGRAM, "--x", "human", "--o", "human"],
        input=rubbish,
        capture_output=True,
        env=environment(tmp_path),
        timeout=120,
        check=False,
    )
    assert (run.returncode, run.stderr) == (0, b"")
    assert b"dropfour play --resume" in run.stdout


def test_a_time_limit_is_only_added_where_there_is_no_limit(tmp_path: Path) -> None:
    board = ("--rows", "2", "--columns", "4")
    run = without_terminal(tmp_path, *board, "--x", "uct:playouts=20,seed=3", "--o", "uct:seed=3")
    assert "X  uct:playouts=20,seed=3\n" in run.stdout
    assert "O  uct:seed=3,seconds=0.1\n" in run.stdout


def test_several_games_are_listed_and_summed_up(tmp_path: Path) -> None:
    run = without_terminal(
        tmp_path, "--x", "random", "--o", f"{THINKER}:playouts=20", "--games", "4"
    )
    assert run.returncode == 0
    results = re.findall(
        r"^\d  (X has won|O has won|Draw), \d+ moves, ([XO]) began: [A-G]+$",
        run.stdout,
        re.MULTILINE,
    )
    assert [starter for _, starter in results] == ["X", "O", "X", "O"]
    for letter, name in (("X", "random"), ("O", f"{THINKER}:playouts=20")):
        won = sum(result == f"{letter} has won" for result, _ in results)
        assert f"  {letter} {name}: {won} won" in run.stdout


def test_several_random_boards_count_up_from_the_seed(tmp_path: Path) -> None:
    options = ("--x", "random", "--o", "random", "--seed", "3", "--games", "3")
    run = without_terminal(tmp_path, "--random", "forbidden", *options)
    assert run.returncode == 0
    boards = re.findall(r"^forbidden \(seed (\d)\): (\d+) columns, (\d+) rows", run.stdout, re.M)
    for seed, (shown, columns, rows) in zip((3, 4, 5), boards, strict=True):
        rules = load_rules("forbidden", seed=seed)
        assert (shown, columns, rows) == (str(seed), str(rules.columns), str(rules.rows))
    last = re.search(r"^3  .* X began: ([A-L]+)$", run.stdout, re.M)
    assert last and Position.from_moves(last[1], rules).outcome is not None


def test_people_get_several_random_boards_too(tmp_path: Path) -> None:
    people = ("--x", "human", "--o", "human", "--random", "--seed", "3", "--games", "2")
    run = without_terminal(tmp_path, *people, typed="a\nb\na\nb\na\nb\na\n" * 2)
    records = re.findall(r"^Record: (.*)$", run.stdout, re.M)
    assert [replay(record).rules.name for record in records] == ["plain (seed 3)", "plain (seed 4)"]


def test_points_are_summed_up_where_they_count(tmp_path: Path) -> None:
    run = without_terminal(
        tmp_path, "max", "--x", "random", "--o", "random", "--games", "2", "--first", "x"
    )
    results = re.findall(
        r"  (X has won|O has won|Draw), (\d+) to (\d+), 42 moves, X began", run.stdout
    )
    assert len(results) == 2
    points = sum(int(second if words == "O has won" else first) for words, first, second in results)
    won = run.stdout.count("X has won")
    assert f"X random: {won} won, {counted(points, 'point')}\n" in run.stdout


def test_a_reader_who_has_seen_enough_is_no_error(tmp_path: Path) -> None:
    program, status = " ".join(PROGRAM), "echo ${PIPESTATUS[0]}"
    run = subprocess.run(
        ["/bin/bash", "-c", f"{program} --x random --o random --games 500 | head -1; {status}"],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        env=environment(tmp_path),
        timeout=120,
        check=False,
    )
    assert run.stderr == ""
    assert run.stdout.startswith("classic")
    assert run.stdout.endswith("\n0\n")


@pytest.mark.parametrize(
    ("arguments", "fault"),
    [
        (["--rows", "x"], "--rows"),
        (["--rows", "0"], "--rows: '0' is not a whole number from 1 to 32"),
        (["--heights", "5 x"], "--heights: 'x' is not a whole number from 1 to 32"),
        (["--dead", "Z9"], "Z9"),
        (["--goal", "circle:3"], "--goal: 'circle:3'"),
        (["--goal", "line:"], "--goal"),
        (["--goal", "shape:?"], "goal"),
        (["--ending", "never"], "--ending"),
        (["--random", "classic"], "no random boards; these have: bonus, forbidden, plain"),
        (["--random", "--rows", "5"], "--rows: random boards of plain draw their own"),
        (["--random", "bonus", "--bonus", "A1"], "--bonus: random boards of bonus draw their own"),
        (["--random", "--seed", str(2**64 - 1), "--games", "2"], "must be 0 to"),
        (["--setup", "square"], "square: --setup asks for the board"),
        (["--setup", "--random"], "--random: --setup asks for the board"),
        (["--setup", "--rows", "5"], "--rows: --setup asks for the board"),
        (["--setup", "--first", "alternate"], "--first alternate: there is only one game"),
        (["--first", "alternate"], "--first alternate: there is only one game"),
        (["--seed", "3", "--x", "greedy", "--o", "perfect"], "--seed: nothing is left to chance"),
        (["--seed", "3", "--x", "human", "--o", "human"], "--seed: nothing is left to chance"),
        (["--seed", "3", "--x", "greedy", "--o", "uct:seed=4"], "--seed: nothing is left to"),
        (["--o", "alphabeta:playouts=500"], "alphabeta has no setting 'playouts', only nodes"),
        (["--o", "uct:depth=4"], "uct has no setting 'depth', only playouts"),
        (["--o", "greedy:seconds=1"], "greedy has no setting 'seconds', only opponent"),
        (["classic", "--random", "bonus"], "not both"),
        (["chess"], "no game is called 'chess'"),
        (["/nowhere.toml"], "cannot be read"),
        (["--x", "nobody"], "there is no player 'nobody'"),
        (["--x", "random:colour=blue"], "random has no setting 'colour'"),
        (["--x", "random:playouts=0"], "playouts must be a whole number from 1"),
        (["--x", "random:playouts"], "is no setting"),
        (["--x", "human:level=2"], "a human has no settings"),
        (["--games", "0"], "--games"),
        (["--seed", "-1"], "--seed"),
        (["--nonsense"], "--nonsense"),
        (["--resume", "classic"], "stays as it is"),
        (["--resume", "--dead", ""], "--dead: a game that goes on stays as it is"),
        (["--resume", "--random"], "--random: a game that goes on stays as it is"),
        (["--resume", "--first", "x"], "--first: a game that goes on stays as it is"),
        (["--resume", "--games", "2"], "--games: only one game can go on"),
        (["--resume", "--load", "game"], "either --resume or --load, not both"),
        (["--resume"], "no unfinished game"),
        (["--load", "/nowhere"], "'/nowhere' cannot be read"),
        (["--load", "/"], "is not a file"),
    ],
)
def test_what_makes_no_sense_is_refused_in_one_line(
    arguments: list[str], fault: str, tmp_path: Path
) -> None:
    run = without_terminal(tmp_path, *arguments)
    assert (run.returncode, run.stdout) == (2, "")
    assert fault in run.stderr
    assert run.stderr.count("\n") == 1


def test_help_shows_players_and_examples(tmp_path: Path) -> None:
    run = without_terminal(tmp_path, "--help")
    assert run.returncode == 0
    for words in ("--x uct --o montecarlo --games 10", "uct:seconds=1", "random"):
        assert words in run.stdout


def test_every_example_of_the_help_begins_a_game(tmp_path: Path) -> None:
    """Players the examples name may take their time: only that the options are read is tested."""
    helped = without_terminal(tmp_path, "--help").stdout
    examples = re.findall(r"^  dropfour play(.*?)(?:  .*)?$", helped, re.MULTILINE)
    assert len(examples) >= 7
    for example in examples:
        words = [
            "random" if before in ("--x", "--o") else word
            for before, word in zip(["", *shlex.split(example)], shlex.split(example), strict=False)
        ]
        run = without_terminal(tmp_path, *words, "--x", "random", "--o", "random")
        assert run.returncode == 0, example
