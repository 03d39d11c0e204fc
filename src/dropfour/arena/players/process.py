"""A program under guard: limits on time, memory, output and processes.

The program's standard streams are pipes that are never waited for without a deadline. All that it
starts is its guard's family, and `close` leaves nothing of it running.
"""

from __future__ import annotations

import contextlib
import os
import selectors
import shutil
import signal
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from dropfour.arena.faults import Cause, Disturbed, PlayerFault
from dropfour.arena.players import sandbox
from dropfour.arena.players.clock import MoveClock
from dropfour.arena.players.guard import Census, Guard
from dropfour.arena.players.log import Log
from dropfour.arena.tables import Allowances, Player

KILLS_FORGIVEN = 2
"""How often in a game a program that was killed is started again."""

_PREFIX = "dropfour-"
_CHUNK = 1 << 16
_WATCH_SECONDS = 0.05
_ERRORS_KEPT = 4096
_QUIT_SECONDS = 0.5  # for leaving after the end of input, and again after SIGTERM
_CENSUS_SECONDS = 30.0  # for an answer of the guard, on the busiest machine
_AGAIN_SECONDS = 0.005  # until we look again
_REMARK_SECONDS = 2.0  # at most, to see whether a remark is a flood
_QUIET_SECONDS = 0.25  # without a word: it was a remark
_MEMORY_WORDS = (b"MemoryError", b"bad_alloc", b"out of memory", b"OutOfMemory", b"allocate memory")


class Killed(PlayerFault):
    """The program, or its guard, was ended by SIGKILL, and not by us.

    Nobody can say whether it did that itself. It is started again and asked the same, in what is
    left of its time: so nothing is gained by it, and nothing lost if somebody else did it.
    """


def new_folder() -> Path:
    """An empty folder that only we can enter, for what a program writes."""
    try:
        return Path(tempfile.mkdtemp(prefix=_PREFIX))
    except (FileNotFoundError, NotADirectoryError, PermissionError):
        # Some program has taken away the folder of our run: then it is the system's own.
        tempfile.tempdir = None
        return Path(tempfile.mkdtemp(prefix=_PREFIX))


