"""Plays games: each a pure function of the experiment and the game's number.

Only players with a time limit, and programs that are random themselves, can make it vary. Workers
import this: no statistics and no database.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from dropfour._validation import parse_number
from dropfour.arena.adjudication import Judge, Verdict
from dropfour.arena.faults import Cause, PlayerFault
from dropfour.arena.players import game_clock, move, move_seconds, seat
from dropfour.arena.players.clock import Turn
from dropfour.arena.players.log import Log
from dropfour.arena.players.seat import ScriptSeat, Seat
from dropfour.arena.results import VOID, PlayedGame, Thought
from dropfour.errors import DropfourError
from dropfour.files import read_text

if TYPE_CHECKING:
    from dropfour.arena.experiment import Experiment

_JOURNAL = "game-"


def play_batch(
    experiment: Experiment, numbers: Iterable[int], log: str | None = None, journal: str = ""
) -> list[PlayedGame]:
    """Plays games of the plan, one after the other.

    `log` is a folder for what programs say, `journal` one for the moves so far.
    """
    return [play_game(experiment, number, log=log, journal=journal) for number in numbers]


def play_game(
    experiment: Experiment, number: int, *, log: str | None = None, journal: str = ""
) -> PlayedGame:
    """Plays a game of the plan; whatever a player does, the game has an ending."""
    return _Match(experiment, number, log, journal).play()


def void_game(experiment: Experiment, number: int, detail: str) -> PlayedGame:
    """A game that could not be played, which says nothing about its players."""
    return _Match(experiment, number).ended(winner=None, ending=VOID, detail=detail)


def killers_game(experiment: Experiment, number: int, side: int) -> PlayedGame:
    """A game that a player has lost because its worker dies of it."""
    return _Match(experiment, number).ended(
        winner=1 - side, ending="fault", fault_side=side, cause=Cause.WORKER.value
    )


def try_player(
    experiment: Experiment, number: int, side: int, moves: tuple[int, ...]
) -> list[PlayedGame]:
    """Plays a game in which only this side is itself.

    The other makes the moves that are known of the game, as long as they fit, and then random ones.
    """
    match = _Match(experiment, number)
    match.stand_in[1 - side] = ScriptSeat(moves)
    return [match.play()]


def moves_so_far(folder: str, number: int) -> tuple[int, ...]:
    """The moves of a game whose worker has died, as far as they were written down."""
    try:
        words = read_text(Path(folder, f"{_JOURNAL}{number}")).split()
    except DropfourError:
        return ()
    return tuple(column for word in words if (column := parse_number(word)) is not None)


class _Match:
    def __init__(
        self,
        experiment: Experiment,
        number: int,
        log: str | None = None,
        journal: str = "",
    ) -> None:
        game = experiment.plan[number]
        self._experiment, self._game, self._log = experiment, game, log
        self._board, self._rules = experiment.rules[game.board]
        self._players = experiment.players[game.first], experiment.players[game.second]
        self.stand_in: dict[int, Seat] = {}  # by side, instead of players
        keep = journal and experiment.has_programs
        self._journal = Path(journal, f"{_JOURNAL}{number}") if keep else None
        self._clocks = [game_clock(player, experiment.limits) for player in self._players]
        self._left = [clock.seconds if clock else 0.0 for clock in self._clocks]
        self._judge = Judge(experiment.adjudication)
        self._times: list[float] = []
        self._thoughts: list[Thought] = []
        self._spent = [0.0, 0.0]
        self._faults: list[tuple[int, PlayerFault]] = []  # by side, the earliest first
        self._position = game.opening.position(self._rules)
        self._opening = self._position.moves_text()

    def play(self) -> PlayedGame:
        """Plays to the end."""
        try:
            verdict = self._with_players()
        except (DropfourError, OSError, MemoryError) as error:  # nothing that a player did
            return self.ended(winner=None, ending=VOID, detail=f"{type(error).__name__}: {error}")
        finally:
            self._write_down(over=True)
        if self._faults:
            side, fault = self._faults[0]  # later ones may follow from it
            return self.ended(
                winner=1 - side,
                ending="fault",
                fault_side=side,
                cause=fault.cause.value,
                detail=fault.detail,
            )
        if verdict is not None:
            return self.ended(winner=verdict.winner, ending="adjudicated", detail=verdict.reason)
        outcome = self._position.outcome
        assert outcome is not None
        return self.ended(winner=outcome.winner, ending="board")

    def _with_players(self) -> Verdict | None:
        seats: list[Seat] = []
        try:
            self._take_seats(seats)
            return self._moves(seats)
        finally:
            for side, player in enumerate(seats):
                with self._blaming(side):  # how they leave counts too
                    player.close()

    @contextmanager
    def _blaming(self, side: int) -> Iterator[None]:
        """What the player of this side does wrong here ends the game."""
        try:
            yield
        except PlayerFault as fault:
            self._faults.append((side, fault))
        except (DropfourError, OSError, MemoryError):
            raise
        except Exception as error:  # its answer was more than we can read
            words = f"{type(error).__name__}: {error}"
            self._faults.append((side, PlayerFault(Cause.RUBBISH, words)))

    def _take_seats(self, seats: list[Seat]) -> None:
        """Both players, or those before the first who cannot play."""
        allowed, folder = self._experiment.limits, self._experiment.folder
        for side, player in enumerate(self._players):
            if side in self.stand_in:
                seats.append(self.stand_in[side])
            elif not self._faults:
                log = Log(self._log, self._game.number, side, player.name) if self._log else None
                with self._blaming(side):
                    seed = self._game.seeds[side]
                    seats.append(
                        seat(
                            player, self._rules, seed=seed, allowed=allowed, folder=folder, log=log
                        )
                    )

    def _moves(self, seats: list[Seat]) -> Verdict | None:
        """Plays until the game is over, or until it is ended before that."""
        while self._position.outcome is None and not self._faults:
            if verdict := self._judge.verdict(self._position):
                return verdict
            self._write_down()
            side, began = self._position.turn, time.perf_counter()
            with self._blaming(side):
                self._position, choice = move(seats[side], self._position, self._turn(side))
                self._spend(side, choice.seconds)
                self._times.append(round(choice.seconds * 1000, 3))
                self._thoughts.append(choice.thought)
                self._judge.hear(side, choice.thought)
            if self._faults:
                self._spend(side, time.perf_counter() - began)
        return None

    def _write_down(self, *, over: bool = False) -> None:
        """The moves so far, for those who find this worker dead."""
        if self._journal is not None:
            with suppress(OSError):
                if over:
                    self._journal.unlink(missing_ok=True)
                else:
                    self._journal.write_text(" ".join(map(str, self._position.moves)))

    def _turn(self, side: int) -> Turn:
        clock = self._clocks[side]
        if clock is not None:
            return Turn(self._left[side], increment=clock.increment)
        return Turn(move_seconds(self._players[side], self._experiment.limits))

    def _spend(self, side: int, seconds: float) -> None:
        self._spent[side] += seconds * 1000
        if (clock := self._clocks[side]) is not None:
            self._left[side] += clock.increment - seconds

    def ended(
        self,
        *,
        winner: int | None,
        ending: str,
        fault_side: int | None = None,
        cause: str = "",
        detail: str = "",
    ) -> PlayedGame:
        """The game as it is kept."""
        first_score, second_score = self._position.scores
        return PlayedGame(
            number=self._game.number,
            pair=self._game.pair,
            board=self._board,
            first=self._players[0].name,
            second=self._players[1].name,
            start=self._game.opening.start,
            opening=self._opening,
            moves=self._position.moves_text(),
            winner=winner,
            ending=ending,
            fault_side=fault_side,
            cause=cause,
            detail=detail[:500],
            first_score=first_score,
            second_score=second_score,
            plies=len(self._position.moves),
            times_ms=tuple(self._times),
            thoughts=tuple(self._thoughts),
            first_ms=round(self._spent[0], 3),
            second_ms=round(self._spent[1], 3),
        )
