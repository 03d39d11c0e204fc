"""A trained network as a weights file, and beside it how it was made."""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np

from dropfour import _native
from dropfour.files import write_whole
from training.blocks import how_made
from training.examples import Examples
from training.judge import float_answers, integer_answers, verdict
from training.network import HIDDEN, SECOND, integers, to_bytes
from training.train import Trained


def write_weights(
    path: Path, trained: Trained, examples: Examples, folders: Sequence[Path], command: str
) -> dict[str, Any]:
    """Writes the weights, and beside them what is returned: how they were made, how good they are.

    Integers and floating point are compared on the held-out positions.
    """
    parameters = integers(trained.parameters)
    content = to_bytes(parameters)
    held_out = examples.where(examples.held_out)
    answers = integer_answers(held_out, parameters)
    values, float_values = (
        np.tanh(found[:, 0] / 2) for found in (answers, float_answers(held_out, trained.parameters))
    )
    off = np.abs(values - float_values)
    about = {
        "file": path.name,
        "bytes": len(content),
        "sha256": hashlib.sha256(content).hexdigest(),
        "date": time.strftime("%Y-%m-%d", time.gmtime()),
        "inputs": _native.EVALUATION_INPUTS,
        "features": _native.EVALUATION_FEATURES,
        "units": [HIDDEN, SECOND],
        "games": len(np.unique(examples.game)),
        "positions": len(examples),
        "proven": int(examples.exact.sum()),
        "data": {folder.name: how_made(folder) for folder in folders},
        "training": {
            "command": trained.command,
            "recipe": asdict(trained.recipe),
            "epochs": trained.epoch,
            "seconds": round(trained.seconds),
        },
        "export": command,
        "held out": verdict(held_out, answers)._asdict(),
        "integers against floats": {"mean": float(off.mean()), "largest": float(off.max())},
    }
    write_whole(path, content)
    write_whole(path.with_suffix(".json"), json.dumps(about, indent=2) + "\n")
    return about
