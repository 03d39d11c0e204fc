"""One-move programs: a file in, a file with one disc more out, one process per move."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path

from dropfour.arena.faults import Cause, PlayerFault
from dropfour.arena.players.process import run_once
from dropfour.arena.tables import Allowances, Player
from dropfour.errors import DropfourError, FormatError
from dropfour.files import decoded, read_bytes
from dropfour.game import Position
from dropfour.notation import Setup, format_max, parse_max

_DEPTH = 4


class OneMoveSeat:
    """Starts the program once per move.

    `{input}`, `{output}` and `{depth}` in the command stand for the files and the depth; without
    them `one-move INPUT OUTPUT DEPTH` is added, as `maxconnect4` reads it.
    """

    def __init__(self, player: Player, *, allowed: Allowances, folder: str) -> None:
        assert player.command is not None
        self._allowed, self._folder = allowed, folder
        self._work = Path(tempfile.mkdtemp(prefix="dropfour-"))
        command = list(player.command)
        if not any("{output}" in word for word in command):
            command += ["one-move", "{input}", "{output}", "{depth}"]
        self._input, self._output = self._work / "input.txt", self._work / "output.txt"
        marks = {
            "{input}": str(self._input),
            "{output}": str(self._output),
            "{depth}": str(player.depth or _DEPTH),
        }
        for mark, text in marks.items():
            command = [word.replace(mark, text) for word in command]
        self._command = command

    def choose(self, position: Position) -> int:
        self._input.write_text(format_max(position.setup, position.rules))
        self._output.unlink(missing_ok=True)
        run_once(self._command, b"", allowed=self._allowed, folder=self._folder, work=self._work)
        return _move_between(position, self._read(position))

    def _read(self, position: Position) -> Setup:
        if not self._output.is_file():
            raise PlayerFault(Cause.RUBBISH, "it wrote no output file")
        try:
            return parse_max(decoded(read_bytes(self._output)), position.rules)
        except FormatError as error:
            raise PlayerFault(Cause.RUBBISH, f"output file: {error}") from None
        except DropfourError:
            raise PlayerFault(Cause.RUBBISH, "output file: too large, or not to be read") from None

    def close(self) -> None:
        shutil.rmtree(self._work, ignore_errors=True)


def _move_between(before: Position, after: Setup) -> int:
    """The column whose move leads from a position to another; a fault if there is none."""
    for column in before.legal:
        expected = before.play(column).setup
        if expected.discs == after.discs:
            if expected.turn != after.turn:
                raise PlayerFault(Cause.RUBBISH, "output file: the player to move is wrong")
            return column
    raise PlayerFault(Cause.ILLEGAL, "the new board is not the old one with one disc more")
