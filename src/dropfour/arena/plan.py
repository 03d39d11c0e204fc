"""Which games an experiment consists of: each has a number, and everything follows from it."""

from __future__ import annotations

import hashlib
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, product
from typing import TYPE_CHECKING, Any

from dropfour._validation import shown, suggestion
from dropfour.arena.boards import NamedRules
from dropfour.arena.openings import MOST_OPENINGS, Opening, every_opening, opening
from dropfour.arena.players import deterministic
from dropfour.arena.results import PlayedGame
from dropfour.arena.tables import Allowances, OpeningsTable, PlanTable, Player, read_table
from dropfour.game import Position

if TYPE_CHECKING:
    from dropfour.arena.experiment import Experiment

ALL_GAMES = "all"
"""`games` of a plan that plays every opening there is."""

GROWING = ("round-robin", "gauntlet", "ordered-pairs", "sequential")
"""Plans whose games stay the same when there are to be more of them."""

_LARGEST_NORMALIZED = 200.0  # Elo: up to here the likeliest distribution is always found
_SEQUENTIAL_KEYS = ("elo0", "elo1", "alpha", "beta", "model", "max_games")


@dataclass(frozen=True, slots=True)
class PlannedGame:
    """One game to play. Games of the same `pair` share their opening, with sides swapped."""

    number: int
    pair: int
    board: int  # index into the experiment's rules
    first: int  # indices into the experiment's players
    second: int
    opening: Opening
    seeds: tuple[int, int]  # of the first and of the second player


class Plan(ABC):
    """The games of an experiment by number: nothing is stored, any game can be looked up."""

    sequential = False
    staged = False  # whether later pairings depend on what was played
    ordered = False  # whether (a, b) and (b, a) are pairings of their own

    def __init__(self, experiment: Experiment) -> None:
        self._experiment = experiment
        alike = [deterministic(player, experiment.limits) for player in experiment.players]
        self._alike = {i for i, always in enumerate(alike) if always}

    @abstractmethod
    def __len__(self) -> int:
        """How many games there are to play, as far as is known."""

    @abstractmethod
    def __getitem__(self, number: int) -> PlannedGame:
        """The game of this number, the same for ever."""

    @abstractmethod
    def upcoming(self, played: Iterable[PlayedGame]) -> Iterator[int]:
        """The numbers of games that can be played now, after these."""

    @property
    @abstractmethod
    def repeats(self) -> int:
        """How many games are left out: like players from the same opening play the same again."""

    @property
    @abstractmethod
    def pairings(self) -> int:
        """How many pairings of players there are."""

    @property
    @abstractmethod
    def rounds(self) -> int:
        """How many openings each pairing plays on each board, at most."""

    def __iter__(self) -> Iterator[PlannedGame]:
        return (self[number] for number in self.upcoming(()))

    def pairs(self) -> Iterator[int]:
        """The numbers of all pairs of games with sides swapped, in their order."""
        return (number // 2 for number in self.upcoming(()) if number % 2 == 0)

    def _repeats_itself(self, one: int, other: int) -> bool:
        """Whether the same opening always brings the same game of these two."""
        return one in self._alike and other in self._alike

    def _planned(
        self, number: int, pair: int, board: int, players: tuple[int, int], round_number: int
    ) -> PlannedGame:
        first, second = players
        return PlannedGame(
            number=number,
            pair=pair,
            board=board,
            first=first,
            second=second,
            opening=opening(self._experiment, board, round_number),
            seeds=(self._seed(number, 0), self._seed(number, 1)),
        )

    def _seed(self, number: int, side: int) -> int:
        """63 well mixed bits of each player's own in each game."""
        text = f"{self._experiment.seed}/game/{number}/{side}"
        return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest()) >> 1

    def _where(self, board: int, round_number: int) -> Position:
        """Where the games of a round begin on a board."""
        return opening(self._experiment, board, round_number).position(
            self._experiment.rules[board][1]
        )


