"""`maxconnect4`: Max-Connect4, file to file and in a terminal."""

from __future__ import annotations

import random
import signal
import subprocess
import time
from pathlib import Path

import pexpect
import pytest

from dropfour.agents import agent
from dropfour.classroom.max_connect4 import Game, format_game, minimax, read_game
from dropfour.game import Position
from dropfour.notation import format_max, parse_max
from dropfour.variants import load_rules
from tests.cli.programs import command, run

RULES = load_rules("max")
EMPTY = format_max(Position(RULES).setup, RULES)


@pytest.fixture(autouse=True)
def in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def read(name: str) -> Position:
    return Position.from_setup(parse_max(Path(name).read_text(), RULES), RULES)


def random_position(discs: int, *, seed: int) -> Position:
    rng, position = random.Random(seed), Position(RULES)
    for _ in range(discs):
        position = position.play(rng.choice(position.legal))
    return position


def write(position: Position, name: str = "in.txt") -> None:
    Path(name).write_text(format_max(position.setup, RULES))


def test_two_copies_play_each_other_to_a_full_board() -> None:
    """Each reads the other's file; the depths differ, so both colours are played by both."""
    position = Position(RULES)
    write(position, "a.txt")
    for number in range(RULES.playable):
        source, target, depth = (
            ("a.txt", "b.txt", "2") if number % 2 == 0 else ("b.txt", "a.txt", "3")
        )
        status, out, err = run("maxconnect4", "one-move", source, target, depth)
        assert (status, err) == (0, "")
        after = read(target)
        (column,) = (c for c in position.legal if position.play(c) == after)
        assert f"\nmove {number + 1}: Player {number % 2 + 1}, column {column + 1}\n" in out
        position = after
    assert position.outcome is not None
    first, second = position.scores
    assert f"Score: Player 1 = {first}, Player 2 = {second}\n" in out
    winner = {True: "Player 1 wins", False: "Player 2 wins"}[first > second]
    assert (winner if first != second else "A draw") in out.splitlines()[-1]


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("depth", [1, 2, 3])
def test_it_moves_as_plain_minimax_does(seed: int, depth: int) -> None:
    position = random_position(10 + 5 * seed, seed=seed)
    write(position)
    assert run("maxconnect4", "one-move", "in.txt", "out.txt", str(depth)).status == 0
    game = read_game("in.txt")
    column = minimax(game.board, game.turn, depth).decide()
    assert read("out.txt") == position.play(column)


def test_either_player_may_be_to_move_whatever_the_counts() -> None:
    board = read_game_of(EMPTY).board
    Path("in.txt").write_text(format_game(Game(board, 2)))
    status, out, _ = run("maxconnect4", "one-move", "in.txt", "out.txt", "1")
    assert status == 0
    assert "move 1: Player 2, column" in out
    assert read("out.txt").turn == 0


def read_game_of(text: str) -> Game:
    Path("some.txt").write_text(text)
    return read_game("some.txt")


@pytest.mark.parametrize("text", ["\n\n", "\r\n", ""])
def test_line_ends_that_are_read(text: str) -> None:
    content = EMPTY.rstrip() + text
    if "\r" in text:
        content = content.replace("\r\n", "\n").replace("\n", "\r\n")
    Path("in.txt").write_bytes(b"\xef\xbb\xbf" + content.encode())
    assert run("maxconnect4", "one-move", "in.txt", "out.txt", "1").status == 0
    assert b"\r" not in Path("out.txt").read_bytes()


def test_input_and_output_may_be_the_same_file() -> None:
    write(Position(RULES))
    assert run("maxconnect4", "one-move", "in.txt", "in.txt", "1").status == 0
    assert len(read("in.txt").setup.filled) == 1


def test_a_link_stays_a_link_and_a_mode_a_mode() -> None:
    write(Position(RULES))
    Path("real.txt").touch(mode=0o640)
    Path("link.txt").symlink_to("real.txt")
    assert run("maxconnect4", "one-move", "in.txt", "link.txt", "1").status == 0
    assert Path("link.txt").is_symlink()
    assert Path("real.txt").stat().st_mode & 0o777 == 0o640
    assert len(read("real.txt").setup.filled) == 1
    assert sorted(p.name for p in Path().iterdir()) == ["in.txt", "link.txt", "real.txt"]


def test_a_full_board_leaves_the_output_alone() -> None:
    write(random_position(RULES.playable, seed=1))
    Path("out.txt").write_text("mine")
    status, out, err = run("maxconnect4", "one-move", "in.txt", "out.txt", "3")
    assert (status, err) == (0, "")
    assert "BOARD FULL\nGame over. " in out
    assert Path("out.txt").read_text() == "mine"


def test_settings_come_last_and_change_nothing_before_them() -> None:
    write(random_position(12, seed=3))
    plain = run("maxconnect4", "one-move", "in.txt", "out.txt", "2")
    for settings in (["--agent", "alphabeta"], ["--seconds", "60"], ["--agent=alphabeta"]):
        assert run("maxconnect4", "one-move", "in.txt", "out.txt", "2", *settings) == plain
    other = run("maxconnect4", "one-move", "in.txt", "out.txt", "2", "--agent", "random")
    assert other.status == 0


