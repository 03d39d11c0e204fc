"""Books: what they say is proven, however they were made; what is no book is refused."""

from __future__ import annotations

import random
import struct
import subprocess
import sys
import time
import zlib
from contextlib import suppress
from pathlib import Path

import pytest

import dropfour as d4
from dropfour.book import file_name, find_book, fingerprint, open_book, shipped_folder
from dropfour.book.build import BuildProgress, build_book
from dropfour.errors import DropfourError
from tests.cli.programs import run
from tests.random_rules import random_rules

CLASSIC = d4.load_rules("classic")
SMALL = d4.Rules.grid(rows=4, columns=5, name="small")
SHIPPED = sorted(Path(shipped_folder()).glob("*.book"))


@pytest.fixture(autouse=True)
def user_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A user without books."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    find_book.cache_clear()
    return tmp_path / "dropfour" / "books"


def random_position(rules: d4.Rules, plies: int, rng: random.Random) -> d4.Position:
    """A game that still goes on after so many random moves."""
    while True:
        position = d4.Position(rules)
        while position.outcome is None and len(position.moves) < plies:
            position = position.play(rng.choice(position.legal))
        if position.outcome is None:
            return position


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_a_shipped_book_is_whole_and_true(path: Path) -> None:
    book = open_book(path)
    assert path.name == file_name(book.rules)
    assert find_book(book.rules) is not None
    assert path.stat().st_size < 2.5 * book.positions
    rng, solver = random.Random(1), d4.Solver(book.rules, book=False)
    for _ in range(12 if book.plies >= 10 else 1):  # earlier positions take long
        position = random_position(book.rules, book.plies, rng)
        proven = solver.solve(position, details=False)
        assert d4.solve(position, details=False).exact == proven.exact


def test_together_they_are_small() -> None:
    assert [path.name.split("-")[0] for path in SHIPPED] == ["classic", "forbidden", "square"]
    assert sum(path.stat().st_size for path in SHIPPED) <= 2_000_000


def test_the_first_move_is_known_at_once() -> None:
    solution = d4.solve(d4.Position(CLASSIC), every_column=True)
    assert (solution.value, solution.plies, solution.best) == (1, 41, (3,))
    assert (solution.source, solution.nodes) == ("book", 0)
    values = [solution.columns[column].value for column in range(7)]
    assert values == [-1, -1, 0, 1, 0, -1, -1]
    assert solution.line[:6] == (3, 3, 3, 3, 3, 3)


def test_without_the_book_it_is_a_search() -> None:
    position = d4.Position.from_moves("DDDDDCCCEE", CLASSIC)
    by_search = d4.solve(position, book=False)
    assert (by_search.source, by_search.nodes > 0) == ("search", True)
    assert by_search.exact == d4.solve(position).exact
    assert d4.Solver(CLASSIC, book=False).solve(position).source == "search"


def test_sides_and_mirror_images_do_not_matter() -> None:
    rng = random.Random(2)
    for _ in range(200):
        position = random_position(CLASSIC, rng.randrange(10), rng)
        mirrored = d4.Position(CLASSIC)
        for move in position.moves:
            mirrored = mirrored.play(6 - move)
        swapped = d4.Position.from_text(
            position.to_text().translate(str.maketrans("XO", "OX")), CLASSIC
        )
        answers = [d4.solve(p, details=False) for p in (position, mirrored, swapped)]
        assert {a.source for a in answers} == {"book"}
        assert len({a.exact for a in answers}) == 1


