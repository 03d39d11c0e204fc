"""Files and standard input: read up to a bound, written whole or not at all."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import BinaryIO, TypeAlias

from dropfour._validation import shown
from dropfour.errors import DropfourError, FormatError

FilePath: TypeAlias = str | os.PathLike[str]

STANDARD_INPUT = "standard input"
MOST_BYTES = 1 << 20
"""The longest file that is read: every format needs far less."""

_LONGEST_LABEL = 300


def label(path: FilePath) -> str:
    """A path as messages quote it."""
    return shown(os.fspath(path), longest=_LONGEST_LABEL)


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
    with _failures(STANDARD_INPUT, "read"):
        content = _bounded(sys.stdin.buffer.read(MOST_BYTES + 1), STANDARD_INPUT)
    with faults_in(STANDARD_INPUT):
        return decoded(content)


def read_text(path: FilePath, *, pipes: bool = False) -> str:
    """All of a file as text; `DropfourError` if it cannot be read, is no text, or too long."""
    content = read_bytes(path, pipes=pipes)
    with faults_in(label(path)):
        return decoded(content)


def read_bytes(path: FilePath, *, pipes: bool = False) -> bytes:
    """All of a file; pipes and devices, which may keep us waiting, only where `pipes` says so."""
    name = label(path)
    with _failures(name, "read"):
        if not pipes and not stat.S_ISREG(os.stat(path).st_mode):
            raise DropfourError(f"{name} is not a file")
        with open(path, "rb") as file:
            return _bounded(file.read(MOST_BYTES + 1), name)


def read_lines(source: BinaryIO, *, longest: int) -> Iterator[str]:
    r"""The lines of other programs or people, without white space around them.

    Of a line that is longer only as much is kept as shows that: `longest` characters and one.

    >>> from io import BytesIO
    >>> list(read_lines(BytesIO(b" go\r\n" + b"x" * 99 + b"\nquit"), longest=6))
    ['go', 'xxxxxxx', 'quit']
    """
    while content := source.readline(longest + 1):
        line = content.decode("utf-8", errors="replace").strip("\ufeff \t\r\n")
        if not content.endswith(b"\n") and len(content) > longest:
            line = line.ljust(longest + 1)
            while content and not content.endswith(b"\n"):
                content = source.readline(longest)
        yield line


def decoded(content: bytes) -> str:
    r"""The text of UTF-8 bytes, without a byte order mark; `FormatError` says where it is none.

    >>> decoded(b"6 7\nXO\xff")
    Traceback (most recent call last):
    dropfour.errors.FormatError: line 2, column 3: byte 0xff: this is not UTF-8 text
    """
    try:
        return content.decode("utf-8").removeprefix("\ufeff")
    except UnicodeDecodeError as error:
        before = content[: error.start]
        raise FormatError(
            f"byte 0x{content[error.start]:02x}: this is not UTF-8 text",
            line=before.count(b"\n") + 1,
            column=error.start - before.rfind(b"\n"),
        ) from error


def write_whole(path: FilePath, content: str | bytes) -> None:
    """Write a file, all of it or nothing: what was there before stays until the new one is whole.

    The content goes to a temporary file beside it, which then takes its name. Devices and pipes are
    written as they are. `DropfourError` if it cannot be done.
    """
    if isinstance(content, str):
        content = content.encode()
    with _failures(label(path), "written"):
        target = os.path.realpath(path)  # a link stays one
        mode = _mode(target)
        if mode is not None and not stat.S_ISREG(mode):
            with open(target, "wb") as file:
                file.write(content)
        else:
            _replace(target, content, mode)


@contextmanager
def _failures(name: str, verb: str) -> Iterator[None]:
    try:
        yield
    except (OSError, ValueError) as error:  # ValueError: a NUL character in the path
        reason = getattr(error, "strerror", None) or str(error)
        raise DropfourError(f"{name} cannot be {verb}: {reason}") from error


def _bounded(content: bytes, name: str) -> bytes:
    if len(content) > MOST_BYTES:
        raise DropfourError(f"{name} is too large: more than {MOST_BYTES} bytes")
    return content


def _mode(path: str) -> int | None:
    """The mode of a file; None if there is no file yet."""
    try:
        return os.stat(path).st_mode
    except FileNotFoundError:
        return None


def _replace(path: str, content: bytes, mode: int | None) -> None:
    if mode is not None and not os.access(path, os.W_OK):
        raise PermissionError(0, "Permission denied")  # a rename would not ask
    folder = os.path.dirname(path)
    temporary = os.path.join(folder, f".dropfour-{os.getpid()}-{os.urandom(4).hex()}")
    descriptor = os.open(temporary, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o666)
    try:
        with open(descriptor, "wb") as file:
            if mode is not None:
                os.fchmod(descriptor, stat.S_IMODE(mode))
            file.write(content)
            file.flush()
            os.fsync(descriptor)  # a crash of the machine must not leave the name to an empty file
        os.replace(temporary, path)
    except BaseException:
        with suppress(FileNotFoundError):  # interrupted after it got its name
            os.unlink(temporary)
        raise
