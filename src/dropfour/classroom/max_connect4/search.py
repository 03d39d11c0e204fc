"""Depth-limited minimax with alpha-beta, for Max-Connect4."""

from __future__ import annotations

import math

from dropfour.classroom.max_connect4.board import (
    Board,
    check_piece_count,
    other_player,
    play_piece,
    quadruples,
    viable,
)

# What a quadruple without opposing pieces is worth, by the number of own pieces in it. Each piece
# more is worth four times as much: a point made counts as four that lack one piece. Chosen for
# simplicity, not tuned.
QUADRUPLE_VALUES = (0, 1, 4, 16, 64)


class minimax:
    """A depth-limited search for the player to move, `depth` plies deep (1: only the own move).

    Alpha-beta leaves out what cannot matter: `decide` gives the same move as the full search.

    >>> board = [[0, 0, 0, 0, 0], [2, 2, 0, 0, 0], [1, 1, 1, 0, 2]]
    >>> minimax(board, turn=1, depth=1).decide(), minimax(board, turn=2, depth=2).decide()
    (3, 3)
    """

    def __init__(self, board: Board, turn: int, depth: int) -> None:
        if depth < 1:
            raise ValueError("depth must be at least 1")
        self.board = board
        self.player = turn
        self.opponent = other_player(turn)
        # How deep a board lies in the search shows in its pieces: each ply adds one.
        self.leaf_pieces = check_piece_count(board) + depth

    def decide(self) -> int:
        """The best column; ties to the lowest. Raises `ValueError` if the board is full."""
        columns = viable(self.board)
        if not columns:
            raise ValueError("the board is full")
        best_column, best = columns[0], -math.inf
        for column in columns:
            value = self.mini(play_piece(self.board, column, self.player), best, math.inf)
            # A later column must be better: one that is no better may come back as a bound only.
            if value > best:
                best_column, best = column, value
        return best_column

    def maximum(self, gstate: Board, alpha: float, beta: float) -> float:
        """The value of a board with our own move next, exact between alpha and beta.

        At or below alpha it is an upper bound, at or above beta a lower bound of the value.
        """
        if self._is_leaf(gstate):
            return self.evaluate(gstate)
        best = -math.inf
        for column in viable(gstate):
            after = play_piece(gstate, column, self.player)
            best = max(best, self.mini(after, max(alpha, best), beta))
            if best >= beta:
                break
        return best

    def mini(self, gstate: Board, alpha: float, beta: float) -> float:
        """The value of a board with the opponent's move next; bounds as in `maximum`."""
        if self._is_leaf(gstate):
            return self.evaluate(gstate)
        best = math.inf
        for column in viable(gstate):
            after = play_piece(gstate, column, self.opponent)
            best = min(best, self.maximum(after, alpha, min(beta, best)))
            if best <= alpha:
                break
        return best

    def evaluate(self, gstate: Board) -> int:
        """How good a board is for us: our quadruples less theirs, made or still possible.

        A quadruple with pieces of both players is worth nothing to either, any other 1, 4, 16 or
        64 for 1 to 4 pieces. So on a full board it is 64 times the lead in points.

        >>> minimax([[0]], turn=1, depth=1).evaluate([[1, 1, 0, 0, 0]])
        5
        """
        total = 0
        for cells in quadruples(len(gstate), len(gstate[0])):
            pieces = [gstate[row][column] for row, column in cells]
            own, theirs = pieces.count(self.player), pieces.count(self.opponent)
            if theirs == 0:
                total += QUADRUPLE_VALUES[own]
            elif own == 0:
                total -= QUADRUPLE_VALUES[theirs]
        return total

    def _is_leaf(self, gstate: Board) -> bool:
        return check_piece_count(gstate) >= self.leaf_pieces or not viable(gstate)
