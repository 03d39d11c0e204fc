"""Utility functions for board manipulation and display."""

from dropfour.classroom.monte_carlo import Board, get_legal_moves, opponent
from dropfour.classroom.monte_carlo_program import Input, print_board

__all__ = ["copy_board", "is_full", "opponent", "print_board", "read_board"]


def read_board(text: str) -> tuple[Board, str]:
    """The board and the player to move that stand on standard input."""
    given = Input.read(text)
    return given.board, given.player


def copy_board(board: Board) -> Board:
    """A board of its own with the same discs."""
    return [list(row) for row in board]


def is_full(board: Board) -> bool:
    """Whether no column takes a disc."""
    return not get_legal_moves(board)
