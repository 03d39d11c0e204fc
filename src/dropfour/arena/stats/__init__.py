"""Statistics of games: numbers in, dataclasses out. Each says which paper and equation it is."""

from dropfour.arena.stats.elo import Rating, Ratings, rate
from dropfour.arena.stats.pairs import Interval, Outcomes, count_outcomes, elo_of, score_interval
from dropfour.arena.stats.sprt import Sprt, normalized_elo

__all__ = [
    "Interval",
    "Outcomes",
    "Rating",
    "Ratings",
    "Sprt",
    "count_outcomes",
    "elo_of",
    "normalized_elo",
    "rate",
    "score_interval",
]
