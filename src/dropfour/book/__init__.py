"""Books: the proven results of all openings of a game, kept in a file.

A book holds every position up to a number of plies, and is found by the rules it is for: in the
user's folder, or among those that come with the package. The file:

    16 bytes    "dropfour book" and three zero bytes
    u32         version of the format
    u32         CRC-32 of everything that follows
    32 bytes    fingerprint of the rules
    u32, u32    plies; length of the next part
    JSON        how it was made, filled up with blanks to a multiple of eight bytes
    scores      native/core/book/book.hpp says how

All numbers are little-endian.
"""

from __future__ import annotations

import os
import struct
import warnings
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from dropfour import _native
from dropfour._native import Exact
from dropfour.errors import DropfourError
from dropfour.files import FilePath, faults_in, label
from dropfour.game import Position
from dropfour.rules import Rules

MAGIC = b"dropfour book\0\0\0"
VERSION = 1
SUFFIX = ".book"
MOST_PLIES = 24  # as native/core/book/ranking.hpp has it
HEAD = struct.Struct("<16sII32sII")
CHECKED_FROM = len(MAGIC) + 8  # behind the checksum


@dataclass(frozen=True, slots=True)
class Book:
    """An open book."""

    rules: Rules
    plies: int
    positions: int
    path: str
    info: dict[str, Any]  # how it was made
    native: _native.Book

    def exact(self, position: Position) -> Exact | None:
        """The proven result for the player to move, if the position is in it."""
        return self.native.exact(position)

    def __repr__(self) -> str:
        return f"<Book {self.path}: {self.plies} plies, {self.positions} positions>"


@lru_cache(maxsize=256)
def fingerprint(rules: Rules) -> bytes:
    """32 bytes that only rules of the same game share, whatever their name."""
    import hashlib
    import json

    game = rules.to_mapping()
    game.pop("name", None)
    game["goal"] = sorted(sorted(pattern) for pattern in rules.goal.patterns)
    text = json.dumps(game, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).digest()


def open_book(path: FilePath, rules: Rules | None = None) -> Book:
    """The book in a file, checked; without rules those it says it is for.

    The file is mapped into memory, and read where it is needed.
    """
    with faults_in(label(path)):
        content = _mapped(path)
        if len(content) < HEAD.size or content[: len(MAGIC)] != MAGIC:
            raise DropfourError("this is not a book")
        _, version, checksum, theirs, plies, length = HEAD.unpack_from(content)
        if version != VERSION:
            raise DropfourError(
                f"a book of version {version}; this program reads version {VERSION}"
            )
        if zlib.crc32(content[CHECKED_FROM:]) != checksum:
            raise DropfourError("this book is damaged: its checksum is wrong")
        if plies > MOST_PLIES:
            raise DropfourError(f"this book is damaged: none has {plies} plies")
        info = _info(bytes(content[HEAD.size : HEAD.size + length]))
        rules = rules or Rules.from_mapping(info["rules"])
        if theirs != fingerprint(rules):
            raise DropfourError("this book is for other rules")
        try:
            native = _native.Book(Position(rules), plies, content[HEAD.size + length :])
        except ValueError as error:
            raise DropfourError(f"this book is damaged: {error}") from None
    return Book(rules, plies, native.positions, os.fspath(path), info, native)


@lru_cache(maxsize=64)
def find_book(rules: Rules) -> Book | None:
    """The longest book for these rules; a damaged one is left aside with a warning."""
    ending = f"-{fingerprint(rules).hex()[:16]}{SUFFIX}"
    return max(_books(ending, rules), key=lambda book: book.plies, default=None)


def all_books() -> list[Book]:
    """The user's and those that come with the package; damaged ones are left aside likewise."""
    return list(_books(SUFFIX))


def native_book(rules: Rules) -> _native.Book | None:
    """What the solver takes: the book for these rules, if there is one."""
    book = find_book(rules)
    return None if book is None else book.native


def user_folder() -> str:
    """Where the user's own books lie."""
    from platformdirs import user_data_dir

    return os.path.join(user_data_dir("dropfour", appauthor=False), "books")


def shipped_folder() -> str:
    """Where those lie that come with the package."""
    return os.path.join(os.path.dirname(__file__), "shipped")


def file_name(rules: Rules) -> str:
    """A book's name: for people first, then for those who look for it."""
    name = "".join(c if c.isalnum() else "-" for c in rules.name.lower())[:40] or "book"
    return f"{name}-{fingerprint(rules).hex()[:16]}{SUFFIX}"


def _books(ending: str, rules: Rules | None = None) -> Iterator[Book]:
    for folder in (user_folder(), shipped_folder()):
        try:
            names = sorted(os.listdir(folder))
        except OSError:
            continue
        for name in names:
            if not name.endswith(ending):
                continue
            try:
                yield open_book(os.path.join(folder, name), rules)
            except DropfourError as fault:
                warnings.warn(f"{fault}; going on without it", stacklevel=3)


def _mapped(path: FilePath) -> memoryview:
    import mmap

    try:
        with open(path, "rb") as file:
            return memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))
    except (OSError, ValueError) as error:  # ValueError: it is empty
        reason = getattr(error, "strerror", None) or "it is empty"
        raise DropfourError(f"it cannot be read: {reason}") from None


def _info(content: bytes) -> dict[str, Any]:
    import json

    try:
        info = json.loads(content)
        if isinstance(info, dict) and isinstance(info.get("rules"), dict):
            return info
    except (ValueError, RecursionError):
        pass
    raise DropfourError("this book is damaged: it does not say how it was made")
