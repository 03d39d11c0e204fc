import copy
import sys

from MaxConnect4Game import maxConnect4Game


def viable(board):
    return [c for c in range(7) if board[0][c] == 0]


def possible(Gold, attr):
    new = copy.deepcopy(Gold)
    new.playPiece(attr)
    new.currentTurn = 3 - Gold.currentTurn
    new.checkPieceCount()
    new.countScore()
    return new


class minimax:
    def __init__(self, game, depth):
        game.gameFile = None
        self.game, self.last = game, game.pieceCount + int(depth)
        self.me = game.currentTurn

    def decide(self):
        best, chosen = -(10**9), None
        for column in viable(self.game.gameBoard):
            value = self.mini(possible(self.game, column), best, 10**9)
            if value > best:
                best, chosen = value, column
        return chosen

    def mini(self, gstate, alpha, beta):
        if gstate.pieceCount in (42, self.last):
            return self.evaluate(gstate)
        value = 10**9
        for column in viable(gstate.gameBoard):
            value = min(value, self.maximum(possible(gstate, column), alpha, beta))
            if value <= alpha:
                return value
            beta = min(beta, value)
        return value

    def maximum(self, gstate, alpha, beta):
        if gstate.pieceCount in (42, self.last):
            return self.evaluate(gstate)
        value = -(10**9)
        for column in viable(gstate.gameBoard):
            value = max(value, self.mini(possible(gstate, column), alpha, beta))
            if value >= beta:
                return value
            alpha = max(alpha, value)
        return value

    def evaluate(self, gstate):
        difference = gstate.player1Score - gstate.player2Score
        return difference if self.me == 1 else -difference


def mover(GameC, nxt):
    GameC.currentTurn = nxt
    GameC.printGameBoard()
    GameC.printGameBoardtoFile()


def declarewinner(currentGame):
    currentGame.countScore()
    print(currentGame.player1Score, currentGame.player2Score)


def interactiveGame(currentGame, depth):
    while viable(currentGame.gameBoard):
        currentGame.playPiece(int(input("column: ")) - 1)
        currentGame.currentTurn = 3 - currentGame.currentTurn
    declarewinner(currentGame)


def oneMoveGame(currentGame, depth):
    if currentGame.pieceCount == 42:
        declarewinner(currentGame)
        return
    currentGame.playPiece(minimax(currentGame, depth).decide())
    with open(sys.argv[3], "w", newline="") as currentGame.gameFile:
        mover(currentGame, 3 - currentGame.currentTurn)


def main():
    currentGame = maxConnect4Game()
    lines = open(sys.argv[2]).read().split()
    currentGame.gameBoard = [[int(digit) for digit in line] for line in lines[:6]]
    currentGame.currentTurn = int(lines[6])
    currentGame.checkPieceCount()
    if sys.argv[1] == "one-move":
        oneMoveGame(currentGame, sys.argv[4])
    else:
        interactiveGame(currentGame, sys.argv[4])


if __name__ == "__main__":
    main()
