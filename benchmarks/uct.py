"""Claims: UCT at least 20 × OpenSpiel's simulations a second on one thread, 1.7 × that on two.

Also at most 40 bytes a node, at most 10 ms over time or after a stop, and at equal simulations
not weaker. OpenSpiel's is the C++ `MCTSBot` with its own random rollouts. One-thread rates are by
processor time and by turns, so that other work on the machine disturbs both alike.
"""

from __future__ import annotations

import time
from math import sqrt
from typing import Any

import pyspiel

import dropfour as d4
from benchmarks.measure import show
from dropfour.agents.uct import Uct

ROUNDS = 5
SIMULATIONS = 200_000  # a search, ours and theirs
THREAD_SIMULATIONS = 500_000  # of each thread, so that trees are equally large
GAMES = 40
GAME_SIMULATIONS = 1000


def their_bot(simulations: int, seed: int) -> Any:
    game = pyspiel.load_game("connect_four")
    rollouts = pyspiel.RandomRolloutEvaluator(1, seed)
    return pyspiel.MCTSBot(game, rollouts, 2.0, simulations, 1000, True, seed, False)


def our_rate(seed: int, **settings: Any) -> tuple[float, Uct]:
    """Simulations a second of processor time, and the agent with its tree."""
    agent = Uct(limit=d4.Limit(playouts=SIMULATIONS), seed=seed, **settings)
    began = time.process_time()
    agent.analyse(d4.Position(d4.load_rules("classic")))
    return SIMULATIONS / (time.process_time() - began), agent


def their_rate(seed: int) -> float:
    state = pyspiel.load_game("connect_four").new_initial_state()
    began = time.process_time()
    their_bot(SIMULATIONS, seed).mcts_search(state)
    return SIMULATIONS / (time.process_time() - began)


def speed() -> None:
    kinds: dict[str, dict[str, Any]] = {
        "default": {},
        "policy uniform, as OpenSpiel's": {"policy": "uniform"},
        "policy wins": {"policy": "wins"},
        "plain, the textbook's": {"plain": True},
    }
    best = dict.fromkeys([*kinds, "OpenSpiel"], 0.0)
    bytes_a_node = 0.0
    for seed in range(ROUNDS):
        best["OpenSpiel"] = max(best["OpenSpiel"], their_rate(seed))
        for kind, settings in kinds.items():
            rate, agent = our_rate(seed, **settings)
            best[kind] = max(best[kind], rate)
            bytes_a_node = agent.bytes_held / agent.nodes_held
    theirs = best["OpenSpiel"]
    rows = [(kind, f"{rate:,.0f}", f"{rate / theirs:.1f}") for kind, rate in best.items()]
    show(
        f"UCT on the empty 7 × 6 board, one thread ({bytes_a_node:.0f} bytes a node)",
        ("what", "simulations a second", "ratio to OpenSpiel"),
        rows,
    )


def two_threads() -> None:
    """By the clock, which needs two idle cores, and by processor time, which does not."""
    position = d4.Position(d4.load_rules("classic"))
    clock, processor = {1: 0.0, 2: 0.0}, {1: 0.0, 2: 0.0}
    for seed in range(2 * ROUNDS):
        for threads in clock:
            simulations = THREAD_SIMULATIONS * threads
            agent = Uct(limit=d4.Limit(playouts=simulations), seed=seed, threads=threads)
            began = time.process_time()
            elapsed = agent.analyse(position).seconds
            used = (time.process_time() - began) / threads
            clock[threads] = max(clock[threads], simulations / elapsed)
            processor[threads] = max(processor[threads], simulations / used)
    rows = [
        (n, f"{clock[n]:,.0f}", f"{clock[n] / clock[1]:.2f}", f"{processor[n] / processor[1]:.2f}")
        for n in clock
    ]
    show(
        "UCT on two threads",
        ("threads", "simulations a second", "ratio", "ratio by processor time"),
        rows,
    )


def our_points(game: int) -> float:
    """1, 1/2 or 0 for one game; we have the first move in every other."""
    bot = their_bot(GAME_SIMULATIONS, game)
    agent = Uct(limit=d4.Limit(playouts=GAME_SIMULATIONS), seed=game)
    position = d4.Position(d4.load_rules("classic"))
    state = pyspiel.load_game("connect_four").new_initial_state()
    ours = game % 2
    while position.outcome is None:
        column = agent.choose(position) if position.turn == ours else bot.step(state)
        position = position.play(column)
        state.apply_action(column)
    winner = position.outcome.winner
    return 0.5 if winner is None else float(winner == ours)


def strength() -> None:
    points = [our_points(game) for game in range(GAMES)]
    mean = sum(points) / GAMES
    error = sqrt(sum((p - mean) ** 2 for p in points) / (GAMES - 1) / GAMES)
    show(
        f"UCT against OpenSpiel's MCTSBot, {GAME_SIMULATIONS:,} simulations a move each",
        ("games", "our score", "standard error"),
        [(GAMES, f"{mean:.1%}", f"{error:.1%}")],
    )


def main() -> None:
    speed()
    two_threads()
    strength()


if __name__ == "__main__":
    main()
