"""Claim: ours find the best move as often as OpenSpiel's MCTS for the same playouts, and far
more often in the same time. No books; exact values come from bitbully, run as a process of its own.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable, Sequence
from math import sqrt
from statistics import mean, median, stdev
from typing import Any

import dropfour as d4
from benchmarks.games import Choose, is_quiet, match, random_moves
from benchmarks.measure import show
from benchmarks.peers import bitbully_columns, openspiel_chooser

POSITIONS = 500
CANDIDATES = 4  # tried for each that is used
PAIRS = 50
PLAYOUTS = 1000
SECONDS = 0.05
CALIBRATION = 2000  # playouts
RULES = d4.load_rules("classic")


def positions(number: int) -> list[d4.Position]:
    """Undecided positions of 12 to 30 random moves in which the side to move cannot win at once."""
    rng = random.Random(5)
    found: list[d4.Position] = []
    while len(found) < number:
        position = random_moves(RULES, rng.randint(12, 30), rng)
        if is_quiet(position):
            found.append(position)
    return found


def optimal_moves(asked: Sequence[d4.Position]) -> list[set[int]]:
    """The columns that keep the result (win, draw or loss), by bitbully."""
    best = []
    for scores in bitbully_columns(asked):
        sign = {c: (s > 0) - (s < 0) for c, s in scores.items()}
        best.append({c for c, s in sign.items() if s == max(sign.values())})
    return best


def questions(number: int) -> tuple[list[d4.Position], list[set[int]]]:
    """Positions in which at most half of the columns keep the result, with those columns."""
    asked = positions(CANDIDATES * number)
    pairs = zip(asked, optimal_moves(asked), strict=True)
    hard = [(p, best) for p, best in pairs if 2 * len(best) <= len(p.legal)][:number]
    return [p for p, _ in hard], [best for _, best in hard]


def playouts_in(seconds: float, asked: Sequence[d4.Position]) -> int:
    """How many playouts OpenSpiel's bot makes in that time: the median over positions."""
    bot, times = openspiel_chooser(CALIBRATION, 1), []
    for position in asked:
        began = time.perf_counter()
        bot(position)
        times.append(time.perf_counter() - began)
    return max(1, int(CALIBRATION * seconds / median(times)))


def hits(choose: Choose, asked: Sequence[d4.Position], best: Sequence[set[int]]) -> list[int]:
    """1 for every optimal move, 0 for others."""
    return [int(choose(p) in good) for p, good in zip(asked, best, strict=True)]


def with_error(numbers: Sequence[int]) -> str:
    """The mean with half of its 95 % interval."""
    return f"{mean(numbers):.1%} ± {1.96 * stdev(numbers) / sqrt(len(numbers)):.1%}"


def players(their_playouts: int) -> dict[str, Callable[[int], Choose]]:
    def ours(name: str, **settings: Any) -> Callable[[int], Choose]:
        return lambda seed: d4.agent(name, seed=seed, **settings).choose

    return {
        f"montecarlo, {PLAYOUTS} playouts": ours("montecarlo", playouts=PLAYOUTS),
        f"montecarlo, {10 * PLAYOUTS} playouts": ours("montecarlo", playouts=10 * PLAYOUTS),
        "alphabeta, depth 6": ours("alphabeta", depth=6),
        "alphabeta, depth 6, no evaluation": ours("alphabeta", depth=6, evaluation="none"),
        "alphabeta, 0.02 s": ours("alphabeta", seconds=0.02),
        "alphabeta, 0.02 s, no evaluation": ours("alphabeta", seconds=0.02, evaluation="none"),
        f"uct, {PLAYOUTS} playouts": ours("uct", playouts=PLAYOUTS),
        f"uct, {10 * PLAYOUTS} playouts": ours("uct", playouts=10 * PLAYOUTS),
        f"uct, {PLAYOUTS} playouts, no evaluation": ours(
            "uct", playouts=PLAYOUTS, evaluation="none"
        ),
        f"uct, {10 * PLAYOUTS} playouts, no evaluation": ours(
            "uct", playouts=10 * PLAYOUTS, evaluation="none"
        ),
        f"OpenSpiel MCTS, {PLAYOUTS} playouts": lambda s: openspiel_chooser(PLAYOUTS, s),
        f"OpenSpiel MCTS, {10 * PLAYOUTS} playouts": lambda s: openspiel_chooser(10 * PLAYOUTS, s),
        f"uct, {SECONDS} s": ours("uct", seconds=SECONDS),
        f"uct, {SECONDS} s, no evaluation": ours("uct", seconds=SECONDS, evaluation="none"),
        f"auto, {SECONDS} s": ours("auto", seconds=SECONDS, book=False),
        f"auto, {SECONDS} s, no evaluation": ours(
            "auto", seconds=SECONDS, book=False, evaluation="none"
        ),
        f"OpenSpiel MCTS, {SECONDS} s": lambda s: openspiel_chooser(their_playouts, s),
    }


def perfect(_seed: int) -> Choose:
    """With its book, at leisure: what a player without fault gets from these openings."""
    return d4.agent("perfect", seconds=60).choose


def main(number: int = POSITIONS, pairs: int = PAIRS) -> None:
    asked, best = questions(number)
    made = players(playouts_in(SECONDS, asked[:20]))
    found = {name: hits(make(1), asked, best) for name, make in made.items()}
    show(
        f"Share of optimal moves, {len(asked)} positions of 7 × 6",
        ("player", "share"),
        [(name, with_error(numbers)) for name, numbers in found.items()],
    )

    few, many, secs = (
        f"{PLAYOUTS} playouts",
        f"{10 * PLAYOUTS} playouts",
        f"{SECONDS} s",
    )

    def difference(effort: str, ours: str = "uct") -> tuple[str, str, str]:
        a, b = f"{ours}, {effort}", f"OpenSpiel MCTS, {effort}"
        return a, b, with_error([x - y for x, y in zip(found[a], found[b], strict=True)])

    show(
        "Difference of the shares, position by position",
        ("player", "against", "more optimal moves"),
        [difference(few), difference(many), difference(secs), difference(secs, "auto")],
    )

    made["perfect, with its book"] = perfect

    def head_to_head(ours: str, effort: str) -> tuple[str, str, str]:
        theirs = f"OpenSpiel MCTS, {effort}"
        return ours, theirs, str(match(RULES, made[ours], made[theirs], pairs=pairs, plies=4))

    show(
        f"Head to head, {2 * pairs} games from random openings",
        ("player", "opponent", "score"),
        [
            head_to_head(f"uct, {few}", few),
            head_to_head(f"uct, {secs}", secs),
            head_to_head(f"auto, {secs}", secs),
            head_to_head("perfect, with its book", secs),
        ],
    )


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
