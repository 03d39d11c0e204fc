"""A game of Max-Connect4 that its moves change: the assignment's file MaxConnect4Game.py."""

from __future__ import annotations

from pathlib import Path

from dropfour.classroom.max_connect4.board import (
    COLUMNS,
    ROWS,
    Board,
    Game,
    check_piece_count,
    count_score,
    play_piece,
    viable,
    write_game,
)


class MaxConnect4Game:
    """A game as it stands; `gameBoard` has the top row first, 0 is empty, columns count from 0.

    `gameFile` is where the position goes, `computer` the player whom the computer plays, and
    `nodeDepth` how many moves `possible` has looked ahead.
    """

    def __init__(self, gameBoard: Board | None = None, currentTurn: int = 1) -> None:
        self.gameBoard: Board = gameBoard or [[0] * COLUMNS for _ in range(ROWS)]
        self.currentTurn = currentTurn
        self.computer = currentTurn
        self.gameFile: str | Path | None = None
        self.nodeDepth = 0
        self.player1Score, self.player2Score = count_score(self.gameBoard)
        self.pieceCount = check_piece_count(self.gameBoard)

    def checkPieceCount(self) -> int:
        """Count the pieces on the board."""
        self.pieceCount = check_piece_count(self.gameBoard)
        return self.pieceCount

    def countScore(self) -> tuple[int, int]:
        """Count the points of players 1 and 2."""
        self.player1Score, self.player2Score = count_score(self.gameBoard)
        return self.player1Score, self.player2Score

    def playPiece(self, column: int) -> bool:
        """Drop a piece of the player to move; False, and no change, if the column takes none."""
        if column not in viable(self.gameBoard):
            return False
        self.gameBoard = play_piece(self.gameBoard, column, self.currentTurn)
        self.pieceCount += 1
        return True

    def printGameBoard(self) -> None:
        """Print the board, with the numbers of its columns, and the score.

        >>> MaxConnect4Game([[0, 0, 0, 0], [1, 2, 1, 2]]).printGameBoard()
         -----------
         | 0 0 0 0 |
         | 1 2 1 2 |
         -----------
           1 2 3 4
        Score: Player 1 = 0, Player 2 = 0
        <BLANKLINE>
        """
        edge = " " + "-" * (2 * len(self.gameBoard[0]) + 3)
        print(edge)
        for row in self.gameBoard:
            print(" |", *row, "|")
        print(edge)
        print("  ", *range(1, len(self.gameBoard[0]) + 1))
        first, second = self.countScore()
        print(f"Score: Player 1 = {first}, Player 2 = {second}\n", flush=True)

    def printGameBoardtoFile(self) -> None:
        """Write the board and the player to move to `gameFile`; `DropfourError` if that fails."""
        if self.gameFile is None:
            raise ValueError("the game has no gameFile")
        write_game(self.gameFile, Game(self.gameBoard, self.currentTurn))


# The assignment calls them functions: playPiece(game, column) is game.playPiece(column).
printGameBoardtoFile = MaxConnect4Game.printGameBoardtoFile
playPiece = MaxConnect4Game.playPiece
countScore = MaxConnect4Game.countScore
checkPieceCount = MaxConnect4Game.checkPieceCount
printGameBoard = MaxConnect4Game.printGameBoard
