"""The board on a terminal: coloured, and just as readable without colour.

3 |   |   |   |      Every mark is a letter of the picture format (notation.picture_text). The
2 |   |(O)|   |      last move stands in round brackets, winning cells in square ones. The
1 |[X]| O | % |      cells get narrower until the board fits: 3, 1 and 1 characters wide, the
    A   B   C        last without lines between them, where brackets turn into reverse video.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import zip_longest

from rich.console import Console, ConsoleOptions, RenderResult
from rich.text import Text

from dropfour._words import counted
from dropfour.cells import Cell
from dropfour.game import Position
from dropfour.notation import BAN, EMPTY_MARKS, PLAYERS, cell_mark, format_picture
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
class Scene:
    """A board as wide as there is room for; its legend beside it where that fits, else below."""

    position: Position
    names: tuple[str, str]

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        entries = _legend(self.position, self.names)
        lines = self.board(options.max_width)
        taken = max(map(len, lines))
        if options.max_width - taken >= _SIDE_BY_SIDE + len(_GAP):
            yield from _side_by_side(lines, entries, taken)
        else:
            yield from lines
            yield from _flowing(entries, options.max_width)

    def board(self, room: int) -> list[Text]:
        """The lines of the board, from the top."""
        rules, setup = self.position.rules, self.position.setup
        label_width = len(str(rules.rows)) + 1
        fitting = (s for s in (4, 2) if label_width + s * rules.columns + 1 <= room)
        step = next(fitting, 1)  # characters from a cell to the next
        around = self._brackets()
        picture = format_picture(
            rules, setup, wide=step == 4, brackets=around if step > 1 else {}
        ).splitlines()
        drawn: list[Text] = []
        for row, line in zip(reversed(range(rules.rows)), picture, strict=False):
            if step == 1:  # only the outer bars
                line = line[0] + line[1:-1:2] + line[-1]
            text = Text(line, _FRAME, no_wrap=True)
            text.highlight_regex(r"[()[\]]", _BRACKETS)
            for column, start in enumerate(range(1, 1 + step * rules.columns, step)):
                cell = Cell(column, row)
                style = _MARK_STYLES.get(cell_mark(rules, setup, cell), "default")
                reverse = " reverse" if step == 1 and cell in around else ""
                text.stylize(style + reverse, start, start + max(step - 1, 1))
            label = Text(f"{row + 1:>{label_width - 1}} ", "dim", no_wrap=True)
            drawn.append(label.append_text(text))
        margin = " " * label_width
        letters = (self._letters(line, step) for line in picture[rules.rows :])
        return drawn + [Text(margin, no_wrap=True).append_text(text) for text in letters]

    def _letters(self, line: str, step: int) -> Text:
        """The names of the columns, faint where no disc fits."""
        text = Text(line if step > 1 else line[0] + line[1::2], "dim")
        for column in self.position.legal:
            text.stylize("not dim bold", 1 + step * column, 1 + step * column + max(step - 1, 1))
        return text

    def _brackets(self) -> dict[Cell, str]:
        last, outcome = self.position.last_cell, self.position.outcome
        marks = {} if last is None else {last: _LAST}
        return marks | dict.fromkeys(outcome.cells if outcome else (), _WON)


def _legend(position: Position, names: tuple[str, str]) -> list[Text]:
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
