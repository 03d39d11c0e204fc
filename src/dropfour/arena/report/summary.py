"""Everything a report shows, as plain numbers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from statistics import mean, median

from dropfour._intervals import wilson
from dropfour.arena.results import LostByFault, PlayedGame, Results
from dropfour.arena.sequential import SequentialState
from dropfour.arena.stats import Ratings, rate
from dropfour.arena.tables import Player


@dataclass(frozen=True, slots=True)
class Tally:
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
        return wilson(self.share, self.games)

    def __add__(self, other: Tally) -> Tally:
        return Tally(self.wins + other.wins, self.draws + other.draws, self.losses + other.losses)

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
    effort: tuple[str, float] | None
    move_ms_median: float
    move_ms_largest: float
    faults: dict[str, int]


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
    lengths: dict[str, dict[int, int]]  # by board: how many games had so many plies
    mean_plies: float
    duplicates: int
    void: int
    adjudicated: int
    faults: tuple[LostByFault, ...]
    sequential: SequentialState | None
    seconds: float  # of thinking, all players together

    @property
    def order(self) -> list[int]:
        """Indices of the players, the strongest first."""
        return sorted(range(len(self.players)), key=lambda i: -self.ratings.players[i].elo)


def summarise(results: Results) -> Summary:
    """The summary of the games there are, finished or not."""
    experiment = results.experiment
    games = results.counted
    names = [player.name for player in experiment.players]
    index = {name: i for i, name in enumerate(names)}
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
        cross={a: {b: _cross(games, a, b, plan.ordered) for b in names} for a in names},
        first_tally=_first(games),
        boards={board: _first(g for g in games if g.board == board) for board in lengths},
        ratings=rate(len(names), [(index[g.first], index[g.second], g.points) for g in games]),
        lengths=lengths,
        mean_plies=mean(g.plies for g in games) if games else 0.0,
        duplicates=len(results.duplicates),
        void=sum(not g.counts for g in results),
        adjudicated=sum(g.ending == "adjudicated" for g in games),
        faults=faults,
        sequential=results.sequential,
        seconds=sum(g.first_ms + g.second_ms for g in results) / 1000,
    )


def _first(games: Iterable[PlayedGame]) -> Tally:
    """Of the first player."""
    seen = Counter(game.winner for game in games)
    return Tally(seen[0], seen[None], seen[1])


def _second(games: Iterable[PlayedGame]) -> Tally:
    first = _first(games)
    return Tally(first.losses, first.draws, first.wins)


def _cross(games: Iterable[PlayedGame], a: str, b: str, ordered: bool) -> Tally:
    games = list(games)
    first = _first(g for g in games if (g.first, g.second) == (a, b))
    if ordered or a == b:
        return first
    return first + _second(g for g in games if (g.first, g.second) == (b, a))


def _player(
    results: Results, player: Player, faults: Iterable[LostByFault], times_ms: list[float]
) -> PlayerSummary:
    others = [g for g in results.counted if g.first != g.second]

    def tallies(games: Iterable[PlayedGame]) -> tuple[Tally, Tally]:
        """As first player and as second."""
        games = list(games)
        return (
            _first(g for g in games if g.first == player.name),
            _second(g for g in games if g.second == player.name),
        )

    as_first, as_second = tallies(others)
    by_board = {}
    for board, _ in results.experiment.rules:
        one, two = tallies(g for g in others if g.board == board)
        by_board[board] = one + two
    causes = Counter(fault.cause for fault in faults if fault.player == player.name)
    return PlayerSummary(
        name=player.name,
        tally=as_first + as_second,
        as_first=as_first,
        as_second=as_second,
        by_board=by_board,
        effort=player.effort,
        move_ms_median=median(times_ms) if times_ms else 0.0,
        move_ms_largest=max(times_ms, default=0.0),
        faults=dict(sorted(causes.items())),
    )


def _move_times(results: Results) -> dict[str, list[float]]:
    """Milliseconds of every move, by player: a ban is a second move of the same one."""
    times_ms: dict[str, list[float]] = {p.name: [] for p in results.experiment.players}
    for game in results:
        moved_in = results.position(game).history[game.opening_plies : -1]
        for position, ms in zip(moved_in, game.times_ms, strict=True):
            times_ms[game.players[position.turn]].append(ms)
    return times_ms
