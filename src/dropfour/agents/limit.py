"""How much work a search may do."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any

from dropfour._settings import LIMITS


@dataclass(frozen=True, slots=True, kw_only=True)
class Limit:
    """Bounds on a search; it ends at the first one it meets. None means unbounded.

    Count limits give the same numbers on every machine; only `seconds` may vary.

    >>> Limit(playouts=1000)
    Limit(playouts=1000)
    >>> Limit(depth=0)
    Traceback (most recent call last):
    dropfour.errors.WrongSetting: depth must be a whole number from 1 to 1000000000000, not 0
    """

    playouts: int | None = None
    nodes: int | None = None
    depth: int | None = None
    seconds: float | None = None

    def __post_init__(self) -> None:
        for name, value in self.given().items():
            object.__setattr__(self, name, LIMITS[name].check(value))

    def __repr__(self) -> str:
        given = (f"{name}={value}" for name, value in self.given().items())
        return f"Limit({', '.join(given)})"

    def given(self) -> dict[str, Any]:
        """The bounds that are set, by name."""
        return {f.name: v for f in fields(self) if (v := getattr(self, f.name)) is not None}

    @property
    def count(self) -> int | None:
        """The fewest of playouts and nodes, for a search that counts one of the two."""
        return min((n for n in (self.playouts, self.nodes) if n is not None), default=None)
