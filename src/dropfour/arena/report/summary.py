"""Everything a report shows, as plain numbers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import isnan
from statistics import mean, median
from typing import TypeAlias

from dropfour._words import printable
from dropfour.agents import AgentSpec
from dropfour.arena.results import LostByFault, PlayedGame, Results, Run
from dropfour.arena.sequential import SequentialState
from dropfour.arena.stages import Match, StagedPlan
from dropfour.arena.stats import (
    Interval,
    Outcomes,
    Rating,
    Ratings,
    count_outcomes,
    elo_of,
    normalized_elo,
    rate,
    score_interval,
)
from dropfour.arena.tables import Player

Pair: TypeAlias = tuple[PlayedGame, ...]
"""Games of one opening with sides swapped; one of them alone if the other could not be played."""


@dataclass(frozen=True, slots=True)
class Tally:
    """Wins, draws and losses of somebody, with a 95 % interval for the share of points."""

    wins: int = 0
    draws: int = 0
    losses: int = 0
    outcomes: Outcomes = (0,) * 8  # the points of pairs and of games alone, for the interval

    @classmethod
    def of(cls, observed: Iterable[Sequence[float]]) -> Tally:
        """Of the points that somebody got, those of a pair of games together.

        >>> str(Tally.of([[1.0, 0.5], [0.0]]))
        '1-1-1'
        """
        observed = [points for points in observed if points]
        seen = Counter(one for points in observed for one in points)
        return cls(seen[1.0], seen[0.5], seen[0.0], count_outcomes(observed))

    @property
    def games(self) -> int:
        return self.wins + self.draws + self.losses

    @property
    def points(self) -> float:
        return self.wins + self.draws / 2

    @property
    def share(self) -> float:
        """Points per game."""
        return self.points / self.games if self.games else 0.5

    @property
    def interval(self) -> Interval:
        return score_interval(self.outcomes)

    def __str__(self) -> str:
        return f"{self.wins}-{self.draws}-{self.losses}"


@dataclass(frozen=True, slots=True)
class PlayerSummary:
    """One player over all games that count."""

    name: str
    tally: Tally
    as_first: Tally
    as_second: Tally
    by_board: dict[str, Tally]
    kind: str  # all but how much it may think: players of one kind differ in effort only
    effort: tuple[str, float] | None
    move_ms_median: float
    move_ms_largest: float
    faults: dict[str, int]


@dataclass(frozen=True, slots=True)
class MatchSummary:
    """A match of a knockout or Swiss tournament; without an opponent it is a bye."""

    one: str
    other: str | None
    points: tuple[float, float]
    ahead: str  # who got more, or is through; "" while it goes on, and of equals


@dataclass(frozen=True, slots=True)
class FaultGroup:
    """What a player did wrong in the same way, and in which games."""

    player: str
    cause: str
    games: tuple[int, ...]
    detail: str  # of the first of them


@dataclass(frozen=True, slots=True)
class Summary:
    """All that a report shows. `cross[a][b]` is a's tally against b, as first player if ordered."""

    name: str
    title: str
    played: int
    planned: int
    complete: bool
    ordered: bool
    players: tuple[PlayerSummary, ...]
    cross: dict[str, dict[str, Tally]]
    first_tally: Tally  # of the first players in all games
    boards: dict[str, Tally]  # of the first players, by board
    ratings: Ratings
    first_move: Rating  # what the share of the first players means in Elo
    normalized: Rating | None  # of the first of two players over the second
    lengths: dict[str, dict[int, int]]  # by board: how many games had so many plies
    mean_plies: float
    void: int
    adjudicated: int
    faults: tuple[LostByFault, ...]
    sequential: SequentialState | None
    stages: tuple[tuple[MatchSummary, ...], ...]  # of a knockout or Swiss tournament
    runs: tuple[Run, ...]
    seconds: float  # of thinking, all players together

    @property
    def order(self) -> list[int]:
        """Indices of the players, the strongest first."""
        return sorted(range(len(self.players)), key=lambda i: -self.ratings.players[i].elo)

    @property
    def ranked(self) -> list[PlayerSummary]:
        """The players, the strongest first."""
        return [self.players[i] for i in self.order]

    @property
    def fault_groups(self) -> list[FaultGroup]:
        """The faults by player and cause, the most frequent first."""
        groups: dict[tuple[str, str], list[LostByFault]] = {}
        for fault in self.faults:
            groups.setdefault((fault.player, fault.cause), []).append(fault)
        found = [
            FaultGroup(player, cause, tuple(f.number for f in faults), printable(faults[0].detail))
            for (player, cause), faults in groups.items()
        ]
        return sorted(found, key=lambda group: -len(group.games))


