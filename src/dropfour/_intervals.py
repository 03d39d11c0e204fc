"""How sure a mean is."""

from __future__ import annotations

from math import log1p, sqrt

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


def student95(freedom: int) -> float:
    """The 97.5 % point of Student's t distribution, to three digits.

    R. A. Fisher and E. A. Cornish, "The percentile points of distributions having known
    cumulants", Technometrics 2 (1960), their expansion of t; exact for 1 and 2 degrees of freedom.

    >>> round(student95(1), 2), round(student95(10), 2), round(student95(10**9), 2)
    (12.71, 2.23, 1.96)
    """
    if freedom <= 2:
        return 12.7062 if freedom < 2 else 4.30265
    z, v = Z95, freedom
    first = (z**3 + z) / 4
    second = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    return z + first / v + second / v**2 + third / v**3


def as_normal(student: float, freedom: int) -> float:
    """The point of the normal distribution that is as far out as this one of Student's t.

    D. L. Wallace, "Bounds on normal approximations to Student's and the chi-square distributions",
    Ann. Math. Stat. 30 (1959), section 4.

    >>> round(as_normal(2.228, 10), 2)
    1.96
    """
    v = max(1, freedom)
    size = sqrt(v * log1p(student * student / v)) * (8 * v + 1) / (8 * v + 3)
    return size if student > 0 else -size
