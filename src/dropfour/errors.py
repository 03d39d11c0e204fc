"""The exceptions of dropfour: one small tree under `DropfourError`."""

from __future__ import annotations

from collections.abc import Iterable


class DropfourError(Exception):
    """Anything dropfour refuses to do, in words for the person who asked."""


class RulesError(DropfourError):
    """A rule set that makes no sense; `faults` lists everything wrong with it.

    >>> print(RulesError(["column 3: height 0, must be 1 to 32", "no cell to play"]))
    column 3: height 0, must be 1 to 32; no cell to play
    """

    def __init__(self, faults: Iterable[str]) -> None:
        self.faults = tuple(faults)
        super().__init__("; ".join(self.faults))

    def __reduce__(self) -> tuple[type[RulesError], tuple[tuple[str, ...]]]:
        return type(self), (self.faults,)


class FormatError(DropfourError):
    """Text that cannot be read; `line` and `column` count from 1.

    >>> print(FormatError("unknown character '?'", line=2, column=5))
    line 2, column 5: unknown character '?'
    """

    def __init__(self, fault: str, *, line: int = 1, column: int = 1) -> None:
        self.fault, self.line, self.column = fault, line, column
        super().__init__(f"line {line}, column {column}: {fault}")

    def __reduce__(self) -> tuple[object, ...]:
        return _format_error, (self.fault, self.line, self.column)


def _format_error(fault: str, line: int, column: int) -> FormatError:
    return FormatError(fault, line=line, column=column)


class IllegalMove(DropfourError, ValueError):
    """A move that the rules do not allow in this position."""
