from correct import *


def get_legal_moves(board):
    return [c for c in range(7) if board[0][c] == " "]
