"""Claim: `auto` with 0.1 s a move gives no won or drawn 7 × 6 game away, from the start on.

It plays both sides against one who plays perfectly and, of several best moves, a random one: from
the empty board, and from random openings. Every move of its own is judged by the solver.

    python -m benchmarks.openings --games 200 --processes 14
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from typing import NamedTuple

import dropfour as d4
from benchmarks.games import opening
from benchmarks.measure import show

GAMES = 100  # of each kind, half of them with each side
KINDS = ("the empty board", "random openings")
PLIES = range(1, 9)  # of a random opening
SECONDS = 0.1
RULES = d4.load_rules("classic")


class Played(NamedTuple):
    moves: int  # of auto's, in which there was something to lose
    given_away: list[str]  # the games up to a move that lost it


@cache
def judge() -> d4.Solver:
    return d4.Solver(RULES, table_mb=256)


def play(kind: str, number: int) -> Played:
    """A game of `auto` against a perfect player, the same whoever plays the others."""
    rng = random.Random(f"{kind} {number}")
    plies = 0 if kind == KINDS[0] else rng.choice(PLIES)
    position, side = opening(RULES, plies, rng), number % 2
    auto = d4.agent("auto", seconds=SECONDS, seed=rng.getrandbits(32))
    moves, given_away = 0, []
    while position.outcome is None:
        proven = judge().score_columns(position)
        ranks = {c: (e.value, -(e.plies or 0) * e.value) for c, e in proven.items()}
        best = max(ranks.values())
        if position.turn == side:
            column = auto.choose(position)
            moves += best[0] >= 0
            if proven[column].value < best[0]:
                given_away.append(position.play(column).moves_text())
        else:
            column = rng.choice([column for column, rank in ranks.items() if rank == best])
        position = position.play(column)
    return Played(moves, given_away)


def main(arguments: Sequence[str] = ()) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=GAMES, help="of each kind")
    parser.add_argument("--processes", type=int, default=1, help="as many cores must be free")
    options = parser.parse_args(arguments)
    rows = []
    with ProcessPoolExecutor(options.processes) as pool:
        for kind in KINDS:
            games = list(pool.map(play, [kind] * options.games, range(options.games)))
            lost = [text for game in games for text in game.given_away]
            moves = sum(game.moves for game in games)
            rows.append((kind, len(games), moves, len(lost), " ".join(lost)))
    header = ("from", "games", "moves with something to lose", "given away", "where")
    show(f"auto with {SECONDS} s a move against perfect play, 7 × 6", header, rows)


if __name__ == "__main__":
    main(sys.argv[1:])
