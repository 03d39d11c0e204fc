"""Claims: UCT by playouts at least 20 × OpenSpiel's a second on one thread, 1.7 × that on two.

Also at most 40 bytes a node. OpenSpiel's is the C++ `MCTSBot` with its own random rollouts.
One-thread rates are by processor time and by turns, so that other work on the machine disturbs
both alike. Who plays better: benchmarks/strength.py.
"""

from __future__ import annotations

import time
from typing import Any

import pyspiel

import dropfour as d4
from benchmarks.measure import show
from benchmarks.peers import openspiel_bot
from dropfour.agents.uct import UctAgent

ROUNDS = 5
PLAYOUTS = 200_000  # a search, ours and theirs
THREAD_PLAYOUTS = 500_000  # of each thread, so that trees are equally large


def our_rate(seed: int, **settings: Any) -> tuple[float, UctAgent]:
    """Playouts a second of processor time, and the agent with its tree."""
    agent = UctAgent(limit=d4.Limit(playouts=PLAYOUTS), seed=seed, **settings)
    began = time.process_time()
    agent.analyse(d4.Position(d4.load_rules("classic")))
    return PLAYOUTS / (time.process_time() - began), agent


def their_rate(seed: int) -> float:
    state = pyspiel.load_game("connect_four").new_initial_state()
    began = time.process_time()
    openspiel_bot(PLAYOUTS, seed, exploration=2.0).mcts_search(state)
    return PLAYOUTS / (time.process_time() - began)


def speed() -> None:
    kinds: dict[str, dict[str, Any]] = {
        "default, judged by the evaluation": {},
        "policy blocks": {"policy": "blocks"},
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
        ("what", "playouts a second", "ratio to OpenSpiel"),
        rows,
    )


def two_threads() -> None:
    """By the clock, which needs two idle cores, and by processor time, which does not."""
    position = d4.Position(d4.load_rules("classic"))
    clock, processor = {1: 0.0, 2: 0.0}, {1: 0.0, 2: 0.0}
    for seed in range(2 * ROUNDS):
        for threads in clock:
            playouts = THREAD_PLAYOUTS * threads
            limit = d4.Limit(playouts=playouts)
            agent = UctAgent(limit=limit, seed=seed, threads=threads, policy="blocks")
            began = time.process_time()
            elapsed = agent.analyse(position).seconds
            used = (time.process_time() - began) / threads
            clock[threads] = max(clock[threads], playouts / elapsed)
            processor[threads] = max(processor[threads], playouts / used)
    rows = [
        (n, f"{clock[n]:,.0f}", f"{clock[n] / clock[1]:.2f}", f"{processor[n] / processor[1]:.2f}")
        for n in clock
    ]
    show(
        "UCT on two threads",
        ("threads", "playouts a second", "ratio", "ratio by processor time"),
        rows,
    )


def main() -> None:
    speed()
    two_threads()


if __name__ == "__main__":
    main()
