from correct import *


def is_winner(board, coin):
    for r in range(len(board) - 2):
        for c in range(len(board[0]) - 2):
            if board[r][c] == board[r][c + 1] == board[r + 1][c] == board[r + 1][c + 1] == coin:
                return True
    return False
