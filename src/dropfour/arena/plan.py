"""Which games an experiment consists of: each has a number, and everything follows from it."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations, product
from typing import TYPE_CHECKING, Any

from dropfour._validation import shown, suggestion
from dropfour.arena.boards import NamedRules
from dropfour.arena.openings import every_opening, opening
from dropfour.arena.tables import OpeningsTable, PlanTable, Player, read_table

if TYPE_CHECKING:
    from dropfour.arena.experiment import Experiment

ALL_GAMES = "all"
"""`games` of a plan that plays every opening there is."""

GROWING = ("round-robin", "gauntlet", "ordered-pairs", "sequential")
"""Plans whose games stay the same when there are to be more of them."""

_SEQUENTIAL_KEYS = ("elo0", "elo1", "alpha", "beta", "model", "max_games")


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
        round_number, place = divmod(slot, len(self._pairings) * boards)
        board, pairing = divmod(place, len(self._pairings))
        first, second = self._pairings[pairing]
        if swapped:
            first, second = second, first
        if self.ordered:  # (a, b) and (b, a) of a round are a pair
            slot += self._pairings.index((min(first, second), max(first, second))) - pairing
        return PlannedGame(
            number=number,
            pair=slot,
            board=board,
            first=first,
            second=second,
            opening=opening(experiment, board, round_number),
            seeds=(self._seed(number, 0), self._seed(number, 1)),
        )

    def _seed(self, number: int, side: int) -> int:
        """63 well mixed bits of each player's own in each game."""
        text = f"{self._experiment.seed}/game/{number}/{side}"
        return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest()) >> 1


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
