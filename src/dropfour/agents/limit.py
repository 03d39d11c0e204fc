"""How much work a search may do."""

from __future__ import annotations

from dataclasses import dataclass, fields

_LARGEST = 2**62
_MOST = {"seconds": 1e9}


@dataclass(frozen=True, slots=True, kw_only=True)
class Limit:
    """Bounds on a search; it ends at the first one it meets. None means unbounded.

    Count limits give the same numbers on every machine; only `seconds` may vary.

    >>> Limit(playouts=1000)
    Limit(playouts=1000)
    >>> Limit(depth=0)
    Traceback (most recent call last):
    ValueError: depth must be a positive number, not 0
    """

    playouts: int | None = None
    nodes: int | None = None
    depth: int | None = None
    seconds: float | None = None

    def __post_init__(self) -> None:
        for field in fields(self):
            value = getattr(self, field.name)
            if value is None:
                continue
            wanted = (int, float) if field.name == "seconds" else int
            if not isinstance(value, wanted) or isinstance(value, bool) or not value > 0:
                raise ValueError(f"{field.name} must be a positive number, not {value!r}")
            if not value <= _MOST.get(field.name, _LARGEST):
                raise ValueError(f"{field.name} is too large: {value!r}")

    def __repr__(self) -> str:
        given = (f"{name}={value}" for name, value in self.given().items())
        return f"Limit({', '.join(given)})"

    def given(self) -> dict[str, float]:
        """The bounds that are set, by name."""
        return {f.name: v for f in fields(self) if (v := getattr(self, f.name)) is not None}
