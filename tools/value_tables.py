"""Proves values of whole games, and writes them down: dropfour.values and docs/values.md.

    python tools/value_tables.py                   writes the page, of what is proven
    python tools/value_tables.py prove [GAME ...]  proves what is not yet, or these games again
    python tools/value_tables.py merge FILE ...    takes over what was proven elsewhere

A game is named as in "7x6 line 4 dead D1", and "7x6 line 4 dead *" are many. `--nodes` is how many
a proof may take, twice: once for win, draw or loss, and once for the length of the game; what
takes more, or longer than all have by `--seconds`, keeps the bounds reached. The smallest boards
come first, as many at once as there are `--processes`, each on so many `--threads`. Everything is
kept as soon as it is proven, in the data of the package or in a file to be merged (`--data`): the
tool can be ended at any time. `--guided win` looks for a win of the first player where a tree
search expects one, `--guided draw` for a draw at least, both of one game and without a limit; with
a `--journal` that goes on where it was ended. Where nothing of this helps, `--soon` with a number
of nodes for each game proves that nobody can force a win within so many plies.
"""

from __future__ import annotations

import argparse
import fnmatch
import json
import time
from collections.abc import Callable, Iterable, Iterator
from functools import cache, partial
from multiprocessing import get_context
from pathlib import Path
from typing import Literal, NamedTuple

import dropfour as d4
from dropfour import values
from dropfour._native import Control, Task
from dropfour.cells import Cell, column_name
from dropfour.files import write_whole
from dropfour.rules import Ending, Goal
from dropfour.values import GameValue

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "values.md"
DATA = ROOT / "src" / "dropfour" / "values" / values.FILE

INTRODUCTION = """\
# Proven values

How games end from the empty board if both sides play their best. Every entry is proven by the
exact solver, without a book, and can be proven again by
`python tools/value_tables.py prove "7x6 line 4 dead D1"`; what that takes is listed at the end.
The same as data: `dropfour.values.find_value(rules)`.

Boards are columns × rows. `+` means that the first player wins, `-` the second, `=` a draw; the
number is the ply on which the game ends: the winner hurries and the loser delays. Without a number
only the winner is proven; `≤` means that the first player does not win, `≥` that the second does
not, `?` that nothing is proven yet.
"""

PUBLISHED = """\
## Connect Four by size

John Tromp's table (https://tromp.github.io/c4/c4.html), found again, with the lengths of the games.
"""

ONE_CELL = """\
## Connect Four with one dead or blocked cell

The value of the board when that one cell is dead (a disc there counts for nothing) or blocked (it
never takes a disc). On 7 × 6 a dead cell in an even row costs the first player the win at most, one
in an odd row, where this player's threats count, can cost the game. A blocked cell makes the win
shorter, wherever it is but one: D2 makes it a draw.
"""

SQUARES = """\
## Connect Square

Two by two discs win. **Nobody can force a win, on any board**: answer every disc on top of it, and
play anywhere when its column is full. Then of two cells one on the other that were both free the
other player never gets both, and every 2 × 2 block has two such pairs. Both players can do so, and
neither the columns' heights nor dead or blocked cells change it (bonus cells do). So every board
larger than these is a draw, too. The solver knows the argument (`can_beat_answers` in
`native/core/solver/node.hpp`) and needs a few nodes for each; later in a game, where both lower
cells of a block are one player's, there is something to win.
"""

POINTS = """\
## Max-Connect4

Four in a row is a point, the board is filled, most points win. The number is the margin of the
first player under best play, or its bounds. On boards of even height it is never positive: the
second player answers in the same column and gets the even rows, the first player the odd ones; each
then has as many horizontal fours as the other and none of another kind. So the second player can
always hold the margin at 0.
"""

LINES = """\
## Lines of other lengths
"""

PRESETS = """\
## The games that come with dropfour

Who wins `irregular` is too much for the solver alone: 5.3 G nodes gave no answer. What it can say
is how long nobody wins: `python tools/value_tables.py prove irregular --soon 1500000000 --table-mb
4000`. A tree search with the learned evaluation leads a proof of more (`tools/guided_proof.py`): it
says which positions to look at, and every one of them is solved. That is under way, with the goal
of a win of the first player, and may yet end with a draw:

    python tools/value_tables.py prove irregular --guided win --threads 2 --table-mb 2000 \\
        --journal tools/proofs/irregular.jsonl

goes on from what is settled so far, which is in that file.
"""

COSTS = """\
## What the proofs took

Those of more than a million nodes; seconds of one processor core.
"""

FOUR = d4.Line(4)


