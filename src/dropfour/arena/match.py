"""Plays one game: a pure function of the experiment and the game's number.

Only players with a time limit, and programs that are random themselves, can make it vary.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from dropfour.arena.faults import Cause, PlayerFault
from dropfour.arena.players import Seat, seat
from dropfour.arena.results import GameRecord
from dropfour.cells import column_name
from dropfour.game import Position

if TYPE_CHECKING:
    from dropfour.arena.adjudication import Adjudicator
    from dropfour.arena.experiment import Experiment
    from dropfour.arena.plan import Game


def play_game(experiment: Experiment, number: int) -> GameRecord:
    """The record of a game of the plan."""
    game = experiment.plan[number]
    return _Match(experiment, game).play()


class _SideFault(Exception):
    """A fault, and whose it is."""

    def __init__(self, side: int, fault: PlayerFault) -> None:
        super().__init__(side, fault)
        self.side, self.fault = side, fault


class _Match:
    def __init__(self, experiment: Experiment, game: Game) -> None:
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

    def play(self) -> GameRecord:
        """Plays to the end; whatever a player does, there is a record."""
        seats: list[Seat] = []
        faults: list[_SideFault] = []
        adjudged: tuple[int | None] | None = None
        try:
            for side in (0, 1):
                seats.append(self._seated(side))  # noqa: PERF401 - those seated must leave again
            adjudged = self._moves(seats)
        except _SideFault as fault:
            faults.append(fault)
        finally:
            faults += self._leave(seats)
        if faults:
            lost = faults[0]  # the earliest counts; later ones may follow from it
            return self._record(
                winner=1 - lost.side,
                ending="fault",
                fault_side=lost.side,
                cause=lost.fault.cause.value,
                detail=lost.fault.detail,
            )
        if adjudged is not None:
            return self._record(winner=adjudged[0], ending="adjudicated")
        outcome = self._position.outcome
        assert outcome is not None
        return self._record(winner=outcome.winner, ending="board")

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

    def _moves(self, seats: list[Seat]) -> tuple[int | None] | None:
        judge = self._judge()
        while self._position.outcome is None:
            if judge is not None and (verdict := judge.verdict(self._position)) is not None:
                return verdict
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

    def _judge(self) -> Adjudicator | None:
        if not self._experiment.adjudicate:
            return None
        from dropfour.arena.adjudication import Adjudicator

        return Adjudicator()

    def _why_illegal(self, column: int) -> str:
        if not 0 <= column < self._rules.columns:
            return f"there is no column number {column}"
        return f"column {column_name(column)} is full"

    def _record(
        self,
        *,
        winner: int | None,
        ending: str,
        fault_side: int | None = None,
        cause: str = "",
        detail: str = "",
    ) -> GameRecord:
        first_score, second_score = self._position.scores
        return GameRecord(
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


def void_game(experiment: Experiment, number: int, detail: str) -> GameRecord:
    """The record of a game that could not be played, which says nothing about its players."""
    game = experiment.plan[number]
    match = _Match(experiment, game)
    return match._record(winner=None, ending="void", detail=detail)
