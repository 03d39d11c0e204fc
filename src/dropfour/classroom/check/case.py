"""What is asked of a student's file, and what is said about its answers."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, NamedTuple, TypeAlias

from dropfour._validation import shown


@dataclass(frozen=True)
class Answer:
    """What came of a question.

    `value` is what the probe returned, as plain data (tuples as lists), `after` are its arguments
    as they were afterwards. `fault` says in words why there is no value.
    """

    value: Any = None  # plain data of any shape: whatever a student's function returns
    after: list[Any] = field(default_factory=list)  # the same
    fault: str = ""


class Difference(NamedTuple):
    """What was expected and what came, in words; either may have several lines.

    `rule` is the sentence that it is about, where that is not the case's own.
    """

    expected: str
    came: str
    rule: str = ""


PROGRAM = "program"
KEEPS = "The board that a function is given is not changed."

Judge: TypeAlias = Callable[[Answer], Difference | None]


@dataclass(frozen=True)
class Case:
    """One question: a function's name, the call and the position as people read them.

    `rule` is the sentence that the case is about; `probe` and `arguments` are what is asked of the
    worker, `judge` what is thought of the answer (not asked when there is a fault). The probe
    `PROGRAM` runs the file itself, with arguments and files; its value is the exit status and the
    files afterwards. A case is asked where `needs`, or else its function, is there.
    """

    function: str
    call: str
    position: str
    rule: str
    probe: str
    arguments: list[Any]  # plain data
    judge: Judge
    needs: str = ""


@dataclass(frozen=True)
class Assignment:
    """One of the five: the names by which its files are known, and its cases.

    `files` are the names that belong into one file each: a student's file is the one of which it
    has most. What is missing of those is a fault; the others' are checked where they are there.
    Where a function may be spelled in several ways the first one stands for it.
    """

    name: str
    title: str
    files: tuple[tuple[str, ...], ...]
    cases: Callable[[Random], Iterator[Case]]
    spellings: dict[str, tuple[str, ...]] = field(default_factory=dict)

    def found_in(self, names: Container[str]) -> list[tuple[str, ...]]:
        """For each of its files the functions that some names have, in any spelling."""
        return [
            tuple(
                function
                for function in functions
                if any(name in names for name in (function, *self.spellings.get(function, ())))
            )
            for functions in self.files
        ]


def equals(expected: object, show: Callable[[Any], str] = repr) -> Judge:
    """The answer must be this very value."""

    def judge(answer: Answer) -> Difference | None:
        if answer.value == expected and isinstance(answer.value, bool) == isinstance(
            expected, bool
        ):
            return None
        return Difference(show(expected), described(answer.value, show))

    return judge


def unchanged(before: object, show: Callable[[Any], str], then: Judge, *, at: int = 1) -> Judge:
    """The board, which is that argument of the probe, must be as it was; then `then` judges."""

    def judge(answer: Answer) -> Difference | None:
        after = answer.after[at] if len(answer.after) > at else None
        if after != before:
            came = f"it was changed:\n{described(after, show)}"
            return Difference("the board that it is given stays as it was", came, rule=KEEPS)
        return then(answer)

    return judge


def one_of(columns: Sequence[int], why: str = "") -> Judge:
    """The answer must be one of these columns."""

    def judge(answer: Answer) -> Difference | None:
        value = answer.value
        if isinstance(value, int) and not isinstance(value, bool) and value in columns:
            return None
        wanted = " or ".join(map(str, columns))
        return Difference(f"column {wanted}{why and f' ({why})'}", described(value, repr))

    return judge


def described(value: object, show: Callable[[Any], str]) -> str:
    """A value as a report shows it, whatever it is."""
    if isinstance(value, dict):
        return f"an object of class {shown(value.get('object', 'unknown'))}"
    try:
        text = show(value)
    except (TypeError, ValueError, IndexError, KeyError):  # not of the shape that was expected
        text = repr(value)
    return text if len(text) <= _LONGEST else text[:_LONGEST] + "…"


_LONGEST = 1500


def rows_of(*rows: str) -> list[list[str]]:
    """A board of one character a cell, top row first."""
    return [list(row) for row in rows]


def grid(board: Sequence[Sequence[object]], empty: object = " ") -> str:
    """A list of rows as people read it, an empty cell as a dot; `ValueError` if it is none.

    >>> print(grid([[0, 0], ['R', 0]], empty=0))
    . .
    R .
    """
    if not isinstance(board, list) or not all(isinstance(row, list) for row in board):
        raise ValueError("no board")
    cells = [
        ["." if cell == empty and type(cell) is type(empty) else str(cell) for cell in row]
        for row in board
    ]
    if not any(cells) or any(len(cell) != 1 for row in cells for cell in row):
        raise ValueError("no picture tells these cells apart")
    return "\n".join(map(" ".join, cells))


def random_stacks(
    rng: Random, rows: int, columns: int, discs: Sequence[Any], empty: Any
) -> list[list[Any]]:
    """A board without floating discs: each column filled to a random height."""
    board = [[empty] * columns for _ in range(rows)]
    for column in range(columns):
        for row in range(rng.randint(0, rows)):
            board[rows - 1 - row][column] = rng.choice(discs)
    return board
