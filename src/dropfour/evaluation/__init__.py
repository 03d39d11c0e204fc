"""The learned evaluation: a network that judges positions of any rules, kept in a weights file.

One comes with the package, `weights.bin`, and beside it `weights.json` says how it was made;
docs/training.md tells how to make others, and has the format.
"""

from __future__ import annotations

import os
import warnings
from functools import lru_cache

from dropfour import _native
from dropfour.errors import DropfourError
from dropfour.files import FilePath, faults_in, label, read_bytes

NONE = "none"
"""In place of a file: no evaluation that was learned."""


def find_evaluation(source: str | None) -> _native.Evaluation | None:
    """The evaluation in a file, of the package if none is named; None for 'none'.

    A file of the user's that is of no use is a `DropfourError`. Without the package's own file
    everything works, only weaker: then a warning says so.
    """
    if source == NONE:
        return None
    if source is not None:
        return open_evaluation(source)
    try:
        return open_evaluation(shipped_file())
    except DropfourError as fault:
        warnings.warn(f"{fault}; going on without it", stacklevel=2)
        return None


def open_evaluation(path: FilePath) -> _native.Evaluation:
    """The evaluation in a file; `DropfourError` if that is damaged, foreign or missing."""
    try:
        found = os.stat(path)
    except OSError as error:
        raise DropfourError(f"{label(path)} cannot be read: {error.strerror}") from error
    return _read(os.fspath(path), (found.st_dev, found.st_ino, found.st_mtime_ns, found.st_size))


@lru_cache(maxsize=8)
def _read(path: str, version: object) -> _native.Evaluation:
    del version  # another one is another file
    with faults_in(label(path)):
        try:
            return _native.Evaluation(read_bytes(path))
        except ValueError as error:
            raise DropfourError(str(error)) from None


def shipped_file() -> str:
    """Where the one lies that comes with the package."""
    return os.path.join(os.path.dirname(__file__), "weights.bin")
