"""Makes a book: the positions of its last ply are solved, all others follow from them.

The work goes in chunks of neighbouring positions. What is done lies in a file beside the book to
be, so it can be ended at any moment and taken up again; and a score is a score, so the book is the
same whoever has worked on it.
"""

from __future__ import annotations

import fcntl
import os
import struct
import threading
import time
import zlib
from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, CancelledError, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from typing import Any, Protocol

from dropfour import _native
from dropfour.book import CHECKED_FROM, HEAD, MAGIC, VERSION, find_book, fingerprint
from dropfour.errors import DropfourError
from dropfour.files import FilePath, label, write_whole
from dropfour.game import Position
from dropfour.rules import Rules

CHUNK = 128  # positions that are solved together
_PART_HEAD = struct.Struct("<16s32sII")
_PART_MAGIC = b"dropfour part\0\0\0"
_RECORD = struct.Struct("<II")
_POLL_SECONDS = 0.2


@dataclass(frozen=True, slots=True)
class BuildProgress:
    """How far a book is."""

    solved: int
    to_solve: int
    seconds: float  # of this run
    solved_now: int  # in this run

    @property
    def seconds_left(self) -> float | None:
        """At the pace of this run; None while it has none."""
        if not self.solved_now:
            return None
        return self.seconds / self.solved_now * (self.to_solve - self.solved)


class Pool(Protocol):
    """Who solves: threads here, or processes somewhere."""

    @property
    def workers(self) -> int:
        """How many work at the same time."""

    def submit(self, task: Callable[..., bytes], *arguments: Any) -> Future[bytes]:
        """Runs a task on some worker."""

    def check(self) -> None:
        """Raises an error, in words, if nobody works any more."""


