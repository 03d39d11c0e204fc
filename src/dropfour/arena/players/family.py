"""All processes that a program has started, however they hide."""

from __future__ import annotations

import contextlib
import ctypes
import os
import signal
import sys
from functools import cache

import psutil

MARK = "DROPFOUR_PLAYER"
"""The variable in the environment of a program by which its processes are known."""

_PR_SET_PDEATHSIG = 1
_PR_SET_CHILD_SUBREAPER = 36
_ROUNDS = 50  # of killing, for those that fork faster than we look


@cache
def adopt_orphans() -> None:
    """Become the parent of grandchildren whose parents have ended, where the system can (Linux)."""
    _prctl(_PR_SET_CHILD_SUBREAPER, 1)


def end_with_parent(parent: int) -> None:
    """Be killed when the parent ends, where the system can (Linux): no worker outlives a run."""
    _prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    if sys.platform == "linux" and os.getppid() != parent:  # it has ended before we asked
        os._exit(1)


def _prctl(option: int, value: int) -> None:
    if sys.platform == "linux":
        with contextlib.suppress(OSError, AttributeError):
            ctypes.CDLL(None).prctl(option, value, 0, 0, 0)


class Family:
    """A process and its descendants, living in the session that it leads."""

    def __init__(self, root: int, mark: str) -> None:
        self._root = root
        self._mark = mark
        self._seen: dict[int, float] = {}  # process numbers and when they began

    def members(self) -> list[psutil.Process]:
        """Those alive, without the root itself."""
        alive: dict[int, psutil.Process] = {}
        with contextlib.suppress(psutil.Error):
            alive |= {p.pid: p for p in psutil.Process(self._root).children(recursive=True)}
        with contextlib.suppress(psutil.Error):
            for orphan in psutil.Process().children():
                if orphan.pid != self._root and self._ours(orphan):
                    alive[orphan.pid] = orphan
                    alive |= {p.pid: p for p in orphan.children(recursive=True)}
        living = []
        for process in alive.values():
            with contextlib.suppress(psutil.Error):
                self._seen[process.pid] = process.create_time()
                if process.status() == psutil.STATUS_ZOMBIE:
                    _reap(process.pid)
                else:
                    living.append(process)
        return living

    def _ours(self, process: psutil.Process) -> bool:
        """Whether an orphan that we adopted comes from this family."""
        with contextlib.suppress(psutil.Error):
            if self._seen.get(process.pid) == process.create_time():
                return True
        with contextlib.suppress(OSError):
            if os.getsid(process.pid) == self._root:
                return True
        with contextlib.suppress(psutil.Error, OSError):
            return bool(process.environ().get(MARK) == self._mark)
        return False

    def census(self) -> tuple[int, float]:
        """How many processes there are, and their resident memory in megabytes."""
        processes = self.members()
        with contextlib.suppress(psutil.Error):
            processes.append(psutil.Process(self._root))
        resident = 0
        for process in processes:
            with contextlib.suppress(psutil.Error):
                resident += process.memory_info().rss
        return len(processes), resident / 2**20

    def terminate(self) -> None:
        """Asks all of them to end, but not the sandbox around them: it ends with them."""
        everyone = self.members()
        with contextlib.suppress(psutil.Error):
            everyone.append(psutil.Process(self._root))
        for process in everyone:
            with contextlib.suppress(psutil.Error, OSError):
                if process.name() != "bwrap":
                    process.terminate()

    def kill(self) -> None:
        """Ends all of them for sure: stopped first, so that none can fork away."""
        for _ in range(_ROUNDS):
            with contextlib.suppress(OSError):
                os.killpg(self._root, signal.SIGKILL)
            members = self.members()
            if not members:
                return
            for number in (signal.SIGSTOP, signal.SIGKILL):
                for process in members:
                    with contextlib.suppress(psutil.Error, OSError):
                        process.send_signal(number)
            psutil.wait_procs(members, timeout=0.05)


def _reap(pid: int) -> None:
    with contextlib.suppress(OSError):
        os.waitpid(pid, os.WNOHANG)
