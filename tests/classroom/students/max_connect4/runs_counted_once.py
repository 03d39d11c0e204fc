from MaxConnect4Game import maxConnect4Game


class Game(maxConnect4Game):
    def countScore(self):
        self.player1Score, self.player2Score = self.points(1), self.points(2)

    def points(self, player):
        score = 0
        for r in range(6):
            for c in range(7):
                for dr, dc in ((0, 1), (1, 0), (1, 1), (1, -1)):
                    # Only where the line begins, so that a longer one counts once.
                    if self.at(r - dr, c - dc) != player and all(
                        self.at(r + i * dr, c + i * dc) == player for i in range(4)
                    ):
                        score += 1
        return score

    def at(self, r, c):
        return self.gameBoard[r][c] if 0 <= r < 6 and 0 <= c < 7 else None


del maxConnect4Game
