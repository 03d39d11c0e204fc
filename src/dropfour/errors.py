"""The exceptions of dropfour: one small tree under `DropfourError`."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import Self

from dropfour._words import counted


class DropfourError(Exception):
    """Anything dropfour refuses to do, in words for the person who asked."""

    def __reduce__(self) -> str | tuple[object, ...]:
        """Pickled by its fields, where it has any: the message is made of them."""
        return (partial(type(self), **vars(self)), ()) if vars(self) else super().__reduce__()


class Faults(DropfourError):
    """Something with one fault or more; `faults` lists all of them, `source` is where they are.

    >>> print(Faults(["column 3: height 0, must be 1 to 32", "no cell to play"], source="a.toml"))
    a.toml: column 3: height 0, must be 1 to 32; no cell to play
    """

    def __init__(self, faults: Iterable[str], *, source: str = "") -> None:
        self.faults, self.source = tuple(faults), source
        super().__init__(f"{source}: " * bool(source) + "; ".join(self.faults))

    def within(self, place: str) -> Self:
        """The same faults, each with its place in front.

        >>> Faults(["unknown key 'a'", "no shape"]).within("rules").faults
        ("rules: unknown key 'a'", 'rules: no shape')
        """
        return type(self)((f"{place}: {fault}" for fault in self.faults), source=self.source)


class RulesError(Faults):
    """A rule set that makes no sense."""


class FormatError(DropfourError):
    """Text that cannot be read; `line` and `column` count from 1.

    >>> print(FormatError("unknown character '?'", line=2, column=5))
    line 2, column 5: unknown character '?'
    """

    def __init__(self, fault: str, *, line: int = 1, column: int = 1) -> None:
        self.fault, self.line, self.column = fault, line, column
        super().__init__(f"line {line}, column {column}: {fault}")


class IllegalMove(DropfourError, ValueError):
    """A move that the rules do not allow in this position."""


class UnknownSetting(DropfourError, TypeError):
    """A setting that an agent does not have."""


class WrongSetting(DropfourError, ValueError):
    """A setting with a value that it may not have."""


class StorageError(DropfourError):
    """A database that cannot be read or written, and why."""


class Unsolved(DropfourError):
    """A position that a limit kept from being solved; what is proven bounds its value.

    `lower` and `upper` are values for the player to move (+1 win, 0 draw, -1 loss), `margins` the
    bounds of the points with ending "full". If both bounds are equal, the value is known and only
    the rest of the answer is not.

    >>> print(Unsolved(lower=0, upper=1, nodes=3000))
    not solved after 3,000 nodes: a draw at least, a win at most
    >>> print(Unsolved(lower=1, upper=1, margins=(2, 2), nodes=3000))
    not solved after 3,000 nodes: a win by 2 points, but best play is not proven
    """

    def __init__(
        self,
        *,
        lower: int,
        upper: int,
        margins: tuple[int, int] | None = None,
        nodes: int = 0,
    ) -> None:
        self.lower, self.upper, self.margins, self.nodes = lower, upper, margins, nodes
        points = margins is not None
        least, most = (_result(bound, points=points) for bound in margins or (lower, upper))
        known = f"{least} at least, {most} at most"
        if least == most:
            known = f"{least}, but best play is not proven"
        super().__init__(f"not solved after {counted(nodes, 'node')}: {known}")


def _result(bound: int, *, points: bool) -> str:
    """A value, or with `points` a margin, in words."""
    name = "a win" if bound > 0 else "a loss" if bound < 0 else "a draw"
    if not points or bound == 0:
        return name
    return f"{name} by {counted(abs(bound), 'point')}"