@pytest.mark.parametrize("number", range(12))
def test_a_book_answers_as_the_solver_does(number: int, tmp_path: Path) -> None:
    rng = random.Random(f"book {number}")
    rules = random_rules(rng, max_columns=5, max_rows=5, max_cells=16)
    plies = min(5, rules.playable - 1)
    build_book(rules, plies, tmp_path / "a.book", threads=2)
    assert open_book(tmp_path / "a.book").rules == rules
    (tmp_path / "dropfour" / "books").mkdir(parents=True)
    (tmp_path / "a.book").rename(tmp_path / "dropfour" / "books" / file_name(rules))
    find_book.cache_clear()
    with_book = d4.Solver(rules)
    for _ in range(30):
        position = d4.Position(rules)
        while position.outcome is None and len(position.moves) <= plies:
            found = with_book.solve(position, every_column=True)
            proven = d4.solve(position, every_column=True, book=False)
            assert (found.exact, found.best, found.columns) == (
                proven.exact, proven.best, proven.columns,
            )  # fmt: skip
            assert found.source == "book" or len(position.moves) >= plies
            position = position.play(rng.choice(position.legal))


def test_a_build_that_was_ended_goes_on_and_makes_the_same_book(tmp_path: Path) -> None:
    whole, pieces = tmp_path / "whole.book", tmp_path / "pieces.book"
    assert build_book(SMALL, 6, whole)
    part, calls = tmp_path / "pieces.book.part", 0
    while not build_book(SMALL, 6, pieces, threads=2, seconds=0.0):
        calls += 1
        with part.open("ab") as file:  # as a kill in the middle of a record leaves it
            file.write(b"\1\0\0\0half")
    assert calls > 1
    assert pieces.read_bytes() == whole.read_bytes()
    assert not part.exists()


def test_a_build_that_was_killed_goes_on(tmp_path: Path) -> None:
    whole, killed = tmp_path / "whole.book", tmp_path / "killed.book"
    game, part = tmp_path / "game.toml", tmp_path / "killed.book.part"
    game.write_text(d4.Rules.grid(rows=5, columns=6).to_toml())
    assert build_book(d4.load_rules(game), 7, whole)
    command = [sys.executable, "-m", "dropfour", "book", "build", str(game), "--plies", "7"]
    command += ["--output", str(killed)]
    program = subprocess.Popen(command)
    while program.poll() is None and (not part.exists() or part.stat().st_size < 1000):
        time.sleep(0.001)
    program.kill()
    program.wait()
    assert part.exists() and not killed.exists()
    assert subprocess.run(command, check=False, stdout=subprocess.PIPE).returncode == 0
    assert killed.read_bytes() == whole.read_bytes()


def test_two_do_not_build_the_same_book(tmp_path: Path) -> None:
    path = tmp_path / "a.book"

    def another(_: BuildProgress) -> None:
        with pytest.raises(DropfourError, match="somebody else is at work"):
            build_book(SMALL, 5, path)

    assert build_book(SMALL, 5, path, progress=another)


def test_the_part_of_another_book_is_left_alone(tmp_path: Path) -> None:
    build_book(SMALL, 5, tmp_path / "a.book", seconds=0.0)
    with pytest.raises(DropfourError, match="belongs to another book"):
        build_book(SMALL, 4, tmp_path / "a.book")


def _with_checksum(content: bytearray) -> bytes:
    return bytes(content[:20] + struct.pack("<I", zlib.crc32(content[24:])) + content[24:])


def test_a_book_cannot_be_where_a_folder_is(tmp_path: Path) -> None:
    with pytest.raises(DropfourError, match="it is a folder"):
        build_book(SMALL, 4, tmp_path)
    assert not Path(f"{tmp_path}.part").exists()


