"""Finished games as plain values, and all those of an experiment together."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, fields
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from dropfour._words import printable
from dropfour.game import Position
from dropfour.rules import Rules

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from dropfour.arena.experiment import Experiment
    from dropfour.arena.sequential import SequentialState

VOID = "void"


@dataclass(frozen=True, slots=True)
class LostByFault:
    """What a player did wrong in a game, and lost it by.

    >>> print(LostByFault(3, "it", "crashed", "ended with status 1"))
    it crashed (ended with status 1)
    """

    number: int
    player: str
    cause: str
    detail: str

    def __str__(self) -> str:
        detail = f" ({printable(self.detail)})" if self.detail else ""
        return f"{self.player} {self.cause}{detail}"


class Thought(NamedTuple):
    """What a player said about a move it made; None where it did not say.

    >>> Thought(value=0.5, depth=8).work is None
    True
    """

    value: float | None = None  # -1 to +1 for the mover
    depth: int | None = None  # plies
    work: int | None = None  # nodes or playouts
    line: str = ""  # its line of play, from this move on


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedGame:
    """One finished game. Moves are text such as "DDEC", the opening included."""

    number: int
    pair: int
    board: str
    first: str
    second: str
    start: str = ""  # the position it started from, as text; "" for the empty board
    opening: str
    moves: str
    winner: int | None  # 0 the first player, 1 the second, None a draw
    ending: str  # "board", "fault", "adjudicated" or VOID
    fault_side: int | None = None
    cause: str = ""
    detail: str = ""
    first_score: int = 0
    second_score: int = 0
    plies: int = 0
    times_ms: tuple[float, ...] = ()  # of every move made after the opening; nan: lost
    thoughts: tuple[Thought, ...] = ()  # of every one of these moves, or of none
    first_ms: float = 0.0
    second_ms: float = 0.0

    @property
    def counts(self) -> bool:
        """Whether the game says anything about its players."""
        return self.ending != VOID

    @property
    def opening_plies(self) -> int:
        """How many moves nobody chose."""
        return self.plies - len(self.times_ms)

    @property
    def players(self) -> tuple[str, str]:
        """By side."""
        return self.first, self.second

    @property
    def fault(self) -> LostByFault | None:
        """What ended the game, if not the board."""
        if self.fault_side is None:
            return None
        return LostByFault(self.number, self.players[self.fault_side], self.cause, self.detail)

    @property
    def points(self) -> float:
        """1, 1/2 or 0 for the first player."""
        return 0.5 if self.winner is None else float(self.winner == 0)

    def points_of(self, player: str) -> float:
        """1, 1/2 or 0 for one of its two players."""
        return self.points if player == self.first else 1 - self.points


@dataclass(frozen=True, slots=True)
class Run:
    """When, by what and where some games were played."""

    began: str  # ISO 8601, UTC
    program: str
    machine: str
    workers: str


class Results:
    """All games of an experiment that have been played, in the order of their numbers."""

    def __init__(
        self, experiment: Experiment, games: list[PlayedGame], runs: Sequence[Run] = ()
    ) -> None:
        self.experiment = experiment
        self.runs = tuple(runs)
        self.games = sorted(games, key=lambda game: game.number)

    def __len__(self) -> int:
        return len(self.games)

    def __iter__(self) -> Iterator[PlayedGame]:
        return iter(self.games)

    @property
    def complete(self) -> bool:
        """Whether there is nothing left to play."""
        if self.sequential is not None and self.sequential.decision:
            return True
        return next(self.experiment.plan.upcoming(self.games), None) is None

    @cached_property
    def sequential(self) -> SequentialState | None:
        """Where the sequential test stands, if the experiment is one."""
        from dropfour.arena.sequential import Sequential

        if not self.experiment.plan.sequential:
            return None
        test = Sequential(self.experiment)
        for game in self:
            test.add(game)
        return test.state

    def position(self, game: PlayedGame) -> Position:
        """The last position of a game, with its history."""
        rules = self._rules[game.board]
        start = Position.from_text(game.start, rules) if game.start else Position(rules)
        return start.play_moves(game.moves)

    @cached_property
    def _rules(self) -> dict[str, Rules]:
        return dict(self.experiment.rules)

    @cached_property
    def counted(self) -> tuple[PlayedGame, ...]:
        """The games that statistics are about: all but those that could not be played."""
        return tuple(game for game in self.games if game.counts)

    @cached_property
    def pairs(self) -> tuple[tuple[PlayedGame, ...], ...]:
        """The games that count, those of one opening with sides swapped together."""
        pairs: dict[int, list[PlayedGame]] = {}
        for game in self.counted:
            pairs.setdefault(game.pair, []).append(game)
        return tuple(map(tuple, pairs.values()))

    def records(self) -> list[dict[str, Any]]:
        """A mapping for each game, ready for `pandas.DataFrame`."""
        return [asdict(game) | {"points": game.points} for game in self.games]

    def array(self) -> npt.NDArray[np.void]:
        """The numbers of each game as a structured numpy array.

        `winner` is 0, 1, or -1 for a draw; players and boards are indices into the experiment.
        """
        import numpy as np

        players = {p.name: i for i, p in enumerate(self.experiment.players)}
        boards = {name: i for i, (name, _) in enumerate(self.experiment.rules)}
        rows = [
            (
                g.number, g.pair, boards[g.board], players[g.first], players[g.second],
                -1 if g.winner is None else g.winner, g.points, g.plies, g.first_ms, g.second_ms,
            )
            for g in self.games
        ]  # fmt: skip
        names = ["number", "pair", "board", "first", "second"]
        names += ["winner", "points", "plies", "first_ms", "second_ms"]
        kinds = ["i8"] * 2 + ["i4"] * 4 + ["f8", "i4", "f8", "f8"]
        return np.array(rows, dtype=list(zip(names, kinds, strict=True)))


GAME_FIELDS = tuple(field.name for field in fields(PlayedGame))