class Guarded:
    """A running program; every wrong it does is a `PlayerFault` with its cause."""

    def __init__(
        self,
        player: Player,
        *,
        allowed: Allowances,
        folder: str,
        arguments: Sequence[str] = (),
        work: Path | None = None,
        log: Log | None = None,
    ) -> None:
        assert player.command is not None
        self._allowed = allowed
        self.log = log
        self._output = bytearray()
        self._errors = bytearray()
        self._error_bytes = 0
        self._next_watch = time.monotonic() + _WATCH_SECONDS
        work = work or new_folder()
        try:
            program = sandbox.located([*player.command, *arguments], folder)
            inside = str(Path(folder, player.folder)) if player.folder is not None else str(work)
            self._guard = Guard(
                sandbox.wrapped(program, sandbox=allowed.sandbox, folder=inside, work=work),
                allowed=allowed,
                folder=inside,
                work=str(work),
                environment=sandbox.environment(player, work),
            )
        except BaseException:
            shutil.rmtree(work, ignore_errors=True)
            raise
        self._input, output, errors = self._guard.streams
        self._selector = selectors.DefaultSelector()
        self._selector.register(output, selectors.EVENT_READ, self._hear)
        self._selector.register(errors, selectors.EVENT_READ, self._overhear)
        self._selector.register(self._guard.control, selectors.EVENT_READ)
        self._speaks = True  # its output is open

    def write(self, data: bytes, *, clock: MoveClock) -> None:
        """Hands over all the data; a program that has ended is no fault until it must answer."""
        if self.log is not None:
            self.log.add(">", data)
        left = memoryview(data)
        while left:
            try:
                left = left[os.write(self._input.fileno(), left) :]
            except BlockingIOError:
                self._pump(clock)
                if time.monotonic() >= clock.deadline:
                    raise PlayerFault(Cause.HANG, "it does not read its input") from None
            except (BrokenPipeError, ValueError):
                return

    def end_input(self) -> None:
        """Closes its standard input."""
        with contextlib.suppress(OSError):
            self._input.close()

    def read_line(self, *, clock: MoveClock) -> str:
        """The next line that it writes, within the time and a little grace."""
        while b"\n" not in self._output:
            self._check_flood()
            heard = self._pump(clock)
            if b"\n" in self._output:
                break
            if not self._speaks or (self._guard.status is not None and not heard):
                self._ended(clock)
            if time.monotonic() >= clock.deadline:
                raise PlayerFault(Cause.HANG, f"no answer within {clock.seconds:g} s")
        clock.check()
        line, _, rest = bytes(self._output).partition(b"\n")
        self._check_flood(len(line))
        self._output = bytearray(rest)
        return line.decode("utf-8", errors="replace").rstrip("\r")

    def read_to_end(self, *, clock: MoveClock) -> str:
        """All that it writes until it ends; ending badly is a fault."""
        heard = True
        while self._guard.status is None or (self._speaks and heard):
            heard = self._pump(clock)
            self._check_flood()
            if time.monotonic() >= clock.deadline:
                raise PlayerFault(Cause.HANG, f"it has not ended within {clock.seconds:g} s")
        if self._guard.status:
            self._ended(clock)
        clock.check()
        return self._output.decode("utf-8", errors="replace")

    def expect_silence(self, *, clock: MoveClock) -> None:
        """A fault if it has said more than it was asked."""
        self._pump(clock, wait=False)
        if self._output:
            self.hear_out()
            remark = self._output[:60].decode("utf-8", errors="replace")
            raise PlayerFault(Cause.RUBBISH, f"it says {remark!r} without being asked")

    def hear_out(self) -> None:
        """Listens until it is quiet for a moment: a flood is told from a remark."""
        heard, quiet = len(self._output), time.monotonic() + _QUIET_SECONDS
        clock = MoveClock(_REMARK_SECONDS)
        while self._speaks and time.monotonic() < min(clock.deadline, quiet):
            self._pump(clock)
            self._check_flood()
            if len(self._output) > heard:
                heard, quiet = len(self._output), time.monotonic() + _QUIET_SECONDS

    @property
    def alive(self) -> bool:
        """Whether it has not ended yet."""
        return self._guard.listen() and self._guard.status is None

    def _check_flood(self, size: int | None = None) -> None:
        most = self._allowed.output_kb * 1024
        if (len(self._output) if size is None else size) > most or self._error_bytes > 4 * most:
            raise PlayerFault(Cause.FLOOD, f"more than {self._allowed.output_kb} kB")

    def _pump(self, clock: MoveClock, *, wait: bool = True) -> bool:
        """Takes what is there, waiting a little; False if there was nothing."""
        now = time.monotonic()
        if now >= self._next_watch:
            self._guard.ask_census()  # it is taken beside us: nobody waits for it
            self._next_watch = now + _WATCH_SECONDS
        longest = max(0.0, min(self._next_watch, clock.deadline) - now) if wait else 0.0
        ready = self._selector.select(longest)
        clock.looked(longest)
        for key, _ in ready:
            if key.data is not None:
                self._take(key)
            elif not self._guard.listen():
                raise Killed(Cause.CRASH, "its guard was killed")
        if self._guard.census is not None:
            self._check_census()
        return any(key.data is not None for key, _ in ready)

    def _take(self, key: selectors.SelectorKey) -> None:
        with contextlib.suppress(BlockingIOError):
            if data := os.read(key.fd, _CHUNK):
                key.data(data)
                return
            self._selector.unregister(key.fileobj)
            self._speaks = self._speaks and key.data != self._hear

    def _hear(self, data: bytes) -> None:
        self._output += data
        if self.log is not None:
            self.log.add("<", data)

    def _overhear(self, data: bytes) -> None:
        self._error_bytes += len(data)
        self._errors = (self._errors + data)[-_ERRORS_KEPT:]
        if self.log is not None:
            self.log.add("!", data)

    def _check_census(self) -> None:
        census, allowed = self._guard.census, self._allowed
        assert census is not None
        if census.processes > allowed.processes:
            words = f"{census.processes}, allowed are {allowed.processes}"
            raise PlayerFault(Cause.PROCESSES, words)
        if census.megabytes > allowed.memory_mb:
            words = f"{census.megabytes:.0f} MB of {allowed.memory_mb} MB"
            raise PlayerFault(Cause.MEMORY, words)

    def _ended(self, clock: MoveClock) -> None:
        """Says why there will be no answer: it has ended, or closed its output."""
        until = time.monotonic() + _QUIT_SECONDS
        while self._guard.status is None and time.monotonic() < until:
            self._pump(clock)
        while self._pump(clock, wait=False):
            self._check_flood()
        status = self._guard.status
        if status is None:
            raise PlayerFault(Cause.CRASH, "it has closed its output")
        if self._out_of_memory():
            raise PlayerFault(Cause.MEMORY, self._last_words())
        kind = Killed if status == -signal.SIGKILL else PlayerFault
        raise kind(Cause.CRASH, self._ending(status))

    def _ending(self, status: int) -> str:
        """How it ended, in words."""
        how = f"ended by {_signal_name(-status)}" if status < 0 else f"ended with status {status}"
        words = self._last_words()
        return f"{how}: {words}" if words else how

    def _out_of_memory(self) -> bool:
        return any(words in self._errors for words in _MEMORY_WORDS)

    def _last_words(self) -> str:
        lines = self._errors.decode("utf-8", errors="replace").strip().splitlines()
        return lines[-1][:200] if lines else ""

    def close(self, *, farewell: bytes = b"", judge: bool = True) -> None:
        """Ends it: end of input, then SIGTERM, then SIGKILL for it and all that it started.

        With `judge`, ignoring SIGTERM and leaving processes behind are faults.
        """
        patience = _QUIT_SECONDS if judge else 0.0
        fault: PlayerFault | None = None
        try:
            if farewell and self._guard.status is None:
                with contextlib.suppress(PlayerFault):
                    self.write(farewell, clock=MoveClock(0.1))
            self.end_input()
            if not self._gone(patience):
                self._guard.terminate()
                if not self._gone(patience):
                    fault = PlayerFault(Cause.STUBBORN, "SIGTERM did not end it")
            elif judge and not self._alone(patience):
                fault = PlayerFault(Cause.LEFTOVERS, "its processes outlived it")
        finally:
            self._selector.close()
            self._guard.end()
        if fault is not None and judge:
            raise fault

    def _alone(self, seconds: float) -> bool:
        """Whether all that it started ends within the time: a sandbox ends just after it.

        If its guard is dead, anybody may have killed that: nobody is charged with it.
        """
        deadline = time.monotonic() + seconds
        while (census := self._counted()) is not None and census.processes > 0:
            if time.monotonic() >= deadline:
                return False
            time.sleep(_AGAIN_SECONDS)
        return True

    def _counted(self) -> Census | None:
        """A new census; None if the guard is dead."""
        deadline = time.monotonic() + _CENSUS_SECONDS
        self._guard.ask_census()
        while self._guard.census is None:
            if not self._guard.listen():
                return None
            if time.monotonic() >= deadline:
                raise Disturbed(f"the guard has not answered for {_CENSUS_SECONDS:g} s")
            time.sleep(_AGAIN_SECONDS / 5)
        return self._guard.census

    def _gone(self, seconds: float) -> bool:
        """Whether the program itself ends within the time; its output is drained meanwhile."""
        clock = MoveClock(seconds)
        while self.alive:
            if time.monotonic() >= clock.deadline:
                return False
            with contextlib.suppress(PlayerFault):
                self._pump(clock)
            self._output.clear()
        return True


def _signal_name(number: int) -> str:
    """A signal in words; those for real time have none of their own.

    >>> _signal_name(11), _signal_name(40)
    ('SIGSEGV', 'signal 40')
    """
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"
