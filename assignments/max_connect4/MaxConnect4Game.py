"""A game of Max-Connect4 as it stands: the board, the player to move, the score."""

from dropfour.classroom.max_connect4 import (
    MaxConnect4Game,
    checkPieceCount,
    countScore,
    playPiece,
    printGameBoard,
    printGameBoardtoFile,
)

__all__ = [
    "MaxConnect4Game",
    "checkPieceCount",
    "countScore",
    "playPiece",
    "printGameBoard",
    "printGameBoardtoFile",
]
