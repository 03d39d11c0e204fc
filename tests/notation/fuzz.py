"""Random and mutated texts for every reader: a value or a `FormatError`, never anything else.

`python -m tests.notation.fuzz 200000` runs that many random and as many mutated texts per reader;
the tests run a short version.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from random import Random
from typing import Any

from dropfour import notation as n
from dropfour.cells import Cell
from dropfour.errors import FormatError, IllegalMove, RulesError
from dropfour.game import Position
from dropfour.notation.setup import playable_columns
from dropfour.replay import record_of, replay
from dropfour.rules import Rules
from dropfour.variants import load_rules
from tests.notation.pictures import parse_picture

ALPHABET = "XOxo!-/|#.%* \t\r\n0123456789ABCDGZaz,:+\ufeff\u0131\u00b2\u2028\x00é\ud800"


def format_board_line(heights: Iterable[int], dead: Iterable[Cell]) -> str:
    """The one-line set-up of a board, which programs only read."""
    return " ".join(map(str, [*heights, *dead]))


def random_rules(rng: Random, *, largest: int = 8) -> Rules:
    """Rules with random heights and a random kind for a third of the cells."""
    heights = [rng.randint(1, largest) for _ in range(rng.randint(1, largest))]
    cells = [Cell(c, r) for c, height in enumerate(heights) for r in range(height)]
    kinds = [rng.choice(["dead", "blocked", "bonus", "", "", "", "", "", ""]) for _ in cells[1:]]
    special = {
        kind: [cell for cell, chosen in zip(cells[1:], kinds, strict=True) if chosen == kind]
        for kind in ("dead", "blocked", "bonus")
    }
    return Rules.from_mapping({"heights": heights, **special})


def random_setup(rng: Random, rules: Rules, *, bans: bool = True) -> n.Setup:
    """A valid set-up: every column filled to a random height with random discs."""
    filled: dict[str, set[Cell]] = {"X": set(), "O": set(), "!": set()}
    letters = "XO!" if bans else "XO"
    for column in playable_columns(rules):
        for cell in column[: rng.randint(0, len(column))]:
            filled[rng.choice(letters)].add(cell)
    discs = (frozenset(filled["X"]), frozenset(filled["O"]))
    banning = bans and bool(rules.bonus) and rng.random() < 0.3
    return n.Setup(discs, frozenset(filled["!"]), turn=rng.randint(0, 1), banning=banning)


@dataclass(frozen=True)
class Target:
    """A reader, its writer, and a maker of valid texts."""

    parse: Callable[[str], Any]
    write: Callable[[Any], str]
    sample: Callable[[Random], str]


def targets(seed: int = 0) -> dict[str, Target]:
    """Every reader, on a board with every kind of cell."""
    rules = Rules(heights=[4, 3, 6, 2, 5], dead=["A1", "C4"], blocked=["C2", "E1"], bonus=["B2"])
    wide = Rules.grid(rows=2, columns=32)
    square = Rules.grid(rows=4, columns=5)

    def grid_sample(rng: Random) -> str:
        size = Rules.grid(rows=rng.randint(1, 7), columns=rng.randint(1, 12))
        digits = " " + "".join(str(c % 10) for c in range(size.columns))
        framed = rng.random() < 0.5
        form = n.GridForm(framed, not framed or rng.random() < 0.5, digits if framed else None)
        setup = random_setup(rng, size, bans=False)
        return n.format_grid(n.Grid(size.rows, size.columns, setup, form))

    def moves_sample(on: Rules) -> Callable[[Random], str]:
        return lambda rng: n.format_moves(
            [(rng.randrange(on.columns), rng.random() < 0.2) for _ in range(rng.randint(0, 20))], on
        )

    def line_sample(rng: Random) -> str:
        board = random_rules(rng)
        return format_board_line(board.heights, board.dead)

    def record_sample(rng: Random) -> str:
        game = Position(load_rules("bonus") if rng.random() < 0.5 else random_rules(rng))
        while game.outcome is None and rng.random() < 0.9:
            game = game.play(rng.choice(game.legal))
        return record_of(game)

    def read_record(text: str) -> Position:
        try:
            return replay(text)
        except (RulesError, IllegalMove) as error:
            raise FormatError("sound text, but no game") from error

    def read_picture(text: str) -> n.Setup:
        return parse_picture(text, rules)

    return {
        "position": Target(
            lambda text: n.parse_position(text, rules),
            lambda setup: n.format_position(setup, rules),
            lambda rng: n.format_position(random_setup(rng, rules), rules),
        ),
        "moves": Target(
            lambda text: n.parse_moves(text, rules),
            lambda moves: n.format_moves(moves, rules),
            moves_sample(rules),
        ),
        "moves wide": Target(
            lambda text: n.parse_moves(text, wide),
            lambda moves: n.format_moves(moves, wide),
            moves_sample(wide),
        ),
        "grid": Target(n.parse_grid, n.format_grid, grid_sample),
        "max": Target(
            lambda text: n.parse_max(text, square),
            lambda setup: n.format_max(setup, square),
            lambda rng: n.format_max(random_setup(rng, square, bans=False), square),
        ),
        "board line": Target(
            n.parse_board_line,
            lambda board: format_board_line(board.heights, board.dead),
            line_sample,
        ),
        "board line limits": Target(
            lambda text: n.parse_board_line(text, limits=n.IRREGULAR_LIMITS),
            lambda board: format_board_line(board.heights, board.dead),
            lambda _rng: "7 6 6 5 7 6 7 5 7 D3 G2",
        ),
        "record": Target(read_record, record_of, record_sample),
        "picture": Target(
            read_picture,
            lambda setup: n.format_picture(rules, setup),
            lambda rng: n.format_picture(rules, random_setup(rng, rules)),
        ),
    }


def random_text(rng: Random) -> str:
    """A random byte string, read as latin-1 or as UTF-8 with whatever is no UTF-8 kept."""
    data = rng.randbytes(rng.randint(0, 80))
    return data.decode("latin-1") if rng.random() < 0.5 else data.decode("utf-8", "surrogateescape")


def mutated(rng: Random, text: str) -> str:
    """The text after one to four small accidents."""
    for _ in range(rng.randint(1, 4)):
        start = rng.randint(0, len(text))
        end = min(len(text), start + rng.randint(0, 5))
        piece = "".join(rng.choices(ALPHABET, k=rng.randint(0, 3)))
        accident = rng.randrange(5)
        if accident == 0:
            text = text[:start] + piece + text[end:]
        elif accident == 1:
            text = text[:start] + text[start:end] * 2 + text[end:]
        elif accident == 2:
            text = text[:start] if rng.random() < 0.3 else text[start:end] + text
        elif accident == 3:
            text = text.replace("\n", rng.choice(["\r\n", "\r", "\n\n", "\u2028"]), 1)
        else:
            text = text.swapcase() if rng.random() < 0.3 else text[:start] + text[end:]
    return text


def check(target: Target, text: str) -> bool:
    """Whether the text was read. Fails if a fault lies outside the text, or a value is unstable."""
    try:
        value = target.parse(text)
    except FormatError as error:
        text_lines = text.removeprefix("\ufeff").split("\n")
        assert 1 <= error.line <= len(text_lines), (text, error)
        assert 1 <= error.column <= len(text_lines[error.line - 1]) + 1, (text, error)
        assert "\n" not in str(error), (text, error)
        return False
    assert target.parse(target.write(value)) == value, (text, value)
    return True


def fuzz(target: Target, count: int, seed: int = 0) -> tuple[int, int]:
    """Check `count` random and `count` mutated texts; how many of each were read."""
    rng = Random(seed)
    random_read = sum(check(target, random_text(rng)) for _ in range(count))
    mutated_read = sum(check(target, mutated(rng, target.sample(rng))) for _ in range(count))
    return random_read, mutated_read


def main() -> None:
    """Fuzz every reader and print how much of it was readable."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 200_000
    for name, target in targets().items():
        start = time.perf_counter()
        read = fuzz(target, count, seed=2)
        elapsed_s = time.perf_counter() - start
        print(f"{name:18} {count} random ({read[0]} read), {count} mutated ({read[1]} read), "
              f"{elapsed_s:.0f} s", flush=True)  # fmt: skip


if __name__ == "__main__":
    main()
