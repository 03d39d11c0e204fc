"""Games of a network against itself: positions, and what the search makes of them."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

import dropfour as d4
from examples.selfplay.search import Array, Evaluate, search


class Examples(NamedTuple):
    """Positions to learn from, each as its mover sees it."""

    planes: Array
    policy: Array
    value: Array


RANDOM = 1 / 3  # of the board, at most, is filled at random: so it sees more than its own play


class SelfPlay:
    """Many games at once that go on from call to call."""

    def __init__(
        self, rules: d4.Rules, games: int, *, simulations: int, seed: int = 0, threads: int = 1
    ) -> None:
        random_plies = 0, int(rules.playable * RANDOM)
        self._batch = d4.Batch(
            rules, games, planes="uint8", plies=random_plies, seed=seed, threads=threads
        )
        self._simulations, self._threads = simulations, threads
        self._noise = np.random.default_rng(seed)
        self._number = np.arange(games)  # of the game in each slot
        self._results = np.full(games, np.nan, np.float32)  # by that number
        self._waiting: list[tuple[Array, ...]] = []  # positions whose game goes on

    def play(self, evaluate: Evaluate, moves: int) -> Examples:
        """Plays moves in every game; the positions of those that have ended by then."""
        batch = self._batch
        assert batch.planes is not None
        for _ in range(moves):
            positions = [batch.position(game) for game in range(len(batch))]
            found = search(
                positions, evaluate, self._simulations, noise=self._noise, threads=self._threads
            )
            sign = 1.0 - 2.0 * batch.turn
            self._waiting.append(
                (batch.planes.copy(), found.policy, found.value, sign, self._number.copy())
            )
            batch.step(found.column)
            self._results[self._number[batch.ended]] = batch.result[batch.ended]
            new = int(batch.ended.sum())
            self._number[batch.ended] = len(self._results) + np.arange(new)
            self._results = np.concatenate([self._results, np.full(new, np.nan, np.float32)])
        return self._finished()

    def _finished(self) -> Examples:
        planes, policy, value, sign, number = map(np.concatenate, zip(*self._waiting, strict=True))
        result = self._results[number] * sign
        done = ~np.isnan(result)
        left = (planes, policy, value, sign, number)
        self._waiting = [tuple(array[~done] for array in left)]
        target = (
            result + value
        ) / 2  # the result is true but noisy, the search the other way round
        return Examples(planes[done], policy[done].astype(np.float32), target[done])


class Memory:
    """A ring of positions. Samples come from the younger half of all that were ever added."""

    def __init__(self, rules: d4.Rules, *, least: int, most: int, seed: int = 0) -> None:
        self._least, self._most, self.made = least, most, 0
        self._ring: Examples | None = None
        self._rng = np.random.default_rng(seed)
        try:
            d4.Position(rules).mirrored()
            self._symmetric = True
        except ValueError:
            self._symmetric = False

    def add(self, new: Examples) -> None:
        if self._ring is None:
            self._ring = Examples(
                *(np.empty((self._most, *array.shape[1:]), array.dtype) for array in new)
            )
        places = (self.made + np.arange(len(new.value))) % self._most
        for held, array in zip(self._ring, new, strict=True):
            held[places] = array
        self.made += len(places)

    def sample(self, size: int) -> Examples:
        """Random positions, half of them seen in a mirror where the game is the same there."""
        assert self._ring is not None
        young = min(self.made, self._most, max(self._least, self.made // 2))
        places = (self.made - 1 - self._rng.integers(young, size=size)) % self._most
        sample = Examples(*(held[places] for held in self._ring))
        if self._symmetric:
            half = size // 2
            sample.planes[:half] = sample.planes[:half, ..., ::-1]
            sample.policy[:half] = sample.policy[:half, ::-1]
        return sample
