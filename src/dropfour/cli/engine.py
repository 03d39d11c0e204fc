"""`dropfour engine`: an agent that answers lines, as docs/engine-protocol.md says.

The main thread reads; a worker answers in order, so that `stop` is seen while the worker thinks.
"""

from __future__ import annotations

import argparse
import os
import queue
import sys
import threading
from collections.abc import Callable, Sequence
from itertools import zip_longest
from typing import BinaryIO

from dropfour._settings import LIMITS, SECONDS, AnySetting, Number
from dropfour._validation import shown
from dropfour.agents import Agent, AgentSpec, Control, parse_agent
from dropfour.agents.clock import think_seconds
from dropfour.cells import column_name
from dropfour.cli.analysis_text import line_names
from dropfour.cli.exit_status import STATUS_INTERRUPTED, STATUS_REFUSED, complain
from dropfour.cli.options import add_agent_options, agent_from, reader, seed_number
from dropfour.errors import DropfourError
from dropfour.files import read_lines
from dropfour.game import Position
from dropfour.notation import LONGEST_TEXT
from dropfour.replay import rules_of
from dropfour.rules import Rules
from dropfour.variants import load_rules, preset

PROTOCOL = 1
_CLOCK: dict[str, AnySetting] = {
    "clock": Number("Seconds left for all its moves.", None, "clock", over=True),
    "increment": Number("Seconds that come back with each move.", None, "increment"),
}
_WAITING = 64  # lines read ahead of the answers; the sender of more has to wait

MakeAgent = Callable[[dict[str, float]], Agent]


class Engine:
    """The game, the position and the agent: one answer to every line.

    >>> from dropfour.agents import agent
    >>> engine = Engine("demo", lambda limits: agent("random", seed=1))
    >>> engine.answer("dropfour 1"), engine.answer("position moves DDC"), engine.answer("dance")
    ('ready 1 demo', 'ok', "error unknown command 'dance'")
    """

    def __init__(
        self,
        name: str,
        make_agent: MakeAgent,
        rules: Rules | None = None,
        *,
        tell: Callable[[str, str], None] | None = None,
    ) -> None:
        self._name = name
        self._make_agent, self._tell = make_agent, tell
        self._rules = rules if rules is not None else load_rules("classic")
        self._position = Position(self._rules)

    def answer(self, line: str, control: Control | None = None) -> str:
        """The answer to one line; whatever is wrong with the line, `error` and nothing changed.

        `control` ends the search that the line may ask for.
        """
        if len(line) > LONGEST_TEXT:
            return f"error the line is longer than {LONGEST_TEXT} bytes"
        word, _, rest = line.strip().partition(" ")
        commands: dict[str, Callable[[str], str]] = {
            "dropfour": self._greet,
            "rules": self._set_rules,
            "position": self._set_position,
            "option": self._set_option,
            "go": lambda limits: self._go(limits, control),
        }
        if word not in commands:
            return f"error unknown command {shown(word)}"
        try:
            return commands[word](rest.strip())
        except (DropfourError, argparse.ArgumentTypeError) as error:
            return f"error {' '.join(str(error).split())}"

    def _greet(self, version: str) -> str:
        if version != str(PROTOCOL):
            raise DropfourError(f"this is version {PROTOCOL} of the protocol, not {shown(version)}")
        return f"ready {PROTOCOL} {self._name}"

    def _set_rules(self, text: str) -> str:
        self._rules = _rules(text)
        self._position = Position(self._rules)
        return "ok"

    def _set_position(self, text: str) -> str:
        word, _, rest = text.partition(" ")
        if word == "moves":
            self._position = Position.from_moves(rest, self._rules)
        elif text == "start":
            self._position = Position(self._rules)
        else:
            self._position = Position.from_text(text, self._rules)
        return "ok"

    def _set_option(self, text: str) -> str:
        name, _, value = text.partition(" ")
        if self._tell is None or not value:
            raise DropfourError("expected 'option NAME VALUE'" if not value else "has no options")
        self._tell(name, value.strip())
        return "ok"

    def _go(self, text: str, control: Control | None) -> str:
        agent = self._make_agent(_limits(text.split(), self._position))
        analysis = agent.analyse(self._position, control=control)
        pairs: list[tuple[str, object]] = [("value", _number(analysis.value))]
        if (exact := analysis.exact) is not None:
            pairs.append(("exact", exact.value))
            pairs += [("plies", exact.plies)] if exact.plies is not None else []
            pairs += [("margin", exact.margin)] if exact.margin is not None else []
        pairs += [
            ("playouts", analysis.playouts),
            ("nodes", analysis.nodes),
            ("depth", analysis.depth),
            ("seconds", f"{analysis.seconds:.3f}"),
        ]
        if line := line_names(self._position, analysis.line):
            pairs.append(("line", ",".join(line)))
        columns = (f"{c.name}:{_number(c.value)}:{c.visits}" for c in analysis.columns.values())
        pairs.append(("columns", ",".join(columns)))
        words = " ".join(f"{name} {value}" for name, value in pairs)
        return f"bestmove {column_name(analysis.move)} {words}"


