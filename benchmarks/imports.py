"""Claim: `import dropfour` takes at most 60 ms more than `import numpy`."""

from __future__ import annotations

import subprocess
import sys

from benchmarks.measure import seconds, show


def start(statement: str) -> float:
    """Seconds of a fresh interpreter that runs one statement, best of many."""
    return seconds(
        lambda: subprocess.run([sys.executable, "-c", statement], check=True), repeats=15
    )


def main() -> None:
    bare = start("pass")
    rows = [
        (f"import {name}", f"{1000 * (start(f'import {name}') - bare):.0f} ms")
        for name in ("numpy", "dropfour")
    ]
    show("Import time (over a bare interpreter)", ("what", "time"), rows)


if __name__ == "__main__":
    main()
