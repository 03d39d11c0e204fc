import correct
from correct import *


def rollout(board, player):
    # The player who has just made the candidate move goes on.
    return correct.rollout(board, other(player))
