"""`dropfour play` on a real pseudo-terminal, and without any terminal."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random

import pexpect

from dropfour.agents import agent_names

PROGRAM = [sys.executable, "-m", "dropfour", "play"]
THINKER = next(n for n in ("montecarlo", "uct", "alphabeta", "random") if n in agent_names())
"""An agent with an opinion, where there is one."""

PROMPT = r"([XO]) (?:to move|drops a ban) \(([A-Z, -]+), or help\): $"
_ESCAPES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
_SECONDS = 60


def environment(state: Path, **more: str) -> dict[str, str]:
    """The surroundings of a run: its saved games lie in a folder of their own."""
    kept = {k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "COLUMNS", "LINES")}
    return kept | {"XDG_STATE_HOME": str(state), "TERM": "xterm-256color"} | more


def without_terminal(
    state: Path, *arguments: str, typed: str | None = None, **more: str
) -> subprocess.CompletedProcess[str]:
    """The finished program, its input a text or /dev/null."""
    source = {"input": typed} if typed is not None else {"stdin": subprocess.DEVNULL}
    return subprocess.run(
        [*PROGRAM, *arguments],
        **source,
        capture_output=True,
        text=True,
        timeout=_SECONDS,
        env=environment(state, **more),
        check=False,
    )


class Terminal:
    """A program at a terminal of 80 columns, driven as a person would."""

    def __init__(
        self, state: Path, *arguments: str, command: str = "play", rows: int = 40, **more: str
    ) -> None:
        self._child = pexpect.spawn(
            PROGRAM[0],
            [*PROGRAM[1:-1], command, *arguments],
            env=environment(state, **more),
            dimensions=(rows, 80),
            encoding="utf-8",
            timeout=_SECONDS,
        )
        self._child.delaybeforesend = None
        self.raw = ""

    def prompt(self) -> str:
        """Waits for the prompt and returns what came before it, without escape sequences."""
        return self.expect(PROMPT)

    def expect(self, pattern: str) -> str:
        """Waits for a pattern and returns everything up to its end, without escape sequences."""
        self._child.expect(pattern)
        return self._keep(self._child.before + self._child.after)

    def columns(self) -> list[str]:
        """The columns the last prompt offered."""
        found: list[str] = []
        for part in self._child.match[2].split(", "):
            low, _, high = part.partition("-")
            found += _columns_between(low, high or low)
        return found

    def turn(self) -> str:
        """Whose turn the last prompt said it is."""
        return str(self._child.match[1])

    def say(self, line: str) -> str:
        """Types a line at the prompt and returns what is shown until the next prompt."""
        self._child.sendline(line)
        return self.prompt()

    def type(self, line: str) -> None:
        """Types a line and waits for nothing."""
        self._child.sendline(line)

    def end_input(self) -> str:
        self._child.sendeof()
        return self.close()

    def interrupt(self) -> str:
        """Presses Ctrl-C; again if nothing happens.

        CPython's readline misses a signal that comes after it has shown its prompt and before it
        waits for input, which a program hits now and then and a person never.
        """
        for _ in range(5):
            self._child.sendintr()
            if self._child.expect([pexpect.EOF, pexpect.TIMEOUT], timeout=10) == 0:
                break
        rest = self._keep(self._child.before)
        self._child.close()
        return rest

    def kill(self) -> None:
        """Ends the program as a power cut would."""
        self._child.kill(signal.SIGKILL)
        self._child.wait()

    def close(self) -> str:
        """Waits for the end of the program and returns what it still said."""
        self._child.expect(pexpect.EOF)
        rest = self._keep(self._child.before)
        self._child.close()
        return rest

    @property
    def status(self) -> int | None:
        status: int | None = self._child.exitstatus
        return status

    def play_to_the_end(self, choose: Callable[[list[str]], str]) -> tuple[str, list[str]]:
        """Answers every prompt, this first one included, and returns the last words and answers."""
        answers: list[str] = []
        while True:
            if self._child.expect([PROMPT, "Record: [^\r]*\r\n"]) == 1:
                said = self._keep(self._child.before + self._child.after)
                return said + self.close(), answers
            self._keep(self._child.before)
            answers.append(choose(self.columns()))
            self._child.sendline(answers[-1])

    def _keep(self, output: str) -> str:
        self.raw += output
        return plain(output)


def plain(output: str) -> str:
    """Output without escape sequences, with simple line ends."""
    return _ESCAPES.sub("", output).replace("\r\n", "\n").replace("\r", "\n")


def any_column(seed: int) -> Callable[[list[str]], str]:
    """A player who does not care, and types in either case."""
    rng = Random(seed)
    return lambda columns: rng.choice([str.upper, str.lower])(rng.choice(columns))


def record_in(text: str) -> str:
    """The record that a game's last words contain."""
    (record,) = re.findall(r"^Record: (.*)$", text, re.MULTILINE)
    return str(record)


def _columns_between(low: str, high: str) -> list[str]:
    from dropfour.cells import column_name, column_number

    return [column_name(c) for c in range(column_number(low), column_number(high) + 1)]
