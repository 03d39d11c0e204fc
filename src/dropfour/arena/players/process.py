"""A program under guard: its own session, limits on time, memory, output and processes.

The program's standard streams are pipes that are never waited for without a deadline. Everything
that it starts is found again: by its session, by a mark in its environment, and because this
process adopts orphans (Linux). So `close` leaves nothing running.
"""

from __future__ import annotations

import contextlib
import os
import selectors
import signal
import subprocess
import time
import uuid
from collections.abc import Sequence
from pathlib import Path

from dropfour.arena.faults import Cause, PlayerFault
from dropfour.arena.players import family, sandbox
from dropfour.arena.tables import Allowances

_CHUNK = 1 << 16
_WATCH_SECONDS = 0.05
_ERRORS_KEPT = 4096
_QUIT_SECONDS = 0.5  # for leaving after the end of input, and again after SIGTERM
_AGAIN_SECONDS = 0.005  # until we look again
_REMARK_SECONDS = 2.0  # at most, to see whether a remark is a flood
_QUIET_SECONDS = 0.25  # without a word: it was a remark
_MEMORY_WORDS = (b"MemoryError", b"bad_alloc", b"out of memory", b"OutOfMemory", b"allocate memory")


class Guarded:
    """A running program; every wrong it does is a `PlayerFault` with its cause."""

    def __init__(
        self, command: Sequence[str], *, allowed: Allowances, folder: str, work: Path | None = None
    ) -> None:
        self._allowed = allowed
        mark = uuid.uuid4().hex
        self._output = bytearray()
        self._errors = bytearray()
        self._error_bytes = 0
        self._began = time.monotonic()
        self._next_watch = self._began + _WATCH_SECONDS
        self._selector = selectors.DefaultSelector()
        family.adopt_orphans()
        program = sandbox.wrapped(command, allowed=allowed, folder=folder, work=work)
        try:
            self._process = subprocess.Popen(
                program,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                cwd=folder,
                env={**os.environ, family.MARK: mark},
                start_new_session=True,
                bufsize=0,
            )
        except (OSError, ValueError) as error:
            self._selector.close()
            reason = getattr(error, "strerror", None) or str(error)
            raise PlayerFault(Cause.START, f"{command[0]}: {reason}") from None
        self._family = family.Family(self._process.pid, mark)
        assert self._process.stdout and self._process.stderr and self._process.stdin
        for stream in (self._process.stdin, self._process.stdout, self._process.stderr):
            os.set_blocking(stream.fileno(), False)
        self._selector.register(self._process.stdout, selectors.EVENT_READ)
        self._selector.register(self._process.stderr, selectors.EVENT_READ)

    def write(self, data: bytes, *, deadline: float) -> None:
        """Hands over all the data; a program that has ended is no fault until it must answer."""
        stream = self._process.stdin
        assert stream is not None
        left = memoryview(data)
        while left:
            try:
                left = left[os.write(stream.fileno(), left) :]
            except BlockingIOError:
                self._pump(deadline=deadline)
                if time.monotonic() >= deadline:
                    raise PlayerFault(Cause.HANG, "it does not read its input") from None
            except (BrokenPipeError, ValueError):
                return

    def end_input(self) -> None:
        """Closes its standard input."""
        if self._process.stdin is not None:
            with contextlib.suppress(OSError):
                self._process.stdin.close()

    def read_line(self, *, seconds: float) -> str:
        """The next line that it writes, within the time and a little grace."""
        began = time.monotonic()
        deadline = began + seconds + self._allowed.grace_seconds
        while b"\n" not in self._output:
            self._check_flood()
            open_streams = self._pump(deadline=deadline)
            if b"\n" in self._output:
                break
            if not open_streams:
                self._ended()
            if time.monotonic() >= deadline:
                raise PlayerFault(Cause.HANG, f"no answer within {seconds:g} s")
        self._check_late(began, seconds)
        line, _, rest = bytes(self._output).partition(b"\n")
        self._check_flood(len(line))
        self._output = bytearray(rest)
        return line.decode("utf-8", errors="replace").rstrip("\r")

    def read_to_end(self, *, seconds: float) -> tuple[str, int]:
        """All that it writes until it ends, and its exit status."""
        deadline = self._began + seconds + self._allowed.grace_seconds
        while self._pump(deadline=deadline) or self._process.poll() is None:
            self._check_flood()
            if time.monotonic() >= deadline:
                raise PlayerFault(Cause.HANG, f"it has not ended within {seconds:g} s")
        self._check_flood()
        status = self._process.wait()
        if status and self._out_of_memory():
            raise PlayerFault(Cause.MEMORY, self._last_words())
        self._check_late(self._began, seconds)
        return self._output.decode("utf-8", errors="replace"), status

    def expect_silence(self) -> None:
        """A fault if it has said more than it was asked."""
        self._pump(deadline=0.0)
        if self._output:
            self.hear_out()
            remark = self._output[:60].decode("utf-8", errors="replace")
            raise PlayerFault(Cause.RUBBISH, f"it says {remark!r} without being asked")

    def hear_out(self) -> None:
        """Listens until it is quiet for a moment: a flood is told from a remark."""
        heard, now = len(self._output), time.monotonic()
        deadline, quiet = now + _REMARK_SECONDS, now + _QUIET_SECONDS
        while now < min(deadline, quiet) and self._pump(deadline=deadline):
            self._check_flood()
            now = time.monotonic()
            if len(self._output) > heard:
                heard, quiet = len(self._output), now + _QUIET_SECONDS

    def _check_late(self, began: float, seconds: float) -> None:
        elapsed = time.monotonic() - began
        if elapsed > seconds:
            raise PlayerFault(Cause.LATE, f"after {elapsed:.2f} s of {seconds:g} s")

    def _check_flood(self, size: int | None = None) -> None:
        most = self._allowed.output_kb * 1024
        if (len(self._output) if size is None else size) > most or self._error_bytes > 4 * most:
            raise PlayerFault(Cause.FLOOD, f"more than {self._allowed.output_kb} kB")

    def _pump(self, *, deadline: float) -> bool:
        """Takes what is there, waiting a little; False when the program has closed its output."""
        now = time.monotonic()
        if now >= self._next_watch:
            self._watch()
            self._next_watch = now + _WATCH_SECONDS
        if not self._selector.get_map():
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._process.wait(max(0.0, min(_WATCH_SECONDS, deadline - now)))
            return False
        for key, _ in self._selector.select(max(0.0, min(_WATCH_SECONDS, deadline - now))):
            try:
                data = os.read(key.fd, _CHUNK)
            except BlockingIOError:
                continue
            if not data:
                self._selector.unregister(key.fileobj)
            elif key.fileobj is self._process.stdout:
                self._output += data
            else:
                self._error_bytes += len(data)
                self._errors = (self._errors + data)[-_ERRORS_KEPT:]
        return any(k.fileobj is self._process.stdout for k in self._selector.get_map().values())

    def _watch(self) -> None:
        """Looks at the memory and the number of all its processes."""
        count, megabytes = self._family.census()
        if count > self._allowed.processes:
            raise PlayerFault(Cause.PROCESSES, f"{count}, allowed are {self._allowed.processes}")
        if megabytes > self._allowed.memory_mb:
            raise PlayerFault(Cause.MEMORY, f"{megabytes:.0f} MB of {self._allowed.memory_mb} MB")

    def _ended(self) -> None:
        """Says why there will be no answer: its output is closed."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(_QUIT_SECONDS)
        self._pump(deadline=0.0)
        status = self._process.poll()
        if status is None:
            raise PlayerFault(Cause.CRASH, "it has closed its output")
        if self._out_of_memory():
            raise PlayerFault(Cause.MEMORY, self._last_words())
        raise PlayerFault(Cause.CRASH, self.ending(status))

    def ending(self, status: int) -> str:
        """How it ended, in words."""
        if status < 0:
            how = f"ended by {signal.Signals(-status).name}"
        else:
            how = f"ended with status {status}"
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
        fault: PlayerFault | None = None
        try:
            if farewell and self._process.poll() is None:
                with contextlib.suppress(PlayerFault):
                    self.write(farewell, deadline=time.monotonic() + 0.1)
            self.end_input()
            if not self._gone(_QUIT_SECONDS if judge else 0.0):
                self._family.terminate()
                if not self._gone(_QUIT_SECONDS if judge else 0.0):
                    fault = PlayerFault(Cause.STUBBORN, "SIGTERM did not end it")
            elif not self._alone(_QUIT_SECONDS if judge else 0.0):
                fault = PlayerFault(Cause.LEFTOVERS, "its processes outlived it")
        finally:
            self._family.kill()
            self._selector.close()
            for stream in (self._process.stdin, self._process.stdout, self._process.stderr):
                if stream is not None:
                    with contextlib.suppress(OSError):
                        stream.close()
            self._process.wait()
        if fault is not None and judge:
            raise fault

    def _alone(self, seconds: float) -> bool:
        """Whether all that it started ends within the time: a sandbox ends just after it."""
        deadline = time.monotonic() + seconds
        while self._family.members():
            if time.monotonic() >= deadline:
                return False
            time.sleep(_AGAIN_SECONDS)
        return True

    def _gone(self, seconds: float) -> bool:
        """Whether the program itself ends within the time; its output is drained meanwhile."""
        deadline = time.monotonic() + seconds
        while self._process.poll() is None:
            if time.monotonic() >= deadline:
                return False
            with contextlib.suppress(PlayerFault):
                self._pump(deadline=min(deadline, time.monotonic() + 0.01))
            self._output.clear()
        return True


def run_once(
    command: list[str], data: bytes, *, allowed: Allowances, folder: str, work: Path | None = None
) -> str:
    """What a program writes that is started for one move."""
    program = Guarded(command, allowed=allowed, folder=folder, work=work)
    judged = False
    try:
        program.write(data, deadline=time.monotonic() + allowed.move_seconds)
        program.end_input()
        text, status = program.read_to_end(seconds=allowed.move_seconds)
        if status:
            raise PlayerFault(Cause.CRASH, program.ending(status))
        judged = True
    finally:
        program.close(judge=judged)
    return text
