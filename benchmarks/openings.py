"""Claim: `auto` with 0.1 s a move gives no won or drawn 7 × 6 game away, from the start on.

It plays both sides against one who plays perfectly and, of several best moves, a random one: from
the empty board, and from random openings. Every move of its own is judged by the solver.
"""

from __future__ import annotations

import random
from typing import NamedTuple

import dropfour as d4
from benchmarks.games import opening
from benchmarks.measure import show

GAMES = 100  # of each kind, half of them with each side
PLIES = range(1, 9)  # of a random opening
SECONDS = 0.1
RULES = d4.load_rules("classic")


class Played(NamedTuple):
    moves: int  # of auto's, in which there was something to lose
    given_away: list[str]  # the games up to a move that lost it


def play(start: d4.Position, side: int, rng: random.Random, judge: d4.Solver) -> Played:
    """A game of `auto` on this side against a perfect player."""
    auto = d4.agent("auto", seconds=SECONDS, seed=rng.getrandbits(32))
    position, moves, given_away = start, 0, []
    while position.outcome is None:
        proven = judge.score_columns(position)
        best = max((exact.value, -(exact.plies or 0) * exact.value) for exact in proven.values())
        if position.turn == side:
            column = auto.choose(position)
            value = best[0]
            moves += value >= 0
            if proven[column].value < value:
                given_away.append(position.play(column).moves_text())
        else:
            ranks = {c: (e.value, -(e.plies or 0) * e.value) for c, e in proven.items()}
            column = rng.choice([column for column, rank in ranks.items() if rank == best])
        position = position.play(column)
    return Played(moves, given_away)


def main() -> None:
    judge = d4.Solver(RULES, table_mb=256)
    rows = []
    for kind in ("the empty board", "random openings"):
        rng = random.Random(kind)
        games = []
        for number in range(GAMES):
            plies = rng.choice(PLIES) if kind == "random openings" else 0
            games.append(play(opening(RULES, plies, rng), number % 2, rng, judge))
        lost = [text for game in games for text in game.given_away]
        rows.append((kind, GAMES, sum(game.moves for game in games), len(lost), " ".join(lost)))
    header = ("from", "games", "moves with something to lose", "given away", "where")
    show(f"auto with {SECONDS} s a move against perfect play, 7 × 6", header, rows)


if __name__ == "__main__":
    main()
