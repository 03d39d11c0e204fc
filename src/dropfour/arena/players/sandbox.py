"""What a program sees of the machine: its folder, its environment, bubblewrap where it works."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from dropfour.arena.faults import Cause, PlayerFault
from dropfour.arena.players.family import GUARD
from dropfour.arena.tables import Player, Sandbox

_PACKAGE = str(Path(__file__).parents[2])  # it may lie elsewhere than its interpreter
_PRIVATE = ("/tmp", "/home", "/root", "/var/tmp", "/run")
_KEPT = ("PATH", "HOME", "USER", "LOGNAME", "LANG", "LANGUAGE", "TZ")  # and LC_*
_INTERPRETERS = ("python", "pypy", "node", "ruby", "perl", "lua", "sh", "bash", "Rscript", "php")


def wrapped(program: Sequence[str], *, sandbox: Sandbox, folder: str, work: Path) -> list[str]:
    """The argument list that starts a located program, in a sandbox where it shall have one."""
    if sandbox != "none" and bubblewrap_fault() is None:
        return [*_bubblewrap(program, folder, work), *program]
    if sandbox == "require":
        raise PlayerFault(Cause.START, f"sandbox: {bubblewrap_fault()}")
    return list(program)


def located(command: Sequence[str], folder: str) -> list[str]:
    """The command with whole paths: its program's, and those of files that are there.

    Relative paths start in `folder`, the experiment's; the program is started elsewhere.
    """
    name = command[0]
    path = shutil.which(str(Path(folder) / name)) if os.sep in name else shutil.which(name)
    if path is None:
        raise PlayerFault(Cause.START, f"there is no program {name!r}")
    return [str(Path(path).absolute()), *(_anchored(word, folder) for word in command[1:])]


def _anchored(word: str, folder: str) -> str:
    path = Path(folder, word)
    return str(path.absolute()) if _is_file(path) else word


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except (OSError, ValueError):  # too long, or no path at all
        return False


def command_fault(player: Player, folder: str) -> str | None:
    """Why a player's command cannot be started, or None. An interpreter's script must be there."""
    assert player.command
    if not GUARD.is_file():
        return f"{GUARD.name} is missing: programs can be guarded on Linux only"
    try:
        program, *rest = located(player.command, folder)
    except PlayerFault as fault:
        return fault.detail
    script = rest[0] if rest else "-"
    runs_scripts = Path(program).name.rstrip("0123456789.") in _INTERPRETERS
    if runs_scripts and not script.startswith("-") and not _is_file(Path(script)):
        return f"there is no file {script!r}"
    if player.folder is not None and not Path(folder, player.folder).is_dir():
        return f"there is no folder {player.folder!r}"
    return None


def environment(player: Player, work: Path) -> dict[str, str]:
    """What a program is told of ours: nothing that leads to the experiment's games."""
    kept = {k: v for k, v in os.environ.items() if k in _KEPT or k.startswith("LC_")}
    return {**kept, "TMPDIR": str(work), **player.environment}


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


def _bubblewrap(program: Sequence[str], folder: str, work: Path) -> list[str]:
    """No network, no other processes, and no files but those of the system and its own folder."""
    hidden = [part for place in _PRIVATE if Path(place).is_dir() for part in ("--tmpfs", place)]
    # The folders of programs and scripts stay readable, nothing else.
    shown = {folder, *(str(Path(word).parent) for word in program if _is_file(Path(word)))}
    ours = {sys.prefix, sys.base_prefix, _PACKAGE}
    interpreter = ours if program[0].startswith(sys.prefix) else set()
    seen = [part for path in sorted(shown | interpreter) for part in ("--ro-bind-try", path, path)]
    return [
        str(shutil.which("bwrap")),
        *("--ro-bind", "/", "/", *hidden, *seen, "--bind", str(work), str(work)),
        *("--dev", "/dev", "--proc", "/proc", "--unshare-all", "--die-with-parent"),
        *("--chdir", folder, "--"),
    ]
