"""What the games of an experiment say: numbers first, then text, JSON, CSV and a page."""

from dropfour.arena.report.summary import Summary, summarise

__all__ = ["Summary", "summarise"]
