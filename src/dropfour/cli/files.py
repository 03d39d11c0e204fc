"""Files and standard input of the programs: read up to a bound, written whole or not at all."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import BinaryIO

from dropfour._validation import shown
from dropfour.errors import DropfourError, FormatError
from dropfour.notation import LONGEST_TEXT

STANDARD_INPUT = "standard input"
_MOST_BYTES = LONGEST_TEXT + len("\ufeff".encode())
_LONGEST_LABEL = 300


def label(path: str) -> str:
    """A path as messages quote it."""
    return shown(path, longest=_LONGEST_LABEL)


@contextmanager
def faults_in(source: str) -> Iterator[None]:
    """Puts the name of what is being read in front of what is found wrong with it.

    >>> with faults_in("standard input"):
    ...     raise FormatError("unknown character '?'", line=2, column=5)
    Traceback (most recent call last):
    dropfour.errors.DropfourError: standard input: line 2, column 5: unknown character '?'
    """
    try:
        yield
    except DropfourError as error:
        raise DropfourError(f"{source}: {error}") from error


def read_standard_input() -> str:
    """All of standard input as text; `DropfourError` if it is no text, or too much of it."""
    if sys.stdin is None:
        raise DropfourError("standard input is closed")
    try:
        return _text(sys.stdin.buffer, STANDARD_INPUT)
    except OSError as error:  # a directory, for one
        raise DropfourError(f"standard input cannot be read: {error.strerror}") from error


def read_file(path: str) -> str:
    """All of a file as text; `DropfourError` if it cannot be read, is no text, or too long."""
    try:
        with open(path, "rb") as file:
            return _text(file, label(path))
    except (OSError, ValueError) as error:  # ValueError: a NUL character in the path
        reason = getattr(error, "strerror", None) or str(error)
        raise DropfourError(f"{label(path)} cannot be read: {reason}") from error


def write_whole(path: str, text: str) -> None:
    """Write a file, all of it or nothing: what was there before stays until the new one is whole.

    The text goes to a temporary file beside it, which then takes its name. Devices and pipes are
    written as they are. `DropfourError` if it cannot be done.
    """
    try:
        target = os.path.realpath(path)  # a link stays one
        mode = _mode(target)
        if mode is not None and not stat.S_ISREG(mode):
            _write_into(target, text)
        else:
            _replace(target, text, mode)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise DropfourError(f"{label(path)} cannot be written: {reason}") from error


def _text(file: BinaryIO, source: str) -> str:
    content = file.read(_MOST_BYTES + 1)
    if len(content) > _MOST_BYTES:
        raise DropfourError(f"{source}: longer than {LONGEST_TEXT} bytes, too long for a position")
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError as error:
        before = content[: error.start]
        fault = FormatError(
            f"byte 0x{content[error.start]:02x}: this is not UTF-8 text",
            line=before.count(b"\n") + 1,
            column=error.start - before.rfind(b"\n"),
        )
        raise DropfourError(f"{source}: {fault}") from error


def _mode(path: str) -> int | None:
    """The mode of a file; None if there is no file yet."""
    try:
        return os.stat(path).st_mode
    except FileNotFoundError:
        return None


def _write_into(path: str, text: str) -> None:
    with open(path, "w", encoding="utf-8", newline="\n") as file:
        file.write(text)


def _replace(path: str, text: str, mode: int | None) -> None:
    if mode is not None and not os.access(path, os.W_OK):
        raise PermissionError(0, "Permission denied")  # a rename would not ask
    folder = os.path.dirname(path)
    temporary = os.path.join(folder, f".dropfour-{os.getpid()}-{os.urandom(4).hex()}")
    descriptor = os.open(temporary, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o666)
    try:
        with open(descriptor, "w", encoding="utf-8", newline="\n") as file:
            if mode is not None:
                os.fchmod(descriptor, stat.S_IMODE(mode))
            file.write(text)
        os.replace(temporary, path)
    except BaseException:
        os.unlink(temporary)
        raise
