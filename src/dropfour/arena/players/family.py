"""Processes that must not outlive those who started them."""

from __future__ import annotations

import contextlib
import ctypes
import os
import signal
import sys
from collections.abc import Container
from functools import cache

import psutil

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


def kill_orphans(*, but: Container[int]) -> None:
    """Ends what came to us because its parent, a guard or a worker, was killed.

    What programs start is never of our session, what we start ourselves mostly is.
    """
    for _ in range(_ROUNDS):
        orphans = [child for child in psutil.Process().children() if _strange(child, but)]
        if not orphans:
            return
        family = [*orphans, *(p for orphan in orphans for p in _descendants(orphan))]
        for number in (signal.SIGSTOP, signal.SIGKILL):
            for process in family:
                with contextlib.suppress(psutil.Error, OSError):
                    process.send_signal(number)
        psutil.wait_procs(orphans, timeout=0.05)


def _strange(child: psutil.Process, known: Container[int]) -> bool:
    if child.pid in known:
        return False
    with contextlib.suppress(OSError, psutil.Error):
        if child.status() == psutil.STATUS_ZOMBIE:
            _reap(child.pid)
        else:
            return os.getsid(child.pid) != os.getsid(0)
    return False


def _descendants(process: psutil.Process) -> list[psutil.Process]:
    with contextlib.suppress(psutil.Error):
        return list(process.children(recursive=True))
    return []


def _reap(pid: int) -> None:
    with contextlib.suppress(OSError):
        os.waitpid(pid, os.WNOHANG)
