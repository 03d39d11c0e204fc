"""Random numbers by seed and number: every playout has its own stream, whoever runs it.

The fast code implements the same arithmetic, so both play the very same random games, in any
order and on any number of threads.

A stream is an MWC64X generator (David Thomas, "The MWC64X random number generator", 2011): small
and fast, with a period of nearly 2**63. Its start is scattered by the finaliser of SplitMix64
(Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014), so that
neighbouring seeds and numbers have nothing in common.
"""

from __future__ import annotations

import random
from typing import Protocol, TypeAlias, runtime_checkable

GOLDEN = 0x9E3779B97F4A7C15  # 2**64 divided by the golden ratio, made odd
MULTIPLIER = 4294883355  # of MWC64X

_MASK_32 = 0xFFFFFFFF
_MASK_64 = 0xFFFFFFFFFFFFFFFF


class Source(Protocol):
    """Anything that draws whole numbers: a `Stream`, or a test's list of prepared draws."""

    def below(self, n: int, /) -> int:
        """A number from 0 to n - 1."""
        ...


@runtime_checkable
class Randrange(Protocol):
    """What Python's own generators have: a `random.Random`, or the module `random` itself."""

    def randrange(self, start: int, /) -> int:
        """A number from 0 to start - 1."""
        ...


AnyRandom: TypeAlias = Source | Randrange


def source_of(rng: AnyRandom | None = None) -> Source:
    """Whole numbers from any generator there is; without one, from a new `random.Random`.

    >>> source_of(random.Random(5)).below(3) in range(3)
    True
    """
    if rng is None:
        rng = random.Random()
    return _FromRandrange(rng) if isinstance(rng, Randrange) else rng


class _FromRandrange:
    def __init__(self, rng: Randrange) -> None:
        self.below = rng.randrange


def mix(x: int) -> int:
    """Scramble 64 bits; different numbers stay different.

    >>> hex(mix(GOLDEN))
    '0xe220a8397b1dcdaf'
    """
    x = ((x ^ (x >> 30)) * 0xBF58476D1CE4E5B9) & _MASK_64
    x = ((x ^ (x >> 27)) * 0x94D049BB133111EB) & _MASK_64
    return x ^ (x >> 31)


class Stream:
    """The random numbers that belong to one seed and one number, both at least 0.

    >>> draws = Stream(seed=7, number=0)
    >>> [draws.below(6) for _ in range(10)] == [draws.below(6) for _ in range(10)]
    False
    >>> Stream(7, 1).next32() == Stream(7, 1).next32()
    True
    """

    def __init__(self, seed: int, number: int) -> None:
        h = mix((mix((seed + GOLDEN) & _MASK_64) + (number + 1) * GOLDEN) & _MASK_64)
        # Never all zero, and the carry (high) stays below MULTIPLIER, as the generator requires.
        low = (h & _MASK_32) | 1
        high = (h >> 32) & 0x7FFFFFFF
        self.state = high << 32 | low

    def next32(self) -> int:
        """The next 32 random bits."""
        low, high = self.state & _MASK_32, self.state >> 32
        self.state = low * MULTIPLIER + high
        return low ^ high

    def below(self, n: int, /) -> int:
        """A number from 0 to n - 1, each as likely as the next (to within n / 2**32)."""
        return (self.next32() * n) >> 32
