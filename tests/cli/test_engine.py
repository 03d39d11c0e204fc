"""`dropfour engine`: the protocol of docs/engine-protocol.md, and the two examples."""

from __future__ import annotations

import io
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.peers import EngineProgram
from dropfour.agents import Agent, agent
from dropfour.cli.engine import Engine as Answering
from dropfour.cli.engine import serve
from dropfour.game import Position
from dropfour.notation import LONGEST_TEXT
from dropfour.variants import load_rules, preset_names
from tests.cli.programs import command, run

EXAMPLES = Path(__file__).parents[2] / "examples"


def talk(*lines: str, agent: str = "uct") -> list[str]:
    """The answers to lines that are sent all at once."""
    status, out, err = run(
        "dropfour", "engine", "--agent", agent, stdin="".join(line + "\n" for line in lines)
    )
    assert (status, err) == (0, "")
    return out.splitlines()


def pairs(answer: str) -> dict[str, str]:
    words = answer.split()
    assert words[0] == "bestmove"
    return dict(zip(words[2::2], words[3::2], strict=True))


class Engine:
    """A running engine, as a client sees it."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.process = process

    def send(self, line: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def read(self) -> str:
        assert self.process.stdout is not None
        return self.process.stdout.readline().rstrip("\n")

    def ask(self, line: str) -> str:
        self.send(line)
        return self.read()


@contextmanager
def engine(*program: str) -> Iterator[Engine]:
    program = program or tuple(command("dropfour", "engine", "--agent", "uct"))
    with subprocess.Popen(
        program, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        try:
            yield Engine(process)
        finally:
            process.kill()


def test_every_line_in_gets_one_line_out() -> None:
    answers = talk(
        "dropfour 1",
        "rules square",
        "position moves AB",
        "",
        "go playouts 100",
        "stop",
        "dance",
        "position -/- X",
        'rules {"rows": 2, "columns": 2}',
        "position -/- X",
        "position start",
        "quit",
        "never read",
    )
    assert answers[:3] == ["ready 1 dropfour uct", "ok", "ok"]
    assert answers[3].startswith("bestmove ")
    assert answers[4] == "error unknown command 'dance'"
    assert answers[5].startswith("error line 1, ")
    assert answers[6:] == ["ok", "ok", "ok"]


def test_the_answer_says_what_the_analysis_says() -> None:
    (_, answer) = talk("position moves DDC", "go playouts 300")
    analysis = agent("uct", playouts=300).analyse(Position.from_moves("DDC", load_rules("classic")))
    found = pairs(answer)
    assert answer.split()[1] == analysis.best.name
    assert float(found["value"]) == pytest.approx(analysis.value, abs=1e-4)
    assert int(found["playouts"]) == analysis.playouts
    columns = [column.split(":") for column in found["columns"].split(",")]
    assert [(c, int(v)) for c, _, v in columns] == [
        (c.name, c.visits) for c in analysis.columns.values()
    ]


def test_options_and_a_clock() -> None:
    answers = talk(
        "option playouts 40", "go", "option playouts", "option no_such 1", "option seed 1,depth=2",
        "go clock 0.05 increment 0.01", "go clock 1 seconds 0.001", "go increment x",
    )  # fmt: skip
    assert answers[0] == "ok"
    assert pairs(answers[1])["playouts"] == "40"
    assert answers[2] == "error expected 'option NAME VALUE'"
    assert "no setting 'no_such'" in answers[3]
    assert answers[4] == "error an option is one setting"
    assert all(answer.startswith("bestmove ") for answer in answers[5:7])
    assert answers[7].startswith("error ")


def test_what_is_proven_is_said() -> None:
    (_, answer) = talk("position moves AGAGAG", "go depth 4", agent="alphabeta")
    found = pairs(answer)
    assert answer.split()[1] == "A"
    assert (found["exact"], found["plies"], found["line"]) == ("1", "1", "A")


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("dropfour 2", "this is version 1 of the protocol, not '2'"),
        ("rules chess", "no game is called 'chess'"),
        ("rules", "no game is called"),
        ("rules /etc/passwd", "no game is called"),
        ("rules {", "line 1, column 2: rules: "),
        ('rules {"rows": 0, "columns": 99}', "rows: 0, must be 1 to 32; columns: 99"),
        ("rules classic seed 1", "no random boards"),
        ("rules forbidden seed", "expected 'rules NAME'"),
        ("rules forbidden seed -1", "is not a whole number"),
        ("position", "no position"),
        ("position moves DDDDDDD", "move 7: column D is full"),
        ("position X/X/X X", "the board has 7 columns"),
        ("go 5", "depth, seconds, clock, increment and a number, not '5'"),
        ("go playouts", "expected pairs"),
        ("go playouts 0", "'0' is not a whole number from 1"),
        ("go playouts 1e3", "'1e3' is not a whole number from 1"),
        ("go seconds nan", "'nan' is not a number over 0"),
        ("go depth " + "9" * 5000, "is not a whole number from 1"),
        ("go infinite 1", "expected pairs"),
        ("x" * LONGEST_TEXT * 3, "the line is longer than 65536 bytes"),
        ("\x00\x7f", "unknown command"),
        ("quit now", "unknown command 'quit'"),
        ("STOP", "unknown command 'STOP'"),
    ],
)
def test_what_is_wrong_is_said_and_changes_nothing(line: str, words: str) -> None:
    ok, error, move = talk("position moves AGAGAG", line, "go playouts 50")
    assert ok == "ok"
    assert error.startswith("error ")
    assert words in error
    assert move.startswith("bestmove A ")


def test_a_game_that_is_over() -> None:
    assert talk("position moves AGAGAGA", "go playouts 10")[1] == "error the game is over"


@pytest.mark.parametrize("name", preset_names())
def test_a_whole_game_of_every_preset(name: str) -> None:
    lines, position = [f"rules {name}"], Position(load_rules(name))
    for number in range(6):  # positions that random play reaches, then one search each
        lines += [f"position {position.to_text()}", "go playouts 30"]
        position = position.play(position.legal[number % len(position.legal)])
    answers = talk(*lines)
    assert answers[:2] == ["ok", "ok"]
    assert all(answer.startswith("bestmove ") for answer in answers[2::2])


def test_crlf_and_a_byte_order_mark() -> None:
    assert talk("\ufeffdropfour 1\r", "position start\r") == ["ready 1 dropfour uct", "ok"]


def test_stop_while_it_thinks() -> None:
    with engine() as e:
        assert e.ask("dropfour 1") == "ready 1 dropfour uct"
        for _ in range(3):
            e.send("go seconds 60")
            e.send("stop")
            assert float(pairs(e.read())["seconds"]) < 60  # so the stop ended it, not the limit
        for line in ("go seconds 60", "go seconds 60", "stop", "go playouts 50"):
            e.send(line)
        waited = [pairs(e.read()) for _ in range(3)]  # the second was stopped before it began
        assert all(float(found["seconds"]) < 60 for found in waited)
        assert waited[2]["playouts"] == "50"
        e.send("stop")  # nothing to stop, no answer
        assert e.ask("position start") == "ok"
        e.send("go seconds 60")
        e.send("quit")
        out, err = e.process.communicate(timeout=30)
        assert out.startswith("bestmove ")
        assert (e.process.returncode, err) == (0, "")


def test_lines_sent_while_it_thinks_wait_their_turn() -> None:
    with engine() as e:
        e.send("go seconds 0.3")
        e.send("position moves D")
        e.send("go playouts 20")
        assert e.read().startswith("bestmove ")
        assert e.read() == "ok"
        assert pairs(e.read())["playouts"] == "20"


def test_ctrl_c_ends_it_quietly() -> None:
    with engine() as e:
        assert e.ask("position start") == "ok"
        e.send("go seconds 60")
        time.sleep(0.1)
        e.process.send_signal(signal.SIGINT)
        _, err = e.process.communicate(timeout=30)
        assert (e.process.returncode, err) == (130, "")


def test_it_ends_when_nobody_reads_its_output() -> None:
    with engine() as e:
        assert e.ask("dropfour 1") == "ready 1 dropfour uct"
        assert e.process.stdout is not None
        e.process.stdout.close()
        e.send("dropfour 1")
        assert e.process.wait(timeout=30) == 0
        assert e.process.stderr is not None
        assert e.process.stderr.read() == ""


def test_a_full_disk() -> None:
    with open("/dev/full", "w") as full:  # noqa: PTH123
        ended = subprocess.run(
            command("dropfour", "engine"), input=b"dropfour 1\n", stdout=full, stderr=-1, timeout=60
        )
    assert ended.returncode == 2
    assert ended.stderr == b"dropfour: standard output cannot be written: No space left on device\n"


@pytest.mark.parametrize("name", [*preset_names(), "wide"])
def test_the_tiny_engine_plays_every_game_legally(name: str) -> None:
    table = {"rows": 3, "columns": 32, "blocked": ["AF1", "AA2"]}
    rules = load_rules(table if name == "wide" else name)
    position = Position(rules)
    with engine(sys.executable, str(EXAMPLES / "tiny_engine.py")) as e:
        assert e.ask("dropfour 1") == "ready 1 tiny"
        assert e.ask("rules " + json.dumps(rules.to_mapping())) == "ok"
        while position.outcome is None:
            assert e.ask(f"position {position.to_text()}") == "ok"
            position = position.play(e.ask("go playouts 10").split()[1])
        assert e.ask("dance").startswith("error ")
        e.send("stop")
        e.send("quit")
        assert e.process.wait(timeout=30) == 0


def test_the_benchmarks_play_programs() -> None:
    rules = load_rules("bonus")
    position = Position.from_moves("EEE", rules)  # a ban is due
    program = f"{sys.executable} {EXAMPLES / 'tiny_engine.py'}"
    with EngineProgram(program, rules, seconds=0.01) as engine:
        assert engine.choose(position) in position.legal
        with pytest.raises(RuntimeError, match="the engine answers 'dance'"):
            engine._ask("dance", "ok")


def test_the_sample_client_plays_a_game() -> None:
    ended = subprocess.run(
        [sys.executable, EXAMPLES / "engine_client.py", *command("dropfour", "engine")],
        capture_output=True,
        text=True,
        timeout=60,
        env={**os.environ, "PYTHONPATH": ":".join(sys.path)},
    )
    assert (ended.returncode, ended.stderr) == (0, "")
    lines = ended.stdout.splitlines()
    assert lines[0] == "ready 1 dropfour uct"
    moves, _, words = lines[-1].partition(": ")
    assert words == "error the game is over"
    assert Position.from_moves(moves, load_rules("classic")).outcome is not None


@pytest.mark.parametrize("example", ["engine_client.py", "tiny_engine.py"])
def test_the_examples_are_short_and_need_nothing(example: str) -> None:
    source = (EXAMPLES / example).read_text()
    code = source.split('"""')[2].strip().splitlines()
    assert len([line for line in code if line.strip()]) <= 20
    assert "dropfour" not in [line.split()[1] for line in code if line.startswith("import ")]


