"""The board on a terminal: coloured, and just as readable without colour.

3 |   |   |   |      Every mark is a letter of the picture format (notation.picture_text). The
2 |   |(O)|   |      last move stands in round brackets, winning cells in square ones. The
1 |[X]| O | % |      cells get narrower until the board fits: 3, 1 and 1 characters wide, the
    A   B   C        last without lines between them, where brackets turn into reverse video.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import zip_longest

from rich.console import Console, ConsoleOptions, RenderResult
from rich.text import Text

from dropfour._words import counted
from dropfour.cells import Cell, column_name
from dropfour.game import Position
from dropfour.notation import BAN, EMPTY_MARKS, PLAYERS, cell_mark
from dropfour.rules import Rules

DISC_STYLES = {"X": "bold white on red", "O": "bold black on yellow"}
_MARK_STYLES = {
    **DISC_STYLES,
    "x": "red",
    "o": "yellow",
    BAN: "bold white on bright_black",
    EMPTY_MARKS["dead"]: "green",
    EMPTY_MARKS["blocked"]: "bold red",
    EMPTY_MARKS["bonus"]: "bold magenta",
    EMPTY_MARKS["missing"]: "dim",
}
_FRAME = "blue"
_BRACKETS = "bold"
_LAST, _WON = "()", "[]"
_KIND_MEANINGS = {
    "dead": "dead: a disc (x, o) never counts",
    "blocked": "blocked: takes no disc",
    "bonus": "bonus: land here, then drop a ban",
    "missing": "not part of the board",
}
_GAP = "   "
_SIDE_BY_SIDE = 36  # characters that must be free beside the board for the legend to stand there


@dataclass(frozen=True)
class BoardView:
    """The picture of a position, as wide as the console has room for."""

    position: Position
    marks: dict[Cell, str] = field(init=False)

    def __post_init__(self) -> None:
        marks = {}
        if (last := self.position.last_cell) is not None:
            marks[last] = _LAST
        if (outcome := self.position.outcome) is not None:
            marks |= dict.fromkeys(outcome.cells, _WON)
        object.__setattr__(self, "marks", marks)

    def width(self, room: int) -> int:
        """The width of the picture where there is room for so many characters."""
        rules = self.position.rules
        return self._label_width + _Grid.fitting(rules.columns, room - self._label_width).width

    def height(self) -> int:
        """The lines of the picture, counting two for the column letters."""
        return self.position.rules.rows + 2

    @property
    def _label_width(self) -> int:
        return len(str(self.position.rules.rows)) + 1

    def lines(self, room: int) -> list[Text]:
        """The lines of the picture, from the top."""
        rules, setup = self.position.rules, self.position.setup
        grid = _Grid.fitting(rules.columns, room - self._label_width)
        drawn: list[Text] = []
        for row in reversed(range(rules.rows)):
            cells = [Cell(column, row) for column in range(rules.columns)]
            letters = [cell_mark(rules, setup, cell) for cell in cells]
            brackets = [self.marks.get(cell, "") for cell in cells]
            line = Text(no_wrap=True)
            line.append(f"{row + 1:>{self._label_width - 1}} ", "dim")
            line.append_text(grid.row(letters, brackets))
            drawn.append(line)
        legal = set(self.position.legal)
        indent = " " * self._label_width
        names = grid.letters(rules.columns, legal)
        return drawn + [Text(indent, no_wrap=True).append_text(line) for line in names]

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        yield from self.lines(options.max_width)


@dataclass(frozen=True)
class _Grid:
    """How wide a cell is drawn, and whether lines stand between cells."""

    columns: int
    cell: int
    lines: bool

    @classmethod
    def fitting(cls, columns: int, room: int) -> _Grid:
        """The widest of the three that fits, or else the narrowest."""
        sizes = (cls(columns, 3, True), cls(columns, 1, True))
        return next((grid for grid in sizes if grid.width <= room), cls(columns, 1, False))

    @property
    def width(self) -> int:
        return self.columns * (self.cell + self.lines) + 1 + (not self.lines)

    def row(self, letters: list[str], brackets: list[str]) -> Text:
        """One row of cells: their letters, and around each its brackets or "" for none."""
        line = Text()
        pad = " " * (self.cell // 2)
        for column, (letter, mark) in enumerate(zip(letters, brackets, strict=True)):
            style = _MARK_STYLES.get(letter, "")
            before = brackets[column - 1] if column else ""
            if self.lines:
                self._line(line, "" if pad else before, "" if pad else mark)
            elif column == 0:
                line.append("|", _FRAME)
            if pad:
                around = mark or "  "
                line.append(f"{around[0]}{letter}{around[1]}", style)
            else:
                line.append(letter, f"{style} reverse" if mark and not self.lines else style)
        self._line(line, "" if pad or not self.lines else brackets[-1], "")
        return line

    @staticmethod
    def _line(line: Text, before: str, after: str) -> None:
        """The line between two cells: a bracket where exactly one of them has brackets."""
        if bool(before) == bool(after):
            line.append("|", _FRAME if not before else _BRACKETS)
        else:
            line.append(before[1] if before else after[0], _BRACKETS)

    def letters(self, columns: int, legal: set[int]) -> list[Text]:
        """The names of the columns, faint where no disc fits; long names stand downwards."""
        names = [column_name(column) for column in range(columns)]
        if self.cell >= 2:
            rows: Iterable[Iterable[str]] = [names]
        else:
            rows = zip_longest(*names, fillvalue=" ")
        found: list[Text] = []
        for row in rows:
            line = Text(" ")
            for column, name in enumerate(row):
                line.append(f"{name:^{self.cell}}", "bold" if column in legal else "dim")
                line.append(" " * self.lines)
            line.rstrip()
            found.append(line)
        return found


@dataclass(frozen=True)
class Scene:
    """A board with its legend: beside it where there is room, else below it."""

    position: Position
    names: tuple[str, str]

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        board = BoardView(self.position)
        entries = legend(self.position, self.names)
        taken = board.width(options.max_width)
        if options.max_width - taken >= _SIDE_BY_SIDE + len(_GAP):
            yield from _side_by_side(board.lines(options.max_width), entries, taken)
        else:
            yield board
            yield from _flowing(entries, options.max_width)


def legend(position: Position, names: tuple[str, str]) -> list[Text]:
    """What the marks on this board mean, and how the game stands, one entry each."""
    rules, setup = position.rules, position.setup
    entries: list[Text] = []
    over = position.outcome is not None
    for player, letter in enumerate(PLAYERS):
        entry = Text().append(letter, DISC_STYLES[letter]).append(f"  {names[player]}")
        if rules.ending == "full":
            points = position.scores[player]
            entry.append(f", {counted(points, 'point')}")
        if not over and position.turn == player:
            doing = "drops a ban" if position.banning else "to move"
            entry.append(f"  <- {doing}", "bold")
        entries.append(entry)
    if (last := position.last_cell) is not None:
        entries.append(Text(f"( ) last move: {last}"))
    if over and position.outcome and position.outcome.cells:
        entries.append(Text("[ ] in a pattern" if rules.ending == "full" else "[ ] the win"))
    entries += [
        Text().append(EMPTY_MARKS[kind], _MARK_STYLES[EMPTY_MARKS[kind]]).append(f"  {meaning}")
        for kind, meaning in _KIND_MEANINGS.items()
        if _has_kind(rules, kind)
    ]
    if setup.bans:
        entries.append(Text().append(BAN, _MARK_STYLES[BAN]).append("  a ban: belongs to nobody"))
    return entries


def _has_kind(rules: Rules, kind: str) -> bool:
    if kind == "missing":
        return min(rules.heights) < rules.rows
    return bool(getattr(rules, kind))


def _side_by_side(board: list[Text], entries: list[Text], width: int) -> Iterable[Text]:
    for left, right in zip_longest(board, entries):
        line = left or Text()
        if right is not None:
            line.pad_right(width - len(line))
            line.append(_GAP)
            line.append_text(right)
        line.no_wrap, line.overflow = True, "ellipsis"
        yield line


def _flowing(entries: list[Text], room: int) -> Iterable[Text]:
    """The entries one after the other, broken between them where a line is full."""
    line = Text()
    for entry in entries:
        if line and len(line) + len(_GAP) + len(entry) > room:
            yield line
            line = Text()
        if line:
            line.append(_GAP)
        line.append_text(entry)
    yield line
