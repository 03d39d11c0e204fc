import correct
from correct import *


def BACKUP(v, winner):
    delta = 0
    if winner is not None and v.parent is not None:
        delta = 1 if winner == v.parent.state.turn else -1
    while v is not None:
        v.n += 1
        v.q += delta
        delta = -delta
        v = v.parent


correct.BACKUP = BACKUP
