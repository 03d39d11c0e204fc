"""Claim: ours find the best move as often as OpenSpiel's MCTS for the same simulations, and far
more often in the same time. Exact values come from bitbully, run as a process of its own.
"""

from __future__ import annotations

import random
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from math import sqrt
from statistics import mean, median, stdev
from typing import Any

import pyspiel

import dropfour as d4
from benchmarks.games import Choose, match
from benchmarks.measure import show

POSITIONS = 500
CANDIDATES = 4  # tried for each that is used
PAIRS = 50
SIMULATIONS = 1000
SECONDS = 0.05
CALIBRATION = 2000  # simulations
RULES = d4.load_rules("classic")

# Prints the exact score of every column (a dash for a full one) for each line of columns.
BITBULLY = """
import sys
from bitbully import bitbully_core as c
solver = c.BitBullyCore()
for line in sys.stdin:
    board = c.BoardCore()
    for digit in line.strip():
        board.play(int(digit))
    scores = solver.scoreMoves(board)
    print(*("-" if s < -100 else s for s in scores), flush=True)
"""


def positions(number: int) -> list[d4.Position]:
    """Undecided positions of 12 to 30 random moves in which the side to move cannot win at once."""
    rng = random.Random(5)
    found: list[d4.Position] = []
    while len(found) < number:
        p = d4.Position(RULES)
        for _ in range(rng.randint(12, 30)):
            if p.outcome is None:
                p = p.play(rng.choice(p.legal))
        wins = {str(c) for c in p.winning_cells(p.turn)} if p.outcome is None else set()
        if p.outcome is None and not any(str(p.play(c).last_cell) in wins for c in p.legal):
            found.append(p)
    return found


def optimal_moves(asked: Sequence[d4.Position]) -> list[set[int]]:
    """The columns that keep the result (win, draw or loss), by bitbully."""
    lines = "\n".join("".join(map(str, p.moves)) for p in asked) + "\n"
    answer = subprocess.run(
        [sys.executable, "-c", BITBULLY], input=lines, text=True, capture_output=True, check=True
    ).stdout
    best = []
    for line in answer.splitlines():
        scores = {c: int(s) for c, s in enumerate(line.split()) if s != "-"}
        sign = {c: (s > 0) - (s < 0) for c, s in scores.items()}
        best.append({c for c, s in sign.items() if s == max(sign.values())})
    return best


def questions(number: int) -> tuple[list[d4.Position], list[set[int]]]:
    """Positions in which at most half of the columns keep the result, with those columns."""
    asked = positions(CANDIDATES * number)
    pairs = zip(asked, optimal_moves(asked), strict=True)
    hard = [(p, best) for p, best in pairs if 2 * len(best) <= len(p.legal)][:number]
    return [p for p, _ in hard], [best for _, best in hard]


def openspiel(simulations: int, seed: int) -> Choose:
    game = pyspiel.load_game("connect_four")
    bot = pyspiel.MCTSBot(
        game, pyspiel.RandomRolloutEvaluator(1, seed), 1.4, simulations, 1000, True, seed, False
    )

    def choose(position: d4.Position) -> int:
        state: Any = game.new_initial_state()
        for column in position.moves:
            state.apply_action(column)
        return int(bot.step(state))

    return choose


def simulations_in(seconds: float, asked: Sequence[d4.Position]) -> int:
    """How many simulations OpenSpiel's bot makes in that time: the median over positions."""
    bot, times = openspiel(CALIBRATION, 1), []
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


def players(their_simulations: int) -> dict[str, Callable[[int], Choose]]:
    def ours(name: str, **settings: Any) -> Callable[[int], Choose]:
        return lambda seed: d4.agent(name, seed=seed, **settings).choose

    return {
        f"montecarlo, {SIMULATIONS} simulations": ours("montecarlo", playouts=SIMULATIONS),
        f"montecarlo, {10 * SIMULATIONS} simulations": ours(
            "montecarlo", playouts=10 * SIMULATIONS
        ),
        "alphabeta, depth 6": ours("alphabeta", depth=6),
        "alphabeta, depth 10": ours("alphabeta", depth=10),
        f"uct, {SIMULATIONS} simulations": ours("uct", playouts=SIMULATIONS),
        f"uct, {10 * SIMULATIONS} simulations": ours("uct", playouts=10 * SIMULATIONS),
        f"OpenSpiel MCTS, {SIMULATIONS} simulations": lambda s: openspiel(SIMULATIONS, s),
        f"OpenSpiel MCTS, {10 * SIMULATIONS} simulations": lambda s: openspiel(10 * SIMULATIONS, s),
        f"uct, {SECONDS} s": ours("uct", seconds=SECONDS),
        f"auto, {SECONDS} s": ours("auto", seconds=SECONDS),
        f"OpenSpiel MCTS, {SECONDS} s": lambda s: openspiel(their_simulations, s),
    }


def main(number: int = POSITIONS, pairs: int = PAIRS) -> None:
    asked, best = questions(number)
    made = players(simulations_in(SECONDS, asked[:20]))
    found = {name: hits(make(1), asked, best) for name, make in made.items()}
    show(
        f"Share of optimal moves, {len(asked)} positions of 7 × 6",
        ("player", "share"),
        [(name, with_error(numbers)) for name, numbers in found.items()],
    )

    few, many, secs = (
        f"{SIMULATIONS} simulations",
        f"{10 * SIMULATIONS} simulations",
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

    def head_to_head(effort: str) -> tuple[str, str, str]:
        a, b = f"uct, {effort}", f"OpenSpiel MCTS, {effort}"
        return a, b, str(match(RULES, made[a], made[b], pairs=pairs, plies=4))

    show(
        f"Head to head, {2 * pairs} games from random openings",
        ("player", "opponent", "score"),
        [head_to_head(few), head_to_head(secs)],
    )


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
