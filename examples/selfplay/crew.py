"""Self-play in several processes: each has games of its own, and the weights it is given."""

from __future__ import annotations

import multiprocessing
import time
from multiprocessing.connection import Connection
from typing import Any, Self

import numpy as np
import torch

import dropfour as d4
from examples.selfplay.games import Examples, SelfPlay
from examples.selfplay.network import Network
from examples.selfplay.search import Array


class Crew:
    """Processes that play when they are told to. Their number and seeds make the games.

    If they play ahead, a round begins when the last one is collected: the learner learns meanwhile,
    and their weights are a lesson older.
    """

    def __init__(
        self, workers: int, rules: d4.Rules, settings: dict[str, Any], *, ahead: bool
    ) -> None:
        context = multiprocessing.get_context("spawn")  # CUDA outlives no fork
        self._lines: list[Any] = []
        self._processes: list[Any] = []
        self._ahead, self._playing = ahead, False
        self.worked = 0.0  # seconds of processor time, all of them together
        for number in range(workers):
            ours, theirs = context.Pipe()
            own = {**settings, "seed": settings["seed"] * workers + number}
            process = context.Process(target=_work, args=(theirs, rules, own), daemon=True)
            process.start()
            self._lines.append(ours)
            self._processes.append(process)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for process in self._processes:
            process.terminate()
            process.join()

    def play(self, weights: dict[str, Array], moves: int) -> Examples:
        """The positions of all games that these moves have ended."""
        if not self._playing:
            self._begin(weights, moves)
        examples = self._collect()
        self._playing = self._ahead
        if self._ahead:
            self._begin(weights, moves)
        return examples

    def _begin(self, weights: dict[str, Array], moves: int) -> None:
        for line in self._lines:
            line.send((weights, moves))

    def _collect(self) -> Examples:
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
