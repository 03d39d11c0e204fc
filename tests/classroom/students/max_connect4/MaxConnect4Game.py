class maxConnect4Game:
    def __init__(self):
        self.gameBoard = [[0] * 7 for _ in range(6)]
        self.currentTurn = 1
        self.player1Score = 0
        self.player2Score = 0
        self.pieceCount = 0
        self.gameFile = None

    def checkPieceCount(self):
        self.pieceCount = sum(1 for row in self.gameBoard for piece in row if piece)

    def printGameBoard(self):
        for row in self.gameBoard:
            print(" ".join(map(str, row)))

    def printGameBoardtoFile(self):
        for row in self.gameBoard:
            self.gameFile.write("".join(map(str, row)) + "\r\n")
        self.gameFile.write(str(self.currentTurn) + "\r\n")

    def playPiece(self, column):
        for row in range(5, -1, -1):
            if not self.gameBoard[row][column]:
                self.gameBoard[row][column] = self.currentTurn
                self.pieceCount += 1
                return 1
        return 0

    def countScore(self):
        self.player1Score = self.points(1)
        self.player2Score = self.points(2)

    def points(self, player):
        score = 0
        for r in range(6):
            for c in range(7):
                for dr, dc in ((0, 1), (1, 0), (1, 1), (1, -1)):
                    cells = [(r + i * dr, c + i * dc) for i in range(4)]
                    if all(
                        a < 6 and 0 <= b < 7 and self.gameBoard[a][b] == player for a, b in cells
                    ):
                        score += 1
        return score