class Sizes(NamedTuple):
    """The boards of a table: the smallest side, and the most of columns + rows and of cells."""

    least: int
    most_sum: int
    most_cells: int

    def boards(self) -> Iterator[tuple[int, int]]:
        sides = range(self.least, self.most_sum)
        for columns in sides:
            for rows in sides:
                if columns + rows <= self.most_sum and columns * rows <= self.most_cells:
                    yield columns, rows


FOUR_SIZES = Sizes(4, 14, 49)
SQUARE_SIZES = Sizes(2, 15, 56)
POINT_SIZES = Sizes(4, 14, 49)
LINE_SIZES = Sizes(3, 13, 42)
OTHER_LINES = (3, 5)
ONE_CELL_BOARDS = (
    (4, 4),
    (5, 4),
    (6, 4),
    (7, 4),
    (4, 5),
    (5, 5),
    (6, 5),
    (7, 5),
    (5, 6),
    (6, 6),
    (7, 6),
)
PRESET_NAMES = ("classic", "square", "max", "forbidden", "bonus", "irregular")


# ---- The games -----------------------------------------------------------------------------------


def grid(columns: int, rows: int, goal: Goal = FOUR, ending: Ending = "first") -> d4.Rules:
    return d4.Rules.grid(rows=rows, columns=columns, goal=goal, ending=ending)


def with_cell(columns: int, rows: int, kind: str, cell: Cell) -> d4.Rules:
    dead, blocked = ([cell], []) if kind == "dead" else ([], [cell])
    return d4.Rules.grid(rows=rows, columns=columns, dead=dead, blocked=blocked)


