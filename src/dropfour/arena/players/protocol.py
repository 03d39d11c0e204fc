"""Programs that speak the engine protocol: docs/engine-protocol.md."""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Callable
from math import isfinite
from typing import TypeVar

from dropfour.arena.faults import Cause, PlayerFault
from dropfour.arena.players.clock import MoveClock, Turn
from dropfour.arena.players.log import Log
from dropfour.arena.players.process import KILLS_FORGIVEN, Guarded, Killed
from dropfour.arena.players.seat import Choice
from dropfour.arena.results import Thought
from dropfour.arena.tables import Allowances, Player
from dropfour.cells import column_number
from dropfour.game import Position
from dropfour.rules import Rules

Result = TypeVar("Result")
_SHARE = 0.5  # of its time a program is asked to think, so that it is in time
_LONGEST_NAME = 2  # of a column
_LINE = re.compile(r"[A-Za-z!,]{1,500}")  # of play, moves separated by commas
_idle: dict[str, list[Guarded]] = defaultdict(list)  # programs that wait for their next game


class ProtocolSeat:
    """A program that runs for a whole game, or for many, and answers line by line."""

    def __init__(
        self,
        player: Player,
        rules: Rules,
        *,
        allowed: Allowances,
        folder: str,
        log: Log | None = None,
    ) -> None:
        self._player, self._rules = player, rules
        self._allowed, self._folder, self._log = allowed, folder, log
        self._key = f"{player!r} {allowed!r} {folder}"
        self._kills = KILLS_FORGIVEN
        self._program: Guarded | None = None
        self._insist(self._ready)

    def choose(self, position: Position, turn: Turn) -> Choice:
        clock = MoveClock(turn.seconds, grace=self._allowed.grace_seconds)
        lines = f"position {position.to_text()}", _go(self._player, turn)
        return self._insist(lambda: self._move(*lines, clock))

    def close(self) -> None:
        """Ends it, or lets it wait for its next game."""
        if self._program is None:
            return
        program, self._program = self._program, None
        if self._player.restart:
            program.close(farewell=b"quit\n")
        else:
            program.log = None
            _idle[self._key].append(program)

    def _insist(self, ask: Callable[[], Result]) -> Result:
        """What a program does, or what another one does after it was killed."""
        while True:
            try:
                if self._program is None:
                    self._program = self._taken() or self._started()
                    self._expect_rules()
                return ask()
            except Killed:
                self._drop()
                if not self._kills:
                    raise
                self._kills -= 1
            except BaseException:
                self._drop()
                raise

    def _ready(self) -> None:
        """Nothing more to ask for."""

    def _drop(self) -> None:
        program, self._program = self._program, None
        if program is not None:
            program.close(judge=False)

    def _taken(self) -> Guarded | None:
        """One that waits since its last game."""
        while _idle[self._key]:
            program = _idle[self._key].pop()
            if program.alive:
                program.log = self._log
                return program
            program.close(judge=False)
        return None

    def _started(self) -> Guarded:
        self._program = Guarded(
            self._player, allowed=self._allowed, folder=self._folder, log=self._log
        )
        self._greet()
        for name, value in self._player.options.items():
            self._expect_ok(f"option {name} {option_text(value)}", self._start_clock())
        return self._program

    def _start_clock(self) -> MoveClock:
        return MoveClock(self._allowed.start_seconds, grace=self._allowed.grace_seconds)

    def _greet(self) -> None:
        """The greeting is optional: a program that does not know it answers `error`."""
        answer = self._ask("dropfour 1", self._start_clock())
        if not answer.startswith(("ready", "error")):
            self._rubbish(answer, "ready 1 NAME")

    def _expect_rules(self) -> None:
        table = json.dumps(self._rules.to_mapping(), ensure_ascii=False)
        self._expect_ok(f"rules {table}", self._start_clock())

    def _move(self, position: str, go: str, clock: MoveClock) -> Choice:
        self._expect_ok(position, clock)
        answer = self._ask(go, clock)
        seconds = clock.elapsed
        column, thought = read_answer(answer)
        return Choice(column, seconds, thought)

    def _ask(self, line: str, clock: MoveClock) -> str:
        assert self._program is not None
        self._program.expect_silence(clock=clock)
        self._program.write(f"{line}\n".encode(), clock=clock)
        return self._program.read_line(clock=clock)

    def _expect_ok(self, line: str, clock: MoveClock) -> None:
        answer = self._ask(line, clock)
        if answer.startswith("error"):
            raise PlayerFault(Cause.REFUSED, f"{line.split()[0]}: {answer[:200]}")
        if answer.strip() != "ok":
            self._rubbish(answer, "ok")

    def _rubbish(self, answer: str, wanted: str) -> None:
        assert self._program is not None
        self._program.hear_out()
        raise PlayerFault(Cause.RUBBISH, f"{answer[:80]!r} instead of {wanted!r}")


def close_idle() -> None:
    """Ends the programs that wait for another game, where the process goes on without them."""
    for programs in _idle.values():
        while programs:
            programs.pop().close(judge=False)


def option_text(value: object) -> str:
    """The value of an option as the protocol has it.

    >>> option_text(True), option_text(0.5), option_text("a b")
    ('true', '0.5', 'a b')
    """
    return str(value).lower() if isinstance(value, bool) else str(value)


def _go(player: Player, turn: Turn) -> str:
    limits: dict[str, object] = dict(player.limits)
    if turn.increment is not None:
        limits |= {"clock": f"{turn.seconds:.3f}", "increment": f"{turn.increment:g}"}
    elif not limits:
        limits = {"seconds": turn.seconds * _SHARE}
    return " ".join(("go", *(f"{unit} {amount}" for unit, amount in limits.items())))


def read_answer(answer: str) -> tuple[int, Thought]:
    """The move of an answer to `go`, and what is said about it; a fault if there is no move.

    >>> read_answer("bestmove D value 0.25 nodes 900 depth 8 line D,D,!E mood good")
    (3, Thought(value=0.25, depth=8, work=900, line='DD!E'))
    """
    words = answer.split()
    if words[:1] == ["error"]:
        raise PlayerFault(Cause.REFUSED, answer[:200])
    if len(words) < 2 or words[0] != "bestmove":
        raise PlayerFault(Cause.RUBBISH, f"{answer[:80]!r} instead of 'bestmove MOVE'")
    name = words[1]
    if len(name) > _LONGEST_NAME or not (name.isascii() and name.isalpha()):
        raise PlayerFault(Cause.RUBBISH, f"{name[:20]!r} is no column")
    return column_number(name), _thought(dict(zip(words[2::2], words[3::2], strict=False)))


def _thought(said: dict[str, str]) -> Thought:
    """What a program says about its move; what makes no sense it has not said."""
    value, depth, nodes, playouts = (
        _number(said.get(name, "")) for name in ("value", "depth", "nodes", "playouts")
    )
    work = nodes or playouts
    return Thought(
        value=value if value is not None and -1 <= value <= 1 else None,
        depth=None if not depth else int(depth),
        work=None if not work else int(work),
        line=line.replace(",", "") if _LINE.fullmatch(line := said.get("line", "")) else "",
    )


def _number(word: str) -> float | None:
    try:
        number = float(word)
    except ValueError:
        return None
    return number if isfinite(number) and abs(number) < 2**53 else None
