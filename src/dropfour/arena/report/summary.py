"""Everything a report shows, as plain numbers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import mean, median

from dropfour.arena.replay import movers
from dropfour.arena.results import GameRecord, Results
from dropfour.arena.sequential import SequentialState, state_of
from dropfour.arena.stats import Ratings, rate, score_interval


@dataclass(frozen=True, slots=True)
class Score:
    """Wins, draws and losses of somebody, with a 95 % interval for the share of points."""

    wins: int = 0
    draws: int = 0
    losses: int = 0

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
    def interval(self) -> tuple[float, float]:
        return score_interval(self.points, self.games)

    def __add__(self, other: Score) -> Score:
        return Score(self.wins + other.wins, self.draws + other.draws, self.losses + other.losses)

    def __str__(self) -> str:
        return f"{self.wins}-{self.draws}-{self.losses}"


@dataclass(frozen=True, slots=True)
class PlayerSummary:
    """One player over all games that count."""

    name: str
    score: Score
    as_first: Score
    as_second: Score
    by_board: dict[str, Score]
    effort: tuple[str, float] | None
    move_ms_median: float
    move_ms_largest: float
    faults: dict[str, int]


@dataclass(frozen=True, slots=True)
class Fault:
    """A game that a player lost by its own fault."""

    number: int
    player: str
    cause: str
    detail: str


@dataclass(frozen=True, slots=True)
class Summary:
    """All that a report shows. `cross[a][b]` is a's score against b, as first player if ordered."""

    name: str
    title: str
    played: int
    planned: int
    complete: bool
    ordered: bool
    players: tuple[PlayerSummary, ...]
    cross: dict[str, dict[str, Score]]
    first_score: Score  # of the first players in all games
    boards: dict[str, Score]  # of the first players, by board
    ratings: Ratings
    lengths: dict[str, dict[int, int]]  # by board: how many games had so many plies
    mean_plies: float
    duplicates: int
    void: int
    adjudicated: int
    faults: tuple[Fault, ...]
    sequential: SequentialState | None
    seconds: float  # of thinking, all players together


def summarise(results: Results) -> Summary:
    """The summary of the games there are, finished or not."""
    experiment = results.experiment
    games = results.counted
    names = [player.name for player in experiment.players]
    index = {name: i for i, name in enumerate(names)}
    plan = experiment.plan
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
        players=tuple(_player(results, name) for name in names),
        cross={a: {b: _cross(games, a, b, plan.ordered) for b in names} for a in names},
        first_score=_first(games),
        boards={board: _first(g for g in games if g.board == board) for board in lengths},
        ratings=rate(len(names), [(index[g.first], index[g.second], g.points) for g in games]),
        lengths=lengths,
        mean_plies=mean(g.plies for g in games) if games else 0.0,
        duplicates=len(results.duplicates),
        void=sum(not g.counts for g in results),
        adjudicated=sum(g.ending == "adjudicated" for g in games),
        faults=_faults(results),
        sequential=state_of(results) if plan.sequential else None,
        seconds=sum(g.first_ms + g.second_ms for g in results) / 1000,
    )


def _first(games: Iterable[GameRecord]) -> Score:
    """Of the first player."""
    seen = Counter(game.winner for game in games)
    return Score(seen[0], seen[None], seen[1])


def _second(games: Iterable[GameRecord]) -> Score:
    first = _first(games)
    return Score(first.losses, first.draws, first.wins)


def _cross(games: Iterable[GameRecord], a: str, b: str, ordered: bool) -> Score:
    games = list(games)
    first = _first(g for g in games if (g.first, g.second) == (a, b))
    if ordered or a == b:
        return first
    return first + _second(g for g in games if (g.first, g.second) == (b, a))


def _player(results: Results, name: str) -> PlayerSummary:
    others = [g for g in results.counted if g.first != g.second]

    def score(games: Sequence[GameRecord]) -> tuple[Score, Score]:
        return _first(g for g in games if g.first == name), _second(
            g for g in games if g.second == name
        )

    as_first, as_second = score(others)
    by_board = {}
    for board, _ in results.experiment.rules:
        one, two = score([g for g in others if g.board == board])
        by_board[board] = one + two
    times = _move_times(results, name)
    faults = Counter(
        g.cause
        for g in results
        if g.fault_side is not None and (g.first, g.second)[g.fault_side] == name
    )
    return PlayerSummary(
        name=name,
        score=as_first + as_second,
        as_first=as_first,
        as_second=as_second,
        by_board=by_board,
        effort=results.experiment.player(name).effort,
        move_ms_median=median(times) if times else 0.0,
        move_ms_largest=max(times, default=0.0),
        faults=dict(sorted(faults.items())),
    )


def _move_times(results: Results, name: str) -> list[float]:
    """Milliseconds of every move of a player: who moved follows from the moves, not from parity."""
    boards = dict(results.experiment.rules)
    times: list[float] = []
    for game in results:
        seats = game.first, game.second
        if name in seats and game.times_ms:
            sides = movers(boards[game.board], game.moves)[-len(game.times_ms) :]
            times += [ms for ms, s in zip(game.times_ms, sides, strict=True) if seats[s] == name]
    return times


def _faults(results: Results) -> tuple[Fault, ...]:
    return tuple(
        Fault(g.number, (g.first, g.second)[g.fault_side], g.cause, g.detail)
        for g in results
        if g.fault_side is not None
    )