def test_names_that_look_like_options() -> None:
    write(Position(RULES), "--agent")
    assert run("maxconnect4", "one-move", "--agent", "-h", "1").status == 0
    assert len(read("-h").setup.filled) == 1


@pytest.mark.parametrize("mode", ["computer-next", "human-next"])
@pytest.mark.parametrize("turn", [0, 1])
def test_the_computers_colour_follows_from_file_and_mode(mode: str, turn: int) -> None:
    write(random_position(turn, seed=1))
    status, out, err = run("maxconnect4", "interactive", "in.txt", mode, "1", stdin="1\n")
    assert (status, err) == (0, "")
    human = turn if mode == "human-next" else 1 - turn
    assert f"Player {human + 1}, your column (1-7): " in out
    assert read("human.txt").turn == 1 - human
    assert read("computer.txt").turn == human


def test_the_end_of_input_ends_the_session() -> None:
    status, out, err = run("maxconnect4", "interactive", "none.txt", "human-next", "1")
    assert (status, err) == (0, "")
    assert out.endswith("The input has ended before the game.\n")
    assert not list(Path().iterdir())


def test_a_whole_game_in_a_terminal() -> None:
    """The human answers wrongly, too; each answer is checked against what the program shows."""
    program, *arguments = command("maxconnect4", "interactive", "none", "human-next", "2")
    child = pexpect.spawn(program, arguments, encoding="utf-8", timeout=60)
    position, computer, rng = (
        Position(RULES),
        agent("alphabeta", depth=2, evaluation="none"),
        random.Random(5),
    )
    for wrong in ("8", "0", "", "x", "-1", "1.5", "²", "9" * 200):
        child.expect_exact("Player 1, your column (1-7): ")
        child.sendline(wrong)
        child.expect_exact("is no column: type a number from 1 to 7.")
    while position.outcome is None:
        full = [c for c in range(RULES.columns) if c not in position.legal]
        if full:
            child.expect_exact("your column (1-7): ")
            child.sendline(str(full[0] + 1))
            child.expect_exact(f"Column {full[0] + 1} is full.")
        column = rng.choice(position.legal)
        child.expect_exact("your column (1-7): ")
        child.sendline(str(column + 1))
        child.expect_exact(f"Player 1, column {column + 1}\r\n")
        position = position.play(column)
        answer = computer.choose(position)
        child.expect_exact(f"Player 2, column {answer + 1}\r\n")
        position = position.play(answer)
        first, second = position.scores
        child.expect_exact(f"Score: Player 1 = {first}, Player 2 = {second}\r\n")
    child.expect_exact("BOARD FULL\r\nGame over. ")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0
    assert read("computer.txt") == position
    assert read("human.txt") == position.undo()


def test_ctrl_c_at_the_prompt() -> None:
    program, *arguments = command("maxconnect4", "interactive", "none", "human-next", "2")
    child = pexpect.spawn(program, arguments, encoding="utf-8", timeout=60)
    child.expect_exact("your column (1-7): ")
    child.sendintr()
    child.expect(pexpect.EOF)
    child.close()
    assert "Traceback" not in child.before
    assert child.exitstatus == 130


def test_ctrl_c_while_it_thinks_leaves_the_output_alone() -> None:
    write(Position(RULES))
    Path("out.txt").write_text("mine")
    with subprocess.Popen(
        command("maxconnect4", "one-move", "in.txt", "out.txt", "42"),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdout is not None
        while not process.stdout.readline().startswith(b"Score"):
            pass
        time.sleep(0.2)
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (130, b"")
    assert Path("out.txt").read_text() == "mine"
    assert sorted(p.name for p in Path().iterdir()) == ["in.txt", "out.txt"]


@pytest.mark.parametrize("agent", ["alphabeta:depth=2", "uct:seconds=1", "nobody"])
def test_an_agent_that_contradicts_the_arguments_is_wrong_usage(agent: str) -> None:
    found = run(
        "maxconnect4", "one-move", "in.txt", "out.txt", "3", "--agent", agent, "--seconds", "1"
    )
    assert (found.status, found.out) == (2, "")
    assert "usage: maxconnect4" in found.err


def test_depth_is_for_those_who_have_one() -> None:
    write(Position(RULES))
    found = run("maxconnect4", "one-move", "in.txt", "out.txt", "3", "--agent", "auto:level=1")
    assert (found.status, found.err) == (0, "")


@pytest.mark.parametrize(
    "arguments", [(), ("one-move", "/nowhere", "out", "3"), ("interactive", "/nowhere", "x", "3")]
)
def test_it_is_a_command_of_dropfour_too(arguments: tuple[str, ...]) -> None:
    assert run("dropfour", "maxconnect4", *arguments) == run("maxconnect4", *arguments)
