"""The UCT algorithm, under the names of its pseudocode."""

from dropfour.classroom.uct import (
    BACKUP,
    BESTCHILD,
    DEFAULTPOLICY,
    EXPAND,
    TREEPOLICY,
    UCTSEARCH,
    Node,
)

__all__ = ["BACKUP", "BESTCHILD", "DEFAULTPOLICY", "EXPAND", "TREEPOLICY", "UCTSEARCH", "Node"]
