"""Connect Four on a random board, with a forbidden or a bonus cell, against UCT.

python game.py [plain|forbidden|bonus] [--seed N] [--seconds S] [--human A|B]
"""

import sys

from dropfour.classroom.random_boards import (
    RandomBoardGame,
    check_winner,
    landing_row,
    main,
    play_game,
    random_board,
)

__all__ = ["RandomBoardGame", "check_winner", "landing_row", "play_game", "random_board"]

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
