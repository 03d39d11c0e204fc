from correct import *


def add_coin(board, coin, column):
    for row in range(len(board) - 1, -1, -1):
        if board[row][column] == 0:
            board[row][column] = coin
            return board
