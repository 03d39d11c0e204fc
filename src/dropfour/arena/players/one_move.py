"""One-move programs: a file in, a file with one disc more out, one process per move."""

from __future__ import annotations

import os
import stat

from dropfour.arena.faults import Cause, PlayerFault
from dropfour.arena.players.clock import MoveClock
from dropfour.arena.players.once import OnceSeat, answer_of
from dropfour.arena.players.process import Guarded, new_folder
from dropfour.arena.players.seat import Choice
from dropfour.arena.tables import Player
from dropfour.errors import FormatError
from dropfour.files import MOST_BYTES, decoded
from dropfour.game import Position
from dropfour.notation import Setup, format_max, parse_max

_DEPTH = 4
_INPUT, _OUTPUT = "input.txt", "output.txt"


class OneMoveSeat(OnceSeat):
    """Starts the program once per move, in a folder that is new for each.

    `{input}`, `{output}` and `{depth}` in the command stand for the files and the depth; without
    them `one-move INPUT OUTPUT DEPTH` is added, as `maxconnect4` reads it.
    """

    def _run(self, position: Position, clock: MoveClock) -> Choice:
        def take(_: str) -> int:
            return _move_between(position, _read(here, position))

        work = new_folder()
        # Kept open, so that it stays the folder that we made, whatever takes its name.
        here = os.open(work, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC)
        try:
            _write(here, format_max(position.setup, position.rules))
            program = Guarded(
                self._with_marks({
                    "{input}": str(work / _INPUT),
                    "{output}": str(work / _OUTPUT),
                    "{depth}": str(self._player.depth or _DEPTH),
                }),
                allowed=self._allowed, folder=self._folder, work=work, log=self._log,
            )  # fmt: skip
            return answer_of(program, b"", take, clock)
        finally:
            os.close(here)

    def _with_marks(self, marks: dict[str, str]) -> Player:
        """The player with the marks of its command replaced."""
        command = list(self._player.command or ())
        if not any("{output}" in word for word in command):
            command += ["one-move", "{input}", "{output}", "{depth}"]
        for mark, text in marks.items():
            command = [word.replace(mark, text) for word in command]
        return self._player.model_copy(update={"command": command})


def _write(here: int, text: str) -> None:
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
    with os.fdopen(os.open(_INPUT, flags, 0o600, dir_fd=here), "w") as file:
        file.write(text)


def _read(here: int, position: Position) -> Setup:
    """The position in the output file; links, pipes and folders of that name are none."""
    flags = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
    try:
        descriptor = os.open(_OUTPUT, flags, dir_fd=here)
    except FileNotFoundError:
        raise PlayerFault(Cause.RUBBISH, "it wrote no output file") from None
    except OSError as error:
        raise PlayerFault(Cause.RUBBISH, f"output file: {error.strerror}") from None
    content = b""
    try:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            raise PlayerFault(Cause.RUBBISH, "its output is no file")
        while len(content) <= MOST_BYTES and (more := os.read(descriptor, MOST_BYTES + 1)):
            content += more
    finally:
        os.close(descriptor)
    if len(content) > MOST_BYTES:
        raise PlayerFault(Cause.RUBBISH, "output file: too large")
    try:
        return parse_max(decoded(content), position.rules)
    except FormatError as error:
        raise PlayerFault(Cause.RUBBISH, f"output file: {error}") from None


def _move_between(before: Position, after: Setup) -> int:
    """The column whose move leads from a position to another; a fault if there is none."""
    for column in before.legal:
        expected = before.play(column).setup
        if expected.discs == after.discs:
            if expected.turn != after.turn:
                raise PlayerFault(Cause.RUBBISH, "output file: the player to move is wrong")
            return column
    raise PlayerFault(Cause.ILLEGAL, "the new board is not the old one with one disc more")
