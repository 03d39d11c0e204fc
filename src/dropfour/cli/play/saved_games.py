"""Games that can be gone on with, and the files they are kept in.

A saved game is its one-line record under comment lines that say who plays, so everything that
reads records reads it, and a person can write one by hand:

    # dropfour game
    # x: human
    # o: uct:seconds=1
    # seed: 7
    classic; DDEC
"""

from __future__ import annotations

import os
import re
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

from dropfour.cli.play.players import HUMAN, Player, parse_player
from dropfour.errors import DropfourError
from dropfour.files import faults_in, label, read_text, write_whole
from dropfour.game import Position
from dropfour.notation import PLAYERS
from dropfour.replay import record_of, replay

HEADER = "# dropfour game"
SUFFIX = ".game"
KEPT_GAMES = 20
"""How many unfinished games are kept before the oldest are forgotten."""

_TAG = re.compile(r"#\s*(\w+):\s*(.*?)\s*")


@dataclass(frozen=True, slots=True)
class SavedGame:
    """Who plays what, and how far it has come."""

    position: Position
    players: tuple[Player, Player]
    seed: int

    def at(self, position: Position) -> SavedGame:
        return replace(self, position=position)

    @property
    def names(self) -> tuple[str, str]:
        """What the players are called: a person alone against a computer is "you"."""
        alone = self.players.count(HUMAN) == 1
        first, second = ("you" if p == HUMAN and alone else str(p) for p in self.players)
        return first, second

    def to_text(self) -> str:
        """The text of a saved game."""
        tags = dict(zip(PLAYERS.lower(), map(str, self.players), strict=True))
        tags["seed"] = str(self.seed)
        lines = [HEADER, *(f"# {key}: {value}" for key, value in tags.items())]
        return "\n".join([*lines, record_of(self.position), ""])

    @classmethod
    def from_text(cls, text: str, *, players: tuple[Player, Player], seed: int) -> SavedGame:
        """The game of a text by `to_text`, or of a bare record, which leaves players as given."""
        position = replay(text)
        tags = _tags(text)
        if all(letter in tags for letter in PLAYERS.lower()):
            players = (parse_player(tags["x"]), parse_player(tags["o"]))
        if (written := tags.get("seed", "")).isdecimal() and len(written) <= 20:
            seed = int(written)
        return cls(position, players, seed)


def keep(file: Path, game: SavedGame) -> None:
    """Write an unfinished game into its file, whose folder is made where there is none."""
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise DropfourError(f"{label(file.parent)} cannot be made: {error.strerror}") from error
    write_whole(file, game.to_text())


def newest(folder: Path) -> Path:
    """The file of the unfinished game that was played last."""
    if not (files := _files(folder)):
        raise DropfourError("there is no unfinished game to resume")
    return files[0]


def forget_old(folder: Path) -> None:
    for file in _files(folder)[KEPT_GAMES:]:
        forget(file)


def forget(file: Path) -> None:
    with suppress(OSError):  # what cannot be removed stays
        file.unlink(missing_ok=True)


def _files(folder: Path) -> list[Path]:
    """Newest first."""
    found: list[tuple[int, Path]] = []
    with suppress(OSError):
        for file in folder.glob(f"*{SUFFIX}"):
            with suppress(OSError):  # another game may end while we look
                found.append((file.stat().st_mtime_ns, file))
    return [file for _, file in sorted(found, reverse=True)]


def save_as(path: Path, game: SavedGame) -> None:
    """Save where the player said; a file that is no saved game is never overwritten."""
    if os.path.lexists(path):
        if not path.is_file():
            raise DropfourError(f"{label(path)} is not a file")
        if not read_text(path).startswith(HEADER):
            raise DropfourError(f"{label(path)} exists and is no saved game: choose another name")
    write_whole(path, game.to_text())


def load_from(path: Path, *, players: tuple[Player, Player], seed: int) -> SavedGame:
    """The game in a file; `players` and `seed` are for files that do not name any."""
    text = read_text(path)
    with faults_in(label(path)):
        return SavedGame.from_text(text, players=players, seed=seed)


def _tags(text: str) -> dict[str, str]:
    matches = (_TAG.fullmatch(line) for line in text.splitlines())
    return {match[1].lower(): match[2] for match in matches if match}
