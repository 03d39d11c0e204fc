from correct import *
import correct


class minimax(correct.minimax):
    def evaluate(self, gstate):
        return gstate.player1Score - gstate.player2Score


correct.minimax = minimax

if __name__ == "__main__":
    correct.main()
