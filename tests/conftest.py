"""Settings for all tests."""

from __future__ import annotations

import os
import signal
from collections import Counter

import pytest
from hypothesis import settings

from tests.postgresql import postgresql, postgresql_server

__all__ = ["postgresql", "postgresql_server"]

# Tests run side by side: threads of numpy's products would only be in each other's way.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

# Shells start what runs in the background deaf to Ctrl-C, and tests send it to what they start.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

settings.register_profile("dropfour", deadline=None)  # no test asserts a time
settings.load_profile("dropfour")


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say in the last lines what was not tested because a program or library is missing.

    The reason of such a skip begins with "for want of".
    """
    skipped = terminalreporter.stats.get("skipped", [])
    reasons = Counter(report.longrepr[2].removeprefix("Skipped: ") for report in skipped)
    for reason, count in reasons.items():
        if reason.startswith("for want of "):
            terminalreporter.write_line(f"NOT TESTED {reason}: {count} skipped", yellow=True)
