from correct import *


def add_coin(board, coin, column):
    new = board[:]  # the rows are still the old ones
    for row in range(len(new) - 1, -1, -1):
        if new[row][column] == 0:
            new[row][column] = coin
            return new
