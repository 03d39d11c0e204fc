"""The network: a few residual blocks over the planes of `d4.Batch`, a policy and a value."""

from __future__ import annotations

import json
from copy import deepcopy
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

import dropfour as d4
from dropfour.game import PLANES
from examples.selfplay.games import Examples
from examples.selfplay.search import AnyArray, Array

HEAD = 8  # channels that the heads see


class Block(nn.Module):
    """Two convolutions beside the identity, which is all of it at first."""

    def __init__(self, channels: int) -> None:
        super().__init__()
        self.one = nn.Conv2d(channels, channels, 3, padding=1)
        self.two = nn.Conv2d(channels, channels, 3, padding=1)
        nn.init.zeros_(self.two.weight)

    def forward(self, x: Tensor) -> Tensor:
        return functional.relu(x + self.two(functional.relu(self.one(x))))


class Model(nn.Module):
    def __init__(self, shape: tuple[int, int, int], channels: int, blocks: int) -> None:
        super().__init__()
        planes, rows, columns = shape
        self.body = nn.Sequential(
            nn.Conv2d(planes, channels, 3, padding=1),
            nn.ReLU(),
            *(Block(channels) for _ in range(blocks)),
            nn.Conv2d(channels, 2 * HEAD, 1),
            nn.ReLU(),
        )
        seen = HEAD * rows * columns
        self.policy = nn.Linear(seen, columns)
        self.value = nn.Sequential(nn.Linear(seen, 64), nn.ReLU(), nn.Linear(64, 1), nn.Tanh())

    def forward(self, x: Tensor) -> tuple[Tensor, Tensor]:
        x = self.body(x)
        return self.policy(x[:, :HEAD].flatten(1)), self.value(x[:, HEAD:].flatten(1))[:, 0]


class Network:
    """What plays and learns: `evaluate` for the search, `learn` a step from a sample."""

    def __init__(
        self, rules: d4.Rules, *, channels: int, blocks: int, device: str = "cpu", seed: int = 0
    ) -> None:
        torch.manual_seed(seed)
        self._device = torch.device(device)
        shape = d4.Position(rules).planes().shape
        self._size = {"channels": channels, "blocks": blocks}
        model: Any = Model(shape, channels, blocks).to(self._device)
        self._model = model.to(memory_format=torch.channels_last)
        self._optimizer = torch.optim.AdamW(model.parameters(), weight_decay=1e-4)
        self._played_by()

    def _played_by(self) -> None:
        """The same network in half the bits, where the processor has arithmetic for them."""
        self._kind = torch.bfloat16 if _has_bfloat16(self._device) else torch.float32
        self._player = deepcopy(self._model).to(self._kind).eval()

    def evaluate(self, planes: Array) -> tuple[AnyArray, AnyArray]:
        """Logits of the columns, and the value for the mover.

        They stay on the device, where the search goes on with them; a processor is quicker with
        numpy.
        """
        with torch.no_grad():
            answers = self._player(self._tensor(planes, self._kind))
        logits, value = (answer.float() for answer in answers)
        on_cpu = self._device.type == "cpu"
        return (logits.numpy(), value.numpy()) if on_cpu else (logits, value)

    def learn(self, sample: Examples, rate: float) -> tuple[Tensor, Tensor]:
        """One step; the losses of policy and value before it."""
        self._optimizer.param_groups[0]["lr"] = rate
        planes = self._tensor(sample.planes, torch.float32)
        policy = torch.from_numpy(sample.policy).to(self._device, torch.float32)
        target = torch.from_numpy(sample.value).to(self._device, torch.float32)
        with torch.autocast(self._device.type, torch.bfloat16, enabled=self._device.type == "cuda"):
            logits, value = self._model(planes)
        legal = sample.planes[:, PLANES.index("landing")].any(1)
        logits = logits.float().masked_fill(~torch.from_numpy(legal).to(self._device), -1e4)
        entropy = -(policy * functional.log_softmax(logits, 1)).sum(1).mean()
        error = functional.mse_loss(value.float(), target)
        self._optimizer.zero_grad()
        loss: Any = entropy + error
        loss.backward()
        nn.utils.clip_grad_norm_(self._model.parameters(), 1.0)
        self._optimizer.step()
        return entropy.detach(), error.detach()

    def _tensor(self, planes: Array, kind: torch.dtype) -> Tensor:
        there = torch.from_numpy(planes).to(self._device)
        return there.to(kind, memory_format=torch.channels_last)

    def save(self, path: Path, **told: Any) -> None:
        """Everything that `load` needs, in one file."""
        words = {"size": self._size, **told}
        arrays: dict[str, Any] = {"told": np.array(json.dumps(words)), **self.weights}
        np.savez_compressed(path, **arrays)

    @classmethod
    def load(cls, path: Path, device: str = "cpu") -> tuple[Network, dict[str, Any]]:
        """A network, and what else was told when it was saved: its rules among it."""
        with np.load(path) as arrays:
            weights = dict(arrays)
        told = json.loads(str(weights.pop("told")))
        network = cls(d4.load_rules(told["rules"]), **told["size"], device=device)
        network.weights = weights
        return network, told

    @property
    def weights(self) -> dict[str, Array]:
        """As arrays, for a file or another process."""
        return {name: tensor.cpu().numpy() for name, tensor in self._model.state_dict().items()}

    @weights.setter
    def weights(self, weights: dict[str, Array]) -> None:
        tensors = {name: torch.from_numpy(array) for name, array in weights.items()}
        self._model.load_state_dict(tensors)
        self._played_by()


def _has_bfloat16(device: torch.device) -> bool:
    if device.type == "cuda":
        return bool(torch.cuda.is_bf16_supported())
    return bool(getattr(torch.cpu, "_is_avx512_bf16_supported", lambda: False)())