def build_book(
    rules: Rules,
    plies: int,
    path: FilePath,
    *,
    threads: int = 1,
    table_mb: int = 64,
    pool: Pool | None = None,
    seconds: float | None = None,
    progress: Callable[[BuildProgress], None] | None = None,
) -> bool:
    """Write the book to a file; False if the seconds were over first, and the next call goes on.

    The positions are solved by threads of this process, or by a pool. Each worker takes a table.
    """
    if os.path.isdir(path):  # said now, not after hours of work
        raise DropfourError(f"{label(path)} cannot be written: it is a folder")
    builder = _builder(rules, plies)
    part = os.fspath(path) + ".part"
    began = time.monotonic()
    with _Part(part, rules, plies) as solved, _Threads(threads) as own_pool:
        chunks = range(-(-builder.to_solve // CHUNK))
        todo = iter([chunk for chunk in chunks if chunk not in solved.scores])
        before, pending = solved.count, dict[Future[bytes], int]()
        workers = pool or own_pool
        while True:
            for chunk in islice(todo, 2 * workers.workers - len(pending)):
                pending[workers.submit(solve_chunk, rules, plies, chunk, table_mb)] = chunk
            if not pending:
                break
            workers.check()
            done, _ = wait(pending, timeout=_POLL_SECONDS, return_when=FIRST_COMPLETED)
            for future in done:
                solved.keep(pending.pop(future), _scores(future))
            now = time.monotonic() - began
            if progress is not None:
                progress(BuildProgress(solved.count, builder.to_solve, now, solved.count - before))
            if seconds is not None and now >= seconds:
                return False
        scores = b"".join(solved.scores[chunk] for chunk in chunks)
        write_whole(path, _content(rules, plies, builder, scores))
    os.unlink(part)
    find_book.cache_clear()  # there may be a longer one now
    return True


def solve_chunk(rules: Rules, plies: int, chunk: int, table_mb: int) -> bytes:
    """The scores of one chunk, on any machine; what this thread has proven before helps it."""
    if getattr(_mine, "rules", None) != rules:
        _mine.solver = _native.Solver(Position(rules), table_mb << 20)
        _mine.rules = rules
    control = getattr(_mine, "control", None) or _native.Control()
    return _builder(rules, plies).solve(_mine.solver, chunk * CHUNK, CHUNK, control)


def _scores(future: Future[bytes]) -> bytes:
    try:
        return future.result()
    except MemoryError:
        raise DropfourError("tables of this size do not fit into memory") from None
    except CancelledError:
        raise DropfourError("a worker is gone; the same command goes on") from None


_mine = threading.local()  # a solver for each thread, and what stops it


class _Threads:
    """Threads of this process, which end at once."""

    def __init__(self, workers: int) -> None:
        self.workers = workers
        self._control = _native.Control()
        self._executor = ThreadPoolExecutor(workers, initializer=self._begin)

    def _begin(self) -> None:
        _mine.control = self._control

    def submit(self, task: Callable[..., bytes], *arguments: Any) -> Future[bytes]:
        return self._executor.submit(task, *arguments)

    def check(self) -> None:
        """They always work."""

    def __enter__(self) -> _Threads:
        return self

    def __exit__(self, *failure: object) -> None:
        self._control.stop()
        self._executor.shutdown(cancel_futures=True)


@lru_cache(maxsize=1)
def _builder(rules: Rules, plies: int) -> _native.BookBuilder:
    try:
        return _native.BookBuilder(Position(rules), plies)
    except ValueError as error:
        raise DropfourError(str(error)) from None


class _Part:
    """What has been solved, as it lies on the disk: records that are whole or do not count."""

    def __init__(self, path: str, rules: Rules, plies: int) -> None:
        self.scores: dict[int, bytes] = {}
        count = _builder(rules, plies).to_solve
        head = _PART_HEAD.pack(_PART_MAGIC, fingerprint(rules), plies, CHUNK)
        try:
            self._file = os.fdopen(os.open(path, os.O_RDWR | os.O_CREAT, 0o666), "r+b")
        except OSError as error:
            raise DropfourError(f"{label(path)} cannot be written: {error.strerror}") from None
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise DropfourError(f"somebody else is at work on {label(path)}") from None
        there = self._file.read(len(head))
        if there and there != head:
            self._file.close()
            raise DropfourError(f"{label(path)} belongs to another book: remove it first")
        if not there:
            self._file.write(head)
        end = self._file.tell()
        while len(record := self._file.read(_RECORD.size)) == _RECORD.size:
            chunk, checksum = _RECORD.unpack(record)
            scores = self._file.read(2 * max(0, min(CHUNK, count - chunk * CHUNK)))
            if not scores or zlib.crc32(scores) != checksum:
                break
            self.scores[chunk] = scores
            end = self._file.tell()
        self._file.seek(end)
        self._file.truncate()  # what an interrupted run had begun to write

    @property
    def count(self) -> int:
        """Positions."""
        return sum(map(len, self.scores.values())) // 2

    def keep(self, chunk: int, scores: bytes) -> None:
        self.scores[chunk] = scores
        try:
            self._file.write(_RECORD.pack(chunk, zlib.crc32(scores)) + scores)
            self._file.flush()
        except OSError as error:
            raise DropfourError(f"what was solved cannot be kept: {error.strerror}") from None

    def __enter__(self) -> _Part:
        return self

    def __exit__(self, *failure: object) -> None:
        self._file.close()


def _content(rules: Rules, plies: int, builder: _native.BookBuilder, scores: bytes) -> bytes:
    import json

    name = rules.name or "RULES"
    info = json.dumps(
        {
            "made by": f"dropfour book build {name} --plies {plies}",
            "rules": rules.to_mapping(),
            "positions": builder.positions,
            "solved": builder.to_solve,
        },
        sort_keys=True,
    ).encode()
    info += b" " * (-len(info) % 8)
    head = HEAD.pack(MAGIC, VERSION, 0, fingerprint(rules), plies, len(info))
    checked = head[CHECKED_FROM:] + info + builder.finish(scores)
    return MAGIC + struct.pack("<II", VERSION, zlib.crc32(checked)) + checked
