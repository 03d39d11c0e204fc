"""The guard of a program: a process of ours between it and us (native/guard/guard.cpp).

It is the parent of all that the program starts, however that forks. It counts them, kills them, and
removes the folder they worked in, also when we are killed.
"""

from __future__ import annotations

import contextlib
import errno
import os
import shutil
import signal
import socket
import subprocess
from collections.abc import Mapping, Sequence
from typing import IO, NamedTuple

from dropfour.arena.faults import Cause, Disturbed, PlayerFault
from dropfour.arena.players.family import GUARD, GUARD_SECONDS, adopt_orphans, kill_orphans
from dropfour.arena.tables import Allowances
from dropfour.errors import DropfourError

_MEGABYTE = 1 << 20
_LONGEST_MESSAGE = 256
_SHORTAGES = (
    errno.EAGAIN, errno.ENOMEM, errno.EMFILE, errno.ENFILE, errno.ENOSPC, errno.EDQUOT, errno.EIO,
)  # fmt: skip
_guards: set[int] = set()  # process numbers of those that run


class Census(NamedTuple):
    """How many processes of a program there are, and their resident memory."""

    processes: int
    megabytes: float


class Guard:
    """A running guard, with the program's standard streams."""

    def __init__(
        self,
        program: Sequence[str],
        *,
        allowed: Allowances,
        folder: str,
        work: str,
        environment: Mapping[str, str],
    ) -> None:
        adopt_orphans()
        self._work = work
        self.control, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        # Data, not address space: many runtimes reserve far more addresses than they use. Twice the
        # allowed memory: what counts is what is resident; this only stops one huge allocation.
        data, file = 2 * allowed.memory_mb * _MEGABYTE, allowed.file_mb * _MEGABYTE
        words = [str(GUARD), str(theirs.fileno()), work, str(data), str(file), *program]
        try:
            with theirs:
                self._process = subprocess.Popen(
                    words,
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.PIPE,
                    cwd=folder,
                    env=environment,
                    pass_fds=(theirs.fileno(),),
                    start_new_session=True,
                    bufsize=0,
                )
        except (OSError, ValueError) as error:
            self.control.close()
            raise _why(program[0], error) from None
        _guards.add(self._process.pid)
        self.control.setblocking(False)
        for stream in self.streams:
            os.set_blocking(stream.fileno(), False)
        self.status: int | None = None  # of the program, once it has ended; -N: by a signal
        self.census: Census | None = None  # the last one that was asked for

    @property
    def streams(self) -> tuple[IO[bytes], IO[bytes], IO[bytes]]:
        """Standard input, output and error of the program."""
        process = self._process
        assert process.stdin and process.stdout and process.stderr
        return process.stdin, process.stdout, process.stderr

    def ask_census(self) -> None:
        """`census` will be there in a moment."""
        self.census = None
        self._send(b"c")

    def terminate(self) -> None:
        """Asks the program and all it has started to end."""
        self._send(b"t")

    def _send(self, word: bytes) -> None:
        with contextlib.suppress(OSError):
            self._process.send_signal(signal.SIGCONT)  # if somebody has stopped the guard
            self.control.send(word)

    def listen(self) -> bool:
        """Takes what the guard has said; False if it is dead: then the program has killed it."""
        while True:
            try:
                words = self.control.recv(_LONGEST_MESSAGE).split()
            except BlockingIOError:
                return True
            except OSError:
                return False
            if not words:
                return False
            if words[0] == b"status":
                self.status = int(words[1])
            elif words[0] == b"family":
                self.census = Census(int(words[1]), int(words[2]) / 1024)
            elif words[0] == b"failed":
                number = int(words[1])
                raise _why("", OSError(number, os.strerror(number)))

    def end(self) -> None:
        """Ends the program and everything it has started."""
        self.control.close()
        with contextlib.suppress(OSError):
            self._process.send_signal(signal.SIGCONT)
        for stream in self.streams:
            with contextlib.suppress(OSError):
                stream.close()
        try:
            self._process.wait(GUARD_SECONDS)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        _guards.discard(self._process.pid)
        if self._process.returncode < 0:  # killed: its orphans have come to us
            kill_orphans(but=_guards)
            with contextlib.suppress(RecursionError):
                shutil.rmtree(self._work, ignore_errors=True)


def _why(program: str, error: OSError | ValueError) -> DropfourError:
    """Why a program cannot be started: for want of something, or because it is none."""
    reason = getattr(error, "strerror", None) or str(error)
    if isinstance(error, OSError) and error.errno in _SHORTAGES:
        return Disturbed(f"no program can be started: {reason}")
    return PlayerFault(Cause.START, f"{program}: {reason}" if program else reason)
