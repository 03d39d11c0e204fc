"""Settings for all tests."""

from __future__ import annotations

from hypothesis import settings

from tests.postgresql import postgresql

__all__ = ["postgresql"]

settings.register_profile("dropfour", deadline=None)  # no test asserts a time
settings.load_profile("dropfour")
