"""Statistics of games: numbers in, dataclasses out. Each says which paper and equation it is."""

from dropfour.arena.stats.elo import Rating, Ratings, rate
from dropfour.arena.stats.sprt import Sprt

__all__ = ["Rating", "Ratings", "Sprt", "rate"]