def main(arguments: Sequence[str]) -> int:
    """Answer the lines of standard input until `quit` or its end."""
    options = _parser().parse_args(arguments)
    if sys.stdin is None:
        raise DropfourError("standard input is closed")

    spec: AgentSpec = options.agent
    name = f"dropfour {spec}"

    def tell(name: str, value: str) -> None:
        """A setting in place of what was said before."""
        nonlocal spec
        if "," in name + value:
            raise DropfourError("an option is one setting")
        new = parse_agent(f"{spec.name}:{name}={value}", files=False).heeded().settings
        spec = AgentSpec(spec.name, {**spec.settings, **new})
        setattr(options, name, None)  # where the command line had said it

    def make_agent(limits: dict[str, float]) -> Agent:
        """The agent within these limits, or its own where there are none.

        A measure that only it has, such as a level, is replaced by counts alone, not by seconds.
        """
        replaced = spec.limits if limits.keys() - {SECONDS.name} else LIMITS
        kept = {name: v for name, v in spec.settings.items() if name not in replaced}
        return agent_from(options, AgentSpec(spec.name, kept) if limits else spec, **limits)

    make_agent({})  # what is wrong with the options is told now
    engine = Engine(name, make_agent, load_rules(options.rules), tell=tell)
    try:
        serve(engine, sys.stdin.buffer, _write)
    except KeyboardInterrupt:
        os._exit(STATUS_INTERRUPTED)  # the worker may think, or wait for a reader of its answer
    return 0


def serve(engine: Engine, source: BinaryIO, write: Callable[[str], None]) -> None:
    """Answer the lines of `source` in order; `stop` and `quit` act as soon as they are read."""
    waiting: queue.Queue[tuple[str, Control] | None] = queue.Queue(_WAITING)

    def work() -> None:
        while (work := waiting.get()) is not None:
            try:
                answer = engine.answer(*work)
            except Exception as bug:  # ours, yet the one who asked waits for an answer
                answer = f"error internal fault: {' '.join(repr(bug).split())}"
            write(answer)

    control = Control()  # of all lines until a stop
    worker = threading.Thread(target=work, name="engine", daemon=True)
    worker.start()
    for line in read_lines(source, longest=LONGEST_TEXT):
        if line in ("stop", "quit"):
            control.stop()
            control = Control()
        elif line:
            waiting.put((line, control))
        if line == "quit":
            break
    waiting.put(None)
    worker.join()


def _write(line: str) -> None:
    """One line out; if that fails, the end: the main thread waits for input and cannot be told."""
    try:
        print(line, flush=True)
    except BrokenPipeError:  # whoever asked is gone
        os._exit(0)
    except OSError as error:
        complain("dropfour", f"standard output cannot be written: {error.strerror}")
        sys.stderr.flush()
        os._exit(STATUS_REFUSED)


def _rules(text: str) -> Rules:
    """The rules of a JSON table, or of a preset: files are for the command line only."""
    if text.startswith("{"):
        return rules_of(text)
    name, *rest = text.split() or [""]
    variant = preset(name)
    if not rest:
        return variant.rules
    if len(rest) != 2 or rest[0] != "seed":
        raise DropfourError("expected 'rules NAME' or 'rules NAME seed N'")
    return variant.draw(seed_number(rest[1]))


def _limits(words: list[str], position: Position) -> dict[str, float]:
    """The limits of a `go`; what is on its clock becomes seconds for this move."""
    known = LIMITS | _CLOCK
    limits: dict[str, float] = {}
    for name, value in zip_longest(words[::2], words[1::2]):
        if name not in known or value is None:
            fault = f"expected pairs of {', '.join(known)} and a number"
            raise DropfourError(f"{fault}, not {shown(' '.join(words))}")
        limits[name] = reader(known[name])(value)
    clock, increment = (limits.pop(name, None) for name in _CLOCK)
    if clock is not None:
        seconds = think_seconds(position, clock=clock, increment=increment or 0.0)
        limits[SECONDS.name] = min(seconds, limits.get(SECONDS.name, seconds))
    return limits


def _number(value: float) -> str:
    return f"{round(value, 4) + 0.0:.4f}"  # + 0.0 turns -0.0 into 0.0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="dropfour engine",
        description="Answer lines (rules, position, go, stop, quit) as the engine protocol says.",
        allow_abbrev=False,
    )
    add_agent_options(parser, default="uct")
    parser.add_argument("--rules", default="classic", metavar="GAME", help="a preset or TOML file")
    return parser
