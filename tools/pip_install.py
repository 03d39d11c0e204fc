"""`pip install`, told in one line that changes; all that pip and the compiler said if it fails.

python tools/pip_install.py "what for" ARGUMENTS OF PIP INSTALL
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time

# What pip and ninja say of their way: a package, or a file compiled as the n-th of m.
STEP = re.compile(
    r"\s*(?:(?P<pip>Collecting|Downloading|Installing) (?P<package>[^\s(]+)"
    r"|\[(?P<step>\d+/\d+)\] Building CXX object .*/(?P<file>[^/]+)\.o)$"
)
SECONDS_BETWEEN_LINES = 10  # where there is no terminal


def told(line: str) -> str | None:
    """How far it is, if this line of output says so: `compiled 3/40 board.cpp`."""
    found = STEP.match(line)
    if found is None:
        return None
    if found["step"]:
        return f"compiled {found['step']} {found['file']}"
    return f"{found['pip'].lower()} {found['package']}"


def main() -> int:
    purpose, *arguments = sys.argv[1:]
    command = [
        sys.executable,
        "-m",
        "pip",
        "--disable-pip-version-check",
        "install",
        "-v",
        "--no-compile",
    ]
    on_terminal = sys.stdout.isatty()
    width = os.get_terminal_size().columns - 1 if on_terminal else 0
    start = last = time.monotonic()
    print(f"{purpose} ...", flush=True)
    said = []
    with subprocess.Popen(
        [*command, *arguments], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    ) as pip:
        assert pip.stdout is not None
        for line in pip.stdout:
            said.append(line)
            if (step := told(line.rstrip())) is None:
                continue
            now = time.monotonic()
            if on_terminal:
                print(f"\r\033[K  {step}"[: width + 4], end="", flush=True)
            elif now - last > SECONDS_BETWEEN_LINES:
                print(f"  {now - start:.0f} s: {step}", flush=True)
                last = now
    if on_terminal:
        print("\r\033[K", end="")
    if pip.returncode:
        sys.stdout.writelines(said)
    else:
        print(f"  done in {time.monotonic() - start:.0f} s")
    return pip.returncode


if __name__ == "__main__":
    sys.exit(main())
