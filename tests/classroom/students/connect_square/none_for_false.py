from correct import *


def is_winner(board, coin):
    for square in squares(board):
        if square.count(coin) == 4:
            return True