def games() -> Iterator[d4.Rules]:
    """All that we would like to know, each once or more."""
    for size in FOUR_SIZES.boards():
        yield grid(*size)
    for size in SQUARE_SIZES.boards():
        yield grid(*size, d4.Square(2))
    for size in POINT_SIZES.boards():
        yield grid(*size, ending="full")
    for length in OTHER_LINES:
        for size in LINE_SIZES.boards():
            yield grid(*size, d4.Line(length))
    for columns, rows in ONE_CELL_BOARDS:
        for kind in ("dead", "blocked"):
            for column in range((columns + 1) // 2):  # mirror images have the same value
                for row in range(rows):
                    yield with_cell(columns, rows, kind, Cell(column, row))
    for name in PRESET_NAMES:
        yield d4.load_rules(name)


@cache
def games_by_name() -> dict[str, d4.Rules]:
    return {name_of(rules): rules for rules in games()}


def name_of(rules: d4.Rules) -> str:
    """How people call a game: its size, its goal, what is special."""
    for preset in ("bonus", "irregular"):
        if rules == d4.load_rules(preset):
            return preset
    kind, number = next(iter(rules.goal.to_mapping().items()))
    words = [f"{rules.columns}x{rules.rows} {kind} {number}"]
    for special in ("dead", "blocked"):
        words += [f"{special} {cell}" for cell in getattr(rules, special)]
    return " ".join(words + ["points"] * (rules.ending == "full"))


# ---- Proofs --------------------------------------------------------------------------------------


class Effort(NamedTuple):
    """How much work a proof may be: a limit of nodes is for one thread."""

    nodes: int | None
    until: float | None  # of time.monotonic()
    threads: int
    table_mb: int

    def seconds_left(self) -> float | None:
        return None if self.until is None else max(0.01, self.until - time.monotonic())


def prove(rules: d4.Rules, effort: Effort) -> GameValue:
    """Win, draw or loss first, then the length, with what the table remembers."""
    began = time.process_time()
    solver = d4.Solver(rules, table_mb=effort.table_mb, book=False)
    lower, upper, plies, margins, nodes = -1, 1, None, None, 0
    for weak in (True, False):
        try:
            found = solver.solve(
                d4.Position(rules),
                weak=weak,
                details=False,
                nodes=effort.nodes,
                seconds=effort.seconds_left(),
                threads=effort.threads,
            )
        except d4.Unsolved as error:
            nodes += error.nodes
            lower, upper = max(lower, error.lower), min(upper, error.upper)
            margins = error.margins if rules.ending == "full" else None
            break
        nodes += found.nodes
        lower = upper = found.value
        if not weak:
            plies = found.plies
            margins = None if found.margin is None else (found.margin, found.margin)
    return GameValue(
        rules, lower, upper, plies, margins, nodes, round(time.process_time() - began, 2)
    )


def prove_quiet(rules: d4.Rules, nodes: int, table_mb: int) -> GameValue:
    """How long nobody can force a win."""
    began = time.process_time()
    solver = d4.Solver(rules, table_mb=table_mb, book=False)
    task = Task(weak=True, best=False, nodes=nodes + 1, soon_nodes=nodes)
    found = solver._attempt(d4.Position(rules), task, Control())
    seconds = round(time.process_time() - began, 2)
    quiet = found.quiet_plies if found.values == (-1, 1) else None
    return GameValue(rules, *found.values, None, None, found.nodes, seconds, quiet or None)


def prove_guided(
    rules: d4.Rules, goal: Literal["win", "draw"], threads: int, table_mb: int, journal: Path | None
) -> GameValue:
    from guided_proof import GuidedProof  # beside this file: it is run, not imported

    proof = GuidedProof(rules, goal, threads=threads, table_mb=table_mb, journal=journal)
    lower, upper = proof.bounds(d4.Position(rules))
    return GameValue(rules, lower, upper, None, None, proof.nodes, round(proof.seconds, 2))


def prove_all(names: Iterable[str], effort: Effort, processes: int, data: Path) -> None:
    """Proves these games, the smallest first, and keeps each as soon as it is proven."""
    every = games_by_name()
    wanted = sorted((every[name] for name in names), key=lambda rules: rules.playable)
    # A process for each proof: its table is given back.
    with get_context("spawn").Pool(processes, maxtasksperchild=1) as pool:
        for value in pool.imap_unordered(partial(prove, effort=effort), wanted):
            tell_and_keep(value, data)


def tell_and_keep(value: GameValue, data: Path) -> None:
    told = f"{value.nodes:,} nodes, {value.seconds:.1f} s"
    print(f"{name_of(value.rules)}: {value} ({told})", flush=True)
    keep([value], data)


def unproven() -> list[str]:
    return [name for name, rules in games_by_name().items() if not is_complete(rules)]


def named(patterns: Iterable[str]) -> list[str]:
    """The games that are meant, `*` standing for anything."""
    found = {pattern: fnmatch.filter(games_by_name(), pattern) for pattern in patterns}
    if unknown := [pattern for pattern, names in found.items() if not names]:
        raise SystemExit(f"no game is called {', '.join(unknown)}")
    return list(dict.fromkeys(name for names in found.values() for name in names))


def is_complete(rules: d4.Rules) -> bool:
    value = values.find_value(rules)
    if value is None:
        return False
    if value.margins is not None:
        return value.margins[0] == value.margins[1]
    return value.value is not None and value.plies is not None


def keep(proven: Iterable[GameValue], data: Path) -> None:
    """Adds to what a file has; a proof never makes it say less."""
    known = {value.rules: value for value in read(data)} if data.exists() else {}
    for value in proven:
        before = known.get(value.rules)
        known[value.rules] = value if before is None else value.joined(before)
    worth = [value for value in known.values() if value.is_bounded]
    lines = [json.dumps(value.to_mapping()) for value in sorted(worth, key=order)]
    write_whole(data, ("[\n" + ",\n".join(lines) + "\n]\n").encode())


def read(data: Path) -> list[GameValue]:
    return values.read_values(data.read_text(encoding="utf-8"))


def order(value: GameValue) -> tuple[object, ...]:
    rules = value.rules
    return (str(rules.goal), rules.ending, rules.columns, rules.rows, name_of(rules))


# ---- The page ------------------------------------------------------------------------------------


def entry(rules: d4.Rules) -> str:
    """A cell of a table: who wins, and when; or the margin."""
    value = values.find_value(rules)
    if value is None:
        return "?"
    if rules.ending == "full":
        if value.margins is None:
            return "?"
        lower, upper = (f"{margin:+d}" if margin else "0" for margin in value.margins)
        return lower if lower == upper else f"{lower} to {upper}"
    match value.lower, value.upper:
        case (-1, 1):
            return "?"
        case (0, 1):
            return "≥"
        case (-1, 0):
            return "≤"
        case (0, 0):
            return "="
    return f"{'+' if value.lower == 1 else '-'}{value.plies or ''}"


def table_of(sizes: Sizes, of: Callable[[int, int], d4.Rules]) -> str:
    boards = set(sizes.boards())
    columns, rows = (sorted({board[side] for board in boards}) for side in (0, 1))
    lines = ["|  | " + " | ".join(f"{c} columns" for c in columns) + " |"]
    lines.append("|" + "---|" * (len(columns) + 1))
    for row in rows:
        entries = [entry(of(column, row)) if (column, row) in boards else "" for column in columns]
        lines.append(f"| {row} rows | " + " | ".join(entries) + " |")
    return "\n".join(lines) + "\n"


def one_cell_table(columns: int, rows: int) -> str:
    """Two pictures of one board, top row first, each cell with the value if it is special."""
    lines = [f"### {columns} × {rows}: {entry(grid(columns, rows))} without\n"]
    names = " | ".join(column_name(column) for column in range(columns))
    lines.append(f"| dead | {names} | blocked | {names} |")
    lines.append("|" + "---|" * (2 * columns + 2))
    for row in reversed(range(rows)):
        pictures = []
        for kind in ("dead", "blocked"):
            cells = (Cell(column, row) for column in range(columns))
            found = (entry(with_cell(columns, rows, kind, cell)) for cell in cells)
            pictures.append(" | ".join([str(row + 1), *found]))
        lines.append(f"| {' | '.join(pictures)} |")
    return "\n".join(lines) + "\n"


def preset_table() -> str:
    found = {name: values.find_value(d4.load_rules(name)) for name in PRESET_NAMES}
    rows = (f"| `{name}` | {value or 'not proven'} |" for name, value in found.items())
    return "\n".join(["| game | from the empty board |", "|---|---|", *rows]) + "\n"


def cost_table() -> str:
    lines = ["| game | result | nodes | seconds |", "|---|---|---|---|"]
    for value in sorted(values.all_values(), key=lambda value: -value.nodes):
        if value.nodes > 1_000_000:
            told = f"{value.nodes / 1e6:,.0f} M | {value.seconds:,.0f}"
            lines.append(f"| {name_of(value.rules)} | {value} | {told} |")
    return "\n".join(lines) + "\n"


def page() -> str:
    parts = [INTRODUCTION, PUBLISHED, table_of(FOUR_SIZES, grid), ONE_CELL]
    parts += [one_cell_table(*board) for board in reversed(ONE_CELL_BOARDS)]
    parts += [SQUARES, table_of(SQUARE_SIZES, partial(grid, goal=d4.Square(2)))]
    parts += [POINTS, table_of(POINT_SIZES, partial(grid, ending="full")), LINES]
    for length in OTHER_LINES:
        parts += [f"### Lines of {length}\n"]
        parts += [table_of(LINE_SIZES, partial(grid, goal=d4.Line(length)))]
    return "\n".join([*parts, PRESETS, preset_table(), COSTS, cost_table()])


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("action", nargs="?", choices=["page", "prove", "merge"], default="page")
    parser.add_argument("names", nargs="*", metavar="GAME | FILE")
    parser.add_argument("--nodes", type=int, help="100 million, without --seconds")
    parser.add_argument("--seconds", type=float)
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--table-mb", type=int, default=1024)
    parser.add_argument("--data", type=Path, default=DATA, help="where to keep what is proven")
    parser.add_argument("--guided", choices=["win", "draw"])
    parser.add_argument("--soon", type=int, metavar="NODES")
    parser.add_argument("--journal", type=Path, help="what a guided proof has settled so far")
    options = parser.parse_intermixed_args()
    if options.guided:
        names = named(options.names)
        if options.action != "prove" or options.nodes or options.seconds or len(names) != 1:
            parser.error("--guided is to prove one game, without a limit")
        rules = games_by_name()[names[0]]
        if options.soon is not None:
            parser.error("--guided or --soon, one of them")
        if rules.ending == "full" or options.threads < 1 or options.processes != 1:
            parser.error("--guided says who wins, no margin of points; in one process")
        value = prove_guided(
            rules, options.guided, options.threads, options.table_mb, options.journal
        )
        tell_and_keep(value, options.data)
    elif options.soon is not None:
        games = [games_by_name()[name] for name in named(options.names)]
        others = options.nodes or options.seconds or options.journal
        if options.action != "prove" or not games or others or options.soon < 1:
            parser.error("--soon takes games to prove, and no other limit")
        if any(rules.ending == "full" for rules in games):
            parser.error("--soon is for games that a pattern ends")
        for rules in games:
            tell_and_keep(prove_quiet(rules, options.soon, options.table_mb), options.data)
    elif options.journal:
        parser.error("--journal goes with --guided")
    elif options.action == "prove":
        nodes = options.nodes or (None if options.seconds else 100_000_000)
        until = options.seconds and time.monotonic() + options.seconds
        names = named(options.names) if options.names else unproven()
        effort = Effort(nodes, until, options.threads, options.table_mb)
        prove_all(names, effort, options.processes, options.data)
    elif options.action == "merge":
        for path in options.names:
            keep(read(Path(path)), options.data)
    else:
        PAGE.write_text(page(), encoding="utf-8")


if __name__ == "__main__":
    main()
