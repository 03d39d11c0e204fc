"""Arrays of numpy or, where it is installed, of PyTorch on a device: one code for both."""

from __future__ import annotations

from types import ModuleType
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from dropfour import _native
from dropfour.errors import DropfourError

Array: TypeAlias = Any  # of numpy or of torch: both have what is used of them


class Backend(NamedTuple):
    """Where arrays are: numpy's, or PyTorch's on a device."""

    xp: ModuleType
    device: str | None = None

    @classmethod
    def named(cls, wanted: str) -> Backend:
        """By one of `NAMES`: auto is the best that is installed."""
        if wanted == "numpy":
            return cls(np)
        try:
            import torch
        except ImportError:
            if wanted == "auto":
                return cls(np)
            raise DropfourError(f"{wanted} needs PyTorch, which is not installed") from None
        gpu = torch.cuda.is_available()
        if wanted == "cuda" and not gpu:
            raise DropfourError("PyTorch finds no GPU here")
        return cls(torch, ("cuda" if gpu else "cpu") if wanted == "auto" else wanted)

    def __str__(self) -> str:
        return "numpy" if self.device is None else f"PyTorch on {self.device}"

    def put(self, array: npt.NDArray[Any]) -> Array:
        return array if self.device is None else self.xp.as_tensor(array).to(self.device)

    def get(self, array: Array) -> Array:
        return array if self.device is None else array.cpu().numpy()

    def arange(self, count: int) -> Array:
        return (
            np.arange(count) if self.device is None else self.xp.arange(count, device=self.device)
        )

    def floats(self, array: Array) -> Array:
        return array.astype(np.float32) if self.device is None else array.float()

    def repeat(self, array: Array, counts: Array) -> Array:
        repeat = self.xp.repeat if self.device is None else self.xp.repeat_interleave
        return repeat(array, counts)

    def input_counts(self, ids: Array, starts: Array, rows: Array) -> Array:
        """How often each input is active in the positions of these numbers; see `Examples`."""
        inputs: int = _native.EVALUATION_INPUTS
        first = starts[rows]
        lengths = starts[rows + 1] - first
        ends = lengths.cumsum(0)
        within = self.arange(int(ends[-1])) - self.repeat(ends - lengths, lengths)
        places = self.repeat(self.arange(len(rows)), lengths) * inputs
        places = places + ids[self.repeat(first, lengths) + within]
        counts = self.xp.bincount(places, minlength=len(rows) * inputs)
        return counts.reshape(len(rows), inputs)


NUMPY = Backend(np)
NAMES = ("auto", "numpy", "cpu", "cuda")  # the last two are PyTorch's
