import correct
from correct import *


def BACKUP(v, winner):
    root = v
    while root.parent is not None:
        root = root.parent
    while v is not None:
        v.n += 1
        if winner is not None:
            v.q += 1 if winner == root.state.turn else -1
        v = v.parent


correct.BACKUP = BACKUP
