"""What is said to a program and by it, as a file for people."""

from __future__ import annotations

import re
import time
from contextlib import suppress
from pathlib import Path

_LONGEST_LINE = 2000


class Log:
    """Lines with the seconds since the game began: `>` to the program, `<` from it, `!` its errors.

    The file is there as soon as something is said. No game is lost for want of a log.
    """

    def __init__(self, folder: str, game: int, side: int, name: str) -> None:
        plain = re.sub(r"[^\w.-]+", "_", name)
        self._path = Path(folder) / f"{game:06}-{'XO'[side]}-{plain}.log"
        self._began = time.monotonic()

    def add(self, mark: str, data: bytes) -> None:
        """Some lines, or parts of them."""
        seconds = f"{time.monotonic() - self._began:9.3f}"
        lines = data.decode("utf-8", errors="replace").splitlines()
        text = "".join(f"{seconds} {mark} {line[:_LONGEST_LINE]}\n" for line in lines)
        with suppress(OSError), self._path.open("a", encoding="utf-8") as file:
            file.write(text)
