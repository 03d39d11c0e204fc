"""Checks of what a search is told: the plain value, or a `ValueError` that names the setting."""

from __future__ import annotations

import sys
from typing import TypeVar

from dropfour._validation import shown, whole_number

MAX_THREADS = 1024
MAX_TABLE_MB = 1 << 16
MAX_SECONDS = 1e9
_MAX_COUNT = 2**62

_Word = TypeVar("_Word", bound=str)


def whole(name: str, value: object, low: int, high: int) -> int:
    """A whole number from `low` to `high`.

    >>> whole("threads", 1.5, 1, 1024)
    Traceback (most recent call last):
    ValueError: threads must be a whole number from 1 to 1024, not 1.5
    """
    number = whole_number(value)
    if number is None:
        raise ValueError(f"{name} must be a whole number from {low} to {high}, not {shown(value)}")
    if not low <= number <= high:
        raise ValueError(f"{name} must be {low} to {high}, not {shown(number)}")
    return number


def seed_number(value: object) -> int:
    """Any whole number, as the 64 bits that a random stream is told."""
    number = whole_number(value)
    if number is None:
        raise ValueError(f"seed must be a whole number, not {shown(value)}")
    return number % 2**64


def flag(name: str, value: object) -> bool:
    """True or false, and nothing that merely behaves like it."""
    if not isinstance(value, bool):
        raise ValueError(f"{name} must be true or false, not {shown(value)}")
    return value


def one_of(name: str, value: _Word, words: tuple[str, ...]) -> _Word:
    """One of these words.

    >>> one_of("final", "best", ("visits", "value"))
    Traceback (most recent call last):
    ValueError: final must be 'visits' or 'value', not 'best'
    """
    if not isinstance(value, str) or value not in words:
        *first, last = map(repr, words)
        raise ValueError(f"{name} must be {', '.join(first)} or {last}, not {shown(value)}")
    return value


def non_negative(name: str, value: object) -> float:
    """A finite number of 0 or more."""
    number = value if isinstance(value, int | float) and not isinstance(value, bool) else -1
    if not 0 <= number <= sys.float_info.max:
        raise ValueError(f"{name} must be 0 or more, not {shown(value)}")
    return number


def count_limit(name: str, value: object) -> int:
    """A count of work: a whole number over 0."""
    number = whole_number(value)
    if number is None or number < 1:
        raise ValueError(f"{name} must be a positive number, not {shown(value)}")
    if number > _MAX_COUNT:
        raise ValueError(f"{name} is too large: {shown(number)}")
    return number


def seconds_limit(value: object) -> float:
    """A time in seconds: a number over 0."""
    if not isinstance(value, int | float) or isinstance(value, bool) or not value > 0:
        raise ValueError(f"seconds must be a positive number, not {shown(value)}")
    if value > MAX_SECONDS:
        raise ValueError(f"seconds is too large: {shown(value)}")
    return value
