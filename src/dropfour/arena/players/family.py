"""Processes that must not outlive those who started them."""

from __future__ import annotations

import contextlib
import ctypes
import os
import signal
import socket
import sys
from collections.abc import Container
from functools import cache
from pathlib import Path

import psutil

from dropfour import _native

GUARD = Path(_native.__file__).with_name("dropfour-guard")
"""The program that stands between us and somebody's."""

GUARD_SECONDS = 60.0
"""How long a guard may take to end and remove everything."""

_PR_SET_PDEATHSIG = 1
_PR_SET_CHILD_SUBREAPER = 36
_ROUNDS = 50  # of killing, for those that fork faster than we look
_claims: list[socket.socket] = []  # of processors, as long as this process runs


@cache
def adopt_orphans() -> None:
    """Become the parent of grandchildren whose parents have ended, where the system can (Linux)."""
    _prctl(_PR_SET_CHILD_SUBREAPER, 1)


def end_with_parent(parent: int) -> None:
    """Be killed when the parent ends, where the system can (Linux): no worker outlives a run."""
    _prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    if sys.platform == "linux" and os.getppid() != parent:  # it has ended before we asked
        os._exit(1)


def take_processor(group: int) -> None:
    """Work on one processor only, and what is started too, on one that no other of the group has.

    The group is the number of the process that all of them belong to. A name that can be bound but
    once says who has which, and is free again when its owner ends. Without a free one all stay.
    """
    if sys.platform != "linux":
        return
    for processor in sorted(os.sched_getaffinity(0)):
        claim = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        try:
            claim.bind(f"\0dropfour-{group}-{processor}")
        except OSError:
            claim.close()
            continue
        _claims.append(claim)
        os.sched_setaffinity(0, {processor})
        return


def _prctl(option: int, value: int) -> None:
    if sys.platform == "linux":
        with contextlib.suppress(OSError, AttributeError):
            ctypes.CDLL(None).prctl(option, value, 0, 0, 0)


def kill_orphans(*, but: Container[int]) -> None:
    """Ends what came to us because its parent, a guard or a worker, was killed.

    What programs start is never of our session, what we start ourselves mostly is. The guards of
    a worker that was killed end by themselves when they have done their work.
    """
    guards = [child for child in psutil.Process().children() if _is_guard(child, but)]
    psutil.wait_procs(guards, timeout=GUARD_SECONDS)
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


def _is_guard(child: psutil.Process, known: Container[int]) -> bool:
    with contextlib.suppress(psutil.Error):
        return child.pid not in known and Path(child.exe()) == GUARD
    return False


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
