"""The network in floating point, as it is trained, and in the integers that play uses.

    hidden  = clip(bias + sum of the active inputs' rows, 0, 1)
    second  = clip(bias + weights · hidden, 0, 1)
    outputs = bias + weights · second: the logit of the value, and a quarter of the points to come

In integers 1 is `ONE` in hidden and second; native/core/evaluation has the same arithmetic, and its
tests are compared with this one.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Callable
from dataclasses import dataclass, fields
from types import ModuleType
from typing import Any

import numpy as np
import numpy.typing as npt

from dropfour import _native
from dropfour.errors import DropfourError
from training.arrays import Array

MAGIC = b"D4EVAL\0\1"  # the last byte is the format's version
HIDDEN, SECOND, OUTPUTS = 32, 32, 2
POINTS_PER_OUTPUT = 4

ONE = 127
SECOND_SCALE = 64
OUTPUT_SCALE = 256
OUTPUT_UNIT = OUTPUT_SCALE * ONE  # of an output in integers: 1
MOST_SECOND = 127 / SECOND_SCALE  # the largest weight that fits a byte


@dataclass
class Parameters:
    """Weights and biases, in floating point or in integers."""

    w1: Array  # [inputs, hidden]
    b1: Array
    w2: Array  # [second, hidden]
    b2: Array
    w3: Array  # [outputs, second]
    b3: Array

    def items(self) -> list[tuple[str, Any]]:
        return [(name, getattr(self, name)) for name in NAMES]

    def map(self, change: Callable[[Array], Array]) -> Parameters:
        return Parameters(*(change(array) for _, array in self.items()))


NAMES = tuple(field.name for field in fields(Parameters))

SCALES = Parameters(
    w1=ONE,
    b1=ONE,
    w2=SECOND_SCALE,
    b2=SECOND_SCALE * ONE,
    w3=OUTPUT_SCALE,
    b3=OUTPUT_UNIT,
)
_TYPES = Parameters(w1="<i2", b1="<i2", w2="<i1", b2="<i4", w3="<i2", b3="<i4")


def first_parameters(inputs: int, *, seed: int) -> Parameters:
    """Random weights with which nearly all units are between their bounds."""
    rng = np.random.default_rng(seed)

    def normal(rows: int, columns: int, deviation: float) -> npt.NDArray[np.float32]:
        return rng.normal(0, deviation, (rows, columns)).astype(np.float32)

    return Parameters(
        w1=normal(inputs, HIDDEN, 0.02),
        b1=np.full(HIDDEN, 0.5, np.float32),
        w2=normal(SECOND, HIDDEN, HIDDEN**-0.5),
        b2=np.full(SECOND, 0.5, np.float32),
        w3=normal(OUTPUTS, SECOND, SECOND**-0.5),
        b3=np.zeros(OUTPUTS, np.float32),
    )


def outputs(counts: Array, parameters: Parameters) -> Array:
    """The two outputs of positions, given how often each input is active; floating point."""
    p = parameters
    hidden = (counts @ p.w1 + p.b1).clip(0, 1)
    second = (hidden @ p.w2.T + p.b2).clip(0, 1)
    return second @ p.w3.T + p.b3


def rounded(parameters: Parameters, xp: ModuleType) -> Parameters:
    """The nearest parameters that integers can express; `xp` is numpy or torch."""
    scales = dict(SCALES.items())
    found = {name: xp.round(array * scales[name]) / scales[name]
             for name, array in parameters.items()}  # fmt: skip
    return Parameters(**found)


def integers(parameters: Parameters) -> Parameters:
    """The parameters that play uses; `DropfourError` if one of them is too large."""
    found = {}
    types = dict(_TYPES.items())
    for (name, array), (_, scale) in zip(parameters.items(), SCALES.items(), strict=True):
        whole = np.round(array.astype(np.float64) * scale)
        if name == "b2":
            whole += SECOND_SCALE // 2  # the shift rounds down, and so to the nearest
        bounds = np.iinfo(types[name])
        if not (
            np.isfinite(whole).all() and bounds.min <= whole.min() <= whole.max() <= bounds.max
        ):
            raise DropfourError(f"{name} is too large for {bounds.bits} bits: train again")
        found[name] = whole.astype(types[name])
    return Parameters(**found)


def integer_outputs(counts: Array, parameters: Parameters) -> Array:
    """The two outputs in units of OUTPUT_UNIT, as every machine computes them; of numpy."""
    p = parameters.map(np.int64)
    hidden = np.clip(counts.astype(np.int64) @ p.w1 + p.b1, 0, ONE)
    second = np.clip((hidden @ p.w2.T + p.b2) >> 6, 0, ONE)
    return second @ p.w3.T + p.b3


def to_bytes(parameters: Parameters) -> bytes:
    """The weights file."""
    content = MAGIC + struct.pack(
        "<4I", len(parameters.w1), HIDDEN, SECOND, _native.EVALUATION_FEATURES
    )
    content += b"".join(array.tobytes() for _, array in parameters.items())
    return content + struct.pack("<I", zlib.crc32(content))


def from_bytes(content: bytes) -> Parameters:
    """The parameters of a weights file; `DropfourError` if it is none, or damaged."""
    head = struct.Struct("<8s4I")
    if len(content) < head.size or not content.startswith(MAGIC):
        raise DropfourError("this is no weights file")
    _, inputs, hidden, second, features = head.unpack_from(content)
    shapes = (
        (inputs, hidden),
        (hidden,),
        (second, hidden),
        (second,),
        (OUTPUTS, second),
        (OUTPUTS,),
    )
    layout = np.dtype([(n, t, s) for (n, t), s in zip(_TYPES.items(), shapes, strict=True)])
    if len(content) != head.size + layout.itemsize + 4 or content[-4:] != struct.pack(
        "<I", zlib.crc32(content[:-4])
    ):
        raise DropfourError("the weights file is damaged")
    if features != _native.EVALUATION_FEATURES:
        raise DropfourError("the weights file is for other inputs than these")
    arrays = np.frombuffer(content, layout, count=1, offset=head.size)[0]
    return Parameters(*(arrays[name] for name in NAMES))
