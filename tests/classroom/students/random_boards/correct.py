import math
import random


class Vertex:
    def __init__(self, state, parent=None, action=None):
        self.state, self.parent, self.action = state, parent, action
        self.children, self.untried = [], list(state.legal)
        self.n, self.q = 0, 0


def UCTSEARCH(s0, simulations=1000):
    root = Vertex(s0)
    for _ in range(simulations):
        leaf = TREEPOLICY(root)
        BACKUP(leaf, DEFAULTPOLICY(leaf.state))
    return max(root.children, key=lambda v: v.n).action


def TREEPOLICY(v):
    while v.state.outcome is None:
        if v.untried:
            return EXPAND(v)
        v = BESTCHILD(v, 1)
    return v


def EXPAND(v):
    action = v.untried.pop(random.randrange(len(v.untried)))
    v.children.append(Vertex(v.state.play(action), v, action))
    return v.children[-1]


def BESTCHILD(v, c):
    return max(v.children, key=lambda w: w.q / w.n + c * math.sqrt(2 * math.log(v.n) / w.n))


def DEFAULTPOLICY(s):
    """The winner, or None."""
    while s.outcome is None:
        s = s.play(random.choice(s.legal))
    return s.outcome.winner


def BACKUP(v, winner):
    while v is not None:
        v.n += 1
        if v.parent is not None and winner is not None:
            v.q += 1 if winner == v.parent.state.turn else -1
        v = v.parent
