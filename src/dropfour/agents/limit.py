"""How much work a search may do."""

from __future__ import annotations

from dataclasses import dataclass, fields

from dropfour._settings import count_limit, seconds_limit


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
        for name, value in self.given().items():
            checked = seconds_limit(value) if name == "seconds" else count_limit(name, value)
            object.__setattr__(self, name, checked)

    def __repr__(self) -> str:
        given = (f"{name}={value}" for name, value in self.given().items())
        return f"Limit({', '.join(given)})"

    def given(self) -> dict[str, float]:
        """The bounds that are set, by name."""
        return {f.name: v for f in fields(self) if (v := getattr(self, f.name)) is not None}