def test_what_is_no_book_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.book"
    build_book(SMALL, 4, path)
    good = path.read_bytes()

    def refusal(content: bytes, rules: d4.Rules | None = None) -> str:
        path.write_bytes(content)
        with pytest.raises(DropfourError) as caught:
            open_book(path, rules)
        return str(caught.value)

    assert "other rules" in refusal(good, CLASSIC)
    assert "not a book" in refusal(b"rows = 6\ncolumns = 7\n" * 10)
    assert "it is empty" in refusal(b"")
    assert "version 7" in refusal(good[:16] + b"\7" + good[17:])
    assert "damaged" in refusal(good[:-8])
    rng = random.Random(3)
    for _ in range(200):
        place = rng.randrange(len(good))
        refusal(good[:place] + bytes([good[place] ^ 1 << rng.randrange(8)]) + good[place + 1 :])
    for place, number in ((56, 2**32 - 1), (56, 25), (60, 2**32 - 1), (60, 0)):  # plies; length
        made = bytearray(good)
        made[place : place + 4] = struct.pack("<I", number)
        assert "damaged" in refusal(_with_checksum(made))
    for _ in range(200):  # whatever it says of itself, a checksum that is right included
        made = bytearray(good)
        for place in rng.choices(range(24, len(made)), k=rng.randint(1, 3)):
            made[place] = rng.choice((0, 255, rng.randrange(256)))
        path.write_bytes(_with_checksum(made))
        with suppress(DropfourError):
            open_book(path).exact(d4.Position(SMALL))
    with pytest.raises(DropfourError, match="cannot be read"):
        open_book(tmp_path / "none.book")
    with pytest.raises(DropfourError, match="cannot be read"):
        open_book(tmp_path)


def test_a_damaged_book_is_left_aside_with_a_warning(user_folder: Path) -> None:
    user_folder.mkdir(parents=True)
    (user_folder / file_name(CLASSIC)).write_bytes(b"dropfour book\0\0\0 or nearly so")
    with pytest.warns(UserWarning, match="not a book; going on without it"):
        solution = d4.solve(d4.Position(CLASSIC))
    assert solution.source == "book"  # the one that came with the package
    status, out, err = run("dropfour", "book", "info")
    assert (status, out.count(" plies, ")) == (0, len(SHIPPED))
    assert err.startswith("dropfour: ")
    assert err.endswith("this is not a book; going on without it\n")


def test_a_users_longer_book_is_found_by_itself(user_folder: Path) -> None:
    user_folder.mkdir(parents=True)
    assert d4.solve(d4.Position(SMALL)).source == "search"
    build_book(SMALL, 3, user_folder / file_name(SMALL))
    find_book.cache_clear()
    assert d4.solve(d4.Position(SMALL)).source == "book"


def test_a_fingerprint_is_that_of_the_game() -> None:
    same = d4.Rules(heights=[6] * 7, name="by another name")
    assert fingerprint(same) == fingerprint(CLASSIC)
    others = [
        d4.Rules.grid(rows=6, columns=7, ending="full"),
        d4.Rules.grid(rows=6, columns=7, dead=["A1"]),
        d4.Rules.grid(rows=6, columns=7, goal=d4.Line(5)),
        d4.Rules.grid(rows=7, columns=6),
    ]
    assert len({fingerprint(rules) for rules in (CLASSIC, *others)}) == 5


def test_levels_below_the_best_do_not_peek() -> None:
    position = d4.Position(CLASSIC)
    for level in (7, 8):
        assert d4.agent("auto", level=level).analyse(position).source == "search"
    for level in (9, 10):
        analysis = d4.agent("auto", level=level).analyse(position)
        assert (analysis.source, analysis.move) == ("book", 3)


def test_too_many_positions() -> None:
    with pytest.raises(DropfourError, match="too many positions"):
        build_book(d4.Rules.grid(rows=32, columns=32), 20, "never.book")


def test_a_check_is_of_the_file_that_is_named_and_finds_what_is_wrong(tmp_path: Path) -> None:
    path = tmp_path / "a.book"
    build_book(SMALL, 3, path)
    assert run("dropfour", "book", "check", str(path), "--sample", "20").status == 0
    content = bytearray(path.read_bytes())
    values = content[-8:]  # of the last ply: every one another than it was
    content[-8:] = bytes(value ^ 0xFF for value in values)
    path.write_bytes(_with_checksum(content))
    status, out, _ = run("dropfour", "book", "check", str(path), "--sample", "20")
    assert (status, out.startswith("wrong: ")) == (1, True)


def test_a_check_ends_where_no_game_lasts_so_long(tmp_path: Path) -> None:
    rules = d4.Rules.grid(rows=2, columns=2, goal=d4.Line(2))
    build_book(rules, 4, tmp_path / "a.book")
    assert run("dropfour", "book", "check", str(tmp_path / "a.book")).status == 0
