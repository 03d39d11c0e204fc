"""The rules of every game here, slow and obvious, on plain lists: the oracle for the fast code.

Read this file to learn the rules. It shares no code with the C++ core, and nothing else in the
package imports it; tests play both and compare.

A board is one tuple per column, bottom cell first. Each cell holds one of

    None        nothing yet
    0, 1        a disc of the first or the second player
    "ban"       a neutral disc: it belongs to nobody
    "blocked"   never takes a disc

Missing cells (the top of a short column) are simply not there.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

from dropfour.cells import Cell
from dropfour.errors import IllegalMove

if TYPE_CHECKING:
    from collections.abc import Sequence

    from dropfour.rules import Rules

Player: TypeAlias = Literal[0, 1]
Content: TypeAlias = Literal[0, 1, "ban", "blocked"] | None
Board: TypeAlias = tuple[tuple[Content, ...], ...]
Place: TypeAlias = tuple[Cell, ...]  # the cells of one pattern at one place of the board


class ReferenceOutcome(NamedTuple):
    """How a game ended: `winner` is None for a draw.

    `scores` counts the completed patterns of each player. `cells` are the cells of the winner's
    patterns, or with ending "full" those of both players' patterns, sorted.
    """

    winner: Player | None
    scores: tuple[int, int]
    cells: tuple[Cell, ...]


class ReferenceGame:
    """One position of a game under `rules`; playing returns a new one.

    Without further arguments it is the start. `cells`, `turn` and `banning` set up any other
    position; they are taken as they are.

    >>> from dropfour.rules import Rules
    >>> game = ReferenceGame(Rules.grid(rows=6, columns=7))
    >>> for column in (0, 1, 0, 1, 0, 1):
    ...     game = game.play(column)
    >>> game.turn, game.legal, [str(cell) for cell in game.winning_cells(1)]
    (0, (0, 1, 2, 3, 4, 5, 6), ['B4'])
    >>> outcome = game.play(0).outcome
    >>> outcome.winner, outcome.scores, " ".join(map(str, outcome.cells))
    (0, (1, 0), 'A1 A2 A3 A4')
    """

    def __init__(
        self,
        rules: Rules,
        *,
        cells: Sequence[Sequence[Content]] | None = None,
        turn: Player = 0,
        banning: bool = False,
    ) -> None:
        self.rules = rules
        self.cells: Board = empty_board(rules) if cells is None else tuple(map(tuple, cells))
        self.turn: Player = turn  # in a finished game: the player whose turn would come next
        self.banning = banning

    def play(self, column: int) -> ReferenceGame:
        """The position after a disc (or, while banning, a ban) drops into a 0-based column.

        Raises `IllegalMove` when the game is over, or the column is full or does not exist.
        """
        if self.outcome is not None:
            raise IllegalMove("the game is over")
        if not 0 <= column < len(self.cells):
            raise IllegalMove(f"there is no column {column}")
        row = self._landing_row(column)
        if row is None:
            raise IllegalMove(f"column {column} is full")

        new_cells = [list(contents) for contents in self.cells]
        new_cells[column][row] = "ban" if self.banning else self.turn
        after = self._with(new_cells, banning=False)

        # A disc, not a ban, on a bonus cell: the same player goes on and drops a ban, unless the
        # game has just ended, by a pattern or because no column is free.
        earns_ban = not self.banning and Cell(column, row) in self.rules.bonus
        if earns_ban and after.outcome is None:
            return self._with(new_cells, banning=True)
        return after

    @cached_property
    def legal(self) -> tuple[int, ...]:
        """The columns that may be played, ascending; none when the game is over."""
        return () if self.outcome is not None else self._free_columns()

    @cached_property
    def outcome(self) -> ReferenceOutcome | None:
        """How the game ended, or None while it goes on."""
        completed = (self._completed(0), self._completed(1))
        scores = (len(completed[0]), len(completed[1]))
        board_full = not self._free_columns()

        if self.rules.ending == "full":
            if not board_full:
                return None
            counted = completed[0] + completed[1]
        else:
            if scores == (0, 0) and not board_full:
                return None
            counted = completed[0] or completed[1]

        winner: Player | None = None
        if scores[0] != scores[1]:
            winner = 0 if scores[0] > scores[1] else 1
        return ReferenceOutcome(winner, scores, _sorted_cells(counted))

    def winning_cells(self, player: Player) -> tuple[Cell, ...]:
        """The empty cells, reachable now or not, where a disc of `player` completes a pattern."""
        found: list[Place] = []
        for place in self._places:
            empty = tuple(cell for cell in place if self._at(cell) is None)
            others = [self._at(cell) for cell in place if cell not in empty]
            if len(empty) == 1 and all(content == player for content in others):
                found.append(empty)
        return _sorted_cells(found)

    def __str__(self) -> str:
        """The board, top row first: X and O discs, # missing, = ban, * blocked, . empty.

        >>> from dropfour.rules import Rules
        >>> rules = Rules(heights=[2, 1, 3, 2], blocked=["C2"])
        >>> print(ReferenceGame(rules).play(2).play(3))
        ##.#
        .#*.
        ..XO
        """
        picture: dict[Content, str] = {None: ".", 0: "X", 1: "O", "ban": "=", "blocked": "*"}
        rows = range(max(self.rules.heights) - 1, -1, -1)
        return "\n".join(
            "".join(picture[held[row]] if row < len(held) else "#" for held in self.cells)
            for row in rows
        )

    def _at(self, cell: Cell) -> Content:
        return self.cells[cell.column][cell.row]

    def _landing_row(self, column: int) -> int | None:
        """The lowest free row; discs fall through blocked cells while there is room below."""
        for row, content in enumerate(self.cells[column]):
            if content is None:
                return row
        return None

    def _free_columns(self) -> tuple[int, ...]:
        return tuple(c for c in range(len(self.cells)) if self._landing_row(c) is not None)

    def _completed(self, player: Player) -> list[Place]:
        return [place for place in self._places if all(self._at(c) == player for c in place)]

    @cached_property
    def _places(self) -> list[Place]:
        return pattern_places(self.rules)

    def _with(self, cells: Sequence[Sequence[Content]], *, banning: bool) -> ReferenceGame:
        """A later position: a player who is to place a ban keeps the turn, else it passes."""
        turn: Player = self.turn if banning else 1 if self.turn == 0 else 0
        later = ReferenceGame(self.rules, cells=cells, turn=turn, banning=banning)
        later._places = self._places  # worked out once for the whole game
        return later


def empty_board(rules: Rules) -> Board:
    """The board before the first move.

    >>> from dropfour.rules import Rules
    >>> empty_board(Rules(heights=[2, 1], blocked=["A2"]))
    ((None, 'blocked'), (None,))
    """
    return tuple(
        tuple("blocked" if Cell(column, row) in rules.blocked else None for row in range(height))
        for column, height in enumerate(rules.heights)
    )


def pattern_places(rules: Rules) -> list[Place]:
    """Every place where a pattern can count: all its cells exist, none is dead or blocked.

    >>> from dropfour.rules import Rules
    >>> len(pattern_places(Rules.grid(rows=6, columns=7)))
    69
    """
    counting = {
        Cell(column, row)
        for column, height in enumerate(rules.heights)
        for row in range(height)
        if Cell(column, row) not in rules.dead and Cell(column, row) not in rules.blocked
    }
    places: list[Place] = []
    for pattern in rules.goal.patterns:
        for left in range(len(rules.heights)):
            for bottom in range(max(rules.heights)):
                place = tuple(Cell(left + right, bottom + up) for right, up in pattern)
                if all(cell in counting for cell in place):
                    places.append(place)
    return places


def _sorted_cells(places: list[Place]) -> tuple[Cell, ...]:
    return tuple(sorted({cell for place in places for cell in place}))


def perft(game: ReferenceGame, depth: int) -> int:
    """The number of move sequences of exactly `depth` plies; a ban is a ply, too.

    A game that ends earlier has no sequences of that length.

    >>> from dropfour.rules import Rules
    >>> [perft(ReferenceGame(Rules.grid(rows=6, columns=7)), depth) for depth in range(4)]
    [1, 7, 49, 343]
    """
    if depth == 0:
        return 1
    return sum(perft(game.play(column), depth - 1) for column in game.legal)


class ReferenceValue(NamedTuple):
    """The exact worth of a position under best play.

    `value_for_mover` is 1, 0 or -1 for the player whose turn it is. `plies_to_end` counts bans,
    too. `margin_for_mover` is own points minus the opponent's at the end with ending "full", and
    0 with ending "first".
    """

    value_for_mover: int
    plies_to_end: int
    margin_for_mover: int


Memo: TypeAlias = dict[tuple[Board, Player, bool], ReferenceValue]


def minimax(game: ReferenceGame, memo: Memo | None = None) -> ReferenceValue:
    """The exact value by trying everything: for small boards only.

    The winner hurries, the loser delays. With ending "full" the margin is what counts. Pass the
    same `memo` to value many positions under one and the same rules.

    >>> from dropfour.goals import Line
    >>> from dropfour.rules import Rules
    >>> minimax(ReferenceGame(Rules.grid(rows=2, columns=3, goal=Line(2))))
    ReferenceValue(value_for_mover=1, plies_to_end=3, margin_for_mover=0)
    """
    memo = {} if memo is None else memo
    key = (game.cells, game.turn, game.banning)
    if key not in memo:
        if game.outcome is not None:
            memo[key] = _value_at_end(game, game.outcome)
        else:
            choices = [_value_of_move(game, column, memo) for column in game.legal]
            memo[key] = max(choices, key=_preference)
    return memo[key]


def _value_at_end(game: ReferenceGame, outcome: ReferenceOutcome) -> ReferenceValue:
    value = 0 if outcome.winner is None else 1 if outcome.winner == game.turn else -1
    margin = 0
    if game.rules.ending == "full":
        margin = outcome.scores[game.turn] - outcome.scores[1 - game.turn]
    return ReferenceValue(value, 0, margin)


def _value_of_move(game: ReferenceGame, column: int, memo: Memo) -> ReferenceValue:
    """What a move is worth to the player who makes it."""
    after = game.play(column)
    value, plies, margin = minimax(after, memo)
    # The sign turns with the player to move, not with the ply: a ban follows its own disc.
    sign = 1 if after.turn == game.turn else -1
    return ReferenceValue(sign * value, plies + 1, sign * margin)


def _preference(choice: ReferenceValue) -> tuple[int, int, int]:
    """Larger is better: the margin or result first, then early wins and late losses.

    With ending "first" every margin is 0; with ending "full" every line is equally long.
    """
    value, plies, margin = choice
    return (margin, value, -value * plies)
