from MaxConnect4Game import maxConnect4Game


class Game(maxConnect4Game):
    def playPiece(self, column):
        row = 5
        while row > 0 and self.gameBoard[row][column]:
            row -= 1
        self.gameBoard[row][column] = self.currentTurn


del maxConnect4Game
