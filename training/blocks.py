"""Work cut into blocks of games: each is a file, written whole, so that work can go on later."""

from __future__ import annotations

import json
import os
import signal
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path
from typing import Any

from dropfour.errors import DropfourError
from dropfour.files import read_text, write_whole

GAMES_PER_BLOCK = 100
HOW = "how.json"

Work = Callable[[int], int]
"""Does a block, and says how many of something it has made."""


def block_path(folder: Path, step: str, block: int, suffix: str = "jsonl") -> Path:
    return folder / f"{step}-{block:07}.{suffix}"


def blocks_done(folder: Path, step: str, suffix: str = "jsonl") -> list[int]:
    """The blocks of this step that are in the folder, in order."""
    found = folder.glob(f"{step}-*.{suffix}")
    return sorted(int(path.stem.rpartition("-")[2]) for path in found)


def read_block(folder: Path, step: str, block: int) -> list[Any]:
    """What a block's file has, a row a line; `DropfourError` if it is damaged."""
    path = block_path(folder, step, block)
    try:
        return [json.loads(line) for line in read_text(path).splitlines()]
    except json.JSONDecodeError as error:
        raise DropfourError(f"{path} is damaged, remove it: {error}") from error


def write_block(folder: Path, step: str, block: int, rows: Iterable[Any]) -> None:
    text = "".join(json.dumps(row, separators=(",", ":")) + "\n" for row in rows)
    write_whole(block_path(folder, step, block), text)


def how_made(folder: Path) -> dict[str, Any]:
    """The settings and commands of every step that has been begun in a folder."""
    path = folder / HOW
    steps: dict[str, Any] = json.loads(read_text(path)) if path.exists() else {}
    return steps


def note_how(folder: Path, step: str, settings: dict[str, Any], command: str) -> None:
    """Notes how a step is done; `DropfourError` if it has begun with other settings."""
    steps = how_made(folder)
    made = steps.setdefault(step, {"settings": settings, "commands": []})
    if made["settings"] != settings:
        raise DropfourError(
            f"{folder} has been begun with {json.dumps(made['settings'])}, "
            f"not {json.dumps(settings)}: take another folder"
        )
    if command not in made["commands"]:
        made["commands"].append(command)
    write_whole(folder / HOW, json.dumps(steps, indent=2) + "\n")


def run_blocks(
    work: Work, blocks: Sequence[int], *, what: str, processes: int, seconds: float | None
) -> int:
    """Does the blocks in order, and none after so many seconds; the sum of what they have made.

    Ctrl-C lets the blocks in hand be finished.
    """
    began, made, shown = time.monotonic(), 0, 0.0
    deadline = began + (seconds or float("inf"))
    for done, count in enumerate(_results(work, blocks, deadline, processes), start=1):
        made += count
        elapsed = time.monotonic() - began
        if elapsed >= shown or done == len(blocks):
            print(f"{done} of {len(blocks)} blocks, {made:,} {what}, {elapsed:.0f} s", flush=True)
            shown = elapsed + 10
    return made


def _results(work: Work, blocks: Sequence[int], deadline: float, processes: int) -> Iterator[int]:
    if processes == 1:
        for block in blocks:
            if time.monotonic() < deadline:
                yield work(block)
        return
    with ProcessPoolExecutor(processes, initializer=_ignore_interrupts) as pool:
        try:
            waiting = [pool.submit(_unless_late, work, block, deadline) for block in blocks]
            for future in as_completed(waiting):
                if (count := future.result()) is not None:
                    yield count
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def _unless_late(work: Work, block: int, deadline: float) -> int | None:
    return work(block) if time.monotonic() < deadline else None


def _ignore_interrupts() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def processors() -> int:
    return len(os.sched_getaffinity(0))
