"""Self-play in several processes: each has games of its own and the latest weights."""

from __future__ import annotations

import multiprocessing
import time
from multiprocessing.connection import Connection
from typing import Any

import numpy as np
import torch

import dropfour as d4
from examples.selfplay.games import Examples, SelfPlay
from examples.selfplay.network import Network
from examples.selfplay.search import Array


class Crew:
    """Processes that play while the learner learns. Their number and seeds make the games."""

    def __init__(self, workers: int, rules: d4.Rules, settings: dict[str, Any]) -> None:
        context = multiprocessing.get_context("spawn")  # CUDA outlives no fork
        self._lines: list[Any] = []
        self.worked = 0.0  # seconds of processor time, all of them together
        for number in range(workers):
            ours, theirs = context.Pipe()
            own = {**settings, "seed": settings["seed"] * workers + number}
            context.Process(target=_work, args=(theirs, rules, own), daemon=True).start()
            self._lines.append(ours)

    def begin(self, weights: dict[str, Array], moves: int) -> None:
        """Lets every process play so many moves in each of its games."""
        for line in self._lines:
            line.send((weights, moves))

    def collect(self) -> Examples:
        """Waits for them: the positions of all games that these moves have ended."""
        parts, worked = zip(*[line.recv() for line in self._lines], strict=True)
        self.worked = sum(worked)
        return Examples(*map(np.concatenate, zip(*parts, strict=True)))


def _work(line: Connection, rules: d4.Rules, settings: dict[str, Any]) -> None:
    torch.set_num_threads(1)
    network = Network(rules, **settings["size"], device=settings["device"])
    games = SelfPlay(
        rules, settings["games"], simulations=settings["simulations"], seed=settings["seed"]
    )
    while True:
        try:
            network.weights, moves = line.recv()
        except EOFError:  # the learner has gone
            return
        line.send((games.play(network.evaluate, moves), time.process_time()))
