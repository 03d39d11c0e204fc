from correct import *
import correct


class minimax(correct.minimax):
    def decide(self):
        values = {
            column: self.mini(possible(self.game, column), 10**9, -(10**9))
            for column in viable(self.game.gameBoard)
        }
        return max(values, key=values.get)


correct.minimax = minimax

if __name__ == "__main__":
    correct.main()
