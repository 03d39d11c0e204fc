"""How sure a mean is."""

from __future__ import annotations

from math import sqrt

Z95 = 1.959963984540054  # the 97.5 % point of the normal distribution


def wilson(mean: float, count: int, *, z: float = Z95) -> tuple[float, float]:
    """Wilson's score interval for the mean of `count` results that are 0, 1/2 or 1.

    E. B. Wilson, "Probable inference, the law of succession, and statistical inference", J. Am.
    Stat. Assoc. 22 (1927), eq. (3); also A. Agresti and B. Coull (1998). Exact in form for wins
    and losses; draws only make the true spread smaller.

    >>> low, high = wilson(0.7, 10)
    >>> round(low, 4), round(high, 4)
    (0.3968, 0.8922)
    """
    if count == 0:
        return 0.0, 1.0
    centre = (mean + z * z / (2 * count)) / (1 + z * z / count)
    half = sqrt(mean * (1 - mean) / count + z * z / (4 * count * count)) * z / (1 + z * z / count)
    return max(0.0, centre - half), min(1.0, centre + half)
