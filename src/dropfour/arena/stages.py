"""Tournaments whose pairings depend on what was played: knockout and Swiss.

A round has matches; a match has games on every board, each opening with sides swapped. Players
are seeded in the order of the experiment. The pairings of a round follow from the games before
it, so that a tournament goes on alike wherever it was interrupted.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from math import ceil, log2
from typing import TYPE_CHECKING

from dropfour.arena.plan import Plan, PlannedGame
from dropfour.arena.results import PlayedGame
from dropfour.game import Position

if TYPE_CHECKING:
    from dropfour.arena.experiment import Experiment

_TRIES = 20_000  # pairings looked at until one without old acquaintances is given up


@dataclass(frozen=True, slots=True)
class Match:
    """Two players of a round, and their points so far; without an opponent it is a bye."""

    one: int
    other: int | None
    points: tuple[float, float] = (0.0, 0.0)
    over: bool = False

    @property
    def leader(self) -> int:
        """Who has more points; of equals the one who was seeded higher."""
        if self.other is None or self.points[0] == self.points[1]:
            return self.one if self.other is None else min(self.one, self.other)
        return self.one if self.points[0] > self.points[1] else self.other


class StagedPlan(Plan):
    """Round after round: what is to be played is known when the round before it is over."""

    staged = True
    extended = False  # whether a match that is even goes on

    def __init__(self, experiment: Experiment) -> None:
        super().__init__(experiment)
        self._games = experiment.plan_table.games * len(experiment.rules)  # of a match
        self._size = 2 * self._games if self.extended else self._games  # numbers of a match
        self._players = len(experiment.players)
        self._matches = 2 ** ceil(log2(self._players)) // 2  # of a round at most, byes included
        self._stages: list[list[Match]] = []
        self.stages([])

    @property
    @abstractmethod
    def last_round(self) -> int:
        """How many rounds there are."""

    @abstractmethod
    def _paired(self, before: list[list[Match]]) -> list[tuple[int, int | None]]:
        """The matches of the next round."""

    def stages(self, played: Iterable[PlayedGame]) -> list[list[Match]]:
        """The rounds that have begun; from now on their games can be looked up."""
        there = {game.number: game for game in played}
        self._stages = []
        while len(self._stages) < self.last_round and all(
            match.over for match in (self._stages[-1] if self._stages else ())
        ):
            paired = self._paired(self._stages)
            round_number = len(self._stages)
            self._stages.append([Match(one, other) for one, other in paired])  # to look games up
            places = range(len(paired))
            self._stages[-1] = [self._counted(round_number, place, there) for place in places]
        return self._stages

    def _counted(self, round_number: int, place: int, there: Mapping[int, PlayedGame]) -> Match:
        match = self._stages[round_number][place]
        if match.other is None:
            return Match(match.one, None, (float(self._games), 0.0), over=True)
        name = self._experiment.players[match.one].name
        points, games = 0.0, 0
        for number in self._numbers(round_number, place, there):
            if number not in there:
                return Match(match.one, match.other, (points, games - points))
            if there[number].counts:
                points, games = points + there[number].points_of(name), games + 1
        return Match(match.one, match.other, (points, games - points), over=True)

    def _numbers(
        self, round_number: int, place: int, there: Mapping[int, PlayedGame]
    ) -> Iterator[int]:
        """The games of a match without repeats; pairs more while it is even."""
        match = self._stages[round_number][place]
        assert match.other is not None
        begin = (round_number * self._matches + place) * self._size
        name = self._experiment.players[match.one].name
        lead = 0.0
        seen: set[tuple[int, Position]] = set()
        for number in range(begin, begin + self._size, 2):
            if lead and not self._anyway(number):
                return
            game = self[number]
            where = game.board, game.opening.position(self._experiment.rules[game.board][1])
            if where in seen and self._repeats_itself(match.one, match.other):
                continue
            seen.add(where)
            for each in (number, number + 1):
                yield each
                if each in there and there[each].counts:
                    lead += 2 * there[each].points_of(name) - 1

    def upcoming(self, played: Iterable[PlayedGame]) -> Iterator[int]:
        there = {game.number: game for game in played}
        last = len(self.stages(there.values())) - 1
        for place, match in enumerate(self._stages[last]):
            if match.over:
                continue
            missing = (n for n in self._numbers(last, place, there) if n not in there)
            yield from self._of_one_kind(missing)

    def _of_one_kind(self, numbers: Iterator[int]) -> Iterator[int]:
        """The games that a match has anyway; else the next two of those that shall decide it."""
        first = next(numbers)
        yield first
        for number in numbers:
            if not self._anyway(number) and (self._anyway(first) or number != first + 1):
                return
            yield number

    def __len__(self) -> int:
        return self._planned_matches * self._games - self.repeats

    @property
    @abstractmethod
    def _planned_matches(self) -> int:
        """How many matches there are in all."""

    @property
    def repeats(self) -> int:
        """Of one match between players who are deterministic, in the rounds that have begun."""
        nothing: dict[int, PlayedGame] = {}
        return sum(
            max(
                0, self._games - sum(1 for n in self._numbers(r, place, nothing) if self._anyway(n))
            )
            for r, stage in enumerate(self._stages)
            for place, match in enumerate(stage)
            if match.other is not None
        )

    def _anyway(self, number: int) -> bool:
        return number % self._size < self._games

    @property
    def pairings(self) -> int:
        return self._planned_matches

    @property
    def rounds(self) -> int:
        return self._games // 2 // len(self._experiment.rules)

    def __getitem__(self, number: int) -> PlannedGame:
        slot, within = divmod(number, self._size)
        round_number, place = divmod(slot, self._matches)
        if not 0 <= round_number < len(self._stages) or place >= len(self._stages[round_number]):
            raise IndexError(f"there is no game {number} yet")
        match = self._stages[round_number][place]
        if match.other is None:
            raise IndexError(f"there is no game {number}")
        boards = len(self._experiment.rules)
        opening, board = divmod(within // 2, boards)
        players = (match.other, match.one) if within % 2 else (match.one, match.other)
        openings = self._size // 2 // boards
        return self._planned(number, number // 2, board, players, round_number * openings + opening)


class KnockoutPlan(StagedPlan):
    """Who loses a match is out. An even match goes on, a pair of games at a time, up to twice its
    length; then the higher seed is through. Seeds meet as late as they can, the first have byes.
    """

    extended = True

    @property
    def last_round(self) -> int:
        return ceil(log2(self._players))

    @property
    def _planned_matches(self) -> int:
        return self._players - 1

    def _paired(self, before: list[list[Match]]) -> list[tuple[int, int | None]]:
        if before:
            through = [match.leader for match in before[-1]]
            return [(min(two), max(two)) for two in zip(through[::2], through[1::2], strict=True)]
        order = [0]
        for _ in range(self.last_round):  # each meets the one who makes the sum of seeds the same
            order = [seed for i in order for seed in (i, 2 * len(order) - 1 - i)]
        return [
            (one, other if other < self._players else None)
            for one, other in (sorted(two) for two in zip(order[::2], order[1::2], strict=True))
        ]


class SwissPlan(StagedPlan):
    """Nobody is out: each round pairs players of like scores who have not met."""

    @property
    def last_round(self) -> int:
        return self._experiment.plan_table.rounds or max(1, ceil(log2(self._players)))

    @property
    def _planned_matches(self) -> int:
        return self.last_round * (self._players // 2)

    def _paired(self, before: list[list[Match]]) -> list[tuple[int, int | None]]:
        scores = dict.fromkeys(range(self._players), 0.0)
        met: set[frozenset[int | None]] = set()
        for match in (match for stage in before for match in stage):
            scores[match.one] += match.points[0]
            if match.other is not None:
                scores[match.other] += match.points[1]
            met.add(frozenset((match.one, match.other)))
        ranked: list[int] = sorted(scores, key=lambda i: (-scores[i], i))
        matches: list[tuple[int, int | None]] = []
        if self._players % 2:
            idle = next(
                (i for i in reversed(ranked) if frozenset((i, None)) not in met), ranked[-1]
            )
            ranked.remove(idle)
            matches.append((idle, None))
        pairing = _pairing(ranked, scores, met) or list(zip(ranked[::2], ranked[1::2], strict=True))
        return [*pairing, *matches]


def _pairing(
    ranked: list[int], scores: Mapping[int, float], met: set[frozenset[int | None]]
) -> list[tuple[int, int]] | None:
    """The first pairing in which nobody meets again; None if there is none, or hardly one.

    Of those with equal scores the upper half is paired with the lower, in their order.
    """
    tries = 0

    def preferred(one: int, others: list[int]) -> list[int]:
        alike = [other for other in others if scores[other] == scores[one]]
        half = len(alike) // 2
        rest = [other for other in others if scores[other] != scores[one]]
        return [*alike[half:], *reversed(alike[:half]), *rest]

    def search(left: list[int]) -> list[tuple[int, int]] | None:
        nonlocal tries
        if not left:
            return []
        one, *others = left
        for other in preferred(one, others):
            tries += 1
            if tries > _TRIES:
                return None
            if frozenset((one, other)) not in met:
                found = search([each for each in others if each != other])
                if found is not None:
                    return [(one, other), *found]
        return None

    return search(ranked)
