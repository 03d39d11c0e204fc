"""`dropfour book build GAME --plies N | check GAME | info [GAME...]`: books of proven openings."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

from dropfour._settings import SECONDS, SEED, TABLE_MB, THREADS
from dropfour._words import counted
from dropfour.agents.analysis import exact_words
from dropfour.book import (
    MOST_PLIES,
    SUFFIX,
    Book,
    all_books,
    file_name,
    find_book,
    open_book,
    user_folder,
)
from dropfour.book.build import BuildProgress, Pool, build_book
from dropfour.cli.options import add_setting_option, whole
from dropfour.errors import DropfourError
from dropfour.game import Position
from dropfour.solver import Solver
from dropfour.variants import load_rules

STATUS_UNFINISHED = STATUS_WRONG = 1


def main(arguments: Sequence[str]) -> int:
    """Run the command; status 1: a book is not finished, or wrong."""
    options = _parser().parse_args(arguments)
    action = {"build": _build, "check": _check, "info": _info}[options.action]
    return action(options)


def _build(options: argparse.Namespace) -> int:
    rules = load_rules(options.game)
    path = options.output or Path(user_folder()) / file_name(rules)
    if options.output is None:
        path.parent.mkdir(parents=True, exist_ok=True)
    with _pool(options.dask) as pool, _progress() as progress:
        finished = build_book(
            rules,
            options.plies,
            path,
            threads=options.threads or THREADS.default,
            table_mb=options.table_mb or TABLE_MB.default,
            seconds=options.seconds,
            pool=pool,
            progress=progress,
        )
    if not finished:
        print("not finished: the same command goes on from here")
        return STATUS_UNFINISHED
    print(_words(open_book(path, rules)))
    return 0


@contextmanager
def _pool(address: str | None) -> Iterator[Pool | None]:
    """A cluster, if one is named."""
    if address is None:
        yield None
        return
    from dropfour.arena.executors import DaskPool  # an extra, and slow to import

    pool = DaskPool(address)
    try:
        yield pool
    finally:
        pool.close(now=True)


@contextmanager
def _progress() -> Iterator[Any]:
    """Shows how far a book is: one line that changes, or none if nobody looks."""
    if not sys.stderr.isatty():
        yield None
        return

    def show(now: BuildProgress) -> None:
        left = now.seconds_left
        words = f"{now.solved:,} of {now.to_solve:,} positions solved"
        if left is not None:
            words += f", {int(left) // 60}:{int(left) % 60:02} left"
        print(f"\r\033[K{words}", end="", file=sys.stderr, flush=True)

    try:
        yield show
    finally:
        print("\r\033[K", end="", file=sys.stderr, flush=True)


def _check(options: argparse.Namespace) -> int:
    book = _book_of(options.book)
    solver = Solver(book.rules, table_mb=256, book=False)
    random = Random(SEED.default if options.seed is None else options.seed)
    for number in range(options.sample):
        position = _random_position(book, random)
        proven, said = solver.solve(position, details=False).exact, book.exact(position)
        if proven != said:
            words = "nothing" if said is None else exact_words(said)
            print(f"wrong: {position.to_text()} is a {exact_words(proven)}, the book has {words}")
            return STATUS_WRONG
        if sys.stderr.isatty():
            print(f"\r{number + 1:,} positions proven", end="", file=sys.stderr, flush=True)
    if sys.stderr.isatty():
        print(file=sys.stderr)
    print(f"{counted(options.sample, 'position')} solved again: all as the book has them")
    return 0


def _random_position(book: Book, random: Random) -> Position:
    """One of the book's last ply, or the last before a random game was over."""
    position = Position(book.rules)
    for _ in range(book.plies):
        following = position.play(random.choice(position.legal))
        if following.outcome is not None:
            break
        position = following
    return position


def _info(options: argparse.Namespace) -> int:
    books = [_book_of(name) for name in options.books] if options.books else all_books()
    if options.json:
        print(json.dumps([_mapping(book) for book in books], indent=2))
    else:
        print("\n".join(map(_words, books)) or "there are no books")
    return 0


def _book_of(name: str) -> Book:
    """A book by its file, or the one that is used for a game."""
    if name.endswith(SUFFIX):
        return open_book(name)
    book = find_book(load_rules(name))
    if book is None:
        raise DropfourError(f"there is no book for {name}")
    return book


def _words(book: Book) -> str:
    size = Path(book.path).stat().st_size
    return (
        f"{book.rules.name or 'a game without a name'}: {counted(book.plies, 'ply', 'plies')}"
        f", {counted(book.positions, 'position')}, {size:,} bytes\n  {book.path}\n"
        f"  {book.info.get('made by', '')}"
    )


def _mapping(book: Book) -> dict[str, Any]:
    return {
        "name": book.rules.name,
        "plies": book.plies,
        "positions": book.positions,
        "bytes": Path(book.path).stat().st_size,
        "path": book.path,
        "info": book.info,
    }


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="dropfour book", description="Books of proven openings.", allow_abbrev=False
    )
    actions = parser.add_subparsers(dest="action", required=True, metavar="ACTION")
    build = actions.add_parser(
        "build",
        help="prove all openings of a game",
        description="Proves every position of a game up to a number of plies. It can be ended at "
        "any moment: the same command goes on from there. Exit status 1: not finished.",
        allow_abbrev=False,
    )
    build.add_argument("game", metavar="GAME", help="a preset or a TOML file")
    build.add_argument(
        "--plies", type=whole(0, MOST_PLIES), required=True, metavar="N", help="how many"
    )
    build.add_argument(
        "--output", metavar="FILE", help="where to (default: your folder, where it is found)"
    )
    for setting in (THREADS, TABLE_MB, SECONDS):
        add_setting_option(build, setting)
    build.add_argument("--dask", metavar="ADDRESS", help="let a cluster work: tcp://HOST:PORT")
    check = actions.add_parser(
        "check", help="solve some of its positions again", allow_abbrev=False
    )
    check.add_argument("book", metavar="GAME|FILE")
    check.add_argument(
        "--sample", type=whole(1, 10**9), default=100, metavar="N", help="how many (default: 100)"
    )
    add_setting_option(check, SEED)
    info = actions.add_parser("info", help="what books there are, and what is in them")
    info.add_argument("books", nargs="*", metavar="GAME|FILE")
    info.add_argument("--json", action="store_true", help="answer in JSON, for programs")
    return parser
