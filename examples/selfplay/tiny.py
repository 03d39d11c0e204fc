"""The same recipe without PyTorch, for small boards: a network of one hidden layer, by hand."""

from __future__ import annotations

import numpy as np

import dropfour as d4
from dropfour.game import PLANES
from examples.selfplay.games import Examples, Memory, SelfPlay
from examples.selfplay.search import ILLEGAL, Array, softmax


class TinyNetwork:
    """What `Network` is, by hand: `evaluate` for the search, `learn` a step from a sample."""

    def __init__(self, rules: d4.Rules, hidden: int = 64, seed: int = 0) -> None:
        rng = np.random.default_rng(seed)
        inputs, outputs = d4.Position(rules).planes().size, rules.columns + 1
        self._weights = [
            rng.normal(0, np.sqrt(2 / inputs), (inputs, hidden)),
            np.zeros(hidden),
            rng.normal(0, 0.1 / np.sqrt(hidden), (hidden, outputs)),
            np.zeros(outputs),
        ]
        self._means = [np.zeros_like(each) for each in self._weights]
        self._squares = [np.zeros_like(each) for each in self._weights]
        self._steps = 0

    def _layers(self, planes: Array) -> tuple[Array, Array, Array]:
        into, one, out, two = self._weights
        seen = planes.reshape(len(planes), -1).astype(np.float64)
        hidden = np.maximum(seen @ into + one, 0)
        return seen, hidden, hidden @ out + two

    def evaluate(self, planes: Array) -> tuple[Array, Array]:
        """Logits of the columns, and the value for the mover."""
        outputs = self._layers(planes)[2]
        return outputs[:, :-1], np.tanh(outputs[:, -1])

    def learn(self, sample: Examples, rate: float) -> None:
        """One step of Adam (Kingma and Ba 2015) on cross-entropy and squared error."""
        seen, hidden, outputs = self._layers(sample.planes)
        legal = sample.planes[:, PLANES.index("landing")].any(1)
        value = np.tanh(outputs[:, -1])
        slopes = np.empty_like(outputs)
        slopes[:, :-1] = softmax(np.where(legal, outputs[:, :-1], ILLEGAL)) - sample.policy
        slopes[:, -1] = 2 * (value - sample.value) * (1 - value**2)
        slopes /= len(seen)
        below = (slopes @ self._weights[2].T) * (hidden > 0)
        self._steps += 1
        found = seen.T @ below, below.sum(0), hidden.T @ slopes, slopes.sum(0)
        for i, slope in enumerate(found):
            self._means[i] += 0.1 * (slope - self._means[i])
            self._squares[i] += 0.001 * (slope**2 - self._squares[i])
            mean = self._means[i] / (1 - 0.9**self._steps)
            square = self._squares[i] / (1 - 0.999**self._steps)
            self._weights[i] -= rate * mean / (np.sqrt(square) + 1e-8)


def train(rules: d4.Rules, *, lessons: int, seed: int = 0) -> TinyNetwork:
    """Plays and learns in turn, as `__main__.py` does."""
    network = TinyNetwork(rules, seed=seed)
    games = SelfPlay(rules, 96, simulations=16, seed=seed)
    memory = Memory(rules, least=5_000, most=50_000, seed=seed)
    for lesson in range(lessons):
        memory.add(games.play(network.evaluate, 4))
        for _ in range(24 if memory.made else 0):  # games may still go on
            network.learn(memory.sample(128), rate=0.01 * (1 - 0.9 * lesson / lessons))
    return network
