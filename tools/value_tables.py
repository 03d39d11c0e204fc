"""Writes docs/values.md: proven values of games on small boards.

    python tools/value_tables.py [--minutes M]    M: how long one board may take, by default 1

What takes longer stays open, shown as a question mark; nothing in the page is estimated.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable
from pathlib import Path

import dropfour as d4
from dropfour.cells import Cell, column_name
from dropfour.rules import Ending, Goal

PAGE = Path(__file__).parent.parent / "docs" / "values.md"

INTRODUCTION = """\
# Proven values of small boards

Made by `python tools/value_tables.py` with the exact solver: every entry is proven, `?` was not
solved in the time given. Boards are columns × rows. `+` means that the first player wins, `-` the
second, `=` a draw; the number is the ply on which the game ends under best play, in which the
winner hurries and the loser delays.
"""

SQUARES = """\
## Connect Square

Two by two discs win. **On boards of even height the first player cannot win**: the second player
answers every disc in the same column, on top of it. Then every disc in an even row is the second
player's and every disc in an odd row the first player's, and a 2 × 2 block, which covers two
neighbouring rows, can never be the first player's. The solver uses the same argument as its
follow-up bound, which is why these boards take it no search to bound.
"""

POINTS = """\
## Max-Connect4

Four in a row is a point, the board is filled, most points win. The number is the margin of the
first player under best play. On boards of even height it is never positive: the second player
answers in the same column and gets the even rows, the first player the odd ones; each then has as
many horizontal fours as the other and none of another kind. So the second player can always hold
the margin at 0.
"""

SPECIAL = """\
## Connect Four with one dead or blocked cell

The value of each board when that one cell is dead (a disc there counts for nothing) or blocked (it
never takes a disc). The board without a special cell comes first.
"""

PUBLISHED = """\
## Connect Four by size

The table of John Tromp (https://tromp.github.io/c4/c4.html), found again.
"""


def entry(rules: d4.Rules, seconds: float) -> str:
    """A cell of a table: who wins, and when; or the margin."""
    try:
        solution = d4.solve(
            d4.Position(rules), seconds=seconds, table_mb=1024, details=False, book=False
        )
    except d4.Unsolved:
        return "?"
    if rules.ending == "full":
        return f"{solution.margin:+d}" if solution.margin else "0"
    return {1: f"+{solution.plies}", 0: "=", -1: f"-{solution.plies}"}[solution.value]


def table(
    corner: str, columns: Iterable[int], rows: Iterable[int], of: Callable[[int, int], str]
) -> str:
    columns = list(columns)
    lines = [f"| {corner} | " + " | ".join(f"{c} columns" for c in columns) + " |"]
    lines.append("|" + "---|" * (len(columns) + 1))
    for row in rows:
        entries = [of(column, row) for column in columns]
        print(row, entries, flush=True)
        lines.append(f"| {row} rows | " + " | ".join(entries) + " |")
    return "\n".join(lines) + "\n"


def by_size(
    seconds: float, goal: Goal, ending: Ending, columns: range, rows: range, cells: int
) -> str:
    def of(column: int, row: int) -> str:
        if column * row > cells:
            return ""
        rules = d4.Rules.grid(rows=row, columns=column, goal=goal, ending=ending)
        return entry(rules, seconds)

    return table("", columns, rows, of)


def with_one_cell(columns: int, rows: int, seconds: float) -> str:
    """Two pictures of one board, top row first, each cell with the value if it is special."""
    plain = entry(d4.Rules.grid(rows=rows, columns=columns), seconds)
    lines = [f"\n### {columns} × {rows}: {plain} without\n"]
    names = " | ".join(column_name(c) for c in range(columns))
    lines.append(f"| row | {names} | | {names} |")
    lines.append("|" + "---|" * (2 * columns + 2))
    for row in reversed(range(rows)):
        values: dict[str, list[str]] = {"dead": [], "blocked": []}
        for kind, found in values.items():
            for column in range(columns):
                mirror = columns - 1 - column
                if mirror < column:  # the mirror image has the same value
                    found.append(found[mirror])
                    continue
                cell = [Cell(column, row)]
                dead, blocked = (cell, ()) if kind == "dead" else ((), cell)
                rules = d4.Rules.grid(rows=rows, columns=columns, dead=dead, blocked=blocked)
                found.append(entry(rules, seconds))
        print(columns, rows, row, values, flush=True)
        left, right = (" | ".join(values[kind]) for kind in ("dead", "blocked"))
        lines.append(f"| {row + 1} | {left} | | {right} |")
    lines.append("\nDead on the left, blocked on the right.")
    return "\n".join(lines) + "\n"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=1.0)
    seconds = 60 * parser.parse_args().minutes
    parts = [
        INTRODUCTION,
        PUBLISHED,
        by_size(seconds, d4.Line(4), "first", range(4, 10), range(4, 9), 42),
        SQUARES,
        by_size(seconds, d4.Square(2), "first", range(2, 9), range(2, 9), 42),
        POINTS,
        by_size(seconds, d4.Line(4), "full", range(4, 9), range(4, 9), 36),
        SPECIAL,
        *(
            with_one_cell(c, r, seconds)
            for c, r in ((4, 4), (5, 4), (6, 4), (7, 4), (4, 5), (5, 5), (6, 5), (5, 6))
        ),
    ]
    PAGE.write_text("\n".join(parts), encoding="utf-8")


if __name__ == "__main__":
    main()
