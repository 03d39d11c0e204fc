from correct import *
import correct


def mover(GameC, nxt):
    GameC.printGameBoard()
    GameC.printGameBoardtoFile()


correct.mover = mover

if __name__ == "__main__":
    correct.main()
