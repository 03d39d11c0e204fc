"""Arrays are numpy's, which is an extra: whoever makes one asks for it here first."""

from __future__ import annotations

from dropfour.errors import DropfourError


def need_numpy() -> None:
    """`DropfourError` that says what to install where there is no numpy."""
    try:
        import numpy  # noqa: F401 - whether it is there
    except ImportError:
        raise DropfourError("arrays need numpy: pip install 'dropfour[envs]'") from None
