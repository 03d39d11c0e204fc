"""Numbers of a report as people read them, on the page and in a terminal."""

from __future__ import annotations

from math import isinf

from dropfour.arena.report.summary import Summary, Tally
from dropfour.arena.stats import Rating, Ratings


def percent(share: float) -> str:
    """A share; 0 and 100 only where nothing is missing.

    >>> percent(0.5), percent(0.99999), percent(1.0)
    ('50.0%', '>99.9%', '100%')
    """
    if share in (0, 1):
        return f"{share:.0%}"
    if share < 0.0005 or share > 0.9995:
        return "<0.1%" if share < 0.5 else ">99.9%"
    return f"{share:.1%}"


def likelihood(value: float) -> str:
    """As a share, but nothing is ever quite sure.

    >>> likelihood(1.0), likelihood(0.5)
    ('>99.9%', '50.0%')
    """
    return percent(min(max(value, 1e-9), 1 - 1e-9))


def share(tally: Tally) -> str:
    """The share of points; nothing where there is no game."""
    return percent(tally.share) if tally.games else ""


def share_interval(tally: Tally) -> str:
    """The ends of the share's interval; nothing where there is no game.

    >>> share_interval(Tally.of([[1.0, 1.0]] * 5))
    '46.4 to 100%'
    """
    if not tally.games:
        return ""
    low, high = (f"{end:.0%}" if end in (0, 1) else f"{end:.1%}" for end in tally.interval)
    return f"{low.removesuffix('%')} to {high}"


def elo(points: float) -> str:
    """Elo points with their sign.

    >>> elo(12.4), elo(-0.3), elo(float("inf"))
    ('+12', '0', '+∞')
    """
    if isinf(points):
        return "+∞" if points > 0 else "-∞"
    return f"{round(points):+d}" if round(points) else "0"


def elo_interval(rating: Rating) -> str:
    """The ends of the rating's interval; both where it has both.

    >>> elo_interval(Rating(10, -20, 40)), elo_interval(Rating(600, 210, float("inf")))
    ('-20 to +40', 'over +210')
    """
    if isinf(rating.low) and isinf(rating.high):
        return "any"
    if isinf(rating.high):
        return f"over {elo(rating.low)}"
    if isinf(rating.low):
        return f"under {elo(rating.high)}"
    return f"{elo(rating.low)} to {elo(rating.high)}"


def difference(summary: Summary) -> str:
    """How much the first of two players is better, in both kinds of Elo; nothing for more."""
    if len(summary.players) != 2 or not summary.first_tally.games:
        return ""
    one, other = summary.players
    half = summary.ratings.players[0]
    whole = Rating(2 * half.elo, 2 * half.low, 2 * half.high)
    text = f"{one.name} over {other.name}: {elo(whole.elo)} Elo ({elo_interval(whole)})"
    if (normalized := summary.normalized) is not None:
        text += f", normalized {elo(normalized.elo)} ({elo_interval(normalized)})"
    return f"{text}."


def about_held(ratings: Ratings) -> str:
    """What is special about ratings that the games alone do not give; nothing if nothing is."""
    if not ratings.held:
        return ""
    if any(isinf(rating.low) or isinf(rating.high) for rating in ratings.players):
        return "Who got all points or none has a rating that the games bound on one side only."
    return (
        "Some got all their points from others who got none: a prior of 400 Elo holds the ratings."
    )
