from correct import *


def ai_move(board, coin):
    best = None
    for column in range(len(board[0])):
        if board[0][column] == 0:
            new = add_coin(board, coin, column)
            if best is None or heuristic(new, coin) >= heuristic(best, coin):
                best = new
    return best
