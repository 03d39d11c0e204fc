"""Claims: Max-Connect4 from the empty board, depth 10, in at most 2 s on one core.

The peer is the textbook program in `dropfour.classroom`, which searches the same tree with plain
alpha-beta; both decide the same column.
"""

from __future__ import annotations

from functools import partial

import dropfour as d4
from benchmarks.measure import seconds, show
from dropfour.classroom import max_connect4

PEER_DEPTH = 5
EFFORT = 0.1  # seconds


def depths() -> None:
    rows = []
    for preset, wanted in (("max", (6, 8, 10, 12, 14)), ("classic", (10, 14)), ("bonus", (8, 10))):
        position = d4.Position(d4.load_rules(preset))
        for depth in wanted:
            agent = d4.agent("alphabeta", depth=depth, evaluation="none")
            found = agent.analyse(position)
            taken = seconds(partial(agent.analyse, position), repeats=3)
            rows.append(
                (
                    preset,
                    depth,
                    found.best.score,
                    f"{found.nodes:,}",
                    f"{taken:.3f}",
                    f"{found.nodes / taken:,.0f}",
                )
            )
    show(
        "Alpha-beta from the empty board, one thread",
        ("game", "depth", "score", "nodes", "seconds", "nodes a second"),
        rows,
    )


def peer() -> None:
    position = d4.Position(d4.load_rules("max"))
    board = [[0] * max_connect4.COLUMNS for _ in range(max_connect4.ROWS)]
    textbook = max_connect4.minimax(board, 1, PEER_DEPTH)
    agent = d4.agent("alphabeta", depth=PEER_DEPTH, evaluation="none")
    assert textbook.decide() == agent.choose(position)
    ours = seconds(lambda: agent.choose(position))
    theirs = seconds(textbook.decide, repeats=1)
    show(
        f"Max-Connect4, depth {PEER_DEPTH}",
        ("what", "seconds", "ratio to dropfour"),
        [
            ("dropfour", f"{ours:.5f}", "1"),
            ("the textbook program", f"{theirs:.3f}", f"{theirs / ours:,.0f}"),
        ],
    )


def main() -> None:
    depths()
    peer()


if __name__ == "__main__":
    main()
