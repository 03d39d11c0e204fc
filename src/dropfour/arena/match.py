"""Plays games: each a pure function of the experiment and the game's number.

Only players with a time limit, and programs that are random themselves, can make it vary. Workers
import this: no statistics and no database.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from dropfour._native import Exact
from dropfour.agents import agent
from dropfour.arena.faults import PlayerFault
from dropfour.arena.players import Seat, move, seat
from dropfour.arena.results import VOID, PlayedGame
from dropfour.game import Position

if TYPE_CHECKING:
    from dropfour.arena.experiment import Experiment

_PROOF_NODES = 20_000  # a few milliseconds: no proof within them, and the game goes on


def play_batch(experiment: Experiment, numbers: Iterable[int]) -> list[PlayedGame]:
    """Plays games of the plan, one after the other."""
    return [play_game(experiment, number) for number in numbers]


def play_game(experiment: Experiment, number: int) -> PlayedGame:
    """Plays a game of the plan; whatever a player does, the game has an ending."""
    return _Match(experiment, number).play()


def void_game(experiment: Experiment, number: int, detail: str) -> PlayedGame:
    """A game that could not be played, which says nothing about its players."""
    return _Match(experiment, number).ended(winner=None, ending=VOID, detail=detail)


class _Match:
    def __init__(self, experiment: Experiment, number: int) -> None:
        game = experiment.plan[number]
        self._experiment, self._game = experiment, game
        self._board, self._rules = experiment.rules[game.board]
        self._players = experiment.players[game.first], experiment.players[game.second]
        self._times: list[float] = []
        self._spent = [0.0, 0.0]
        self._faults: list[tuple[int, PlayerFault]] = []  # by side, the earliest first
        self._position = Position(self._rules).play_columns(game.opening)
        self._opening = self._position.moves_text()

    def play(self) -> PlayedGame:
        """Plays to the end."""
        seats: list[Seat] = []
        try:
            self._take_seats(seats)
            proven = self._moves(seats)
        finally:
            for side, player in enumerate(seats):
                with self._blaming(side):  # how they leave counts too
                    player.close()
        if self._faults:
            side, fault = self._faults[0]  # later ones may follow from it
            return self.ended(
                winner=1 - side,
                ending="fault",
                fault_side=side,
                cause=fault.cause.value,
                detail=fault.detail,
            )
        if proven is not None:
            side = self._position.turn
            winner = {1: side, 0: None, -1: 1 - side}[proven.value]
            return self.ended(winner=winner, ending="adjudicated")
        outcome = self._position.outcome
        assert outcome is not None
        return self.ended(winner=outcome.winner, ending="board")

    @contextmanager
    def _blaming(self, side: int) -> Iterator[None]:
        """What the player of this side does wrong here ends the game."""
        try:
            yield
        except PlayerFault as fault:
            self._faults.append((side, fault))

    def _take_seats(self, seats: list[Seat]) -> None:
        """Both players, or those before the first who cannot play."""
        allowed, folder = self._experiment.limits, self._experiment.folder
        for side, player in enumerate(self._players):
            if not self._faults:
                with self._blaming(side):
                    seed = self._game.seeds[side]
                    seats.append(
                        seat(player, self._rules, seed=seed, allowed=allowed, folder=folder)
                    )

    def _moves(self, seats: list[Seat]) -> Exact | None:
        """Plays until the game is over, or until its result is proven where that ends it."""
        judge = agent("perfect", nodes=_PROOF_NODES) if self._experiment.adjudicate else None
        while self._position.outcome is None and not self._faults:
            if judge is not None and (proven := judge.analyse(self._position).exact) is not None:
                return proven
            side = self._position.turn
            began = time.perf_counter()
            with self._blaming(side):
                self._position = move(seats[side], self._position)
            elapsed_ms = (time.perf_counter() - began) * 1000
            self._spent[side] += elapsed_ms
            if not self._faults:
                self._times.append(round(elapsed_ms, 3))
        return None

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
            first_ms=round(self._spent[0], 3),
            second_ms=round(self._spent[1], 3),
        )
