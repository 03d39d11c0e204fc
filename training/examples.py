"""Labelled positions as arrays: what the network sees, and what it is to say."""

from __future__ import annotations

import io
from collections.abc import Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

import numpy as np

import dropfour as d4
from dropfour import _native
from dropfour.errors import DropfourError
from dropfour.files import write_whole
from training.arrays import Array
from training.blocks import block_path, blocks_done, read_block, run_blocks
from training.games import GAMES, Game
from training.labels import LABELS, Label, free_cells
from training.rules import KINDS, kind_of

HELD_OUT_ONE_IN = 50  # games that are never trained on


class Examples(NamedTuple):
    """Positions, one an entry but for `ids`: those of number i are ids[starts[i]:starts[i + 1]]."""

    ids: Array  # active inputs, repeated where several things are in that state
    starts: Array  # one more than there are positions
    value: Array  # for the player to move
    exact: Array
    rest: Array  # points still to come; NaN where they do not count
    free: Array  # cells
    kind: Array  # index into KINDS
    game: Array

    def __len__(self) -> int:
        return len(self.value)

    @property
    def held_out(self) -> Array:
        """Which of them are for judging the network only: all positions of some games."""
        return self.game % HELD_OUT_ONE_IN == 0

    @property
    def for_points(self) -> Array:
        """Which of them are of games in which points count."""
        return ~np.isnan(self.rest)

    def where(self, chosen: Array) -> Examples:
        """Those that are chosen, in the same order."""
        counts = np.diff(self.starts)
        starts = np.concatenate([[0], np.cumsum(counts[chosen])])
        rest = (column[chosen] for column in self[2:])
        return Examples(self.ids[np.repeat(chosen, counts)], starts, *rest)


def joined(parts: Sequence[Examples]) -> Examples:
    """All examples of several."""
    firsts = np.cumsum([0, *(len(part.ids) for part in parts)])
    starts = [part.starts[:-1] + first for part, first in zip(parts, firsts, strict=False)]
    rest = (np.concatenate(columns) for columns in list(zip(*parts, strict=True))[2:])
    ids = np.concatenate([part.ids for part in parts])
    return Examples(ids, np.concatenate([*starts, firsts[-1:]]), *rest)


def examples_of(positions: Iterable[tuple[d4.Position, Label, int]]) -> Examples:
    """The arrays of positions, each with its label and the number of its game."""
    rows = list(positions)
    inputs = [_native.evaluation_inputs(position) for position, _, _ in rows]
    rest = [np.nan if label.rest is None else label.rest for _, label, _ in rows]
    return Examples(
        ids=np.array([number for active in inputs for number in active], np.uint16),
        starts=np.cumsum([0, *map(len, inputs)], dtype=np.int64),
        value=np.array([label.value for _, label, _ in rows], np.float32),
        exact=np.array([label.exact for _, label, _ in rows], np.bool_),
        rest=np.array(rest, np.float32),
        free=np.array([free_cells(position) for position, _, _ in rows], np.uint16),
        kind=np.array([KINDS.index(kind_of(position.rules)) for position, _, _ in rows], np.uint8),
        game=np.array([number for _, _, number in rows], np.int64),
    )


def load_examples(folders: Sequence[Path], *, processes: int) -> Examples:
    """All labelled positions in some folders; what the network sees of them is kept there too."""
    parts = []
    for folder in folders:
        labelled = blocks_done(folder, LABELS)
        if not labelled:
            raise DropfourError(f"{folder} has no labelled positions")
        known = set(blocks_done(folder, _step(), "npz"))
        work = partial(_look_at_block, folder=folder)
        todo = [block for block in labelled if block not in known]
        run_blocks(work, todo, what="positions looked at", processes=processes, seconds=None)
        parts += [_read(block_path(folder, _step(), block, "npz")) for block in labelled]
    return joined(parts)


def _step() -> str:
    """What the files of inputs are called: others once inputs have another meaning."""
    return f"inputs-{_native.EVALUATION_FEATURES}"


def _look_at_block(block: int, *, folder: Path) -> int:
    rows = []
    games, labels = (read_block(folder, step, block) for step in (GAMES, LABELS))
    for game_row, label_row in zip(games, labels, strict=True):
        game = Game.from_row(game_row)
        for position, label in zip(game.positions(), label_row["labels"], strict=True):
            rows.append((position, Label(*label), game.number))
    found = examples_of(rows)
    write_arrays(block_path(folder, _step(), block, "npz"), found._asdict())
    return len(found)


def _read(path: Path) -> Examples:
    with np.load(path) as arrays:
        return Examples(**arrays)


def write_arrays(path: Path, arrays: dict[str, Array]) -> None:
    """An .npz file, all of it or nothing."""
    content = io.BytesIO()
    np.savez_compressed(content, allow_pickle=False, **arrays)
    write_whole(path, content.getvalue())
