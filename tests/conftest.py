"""Settings for all tests."""

from __future__ import annotations

from hypothesis import settings

settings.register_profile("dropfour", deadline=None)  # no test asserts a time
settings.load_profile("dropfour")