class FixedPlan(Plan):
    """All pairings are known. Rounds are outermost: all have played about as often at any time."""

    def __init__(self, experiment: Experiment) -> None:
        super().__init__(experiment)
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
        self._swaps = 1 if self.ordered else 2  # games of a slot
        self._per_round = len(self._pairings) * len(experiment.rules)
        self._most = table.max_games if self.sequential else self._per_round * table.games

    def __getstate__(self) -> dict[str, Any]:
        """Workers look games up and nothing else: what may be large stays here."""
        return {name: value for name, value in vars(self).items() if name != "_fresh"}

    @cached_property
    def _fresh(self) -> tuple[frozenset[int], ...]:
        """By board, the rounds whose opening no earlier round had."""
        found = []
        for board, (_, rules) in enumerate(self._experiment.rules):
            every = every_opening(self._experiment.openings, rules)
            last = self.rounds if every is None else min(self.rounds, len(every))
            first: dict[Position, int] = {}
            for round_number in range(last):
                first.setdefault(self._where(board, round_number), round_number)
            found.append(frozenset(first.values()))
        return tuple(found)

    @cached_property
    def _repeating(self) -> frozenset[int]:
        """The pairings of players who play the same from the same opening."""
        return frozenset(i for i, two in enumerate(self._pairings) if self._repeats_itself(*two))

    def __len__(self) -> int:
        return self._most - self.repeats

    def numbers(self) -> Iterator[int]:
        """Those of all games, without repeats."""
        if not self._repeating:
            yield from range(self._most)
            return
        endless = len(self._repeating) < len(self._pairings)
        rounds = self.rounds if endless else 1 + max(map(max, self._fresh))
        for number in range(min(self._most, rounds * self._per_round * self._swaps)):
            round_number, board, pairing = self._place(number)
            if pairing not in self._repeating or round_number in self._fresh[board]:
                yield number

    def upcoming(self, played: Iterable[PlayedGame]) -> Iterator[int]:
        there = {game.number for game in played}
        return (number for number in self.numbers() if number not in there)

    @cached_property
    def repeats(self) -> int:
        if not self._repeating:
            return 0
        if self.sequential:  # it may end within a round
            return self._most - sum(1 for _ in self.numbers())
        stale = sum(self.rounds - len(fresh) for fresh in self._fresh)
        return len(self._repeating) * stale * self._swaps

    @property
    def pairings(self) -> int:
        return len(self._pairings)

    @property
    def rounds(self) -> int:
        return -(-self._most // (self._per_round * self._swaps))

    def _place(self, number: int) -> tuple[int, int, int]:
        """The round, the board and the pairing of a game."""
        round_number, place = divmod(number // self._swaps, self._per_round)
        return round_number, *divmod(place, len(self._pairings))

    def __getitem__(self, number: int) -> PlannedGame:
        if not 0 <= number < self._most:
            raise IndexError(f"there is no game {number}, only {self._most}")
        round_number, board, pairing = self._place(number)
        one, other = self._pairings[pairing]
        pair = number // self._swaps
        if self.ordered:  # (a, b) and (b, a) of a round are a pair
            pair += self._pairings.index((min(one, other), max(one, other))) - pairing
        elif number % 2:
            one, other = other, one
        return self._planned(number, pair, board, (one, other), round_number)


def read_plan(content: Any, players: list[Player], faults: list[str]) -> tuple[PlanTable, bool]:
    """The plan, and whether it asks for all openings instead of a number of games."""
    everything = isinstance(content, Mapping) and content.get("games") == ALL_GAMES
    if everything:
        content = {key: value for key, value in content.items() if key != "games"}
    plan, wrong = read_table(PlanTable, content, faults, place="plan")
    if "kind" in wrong:
        return plan, False
    given = plan.model_fields_set | ({"games"} if everything else set())
    if len(players) < 2 and plan.kind != "ordered-pairs":
        faults.append("players: there must be two or more")
    elif not players:
        faults.append("players: there must be one at least")
    if plan.kind != "sequential":
        strange = [key for key in _SEQUENTIAL_KEYS if key in given]
        faults += [f"plan: {key} belongs to a sequential test" for key in strange]
    if plan.kind == "sequential":
        if len(players) > 2:
            faults.append(f"plan: a sequential test is between 2 players, not {len(players)}")
        if not plan.elo0 < plan.elo1:
            faults.append(f"plan: elo0 = {plan.elo0:g} must be less than elo1 = {plan.elo1:g}")
        largest = max(abs(plan.elo0), abs(plan.elo1))
        if plan.model == "normalized" and largest > _LARGEST_NORMALIZED:
            faults.append(f"plan: normalized Elo must be within {_LARGEST_NORMALIZED:g}")
        if "games" in given:
            faults.append("plan: a sequential test ends by itself; give max_games, not games")
    key = "max_games" if plan.kind == "sequential" else "games"
    count = getattr(plan, key)
    if plan.kind != "ordered-pairs" and count % 2:
        faults.append(
            f"plan: {key} = {count} must be even, each opening is played with sides swapped"
        )
    names = [player.name for player in players]
    if plan.kind == "gauntlet":
        if not plan.heroes and "heroes" not in wrong:
            faults.append("plan: a gauntlet needs heroes, the names of those who run it")
        unknown = [hero for hero in plan.heroes if hero not in names]
        faults += [
            f"plan: hero {shown(hero)} is no player{suggestion(hero, names)}" for hero in unknown
        ]
    elif plan.heroes:
        faults.append("plan: only a gauntlet has heroes")
    if plan.kind != "swiss" and "rounds" in given:
        faults.append("plan: only a Swiss tournament has rounds")
    if plan.kind == "swiss" and plan.rounds is not None and plan.rounds >= max(2, len(players)):
        faults.append(f"plan: rounds = {plan.rounds}, must be less than the number of players")
    return plan, everything


def with_every_opening(
    plan: PlanTable, openings: OpeningsTable, boards: list[NamedRules], faults: list[str]
) -> PlanTable:
    """The plan with as many games as bring every opening once on either side."""
    if openings.kind not in ("all", "file"):
        faults.append(f"plan: games = {ALL_GAMES!r} needs openings of kind 'all' or 'file'")
        return plan
    count = max(len(every_opening(openings, rules) or ()) for _, rules in boards)
    return plan.model_copy(update={"games": count * (1 if plan.kind == "ordered-pairs" else 2)})


def repeat_faults(
    plan: PlanTable, openings: OpeningsTable, players: list[Player], allowed: Allowances
) -> list[str]:
    """What makes it impossible to say which games would be repeats."""
    rounds = plan.max_games if plan.kind == "sequential" else plan.games
    alike = sum(deterministic(player, allowed) for player in players)
    if openings.kind != "random" or rounds <= MOST_OPENINGS or alike < 2:
        return []
    return [f"plan: deterministic players can have {MOST_OPENINGS:,} games each at most"]
