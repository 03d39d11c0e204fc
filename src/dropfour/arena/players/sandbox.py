"""What keeps a program in its place: resource limits, and bubblewrap where it works."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from dropfour.arena.faults import Cause, PlayerFault
from dropfour.arena.tables import Allowances

_MEGABYTE = 1 << 20
_PACKAGE = str(Path(__file__).parents[2])  # it may lie elsewhere than its interpreter
_PRIVATE = ("/tmp", "/home", "/root", "/var/tmp", "/run")


def wrapped(
    command: Sequence[str], *, allowed: Allowances, folder: str, work: Path | None
) -> list[str]:
    """The argument list that starts a command: in a sandbox, limited, and ended when we end."""
    program = located(command, folder)
    limited = [*_prlimit(allowed), *program]
    if allowed.sandbox != "none" and bubblewrap_fault() is None:
        return [*_tied_to_us(), *_bubblewrap(program, folder, work), *limited]
    if allowed.sandbox == "require":
        raise PlayerFault(Cause.START, f"sandbox: {bubblewrap_fault()}")
    return [*_tied_to_us(), *limited]


def located(command: Sequence[str], folder: str) -> list[str]:
    """The command with its program's whole path; relative paths start in `folder`."""
    name = command[0]
    path = shutil.which(str(Path(folder) / name)) if os.sep in name else shutil.which(name)
    if path is None:
        raise PlayerFault(Cause.START, f"there is no program {name!r}")
    return [path, *command[1:]]


def _tied_to_us() -> list[str]:
    """What starts a program so that it is killed when we end.

    If we end before that is arranged, it has another parent by then, and does not start. The shell
    runs this one line; the program and its arguments pass it by as they are.
    """
    setpriv, shell = _tool("setpriv"), _tool("sh")
    if setpriv is None or shell is None:
        return []
    line = '[ "$PPID" = "$0" ] && exec "$@"'
    return [setpriv, "--pdeathsig", "KILL", "--", shell, "-c", line, str(os.getpid())]


def _prlimit(allowed: Allowances) -> list[str]:
    """Limits for a program and all that it will start, set before it begins."""
    program = _tool("prlimit")
    if program is None:
        return []
    # Data, not address space: many runtimes reserve far more addresses than they use. Twice the
    # allowed memory, since what counts is what is resident; this only stops one huge allocation.
    data, file = 2 * allowed.memory_mb * _MEGABYTE, allowed.file_mb * _MEGABYTE
    return [program, f"--data={data}", f"--fsize={file}", "--core=0", "--"]


@cache
def bubblewrap_fault() -> str | None:
    """Why there is no sandbox on this machine, in words; None if there is one."""
    program = shutil.which("bwrap")
    if program is None:
        return "bubblewrap (bwrap) is not installed"
    trial = [program, "--ro-bind", "/", "/", "--unshare-all", "--die-with-parent", "true"]
    try:
        done = subprocess.run(trial, capture_output=True, timeout=10, check=False)
    except subprocess.TimeoutExpired:
        return "bubblewrap does not work here: it did not answer"
    except OSError as error:
        return f"bubblewrap does not work here: {error.strerror}"
    if done.returncode:
        words = done.stderr.decode(errors="replace").strip().splitlines()
        return f"bubblewrap does not work here: {words[-1] if words else 'no reason given'}"
    return None


def _bubblewrap(program: Sequence[str], folder: str, work: Path | None) -> list[str]:
    """No network, no other processes, and no files but those of the system and its own folder."""
    hidden = [part for place in _PRIVATE if Path(place).is_dir() for part in ("--tmpfs", place)]
    # The folder of the experiment and those of programs and scripts stay readable, nothing else.
    shown = {folder, *(str(Path(word).parent) for word in program if Path(word).is_absolute())}
    ours = {sys.prefix, sys.base_prefix, _PACKAGE}
    interpreter = ours if program[0].startswith(sys.prefix) else set()
    seen = [part for path in sorted(shown | interpreter) for part in ("--ro-bind-try", path, path)]
    own = ["--bind", str(work), str(work)] if work is not None else []
    return [
        str(shutil.which("bwrap")),
        *("--ro-bind", "/", "/", *hidden, *seen, *own),
        *("--dev", "/dev", "--proc", "/proc", "--unshare-all", "--die-with-parent"),
        *("--chdir", folder, "--"),
    ]


@cache
def _tool(name: str) -> str | None:
    """A program of the system, where it can be."""
    return shutil.which(name) if sys.platform == "linux" else None
