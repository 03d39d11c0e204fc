"""What a search can be told: every setting described once, and checked by its description."""

from __future__ import annotations

import os
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Any, ClassVar, Generic, Literal, Self, TypeAlias, TypeVar, get_args, overload

from dropfour._validation import shown, whole_number
from dropfour.errors import WrongSetting

MOST = 10**12
"""The largest count of anything: more than any machine does in a day."""

Value = TypeVar("Value")
Default = TypeVar("Default")


@dataclass(eq=False)
class Setting(ABC, Generic[Value, Default]):
    """One setting: what it means in one sentence, what it may be, and what it is if not given.

    As an attribute of a class it is the value that an object of this class has been given.

    >>> class Search:
    ...     depth = Whole("Plies it looks ahead.", 4, high=99)
    >>> search = Search()
    >>> search.depth
    4
    >>> search.depth = 100
    Traceback (most recent call last):
    dropfour.errors.WrongSetting: depth must be a whole number from 1 to 99, not 100
    """

    about: str
    default: Default
    name: str = ""
    is_limit: bool = False  # whether it says how much work a search may do

    kind: ClassVar[str]

    @property
    @abstractmethod
    def values(self) -> str:
        """What it may be, in words."""

    @abstractmethod
    def _read(self, value: object) -> Value | None:
        """The plain value; None if it is none."""

    def check(self, value: object) -> Value | Default:
        """The plain value, or None where that is the default; `WrongSetting` if it is neither."""
        if value is None and self.default is None:
            return self.default
        plain = self._read(value)
        if plain is None:
            raise WrongSetting(f"{self.name} must be {self.values}, not {shown(value)}")
        return plain

    def as_mapping(self) -> dict[str, Any]:
        """The description as plain data, for other programs.

        >>> THREADS.as_mapping()["high"], THREADS.as_mapping()["default"]
        (1024, 1)
        """
        return {"kind": self.kind} | {f.name: getattr(self, f.name) for f in fields(self)}

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    @overload
    def __get__(self, told: None, owner: type) -> Self: ...
    @overload
    def __get__(self, told: object, owner: type) -> Value | Default: ...
    def __get__(self, told: object | None, owner: type) -> Self | Value | Default:
        return self if told is None else vars(told).get(self.name, self.default)

    def __set__(self, told: object, value: Value | Default) -> None:
        vars(told)[self.name] = self.check(value)


AnySetting: TypeAlias = Setting[Any, Any]


@dataclass(eq=False)
class Whole(Setting[int, Default]):
    """A whole number from `low` to `high`."""

    low: int = 1
    high: int = MOST
    kind = "whole"

    @property
    def values(self) -> str:
        return f"a whole number from {self.low} to {self.high}"

    def _read(self, value: object) -> int | None:
        number = whole_number(value)
        return number if number is not None and self.low <= number <= self.high else None


@dataclass(eq=False)
class Number(Setting[float, Default]):
    """A number from `low`, or `over` it, to `high`."""

    low: float = 0.0
    high: float = 1e9
    over: bool = False
    kind = "number"

    @property
    def values(self) -> str:
        return f"a number {'over' if self.over else 'from'} {self.low:.0f} to {self.high:.0f}"

    def _read(self, value: object) -> float | None:
        if not isinstance(value, int | float) or isinstance(value, bool):
            return None
        within = self.low <= value <= self.high and not (self.over and value == self.low)
        return value if within else None


@dataclass(eq=False)
class Flag(Setting[bool, Default]):
    """True or false, and nothing that merely behaves like it."""

    kind = "flag"
    values = "true or false"

    def _read(self, value: object) -> bool | None:
        return value if isinstance(value, bool) else None


@dataclass(eq=False)
class Word(Setting[str, Default]):
    """One of these words."""

    words: tuple[str, ...] = ()
    kind = "word"

    @property
    def values(self) -> str:
        *first, last = map(repr, self.words)
        return f"{', '.join(first)} or {last}"

    def _read(self, value: object) -> str | None:
        return value if isinstance(value, str) and value in self.words else None


@dataclass(eq=False)
class File(Setting[str, Default]):
    """The path of a file, or a word that stands for none."""

    word: str = "none"
    kind = "file"

    @property
    def values(self) -> str:
        return f"a file's path or {self.word!r}"

    def _read(self, value: object) -> str | None:
        path = os.fspath(value) if isinstance(value, str | os.PathLike) else None
        return path if isinstance(path, str) and path and "\0" not in path else None


@dataclass(eq=False)
class WholeNumbers(Setting[tuple[int, ...], Default]):
    """A list of whole numbers from `low` to `high`."""

    low: int = 1
    high: int = MOST
    kind = "list"

    @property
    def values(self) -> str:
        return f"whole numbers from {self.low} to {self.high}"

    def _read(self, value: object) -> tuple[int, ...] | None:
        if not isinstance(value, Sequence):
            return None
        numbers = tuple(n for n in map(whole_number, value) if n is not None)
        sound = len(numbers) == len(value) and all(self.low <= n <= self.high for n in numbers)
        return numbers if sound else None


@dataclass(eq=False)
class Seed(Setting[int, Default]):
    """Any whole number, as the 64 bits that a random stream is told."""

    kind = "seed"
    values = "a whole number"

    def _read(self, value: object) -> int | None:
        number = whole_number(value)
        return None if number is None else number % 2**64


PLAYOUTS = Whole(
    "At most so many random games, or judgements in their place.", None, "playouts", is_limit=True
)
NODES = Whole("At most so many positions looked at.", None, "nodes", is_limit=True)
DEPTH = Whole("At most so many plies ahead.", None, "depth", is_limit=True)
SECONDS = Number("At most so many seconds.", None, "seconds", is_limit=True, over=True)
LIMITS: dict[str, AnySetting] = {s.name: s for s in (PLAYOUTS, NODES, DEPTH, SECONDS)}
SEED = Seed("The number of its random stream.", 0, "seed")
THREADS = Whole("Cores to use.", 1, "threads", high=1024)
EVALUATION = File(
    "The weights of a learned evaluation; without, those that come with dropfour; or 'none'.",
    None,
    "evaluation",
)
BOOK = Flag("Look openings up in a book, where there is one.", True, "book")
TABLE_MB = Whole("Megabytes of memory for what it has found out.", 64, "table_mb", high=1 << 16)
Policy: TypeAlias = Literal["uniform", "wins", "weighted"]
POLICY = Word("How playouts choose their moves.", "uniform", "policy", words=get_args(Policy))
WEIGHTS = WholeNumbers(
    "For the policy 'weighted': how often each column comes up, by default the middle most.",
    None,
    "weights",
    high=1000,
)


def check_weights(policy: str, weights: Sequence[int] | None, *, columns: int | None) -> None:
    """`WrongSetting` if the weights do not suit the policy or the board."""
    if weights is None:
        return
    if policy != "weighted":
        raise WrongSetting(f"weights are for the policy 'weighted', not for {policy!r}")
    if columns is not None and len(weights) != columns:
        raise WrongSetting(f"one weight a column is needed: {columns}, not {len(weights)}")


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
