from correct import *

COMPUTER = "X"


def trial(board, player):
    while winner(board) is None and legal_columns(board):
        wins = wins_at_once(board, COMPUTER)
        board = drop(board, random.choice(wins or legal_columns(board)), player)
        player = "O" if player == "X" else "X"
    return winner(board)
