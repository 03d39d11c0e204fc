"""Plays games: each a pure function of the experiment and the game's number.

Only players with a time limit, and programs that are random themselves, can make it vary. Workers
import this: no statistics and no database.
"""

from __future__ import annotations

import time
from collections.abc import Iterable
from typing import TYPE_CHECKING

from dropfour.agents import Exact, agent
from dropfour.arena.faults import Cause, PlayerFault
from dropfour.arena.players import Seat, seat
from dropfour.arena.results import VOID, PlayedGame
from dropfour.cells import column_name
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


class _SideFault(Exception):
    """A fault, and whose it is."""

    def __init__(self, side: int, fault: PlayerFault) -> None:
        super().__init__(side, fault)
        self.side, self.fault = side, fault


class _Match:
    def __init__(self, experiment: Experiment, number: int) -> None:
        game = experiment.plan[number]
        self._experiment, self._game = experiment, game
        self._board, self._rules = experiment.rules[game.board]
        self._players = experiment.players[game.first], experiment.players[game.second]
        self._times: list[float] = []
        self._spent = [0.0, 0.0]
        position = Position(self._rules)
        for column in game.opening:
            position = position.play(column)
        self._opening = position.moves_text()
        self._position = position

    def play(self) -> PlayedGame:
        """Plays to the end."""
        seats: list[Seat] = []
        faults: list[_SideFault] = []
        proven: Exact | None = None
        try:
            for side in (0, 1):
                seats.append(self._seated(side))  # noqa: PERF401 - those seated must leave again
            proven = self._moves(seats)
        except _SideFault as fault:
            faults.append(fault)
        finally:
            faults += self._leave(seats)
        if faults:
            lost = faults[0]  # the earliest counts; later ones may follow from it
            return self.ended(
                winner=1 - lost.side,
                ending="fault",
                fault_side=lost.side,
                cause=lost.fault.cause.value,
                detail=lost.fault.detail,
            )
        if proven is not None:
            side = self._position.turn
            winner = {1: side, 0: None, -1: 1 - side}[proven.value]
            return self.ended(winner=winner, ending="adjudicated")
        outcome = self._position.outcome
        assert outcome is not None
        return self.ended(winner=outcome.winner, ending="board")

    def _seated(self, side: int) -> Seat:
        try:
            return seat(
                self._players[side],
                self._rules,
                seed=self._game.seeds[side],
                limits=self._experiment.limits,
                folder=self._experiment.folder,
            )
        except PlayerFault as fault:
            raise _SideFault(side, fault) from None

    def _leave(self, seats: list[Seat]) -> list[_SideFault]:
        """Ends the players; how they behave then counts too."""
        faults = []
        for side, player in enumerate(seats):
            try:
                player.close()
            except PlayerFault as fault:
                faults.append(_SideFault(side, fault))
        return faults

    def _moves(self, seats: list[Seat]) -> Exact | None:
        """Plays until the game is over, or until its result is proven where that ends it."""
        judge = agent("perfect", nodes=_PROOF_NODES) if self._experiment.adjudicate else None
        while self._position.outcome is None:
            if judge is not None and (proven := judge.analyse(self._position).exact) is not None:
                return proven
            side = self._position.turn
            began = time.perf_counter()
            try:
                column = seats[side].choose(self._position)
                if column not in self._position.legal:
                    raise PlayerFault(Cause.ILLEGAL, self._why_illegal(column))
            except PlayerFault as fault:
                raise _SideFault(side, fault) from None
            finally:
                elapsed_ms = (time.perf_counter() - began) * 1000
                self._spent[side] += elapsed_ms
            self._position = self._position.play(column)
            self._times.append(round(elapsed_ms, 3))
        return None

    def _why_illegal(self, column: int) -> str:
        if not 0 <= column < self._rules.columns:
            return f"there is no column number {column}"
        return f"column {column_name(column)} is full"

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
