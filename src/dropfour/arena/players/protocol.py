"""Programs that speak the engine protocol: docs/engine-protocol.md."""

from __future__ import annotations

import json
import time

from dropfour.arena.faults import Cause, PlayerFault
from dropfour.arena.players.process import Guarded
from dropfour.arena.tables import Allowances, Player
from dropfour.cells import column_number
from dropfour.game import Position
from dropfour.rules import Rules

_SHARE = 0.5  # of its time a program is asked to think, so that it is in time


class ProtocolSeat:
    """A program that runs for a whole game and answers line by line."""

    def __init__(self, player: Player, rules: Rules, *, allowed: Allowances, folder: str) -> None:
        assert player.command is not None
        self._allowed = allowed
        limits = player.limits or {"seconds": allowed.move_seconds * _SHARE}
        self._go = " ".join(("go", *(f"{unit} {amount}" for unit, amount in limits.items())))
        self._program = Guarded(player.command, allowed=allowed, folder=folder)
        self._lost = False
        try:
            self._greet()
            table_text = json.dumps(rules.to_mapping(), ensure_ascii=False)
            self._expect_ok(f"rules {table_text}", allowed.start_seconds)
        except BaseException:
            self._program.close(judge=False)
            raise

    def choose(self, position: Position) -> int:
        try:
            self._expect_ok(f"position {position.to_text()}", self._allowed.move_seconds)
            return _column(self._ask(self._go, self._allowed.move_seconds))
        except PlayerFault:
            self._lost = True
            raise

    def close(self) -> None:
        self._program.close(farewell=b"quit\n", judge=not self._lost)

    def _greet(self) -> None:
        """The greeting is optional: a program that does not know it answers `error`."""
        answer = self._ask("dropfour 1", self._allowed.start_seconds)
        if not answer.startswith(("ready", "error")):
            self._program.hear_out()
            raise PlayerFault(Cause.RUBBISH, f"{answer[:80]!r} instead of 'ready 1 NAME'")

    def _ask(self, line: str, seconds: float) -> str:
        self._program.expect_silence()
        deadline = time.monotonic() + seconds
        self._program.write(f"{line}\n".encode(), deadline=deadline)
        return self._program.read_line(seconds=seconds)

    def _expect_ok(self, line: str, seconds: float) -> None:
        answer = self._ask(line, seconds)
        if answer.startswith("error"):
            raise PlayerFault(Cause.REFUSED, f"{line.split()[0]}: {answer[:200]}")
        if answer.strip() != "ok":
            self._program.hear_out()
            raise PlayerFault(Cause.RUBBISH, f"{answer[:80]!r} instead of 'ok'")


def _column(answer: str) -> int:
    words = answer.split()
    if words[:1] == ["error"]:
        raise PlayerFault(Cause.REFUSED, answer[:200])
    if len(words) < 2 or words[0] != "bestmove":
        raise PlayerFault(Cause.RUBBISH, f"{answer[:80]!r} instead of 'bestmove MOVE'")
    try:
        return column_number(words[1])
    except ValueError:
        raise PlayerFault(Cause.RUBBISH, f"{words[1][:20]!r} is no column") from None
