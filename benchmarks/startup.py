"""Claim: programs that others start once per move need at most 120 ms more than `import numpy`.

What is measured is the time from the start of the process to the first byte of its output, with an
effort so small that the search does not count.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

from benchmarks.measure import seconds, show

ALLOWED_MS = 120
REPEATS = 15
BOARD = "6 7\n\n\n\n\n\n\nX\n"
MAX_FILE = "0000000\n" * 6 + "1\n"
NUMPY = [sys.executable, "-c", "import numpy; print()"]


def first_byte(command: list[str], stdin: str = "") -> float:
    """Seconds from the start of a process to the first byte of its output, best of many."""

    def once() -> None:
        with subprocess.Popen(command, stdin=-1, stdout=-1, bufsize=0) as process:
            assert process.stdin is not None
            assert process.stdout is not None
            process.stdin.write(stdin.encode())
            process.stdin.close()
            if not process.stdout.read(1):
                raise RuntimeError(f"no output from {' '.join(command)}")
            process.kill()

    return seconds(once, repeats=REPEATS)


def programs(folder: Path) -> dict[str, tuple[list[str], str]]:
    bin_folder = Path(sys.executable).parent
    dropfour, maxconnect4 = str(bin_folder / "dropfour"), str(bin_folder / "maxconnect4")
    source, target = folder / "in.txt", folder / "out.txt"
    source.write_text(MAX_FILE)
    return {
        "dropfour move": ([dropfour, "move", "--simulations", "1"], BOARD),
        "dropfour engine": ([dropfour, "engine"], "dropfour 1\n"),
        "dropfour analyse": ([dropfour, "analyse", "DDC", "--playouts", "1"], ""),
        "maxconnect4 one-move": ([maxconnect4, "one-move", str(source), str(target), "1"], ""),
    }


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        numpy = first_byte(NUMPY)
        rows = [("python -c 'import numpy'", f"{1000 * numpy:.0f} ms", "", "")]
        for name, (command, stdin) in programs(Path(folder)).items():
            more = 1000 * (first_byte(command, stdin) - numpy)
            verdict = "yes" if more <= ALLOWED_MS else "NO"
            rows.append((name, f"{more + 1000 * numpy:.0f} ms", f"{more:+.0f} ms", verdict))
    show(
        f"Start to first byte (at most {ALLOWED_MS} ms more than numpy)",
        ("what", "time", "more than numpy", "within the claim"),
        rows,
    )


if __name__ == "__main__":
    main()
