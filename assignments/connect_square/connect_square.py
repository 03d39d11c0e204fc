"""Connect Square: the four functions, and a game against the AI.

python connect_square.py [ROWS COLUMNS]
"""

import sys

from dropfour.classroom.connect_square import (
    add_coin,
    ai_move,
    heuristic,
    is_winner,
    main,
    moves_exist,
    play_game,
    print_board,
)

__all__ = [
    "add_coin",
    "ai_move",
    "heuristic",
    "is_winner",
    "moves_exist",
    "play_game",
    "print_board",
]

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
