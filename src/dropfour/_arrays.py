"""Arrays are numpy's, which is an extra: whoever makes one asks for it here first."""

from __future__ import annotations

from typing import Any

from dropfour.errors import DropfourError

UNKNOWN = -128
"""The value of a column that nothing is proven of."""

RESULT = (("solved", "?"), ("value", "i1"), ("plies", "i2"), ("margin", "i2"), ("nodes", "i8"))
"""A proven result as a record: `plies` is -1 where it is not known, `margin` 0 without points."""

COLUMN = (
    ("column", "i1"),
    ("value", "f8"),
    ("visits", "i8"),
    ("wins", "i8"),
    ("draws", "i8"),
    ("losses", "i8"),
    ("exact", "i1"),
    ("plies", "i2"),
    ("margin", "i2"),
)
"""A column of an analysis as a record: `exact` is its proven value, or UNKNOWN."""


def need_numpy() -> None:
    """`DropfourError` that says what to install where there is no numpy."""
    try:
        import numpy  # noqa: F401 - whether it is there
    except ImportError:
        raise DropfourError("arrays need numpy: pip install 'dropfour[envs]'") from None


def proven_fields(exact: Any) -> tuple[int, int, int]:
    """Value, plies and margin of an `Exact` as records have them; of None that nothing is known."""
    if exact is None:
        return UNKNOWN, -1, 0
    return exact.value, -1 if exact.plies is None else exact.plies, exact.margin or 0


def result_record(exact: Any, nodes: int) -> Any:
    """A proven result as a record.

    >>> import dropfour as d4
    >>> d4.solve(d4.Position.from_moves("DDCCEE", d4.load_rules("classic"))).as_record()["plies"]
    np.int16(1)
    """
    need_numpy()
    import numpy as np

    return np.array([(True, *proven_fields(exact), nodes)], list(RESULT))[0]