def summarise(results: Results) -> Summary:
    """The summary of the games there are, finished or not."""
    experiment = results.experiment
    games, pairs = results.counted, results.pairs
    names = [player.name for player in experiment.players]
    pairings = _pairings(names, pairs)
    first = _first(pairs)
    plan = experiment.plan
    faults = tuple(fault for game in results if (fault := game.fault))
    times_ms = _move_times(results)
    lengths = {
        board: dict(sorted(Counter(g.plies for g in games if g.board == board).items()))
        for board, _ in experiment.rules
    }
    return Summary(
        name=experiment.name,
        title=experiment.title,
        played=len(results),
        planned=len(plan),
        complete=results.complete,
        ordered=plan.ordered,
        players=tuple(
            _player(results, player, faults, times_ms[player.name]) for player in experiment.players
        ),
        cross=_cross(names, pairings, ordered=plan.ordered),
        first_tally=first,
        boards={board: _first(p for p in pairs if p[0].board == board) for board in lengths},
        ratings=rate(
            len(names),
            {(a, b): _of(names[a], met).outcomes for (a, b), met in pairings.items() if a != b},
        ),
        first_move=Rating(elo_of(first.share), *map(elo_of, first.interval)),
        normalized=_normalized(_of(names[0], pairs).outcomes) if len(names) == 2 else None,
        lengths=lengths,
        mean_plies=mean(g.plies for g in games) if games else 0.0,
        void=sum(not g.counts for g in results),
        adjudicated=sum(g.ending == "adjudicated" for g in games),
        faults=faults,
        sequential=results.sequential,
        stages=_stages(results),
        runs=results.runs,
        seconds=sum(g.first_ms + g.second_ms for g in results) / 1000,
    )


def _normalized(outcomes: Outcomes) -> Rating | None:
    """None where all outcomes are alike: they have no deviation to measure by."""
    elo, interval = normalized_elo(outcomes)
    return None if isnan(elo) else Rating(elo, *interval)


def _first(pairs: Iterable[Pair]) -> Tally:
    """Of the first players, whoever they are."""
    return Tally.of([game.points for game in pair] for pair in pairs)


def _of(player: str, pairs: Iterable[Pair]) -> Tally:
    """Of a player against others."""
    return Tally.of(
        [game.points_of(player) for game in pair if player in game.players] for pair in pairs
    )


def _pairings(names: list[str], pairs: Iterable[Pair]) -> dict[tuple[int, int], list[Pair]]:
    """The pairs of games of every two players, the earlier one first; in self-play twice one."""
    index = {name: i for i, name in enumerate(names)}
    found: dict[tuple[int, int], list[Pair]] = {}
    for pair in pairs:
        a, b = sorted(index[name] for name in pair[0].players)
        found.setdefault((a, b), []).append(pair)
    return found


def _cross(
    names: list[str], pairings: Mapping[tuple[int, int], list[Pair]], *, ordered: bool
) -> dict[str, dict[str, Tally]]:
    cross = {a: {b: Tally() for b in names} for a in names}
    for (a, b), pairs in pairings.items():
        for one, other in {(names[a], names[b]), (names[b], names[a])}:
            if ordered or one == other:
                pairs_of_one = [[g for g in pair if g.first == one] for pair in pairs]
                cross[one][other] = Tally.of([g.points for g in pair] for pair in pairs_of_one)
            else:
                cross[one][other] = _of(one, pairs)
    return cross


def _player(
    results: Results, player: Player, faults: Iterable[LostByFault], times_ms: list[float]
) -> PlayerSummary:
    name = player.name
    pairs = [
        pair
        for pair in results.pairs
        if name in pair[0].players and pair[0].first != pair[0].second
    ]
    causes = Counter(fault.cause for fault in faults if fault.player == name)
    return PlayerSummary(
        name=name,
        tally=_of(name, pairs),
        as_first=Tally.of([g.points for g in pair if g.first == name] for pair in pairs),
        as_second=Tally.of([1 - g.points for g in pair if g.second == name] for pair in pairs),
        by_board={
            board: _of(name, (pair for pair in pairs if pair[0].board == board))
            for board, _ in results.experiment.rules
        },
        kind=_kind(player),
        effort=player.effort,
        move_ms_median=median(times_ms) if times_ms else 0.0,
        move_ms_largest=max(times_ms, default=0.0),
        faults=dict(sorted(causes.items())),
    )


def _kind(player: Player) -> str:
    if player.agent is not None:
        return str(AgentSpec(player.agent, player.settings))
    told = [f"{name}={value}" for name, value in player.options.items()]
    return " ".join([*(player.command or ()), *told])


def _stages(results: Results) -> tuple[tuple[MatchSummary, ...], ...]:
    """The rounds of a knockout or Swiss tournament."""
    plan = results.experiment.plan
    names = [player.name for player in results.experiment.players]
    if not isinstance(plan, StagedPlan):
        return ()
    return tuple(
        tuple(
            MatchSummary(
                one=names[match.one],
                other=None if match.other is None else names[match.other],
                points=match.points,
                ahead=_ahead(plan, match, names),
            )
            for match in stage
        )
        for stage in plan.stages(results)
    )


def _ahead(plan: StagedPlan, match: Match, names: list[str]) -> str:
    even = match.points[0] == match.points[1]
    return names[match.leader] if match.over and not (even and not plan.extended) else ""


def _move_times(results: Results) -> dict[str, list[float]]:
    """Milliseconds of every move, by player: a ban is a second move of the same one."""
    times_ms: dict[str, list[float]] = {p.name: [] for p in results.experiment.players}
    for game in results:
        moved_in = results.position(game).history[game.opening_plies : -1]
        for position, ms in zip(moved_in, game.times_ms, strict=True):
            if isnan(ms):
                continue
            times_ms[game.players[position.turn]].append(ms)
    return times_ms