WORDS = ["dropfour", "rules", "position", "go", "moves", "start", "seed", "playouts", "seconds"]
WORDS += ["classic", "bonus", "{", "}", '{"rows":4,"columns":5}', '"rows"', ":", "[", "1", "-1"]
WORDS += ["X/-/-/XO/-/-/- O", "!", "DDE", "O!", "0.001", "1e400", "\ufffd", "²", "\t"]


@given(st.lists(st.sampled_from(WORDS) | st.text(max_size=5), max_size=8))
def test_no_line_breaks_it(words: list[str]) -> None:
    asked = Answering("test", lambda limits: agent("random"))
    for line in (" ".join(words), "".join(words)):
        answer = asked.answer(line)
        assert answer.split()[0] in ("ok", "error", "ready", "bestmove")
        assert len(answer.splitlines()) == 1
    assert asked.answer("position start") == "ok"


def test_a_fault_of_ours_is_an_answer_too() -> None:
    def broken(limits: dict[str, float]) -> Agent:
        raise RuntimeError("two\nlines")

    written: list[str] = []
    serve(Answering("test", broken), io.BytesIO(b"go\nposition start\nquit\n"), written.append)
    assert written == ["error internal fault: RuntimeError('two\\nlines')", "ok"]


def test_limits_of_go_replace_those_of_the_agent() -> None:
    answers = talk("go", "go playouts 30", agent="uct:playouts=20,threads=2")
    assert [pairs(answer)["playouts"] for answer in answers] == ["20", "30"]


@pytest.mark.parametrize(
    "agent, playouts", [("auto:level=3,book=false", 60), ("montecarlo:per_candidate=9", 63)]
)
def test_a_measure_of_its_own_stays_under_seconds(agent: str, playouts: int) -> None:
    answers = talk("go", "go seconds 60", "go playouts 30 seconds 60", agent=agent)
    work = [pairs(answer)["playouts"] for answer in answers]
    assert work == [str(playouts), str(playouts), "30"]


def test_an_option_replaces_what_the_command_line_said_and_is_one_it_heeds() -> None:
    lines = "option seed 4\ngo playouts 20\noption depth 3\n"
    told, answer, refused = run("dropfour", "engine", "--seed", "3", stdin=lines).out.splitlines()
    assert told == "ok"
    assert refused.startswith("error uct has no setting 'depth', only playouts")
    other = run("dropfour", "engine", "--seed", "4", stdin="go playouts 20\n").out
    assert pairs(answer) | {"seconds": ""} == pairs(other) | {"seconds": ""}
