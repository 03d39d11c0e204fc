"""The network: gradients, integers, its file, and the core's arithmetic beside it."""

from __future__ import annotations

import random
import struct
import zlib

import numpy as np
import pytest

import dropfour as d4
from dropfour import _native
from dropfour.errors import DropfourError
from training.arrays import NUMPY, Array
from training.labels import margin_now
from training.network import (
    HIDDEN,
    NAMES,
    ONE,
    OUTPUT_UNIT,
    POINTS_PER_OUTPUT,
    SECOND,
    Parameters,
    first_parameters,
    from_bytes,
    integer_outputs,
    integers,
    outputs,
    rounded,
    to_bytes,
)
from training.rules import Draws, draw_rules
from training.train import Batch, gradients, losses


def spread_parameters(seed: int = 1) -> Parameters:
    """Weights with which units are at both of their bounds, and between them."""
    rng = np.random.default_rng(seed)
    first = first_parameters(_native.EVALUATION_INPUTS, seed=seed)
    return first.map(lambda array: array + rng.normal(0, 0.2, array.shape))


def some_counts(positions: int, seed: int = 1) -> Array:
    rng = np.random.default_rng(seed)
    return rng.integers(0, 40, (positions, _native.EVALUATION_INPUTS)) // 38


def test_gradients_are_the_slopes_of_the_losses() -> None:
    rng = np.random.default_rng(3)
    batch = Batch(
        some_counts(6).astype(np.float64),
        rng.random(6),
        rng.random(6),
        rng.normal(0, 2, 6),
        rng.random(6) * (rng.random(6) < 0.7),
    )
    parameters = spread_parameters()
    found = gradients(batch, parameters, np)

    def loss() -> float:
        return float(sum(losses(outputs(batch.counts, parameters), batch, np)))

    for name in NAMES:
        array, slopes = getattr(parameters, name), getattr(found, name)
        assert np.abs(slopes).max() > 1e-4
        largest = np.argsort(-np.abs(slopes), axis=None)[:4]
        for place in (*largest, 0):
            before, step = array.flat[place], 1e-6
            array.flat[place] = before + step
            above = loss()
            array.flat[place] = before - step
            below = loss()
            array.flat[place] = before
            assert slopes.flat[place] == pytest.approx((above - below) / (2 * step), abs=1e-5)


def test_integers_say_what_floats_say() -> None:
    """With rounded weights nearly the same, and too much as often as too little."""
    parameters, counts = spread_parameters(), some_counts(400)
    parameters.w3 = np.abs(parameters.w3)  # so that errors of the second units add up
    parameters = rounded(parameters, np)
    by_float = outputs(counts.astype(np.float64), parameters)
    by_integer = integer_outputs(counts, integers(parameters)) / OUTPUT_UNIT
    hidden = np.clip(counts @ parameters.w1 + parameters.b1, 0, 1)
    assert (hidden == 0).any() and (hidden == 1).any() and ((hidden > 0) & (hidden < 1)).any()
    bound = parameters.w3.sum(axis=1) / (2 * ONE)  # each is off by half of its step at most
    assert (np.abs(by_float - by_integer) <= bound + 1e-9).all()
    assert (np.abs((by_float - by_integer).mean(axis=0)) < bound / 20).all()


def test_what_does_not_fit_is_refused() -> None:
    parameters = spread_parameters()
    parameters.w2[3, 4] = 2.5
    with pytest.raises(DropfourError, match="w2 is too large for 8 bits"):
        integers(parameters)
    parameters.w2[3, 4] = np.nan
    with pytest.raises(DropfourError):
        integers(parameters)


def test_the_file_is_as_documented_and_faults_are_found() -> None:
    parameters = integers(spread_parameters())
    content = to_bytes(parameters)
    inputs = _native.EVALUATION_INPUTS
    head = struct.pack("<8s4I", b"D4EVAL\0\1", inputs, HIDDEN, SECOND, _native.EVALUATION_FEATURES)
    assert content.startswith(head)
    assert struct.unpack_from("<h", content, len(head) + 2) == (parameters.w1[0, 1],)
    assert content[-4:] == struct.pack("<I", zlib.crc32(content[:-4]))
    again = from_bytes(content)
    assert all((getattr(again, name) == getattr(parameters, name)).all() for name in NAMES)

    damaged = bytearray(content)
    damaged[1000] ^= 1
    foreign = content[:20] + b"\xff" + content[21:-4]
    foreign += struct.pack("<I", zlib.crc32(foreign))
    for wrong in (b"", b"PK", bytes(damaged), content[:-1], content + b"\0", foreign):
        with pytest.raises(DropfourError):
            from_bytes(wrong)
        with pytest.raises(ValueError):
            _native.Evaluation(wrong)


def test_the_core_computes_the_same() -> None:
    """Values and margins of positions on all sorts of rules, by weights of many sizes."""
    rng = random.Random(5)
    for seed in range(40):
        parameters = integers(spread_parameters(seed))
        evaluation = _native.Evaluation(to_bytes(parameters))
        rules = draw_rules(Draws(seed))
        position = d4.Position(rules)
        for _ in range(rng.randint(0, rules.playable - 1)):
            following = position.play(rng.choice(position.legal))
            if following.outcome is not None:
                break
            position = following
        active = _native.evaluation_inputs(position)
        counts = NUMPY.input_counts(np.array(active), np.array([0, len(active)]), np.array([0]))
        logit, rest = integer_outputs(counts, parameters)[0] / OUTPUT_UNIT
        assert evaluation.value(position) == pytest.approx(np.tanh(logit / 2), abs=0.003)
        if rules.ending == "full":
            margin = margin_now(position, position.turn) + POINTS_PER_OUTPUT * rest
            assert evaluation.margin(position) == pytest.approx(margin, abs=0.05)
