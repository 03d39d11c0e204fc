"""Which games an experiment consists of: each has a number, and everything follows from it."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, product
from typing import TYPE_CHECKING

from dropfour.arena.openings import opening

if TYPE_CHECKING:
    from dropfour.arena.experiment import Experiment


@dataclass(frozen=True, slots=True)
class PlannedGame:
    """One game to play. Games of the same `pair` share their opening, with sides swapped."""

    number: int
    pair: int
    board: int  # index into the experiment's rules
    first: int  # indices into the experiment's players
    second: int
    opening: tuple[int, ...]
    seeds: tuple[int, int]  # of the first and of the second player


class Plan:
    """The games of an experiment by number: nothing is stored, any game can be looked up.

    Rounds are outermost: after any number of games all pairings have played about as often.
    """

    def __init__(self, experiment: Experiment) -> None:
        self._experiment = experiment
        table = experiment.plan_table
        count = len(experiment.players)
        self.sequential = table.kind == "sequential"
        self.ordered = table.kind == "ordered-pairs"
        if self.ordered:
            self._pairings = list(product(range(count), repeat=2))
        elif table.kind == "gauntlet":
            heroes = {i for i, p in enumerate(experiment.players) if p.name in table.heroes}
            self._pairings = [
                (a, b) if a in heroes else (b, a)
                for a, b in combinations(range(count), 2)
                if a in heroes or b in heroes
            ]
        else:
            self._pairings = list(combinations(range(count), 2))
        per_round = len(self._pairings) * len(experiment.rules)
        if self.sequential:
            self._length = table.max_games
        else:
            self._length = per_round * table.games

    def __len__(self) -> int:
        return self._length

    def __iter__(self) -> Iterator[PlannedGame]:
        return (self[number] for number in range(self._length))

    @property
    def pairings(self) -> int:
        """How many pairings of players there are."""
        return len(self._pairings)

    @property
    def rounds(self) -> int:
        """How many openings each pairing plays on each board, at most."""
        slots = self._length if self.ordered else self._length // 2
        return -(-slots // (len(self._pairings) * len(self._experiment.rules)))

    def __getitem__(self, number: int) -> PlannedGame:
        """The game of this number, the same for ever."""
        if not 0 <= number < self._length:
            raise IndexError(f"there is no game {number}, only {self._length}")
        experiment = self._experiment
        boards = len(experiment.rules)
        slot, swapped = (number, 0) if self.ordered else divmod(number, 2)
        turn, place = divmod(slot, len(self._pairings) * boards)
        board, pairing = divmod(place, len(self._pairings))
        first, second = self._pairings[pairing]
        if swapped:
            first, second = second, first
        return PlannedGame(
            number=number,
            pair=slot,
            board=board,
            first=first,
            second=second,
            opening=opening(experiment, board, turn),
            seeds=(self._seed(number, 0), self._seed(number, 1)),
        )

    def _seed(self, number: int, side: int) -> int:
        return mixed(self._experiment.seed, "game", number, side)


def mixed(*parts: object) -> int:
    """63 well mixed bits that follow from the parts alone.

    >>> mixed(1, "game", 2) == mixed(1, "game", 2) != mixed(1, "game", 3)
    True
    """
    text = "/".join(map(str, parts))
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest()) >> 1
