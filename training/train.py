"""Training: plain arrays and gradients by hand, in PyTorch (on a GPU if there is one) or numpy.

Everything is on the device from the beginning. A batch is a table of how often each input is active
in each position, so that all that takes time is products of matrices.
"""

from __future__ import annotations

import json
import math
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from types import ModuleType
from typing import NamedTuple
from zipfile import BadZipFile

import numpy as np
import numpy.typing as npt

from dropfour import _native
from dropfour.errors import DropfourError
from training.arrays import Array, Backend
from training.examples import Examples, write_arrays
from training.network import (
    MOST_SECOND,
    NAMES,
    POINTS_PER_OUTPUT,
    Parameters,
    first_parameters,
    outputs,
    rounded,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Recipe:
    """How the network is trained."""

    epochs: int = 40
    batch: int = 16_384
    rate: float = 0.003
    decay: float = 0.1  # of weights, a step at rate 1
    searched_weight: float = 0.7  # of a label that is not proven
    points_weight: float = 4.0  # of the second output, whose losses are small
    rounded_from: float = 0.6  # of all work: from then on it learns with the weights of play
    seed: int = 1


class Trained(NamedTuple):
    """A network with the state of its training, in numpy's arrays."""

    parameters: Parameters
    means: Parameters  # Adam's, of gradients
    squares: Parameters  # and of their squares
    epoch: int  # so many are done
    seconds: float
    recipe: Recipe
    command: str  # as it was typed


class Batch(NamedTuple):
    """Some positions: what is seen of them, what is to be said, and how much each counts."""

    counts: Array  # [positions, inputs]
    chance: Array  # (value + 1) / 2
    value_weight: Array
    rest: Array  # in units of the second output; 0 where points do not count
    rest_weight: Array


class Loaded:
    """Examples on a device, to take batches from."""

    def __init__(self, examples: Examples, backend: Backend, recipe: Recipe) -> None:
        self.backend = backend
        weight = np.where(examples.exact, 1, recipe.searched_weight).astype(np.float32)
        put = backend.put
        self.ids = put(examples.ids.astype(np.int32))
        self.starts = put(examples.starts)
        self.chance = put((examples.value + 1) / 2)
        # Inputs do not say who leads by how much, so with points the rest is all there is to learn.
        self.value_weight = put(weight * ~examples.for_points)
        self.rest = put(np.nan_to_num(examples.rest) / POINTS_PER_OUTPUT)
        self.rest_weight = put(weight * examples.for_points * np.float32(recipe.points_weight))
        self.size = len(examples)

    def batch(self, rows: Array) -> Batch:
        counts = self.backend.input_counts(self.ids, self.starts, rows)
        return Batch(
            self.backend.floats(counts),
            self.chance[rows],
            self.value_weight[rows],
            self.rest[rows],
            self.rest_weight[rows],
        )

    def batches(self, size: int, order: npt.NDArray[np.int64]) -> Iterator[Batch]:
        rows = self.backend.put(order)
        for first in range(0, len(order), size):
            yield self.batch(rows[first : first + size])


def losses(found: Array, batch: Batch, xp: ModuleType) -> tuple[Array, Array]:
    """The mean loss of each output: cross-entropy of the value, Huber's of the points to come."""
    logit, rest = found[:, 0], found[:, 1]
    entropy = xp.log1p(xp.exp(-abs(logit))) + logit.clip(0, None) - logit * batch.chance
    error = abs(rest - batch.rest)
    huber = error.clip(0, 1) * (error - error.clip(0, 1) / 2)
    return (entropy * batch.value_weight).mean(), (huber * batch.rest_weight).mean()


def gradients(batch: Batch, p: Parameters, xp: ModuleType) -> Parameters:
    """The slope of the sum of both losses, for every parameter."""
    below = batch.counts @ p.w1 + p.b1
    hidden = below.clip(0, 1)
    below_second = hidden @ p.w2.T + p.b2
    second = below_second.clip(0, 1)
    found = second @ p.w3.T + p.b3

    chance = 1 / (1 + xp.exp(-found[:, 0].clip(-30, 30)))
    by_output = xp.stack(
        [
            (chance - batch.chance) * batch.value_weight,
            (found[:, 1] - batch.rest).clip(-1, 1) * batch.rest_weight,
        ],
        1,
    ) / len(batch.chance)  # fmt: skip
    by_second = (by_output @ p.w3) * ((below_second > 0) & (below_second < 1))
    by_hidden = (by_second @ p.w2) * ((below > 0) & (below < 1))
    return Parameters(
        w1=batch.counts.T @ by_hidden,
        b1=by_hidden.sum(0),
        w2=by_second.T @ hidden,
        b2=by_second.sum(0),
        w3=by_output.T @ second,
        b3=by_output.sum(0),
    )


class Adam:
    """AdamW: Loshchilov and Hutter, Decoupled Weight Decay Regularization, algorithm 2."""

    first, second, tiny = 0.9, 0.999, 1e-8

    def __init__(self, means: Parameters, squares: Parameters, steps: int) -> None:
        self.means, self.squares, self.steps = means, squares, steps

    def step(self, p: Parameters, slopes: Parameters, rate: float, decay: float) -> None:
        self.steps += 1
        scale = rate * math.sqrt(1 - self.second**self.steps) / (1 - self.first**self.steps)
        for name, array in p.items():
            slope, mean, square = (getattr(x, name) for x in (slopes, self.means, self.squares))
            mean += (1 - self.first) * (slope - mean)
            square += (1 - self.second) * (slope * slope - square)
            if name.startswith("w"):
                array *= 1 - rate * decay
            array -= scale * mean / (square**0.5 + self.tiny)
        p.w2 = p.w2.clip(-MOST_SECOND, MOST_SECOND)


def train(
    training: Examples,
    held_out: Examples,
    recipe: Recipe,
    backend: Backend,
    *,
    path: Path,
    seconds: float | None = None,
    command: str = "",
) -> Trained:
    """Trains a network, or goes on with the one at `path`, which is written after every epoch.

    After so many seconds it ends well: the rate of learning falls to 0 by then.
    """
    data, judged = (Loaded(examples, backend, recipe) for examples in (training, held_out))
    state = _begun(path, recipe) if path.exists() else _untrained(recipe)
    p, means, squares = (part.map(backend.put) for part in state[:3])
    steps_in_epoch = -(-data.size // recipe.batch)
    adam = Adam(means, squares, state.epoch * steps_in_epoch)
    began = time.monotonic() - state.seconds
    for epoch in range(state.epoch, recipe.epochs):
        order = np.random.default_rng((recipe.seed, epoch)).permutation(data.size)
        progress = 0.0
        for step, batch in enumerate(data.batches(recipe.batch, order)):
            progress = (epoch + step / steps_in_epoch) / recipe.epochs
            if seconds is not None:
                progress = max(progress, (time.monotonic() - began) / seconds)
            if progress >= 1:
                break
            used = rounded(p, backend.xp) if progress >= recipe.rounded_from else p
            warm = min(1.0, (adam.steps + 1) / 100)
            rate = recipe.rate * warm * (1 + math.cos(math.pi * progress)) / 2
            adam.step(p, gradients(batch, used, backend.xp), rate, recipe.decay)
        elapsed = time.monotonic() - began
        state = Trained(
            p.map(backend.get),
            means.map(backend.get),
            squares.map(backend.get),
            epoch + 1,
            elapsed,
            recipe,
            command,
        )
        write_trained(path, state)
        value_loss, points_loss = mean_losses(judged, p, recipe.batch)
        print(
            f"epoch {epoch + 1} of {recipe.epochs}, {elapsed:.0f} s: "
            f"held-out loss {value_loss:.4f} value, {points_loss:.4f} points",
            flush=True,
        )
        if progress >= 1:
            break
    return state


def mean_losses(data: Loaded, p: Parameters, size: int) -> tuple[float, float]:
    """The losses over all of the data, each as the mean of the positions that have one."""
    total, weight = np.zeros(2), np.zeros(2)
    for batch in data.batches(size, np.arange(data.size)):
        both = losses(outputs(batch.counts, p), batch, data.backend.xp)
        total += [len(batch.chance) * float(loss) for loss in both]
        weight += [float(weights.sum()) for weights in (batch.value_weight, batch.rest_weight)]
    value_loss, points_loss = total / np.maximum(weight, 1e-9)
    return float(value_loss), float(points_loss)


def _begun(path: Path, recipe: Recipe) -> Trained:
    state = read_trained(path)
    if state.recipe != recipe:
        raise DropfourError(f"{path} has been begun in another way: {state.recipe}")
    return state


def _untrained(recipe: Recipe) -> Trained:
    p = first_parameters(_native.EVALUATION_INPUTS, seed=recipe.seed)
    return Trained(p, p.map(np.zeros_like), p.map(np.zeros_like), 0, 0.0, recipe, "")


_PARTS = ("parameters", "means", "squares")


def write_trained(path: Path, state: Trained) -> None:
    arrays = {
        f"{part}.{name}": array for part in _PARTS for name, array in getattr(state, part).items()
    }
    notes = {
        "epoch": state.epoch,
        "seconds": state.seconds,
        "recipe": asdict(state.recipe),
        "command": state.command,
    }
    write_arrays(path, {**arrays, "notes": np.array(json.dumps(notes))})


def read_trained(path: Path) -> Trained:
    """The network at a path; `DropfourError` if there is none."""
    try:
        with np.load(path) as arrays:
            notes = json.loads(str(arrays["notes"]))
            parameters, means, squares = (
                Parameters(*(arrays[f"{part}.{name}"] for name in NAMES)) for part in _PARTS
            )
            recipe = Recipe(**notes.pop("recipe"))
            return Trained(parameters, means, squares, **notes, recipe=recipe)
    except (OSError, ValueError, KeyError, BadZipFile) as error:
        raise DropfourError(f"{path} is no network in training: {error}") from error
