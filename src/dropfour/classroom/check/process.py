"""A student's file at arm's length: questions go to its process, answers or faults come back.

It is no sandbox: the file may do what whoever checks it may do. But it cannot keep us waiting, fill
the memory or the screen, or leave processes behind in its session. (The arena's guard of other
people's programs does more, and needs packages that a student need not install.)
"""

from __future__ import annotations

import contextlib
import json
import os
import resource
import selectors
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import Any

from dropfour.classroom.check.case import Answer

MOST_BYTES = 1 << 20  # of one answer
START_SECONDS = 20.0  # for Python and our own modules, before the student's file is met
_LIMITS = {
    resource.RLIMIT_AS: 4 << 30,  # bytes of memory
    resource.RLIMIT_FSIZE: 16 << 20,  # of a file
    resource.RLIMIT_CORE: 0,
}
_CHUNK = 1 << 16
_AGAIN_SECONDS = 0.005  # until we look again


class Student:
    """A student's file; it is loaded when the first question comes, and again after a fault."""

    def __init__(self, path: Path, *, seconds: float) -> None:
        self.path = path.resolve()
        self.seconds = seconds
        self._folder = tempfile.TemporaryDirectory(prefix="dropfour-", ignore_cleanup_errors=True)
        self._process: subprocess.Popen[bytes] | None = None
        self._received = b""

    def __enter__(self) -> Student:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._stop()
        self._folder.cleanup()

    @property
    def running(self) -> bool:
        """Whether its process has survived the last question."""
        return self._process is not None

    def load(self) -> Answer:
        """Run the file as a module; the names that can be called, or what went wrong."""
        self._stop()
        self._process = self._start(["-m", "dropfour.classroom.check.worker", str(self.path)])
        ready = self._answer(START_SECONDS, token=None)
        return ready if ready.fault else self._answer(self.seconds, token=None)

    def ask(self, probe: str, arguments: Sequence[Any]) -> Answer:
        """Put a question; a fault of the process ends it, and the next question starts anew."""
        if self._process is None:
            loaded = self.load()
            if loaded.fault:
                return loaded
        assert self._process is not None and self._process.stdin is not None
        token = os.urandom(8).hex()
        question = json.dumps({"probe": probe, "arguments": arguments, "token": token})
        with contextlib.suppress(BrokenPipeError):  # its end shows when the answer is read
            self._process.stdin.write(question.encode() + b"\n")
            self._process.stdin.flush()
        return self._answer(self.seconds, token=token)

    def run(self, arguments: Sequence[str], files: dict[str, str]) -> tuple[Answer, dict[str, str]]:
        """Run the file as a program in a folder with these files; its files afterwards.

        The answer's value is the exit status.
        """
        self._stop()
        with tempfile.TemporaryDirectory(prefix="dropfour-") as folder:
            for name, text in files.items():
                (Path(folder) / name).write_text(text)
            process = self._start([str(self.path), *arguments], folder=folder, talk=False)
            try:
                ended = _has_ended(process, within=self.seconds)
            finally:
                status = _end(process)
            answer = Answer(value=status) if ended else Answer(fault=_late(self.seconds))
            written = {}
            for name in files:
                with contextlib.suppress(OSError), (Path(folder) / name).open("rb") as file:
                    written[name] = file.read(MOST_BYTES).decode("utf-8", errors="replace")
        return answer, written

    def _start(
        self, arguments: Sequence[str], *, folder: str | None = None, talk: bool = True
    ) -> subprocess.Popen[bytes]:
        streams = subprocess.PIPE if talk else subprocess.DEVNULL
        process = subprocess.Popen(
            [sys.executable, *arguments],
            stdin=streams,
            stdout=streams,
            stderr=subprocess.DEVNULL,
            cwd=folder or self._folder.name,
            env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1", "PYTHONHASHSEED": "0"},
            start_new_session=True,
        )
        for limit, value in _LIMITS.items():
            with contextlib.suppress(ProcessLookupError):  # it has ended already
                _, most = resource.prlimit(process.pid, limit)  # ours, which may be lower
                allowed = value if most == resource.RLIM_INFINITY else min(value, most)
                resource.prlimit(process.pid, limit, (allowed, allowed))
        return process

    def _answer(self, seconds: float, *, token: str | None) -> Answer:
        """The answer to the question with this token, or the fault that there is instead."""
        line = self._line(time.monotonic() + seconds)
        fault = ""
        if line is None:
            fault = _late(seconds)
        elif not line:
            fault = self._ending()
        elif len(line) > MOST_BYTES:
            fault = "it returned far more than a board or a number"
        if fault or not line:
            self._stop()
            return Answer(fault=fault)
        try:
            content = json.loads(line)
            if content.get("token") != token:
                raise ValueError("an answer to nothing that was asked")
            return Answer(
                content.get("value"), list(content.get("after", [])), str(content.get("fault", ""))
            )
        except (ValueError, AttributeError, TypeError, RecursionError):
            self._stop()
            return Answer(fault="it has meddled with our questions")

    def _line(self, deadline: float) -> bytes | None:
        """The next line of its answers; empty when it has ended, None when the time is over."""
        assert self._process is not None and self._process.stdout is not None
        with selectors.DefaultSelector() as selector:
            selector.register(self._process.stdout, selectors.EVENT_READ)
            while b"\n" not in self._received and len(self._received) <= MOST_BYTES:
                if not selector.select(max(0.0, deadline - time.monotonic())):
                    return None
                data = os.read(self._process.stdout.fileno(), _CHUNK)
                if not data:
                    return b""
                self._received += data
        line, _, self._received = self._received.partition(b"\n")
        return line

    def _ending(self) -> str:
        assert self._process is not None
        ended = _has_ended(self._process, within=1.0)
        status = _end(self._process)
        if not ended:
            return "it has closed our connection"
        if status < 0:
            with contextlib.suppress(ValueError):
                return f"its process was ended by {signal.Signals(-status).name}"
        return f"it ended its process (exit status {status})"

    def _stop(self) -> None:
        if self._process is not None:
            _end(self._process)
        self._process = None
        self._received = b""


def _late(seconds: float) -> str:
    return f"it did not come back within {seconds:g} s"


def _has_ended(process: subprocess.Popen[bytes], *, within: float) -> bool:
    """Whether it ends in time. It keeps its number, so that its session can still be ended."""
    deadline = time.monotonic() + within
    while not os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT):
        if time.monotonic() >= deadline:
            return False
        time.sleep(_AGAIN_SECONDS)
    return True


def _end(process: subprocess.Popen[bytes]) -> int:
    """End a process with all of its session; its exit status."""
    if process.returncode is None:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
    for stream in (process.stdin, process.stdout):
        if stream is not None:
            with contextlib.suppress(OSError):
                stream.close()
    return process.wait()
