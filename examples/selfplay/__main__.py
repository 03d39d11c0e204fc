"""Learn a game by self-play, from nothing, and measure what was learned: see README.md.

python -m examples.selfplay classic --seconds 900 --out DIR
"""

from __future__ import annotations

import argparse
import os
import time
from pathlib import Path

import torch

import dropfour as d4
from examples.selfplay.crew import Crew
from examples.selfplay.games import Memory
from examples.selfplay.measure import draw, exact_errors, matches, table
from examples.selfplay.network import Network

CHECKPOINTS = (0.0, 0.06, 0.12, 0.25, 0.5, 1.0)  # of the time
CORES = os.cpu_count() or 1
CPU = {"channels": 32, "blocks": 2, "simulations": 16, "games": 256, "workers": CORES}
CPU |= {"sample": 512, "memory": 600_000}
CUDA = {"channels": 128, "blocks": 5, "simulations": 32, "games": 4096, "workers": min(4, CORES)}
CUDA |= {"sample": 4096, "memory": 12_000_000}


def options() -> argparse.Namespace:
    parser = argparse.ArgumentParser("examples.selfplay", description="Learn a game by self-play.")
    add = parser.add_argument
    add("rules", nargs="?", default="classic", help="a preset or a TOML file")
    add("--board", type=int, help="the number of a random board, of games that have some")
    add("--out", type=Path, default=Path("selfplay-out"), help="folder for what comes out")
    add("--seconds", type=float, default=900, help="of training")
    add("--clock", choices=("wall", "processor"), default="wall", help="what the seconds are of")
    add("--device", default="cpu", help="cpu or cuda")
    add("--workers", type=int, help="processes that play")
    add("--games", type=int, help="at once in each of them")
    add("--channels", type=int, help="of the network")
    add("--blocks", type=int, help="of the network")
    add("--sample", type=int, help="positions in a step of learning")
    add("--memory", type=int, help="positions to learn from, at most")
    add("--moves", type=int, default=8, help="in each game between two lessons")
    add("--reuse", type=float, default=3, help="how often a position is learned from")
    add("--simulations", type=int, help="of the search, for each move")
    add("--rate", type=float, default=2e-3, help="of learning, at first")
    add("--seed", type=int, default=0)
    add("--play-simulations", type=int, default=64, help="when it is measured")
    add("--match-games", type=int, default=100, help="against each opponent; 0: no matches")
    add("--positions", type=int, default=1000, help="drawn at each stage, for the exact error")
    add("--measure-only", action="store_true", help="what is in the folder already")
    told = parser.parse_args()
    told.on_gpu = told.device.startswith("cuda")
    told.measurers = told.workers or CORES
    for name, value in (CUDA if told.on_gpu else CPU).items():
        setattr(told, name, getattr(told, name) or value)
    return told


def train(told: argparse.Namespace) -> None:
    """Plays and learns until the time is up; networks on the way are kept."""
    rules = d4.load_rules(told.rules, seed=told.board)
    size = {"channels": told.channels, "blocks": told.blocks}
    network = Network(rules, **size, device=told.device, seed=told.seed)
    # On a GPU both have enough to do; on a processor they would only be in each other's way.
    with Crew(told.workers, rules, vars(told) | {"size": size}, ahead=told.on_gpu) as crew:
        _learn(told, rules, network, crew)


def _learn(told: argparse.Namespace, rules: d4.Rules, network: Network, crew: Crew) -> None:
    memory = Memory(rules, least=50_000, most=told.memory, seed=told.seed)
    told.out.mkdir(parents=True, exist_ok=True)
    due, began, lesson, steps = list(CHECKPOINTS), time.monotonic(), 0, 0
    while due:
        worked = time.process_time() + crew.worked  # in all processes
        wall = time.monotonic() - began
        seconds = wall if told.clock == "wall" else worked / CORES
        part = min(1.0, seconds / told.seconds)
        if part >= due[0]:
            due = [later for later in due if later > part]
            about = {"rules": rules.to_mapping(), "seconds": seconds, "positions": memory.made}
            network.save(told.out / f"{lesson:05}.npz", **about, processor_seconds=worked)
            continue
        memory.add(crew.play(network.weights, told.moves))
        lesson += 1
        rate = told.rate * (1 - 0.95 * part)
        while memory.made > told.sample and steps * told.sample < told.reuse * memory.made:
            policy, value = network.learn(memory.sample(told.sample), rate)
            steps += 1
        if steps:
            words = f"{seconds:6.0f} s  lesson {lesson:4}  {memory.made:11,} positions"
            print(f"\r{words}  loss of policy {policy:.3f}, value {value:.3f}", end="", flush=True)
    print()


def main() -> None:
    told = options()
    torch.manual_seed(told.seed)
    if not told.measure_only:
        train(told)
    ways = {"simulations": told.play_simulations, "workers": told.measurers}
    errors = exact_errors(told.out, count=told.positions, device=told.device, **ways)
    played = matches(told.out, games=told.match_games, **ways) if told.match_games else []
    print(table(told.out, played, errors))
    if played:
        draw(told.out / "strength.svg", played, errors)


if __name__ == "__main__":
    main()
